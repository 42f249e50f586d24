import type { Call } from '#kit/shared/call.ts'
import { type Act, stateAct } from '#kit/web/actions.tsx'
import type { DocumentRow } from '#kit/web/document/documentActs.tsx'
import { TOUCHED } from '../product/touched.ts'
import type { execStates } from './document.states.ts'
import { editExec } from './productEdit.entity.ts'
import { execCalls } from './shelf.calls.ts'
import { applyExec } from './showApply.entity.ts'

type ById = Call<unknown, { id?: number }, unknown, unknown>

/** 重试 and 取消执行 of an approved document. */
function execActs(exec: ReturnType<typeof execStates>, retry: ById, cancel: ById): Act<DocumentRow>[] {
  const byId = { input: ({ id }: DocumentRow) => ({ id }), touches: TOUCHED }
  return [stateAct(exec, 'retry', retry, byId), stateAct(exec, 'cancel', cancel, byId)]
}

export const applyExecActs = execActs(applyExec, execCalls.retryApply, execCalls.cancelApply)
export const editExecActs = execActs(editExec, execCalls.retryEdit, execCalls.cancelEdit)
