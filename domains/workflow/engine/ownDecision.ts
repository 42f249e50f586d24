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
export async function ownDecision(run: Run, at: AtTask): Promise<boolean> {
  if (!(await isOwn(run, at))) return false
  if (await isForbidden(run, at)) throw actionNotAllowed(OWN_DOCUMENT)
  return true
}

/** What the setting leaves of the actions somebody could take on a task: what it refuses is not offered. */
export async function withoutOwn<A extends string>(
  run: Run,
  at: AtTask,
  actions: readonly A[],
): Promise<A[]> {
  // A helper answers, and a delegated task goes back to its owner: neither decides.
  if (at.task.ownerId !== null || !(await isOwn(run, at)) || !(await isForbidden(run, at)))
    return [...actions]
  return actions.filter((action) => !DECIDING.has(action))
}

const DECIDING: ReadonlySet<string> = new Set(['agree', 'disagree', 'reject'])

async function isOwn(run: Run, { task, instance, token }: AtTask): Promise<boolean> {
  if (run.by === 0 || run.by !== instance.starterId || token?.data.returned !== undefined) return false
  return !isApplicants(await stepOf(run, instance, task.node))
}

/** Whether only *:*:* lets the person act, and the setting forbids it. */
async function isForbidden({ by, ports }: Run, { task }: AtTask): Promise<boolean> {
  const identity = await ports.people.identity(by)
  const isParticipant = identity !== null && mayAct({ ...identity, all: false }, task)
  return !isParticipant && (await ports.ownForbidden?.()) === true
}
