import type { Call } from '#kit/shared/call.ts'
import { type Act, stateAct } from '#kit/web/actions.tsx'
import { TOUCHED } from '../product/touched.ts'
import type { execStates } from './document.states.ts'

type Row = { readonly id: number; readonly execStatus: unknown }
type ById = Call<unknown, { id?: number }, unknown, unknown>

/** 重试 and 取消执行 of an approved document. */
export function execActs(
  exec: ReturnType<typeof execStates>,
  calls: { retry: ById; cancel: ById },
): Act<Row>[] {
  const byId = { input: ({ id }: Row) => ({ id }), touches: TOUCHED }
  return [stateAct(exec, 'retry', calls.retry, byId), stateAct(exec, 'cancel', calls.cancel, byId)]
}
