import type { DocumentStates } from '#kit/shared/document.ts'
import { conflict } from '#kit/shared/errors.ts'
import { guardState, stateLabel } from '#kit/shared/states.ts'
import type { execStates } from './document.states.ts'

/** Refuses what cannot be done with a document that is not approved, or not in that state of its execution. */
export function guardExec(
  exec: ReturnType<typeof execStates>,
  audit: DocumentStates,
  action: 'retry' | 'cancel',
  { auditStatus, execStatus }: { auditStatus: number; execStatus: number | null },
): void {
  if (execStatus === null)
    throw conflict(`当前状态为${stateLabel(audit, auditStatus)}，不能${exec.actions[action].label}`)
  guardState(exec, action, execStatus)
}
