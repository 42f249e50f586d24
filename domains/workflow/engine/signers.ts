import { isVote } from './complete.ts'
import { askMember, notAsked } from './countersign.ts'
import { type AtTask, atOwnTask, requirePeople } from './guards.ts'
import { withDelegates } from './participants.ts'
import type { Member, TaskRecord, TokenRecord } from './records.ts'
import { actionNotAllowed } from './refusals.ts'
import { log, openTasksOf, type Run, stepOf, tell, user } from './run.ts'
import { closeTask } from './tasks.ts'
import { unique } from './tokens.ts'
import { openSigner } from './work.ts'

type At = AtTask & { token: TokenRecord }
type Place = 'any' | 'before' | 'after' | 'vote'

/** 加签. Workflow §3.5. */
export async function addSigner(
  run: Run,
  taskId: number,
  place: Place,
  admins: readonly number[],
  comment = '',
): Promise<void> {
  const at = await atOwnTask(run, taskId)
  const { task, instance, token } = at
  const people = await requirePeople(run, admins)
  if ((place === 'vote') !== isVote(task)) {
    throw actionNotAllowed(isVote(task) ? '会签任务只能加入会签成员' : '只有会签任务可以加入会签成员')
  }
  if (task.mode === 'EXTRA' && place !== 'any') throw actionNotAllowed('加签的任务不能再前后加签')
  run.tokens.touch(token)
  if (place === 'any') await addCandidates(run, at, people)
  else if (place === 'before') await putBefore(run, at, people, comment)
  else if (place === 'after') {
    token.data = { ...token.data, after: [...new Set([...(token.data.after ?? []), ...people])] }
  } else await addVotes(run, at, people)
  log(run, instance, 'addSigner', { node: task.node, taskId, comment, data: { place, admins: people } })
}

/** 减签: only who has not voted or signed, and never the last. Workflow §3.5. */
export async function removeSigner(
  run: Run,
  taskId: number,
  admins: readonly number[],
  comment = '',
): Promise<void> {
  const at = await atOwnTask(run, taskId)
  const { task, instance } = at
  const gone = new Set(admins)
  const removed = isVote(task) ? removeVotes(run, at, gone) : removeOthers(run, at, gone)
  if (!removed) throw actionNotAllowed('只能减去尚未处理的人员，且至少保留一人')
  log(run, instance, 'removeSigner', { node: task.node, taskId, comment, data: { admins: [...gone] } })
}

async function addCandidates(run: Run, { task, instance }: At, people: number[]): Promise<void> {
  const added = await withDelegates(run, instance.processName, people.map(user))
  task.actors = unique([...task.actors, ...added])
  run.tasks.touch(task)
  tell(run, 'taskArrived', { task }, added, `addSigner:${task.id}:${run.now.getTime()}`)
}

/** The task closes and begins again for the same people when the signers are done. */
async function putBefore(
  run: Run,
  { task, instance, token }: At,
  people: number[],
  comment: string,
): Promise<void> {
  const step = await stepOf(run, instance, task.node)
  token.data = { ...token.data, before: task.actors }
  run.source = task.id
  closeTask(run, task, 'transferred', run.by, { comment })
  for (const id of people) await openSigner(run, instance, step, token, id, token.data.source ?? null)
}

/** PARALLEL: one more vote at once; SEQUENTIAL: next in line. */
async function addVotes(run: Run, { task, instance, token }: At, people: number[]): Promise<void> {
  const members = token.data.members ?? []
  if (members.some(({ id }) => people.includes(id))) throw actionNotAllowed('该人员已是会签成员')
  const first = 1 + Math.max(...members.map(({ loop }) => loop))
  const added: Member[] = people.map((id, index) => ({ loop: first + index, id }))
  const at = 1 + members.findIndex(({ loop }) => loop === task.loop)
  const line = task.mode === 'SEQUENTIAL' ? at : members.length
  token.data = { ...token.data, members: members.toSpliced(line, 0, ...added) }
  if (task.mode === 'SEQUENTIAL') return
  const step = await stepOf(run, instance, task.node)
  for (const member of added) await askMember(run, instance, step, token, member)
}

/** Whether every one of them could be taken out of the round. */
function removeVotes(run: Run, { token }: At, gone: ReadonlySet<number>): boolean {
  const members = token.data.members ?? []
  const open = openTasksOf(run, token)
  const waiting = [
    ...members.filter(({ loop }) => open.some((vote) => vote.loop === loop)),
    ...notAsked(run, token),
  ]
  const leaving = members.filter(({ id }) => gone.has(id))
  const all = leaving.every((member) => waiting.includes(member)) && leaving.length === gone.size
  if (!all || leaving.length === waiting.length) return false
  // Whoever is being asked in a line holds the place of the round: the next one is asked when they have voted.
  const cancelled = open.filter((vote) => leaving.some(({ loop }) => loop === vote.loop))
  if (cancelled.length === open.length) return false
  for (const vote of cancelled) closeTask(run, vote, 'cancelled', null)
  token.data = { ...token.data, members: members.filter((member) => !leaving.includes(member)) }
  run.tokens.touch(token)
  return true
}

/** Candidates of the task, signers that come after it, and signers at work beside it. */
function removeOthers(run: Run, { task, token }: At, gone: ReadonlySet<number>): boolean {
  const isGone = (id: string | number) => gone.has(Number(id))
  const actors = task.actors.filter(({ kind, id }) => kind !== 'user' || !isGone(id))
  const after = (token.data.after ?? []).filter((id) => !isGone(id))
  const beside = openTasksOf(run, token).filter(
    (other) => other !== task && other.mode === 'EXTRA' && isOnlyFor(other, gone),
  )
  const changed = task.actors.length - actors.length + (token.data.after ?? []).length - after.length
  if (changed + beside.length === 0 || actors.length === 0) return false
  for (const other of beside) closeTask(run, other, 'cancelled', null)
  task.actors = actors
  if (task.claimedBy !== null && gone.has(task.claimedBy)) task.claimedBy = null
  token.data = { ...token.data, after }
  run.tasks.touch(task)
  run.tokens.touch(token)
  return true
}

function isOnlyFor(task: TaskRecord, gone: ReadonlySet<number>): boolean {
  return task.actors.every(({ kind, id }) => kind === 'user' && gone.has(Number(id)))
}
