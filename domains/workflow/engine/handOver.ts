import { isVote } from './complete.ts'
import { atOwnTask, openTaskAt, refuseHelper, requirePeople } from './guards.ts'
import { withDelegates } from './participants.ts'
import type { InstanceRecord, TaskRecord, TokenRecord } from './records.ts'
import { actionNotAllowed } from './refusals.ts'
import { log, type Run, tell, user } from './run.ts'
import { noteDone } from './tasks.ts'
import { unique } from './tokens.ts'

/** 转办: somebody else does the task instead. Workflow §3.5. */
export async function transfer(run: Run, taskId: number, to: number, comment = ''): Promise<void> {
  const { task, instance, token } = await atOwnTask(run, taskId)
  await requirePeople(run, [to])
  if (to === run.by) throw actionNotAllowed('不能转办给自己')
  takeSeat(run, token, task, to)
  await noteDone(run, task, 'transferred', { comment })
  await giveTo(run, instance, task, to)
  log(run, instance, 'transfer', { node: task.node, taskId, comment, data: { from: run.by, to } })
}

/**
 * An administrator gives what waits for one person to another: who that person shares the task with keep it. Whether the
 * acting person may is decided before. Workflow §4 (leaver).
 */
export async function handOver(
  run: Run,
  taskId: number,
  from: number,
  to: number,
  comment = '',
): Promise<void> {
  const { task, instance, token } = await openTaskAt(run, taskId)
  await requirePeople(run, [to])
  const isTheirs = (id: string) => id === String(from)
  if (task.ownerId === from) task.ownerId = to
  else if (!task.actors.some(({ kind, id }) => kind === 'user' && isTheirs(id))) {
    throw actionNotAllowed('任务的处理人中没有该人员')
  }
  if (token !== null) takeSeat(run, token, task, to)
  const replaced = task.actors.map((actor) =>
    actor.kind === 'user' && isTheirs(actor.id) ? user(to) : actor,
  )
  task.actors = await withDelegates(run, instance.processName, unique(replaced))
  if (task.claimedBy === from) task.claimedBy = null
  run.tasks.touch(task)
  log(run, instance, 'transfer', { node: task.node, taskId, comment, data: { from, to } })
  tell(run, 'taskArrived', { task }, [user(to)], `transfer:${taskId}:${run.now.getTime()}`)
}

/** 委派: a helper answers first, then the task is its owner's again. Workflow §3.5. */
export async function delegate(run: Run, taskId: number, to: number, comment = ''): Promise<void> {
  const { task, instance } = await atOwnTask(run, taskId)
  refuseHelper(task)
  await requirePeople(run, [to])
  if (to === run.by) throw actionNotAllowed('不能委派给自己')
  task.ownerId = run.by
  await giveTo(run, instance, task, to)
  log(run, instance, 'delegate', { node: task.node, taskId, comment, data: { from: run.by, to } })
}

async function giveTo(run: Run, instance: InstanceRecord, task: TaskRecord, to: number): Promise<void> {
  task.actors = await withDelegates(run, instance.processName, [user(to)])
  task.claimedBy = null
  run.tasks.touch(task)
  tell(run, 'taskArrived', { task }, task.actors, `transfer:${task.id}:${run.now.getTime()}`)
}

/** Whoever takes over a vote is a member in the place of the former one; nobody has two votes. */
function takeSeat(run: Run, token: TokenRecord, task: TaskRecord, to: number): void {
  const { members } = token.data
  if (!isVote(task) || members === undefined) return
  if (members.some(({ id }) => id === to)) throw actionNotAllowed('该人员已是会签成员')
  token.data = {
    ...token.data,
    members: members.map((member) => (member.loop === task.loop ? { ...member, id: to } : member)),
  }
  run.tokens.touch(token)
}
