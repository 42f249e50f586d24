import { OWN_DOCUMENT } from '#kit/shared/errors.ts'
import { type AtTask, mayAct } from './guards.ts'
import { isApplicants } from './participants.ts'
import { actionNotAllowed } from './refusals.ts'
import { type Run, stepOf } from './run.ts'

/**
 * Whether a person decides what they have started themselves, which the trace then marks 自审; a step that is the
 * applicant's by its drawing, or came back to them, is no decision. Throws ACTION_NOT_ALLOWED where only *:*:* lets
 * them act and the setting forbids it. Workflow §3.5, frame §7.
 */
export async function ownDecision(run: Run, { task, instance, token }: AtTask): Promise<boolean> {
  if (run.by === 0 || run.by !== instance.starterId || token?.data.returned !== undefined) return false
  if (isApplicants(await stepOf(run, instance, task.node))) return false
  const identity = await run.ports.people.identity(run.by)
  const isParticipant = identity !== null && mayAct({ ...identity, all: false }, task)
  if (!isParticipant && (await run.ports.ownForbidden?.())) throw actionNotAllowed(OWN_DOCUMENT)
  return true
}
