import { copyTo } from './copies.ts'
import { atTask, mayAct, openTaskAt, requirePeople, runningInstance } from './guards.ts'
import type { InstanceRecord, TaskRecord } from './records.ts'
import { forbiddenInstance, forbiddenTask, taskClaimed, urgedLately } from './refusals.ts'
import { log, type Run, stepOf, tell, user } from './run.ts'
import { openTask, workersOf } from './tasks.ts'

/** How long one must wait before the same task is urged again. Workflow §3.5 催办. */
const URGE_PAUSE_MS = 10 * 60_000

/** 签收: one of several takes the task for themselves. */
export async function claim(run: Run, taskId: number): Promise<void> {
  const { task, instance } = await atTask(run, taskId)
  if (task.claimedBy === run.by) return
  task.claimedBy = run.by
  run.tasks.touch(task)
  log(run, instance, 'claim', { node: task.node, taskId })
}

/** 取消签收: by the holder, or by who may act on every task. */
export async function release(run: Run, taskId: number): Promise<void> {
  const { task, instance } = await openTaskAt(run, taskId)
  const identity = await run.ports.people.identity(run.by)
  if (task.claimedBy !== null && task.claimedBy !== run.by && identity?.all !== true) {
    if (!mayAct(identity, task)) throw forbiddenTask()
    throw taskClaimed(await run.ports.people.name(task.claimedBy))
  }
  if (task.claimedBy === null) return
  const data = { from: task.claimedBy }
  task.claimedBy = null
  run.tasks.touch(task)
  log(run, instance, 'release', { node: task.node, taskId, data })
}

/** 协办: others are asked for their opinion; the flow does not wait for it. */
export async function assist(
  run: Run,
  taskId: number,
  admins: readonly number[],
  comment = '',
): Promise<void> {
  const { task, instance } = await atTask(run, taskId)
  const people = await requirePeople(run, admins)
  const step = await stepOf(run, instance, task.node)
  for (const id of people) {
    await openTask(run, instance, step, null, { mode: 'ANY', actors: [user(id)], source: null })
  }
  log(run, instance, 'assist', { node: task.node, taskId, comment, data: { admins: people } })
}

/** 抄送: by the starter, or by who takes part in the task it is about. */
export async function copy(
  run: Run,
  instance: InstanceRecord,
  taskId: number | undefined,
  admins: readonly number[],
  comment = '',
): Promise<void> {
  const task = taskId === undefined ? null : await taskOf(run, taskId)
  const identity = await run.ports.people.identity(run.by)
  const takesPart = task !== null && (task.doneBy === run.by || mayAct(identity, task))
  const may = instance.starterId === run.by || takesPart || identity?.all === true
  if (!may || identity === null) throw forbiddenInstance()
  const readers = await requirePeople(run, admins)
  await copyTo(run, instance, readers, { from: run.by, task, comment })
  log(run, instance, 'copy', { taskId: task?.id ?? null, comment, data: { admins: readers } })
}

/** 催办: all open work of the instance and of what it called, or one task. Throws 429 when all were urged lately. */
export async function urge(run: Run, instanceId: number, taskId?: number): Promise<void> {
  const instance = runningInstance(run, instanceId)
  const identity = await run.ports.people.identity(run.by)
  if (identity === null || (instance.starterId !== run.by && !identity.all)) throw forbiddenInstance()
  const tasks =
    taskId === undefined
      ? [...run.tasks.all.values()].filter(({ state, kind }) => state === 'open' && kind === 'Major')
      : [(await openTaskAt(run, taskId)).task]
  const now = run.now.getTime()
  const due = tasks.filter(({ data }) => now - (data.engine?.urged ?? 0) >= URGE_PAUSE_MS)
  if (due.length === 0) throw urgedLately()
  for (const task of due) {
    task.data = { ...task.data, engine: { ...task.data.engine, urged: now } }
    run.tasks.touch(task)
    tell(run, 'taskUrged', { task }, workersOf(task), `urge:${task.id}:${now}`)
    log(run, instance, 'urge', { node: task.node, taskId: task.id })
  }
}

async function taskOf(run: Run, taskId: number): Promise<TaskRecord> {
  return (
    run.tasks.all.get(taskId) ?? (await run.ports.store.task(taskId)) ?? (await openTaskAt(run, taskId)).task
  )
}
