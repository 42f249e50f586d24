import type { Said } from './commands.ts'
import { endInstance } from './ending.ts'
import { type AtTask, atOwnTask, atTask } from './guards.ts'
import { ownDecision } from './ownDecision.ts'
import { withDelegates } from './participants.ts'
import type { TaskRecord } from './records.ts'
import { actionNotAllowed } from './refusals.ts'
import { log, type Run, tell, user } from './run.ts'
import { take } from './said.ts'
import { closeTask, noteDone } from './tasks.ts'
import { advance } from './work.ts'

/** A person says yes or, in a countersign and as a helper, no. Workflow §3.5, §3.6. */
export async function answer(
  run: Run,
  taskId: number,
  result: 'agree' | 'disagree',
  said: Said,
): Promise<void> {
  const at = await atTask(run, taskId)
  const { task } = at
  if (result === 'disagree' && !isVote(task) && task.ownerId === null && task.kind === 'Major') {
    throw actionNotAllowed('只有会签任务可以选择不同意')
  }
  if (task.ownerId !== null) return returnToOwner(run, at, task.ownerId, result, said)
  const isOwn = await ownDecision(run, at)
  await take(run, at.instance, said)
  await complete(run, task, result, said, isOwn)
}

/** Closes a task and lets its token go on. */
export async function complete(
  run: Run,
  task: TaskRecord,
  result: 'agree' | 'disagree' | 'auto',
  said: Said,
  isOwn = false,
): Promise<void> {
  run.source = task.id
  closeTask(run, task, result, run.by, said, isOwn)
  await advance(run, task)
}

/** Ends the instance as rejected. A countersign has votes instead. Workflow §3.5. */
export async function reject(run: Run, taskId: number, said: Said): Promise<void> {
  const at = await atOwnTask(run, taskId)
  const { task, instance } = at
  if (isVote(task)) throw actionNotAllowed('会签任务不能拒绝，请选择不同意')
  const isOwn = await ownDecision(run, at)
  await take(run, instance, said)
  run.source = task.id
  closeTask(run, task, 'reject', run.by, said, isOwn)
  await endInstance(run, instance, 'rejected', said.comment)
}

export function isVote(task: Pick<TaskRecord, 'mode'>): boolean {
  return task.mode === 'PARALLEL' || task.mode === 'SEQUENTIAL'
}

/** A helper has answered: the task is its owner's again. */
async function returnToOwner(
  run: Run,
  { task, instance }: AtTask,
  owner: number,
  result: 'agree' | 'disagree',
  said: Said,
): Promise<void> {
  await take(run, instance, said)
  await noteDone(run, task, result, said)
  task.actors = await withDelegates(run, instance.processName, [user(owner)])
  task.ownerId = null
  task.claimedBy = null
  run.tasks.touch(task)
  const data = { result, owner }
  log(run, instance, 'delegateDone', { node: task.node, taskId: task.id, comment: said.comment, data })
  tell(run, 'taskArrived', { task }, task.actors, `delegateDone:${task.id}:${run.now.getTime()}`)
}
