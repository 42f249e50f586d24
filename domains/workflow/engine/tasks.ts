import type { Said } from './commands.ts'
import { fieldOf, isAidant, type Step, textOf } from './compile.ts'
import { withDelegates } from './participants.ts'
import type { Actor, InstanceRecord, TaskRecord, TaskResult, TokenRecord } from './records.ts'
import { log, openTasksOf, type Run, tasksOf, tell } from './run.ts'
import { clearTimers, setTimers } from './taskTimers.ts'

/** Who acts where no person does. */
const PRODUCT = 0

/** Opens a task for these people (and for those beside them by standing delegation); an empty list is for anyone. */
export async function openTask(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  token: TokenRecord | null,
  plan: { mode: TaskRecord['mode']; loop?: number; actors: Actor[]; source: number | null },
): Promise<TaskRecord> {
  const task = run.tasks.add({
    ...(await blankTask(run, instance, step, plan.source)),
    tokenId: token?.id ?? null,
    kind: token === null ? 'Aidant' : 'Major',
    mode: plan.mode,
    round: token?.round ?? 0,
    loop: plan.loop ?? 0,
    actors: await withDelegates(run, instance.processName, plan.actors),
    data: token?.data.crossed === true ? { engine: { crossed: true } } : {},
  })
  await setTimers(run, step, task, instance.variables)
  log(run, instance, 'taskMade', { node: step.id, taskId: task.id })
  const mark = token?.data.returned === undefined ? 'taskArrived' : 'taskReturned'
  tell(run, mark, { task }, task.actors, `${mark}:${task.id}`)
  return task
}

/** Writes down a step that nobody had to take. */
export async function passTask(run: Run, instance: InstanceRecord, step: Step, source: number | null) {
  const task = run.tasks.add({
    ...(await blankTask(run, instance, step, source)),
    kind: isAidant(step) ? 'Aidant' : 'Major',
    state: 'done',
    result: 'auto',
    endTime: run.now,
  })
  log(run, instance, 'taskDone', {
    node: step.id,
    taskId: task.id,
    adminId: PRODUCT,
    data: { result: 'auto' },
  })
}

/** Closes a task; `by` null is the product itself; `isOwn`: decided by who started the process. */
export function closeTask(
  run: Run,
  task: TaskRecord,
  result: TaskResult,
  by: number | null,
  said: Said = {},
  isOwn = false,
): void {
  const instance = run.instances.all.get(task.instanceId)
  task.state = 'done'
  task.result = result
  task.doneBy = by === 0 ? null : by
  task.comment = said.comment ?? ''
  task.data = { ...said.data, engine: task.data.engine }
  task.endTime = run.now
  run.tasks.touch(task)
  clearTimers(run, task.id)
  if (instance === undefined) return
  log(run, instance, 'taskDone', {
    node: task.node,
    taskId: task.id,
    // What is closed by itself is nobody's decision, whoever set it off.
    adminId: by ?? PRODUCT,
    comment: task.comment,
    data: { result, ...(isOwn ? { own: true } : {}) },
  })
}

/**
 * Writes down what somebody did to a task that goes on under other people: their own line among the things they did.
 * It has no token, so no vote is counted by it.
 */
export async function noteDone(
  run: Run,
  task: TaskRecord,
  result: TaskResult,
  said: Said,
): Promise<TaskRecord> {
  return run.tasks.add({
    ...task,
    id: await run.ports.store.newId(),
    tokenId: null,
    mode: 'EXTRA',
    state: 'done',
    result,
    doneBy: run.by,
    comment: said.comment ?? '',
    data: said.data ?? {},
    endTime: run.now,
    deadline: null,
  })
}

/** Closes what is open for a token; its tasks no longer belong to it. */
export function dropTasks(run: Run, token: TokenRecord, result: TaskResult = 'cancelled'): void {
  for (const task of openTasksOf(run, token)) closeTask(run, task, result, null)
  releaseTasks(run, token)
}

/** The token goes on: its done tasks are history. */
export function releaseTasks(run: Run, token: TokenRecord): void {
  for (const task of tasksOf(run, token)) {
    task.tokenId = null
    run.tasks.touch(task)
  }
}

/** Who works on an open task at this moment. */
export function workersOf(task: TaskRecord): Actor[] {
  return task.claimedBy === null ? task.actors : [{ kind: 'user', id: String(task.claimedBy) }]
}

export function modeOf(step: Step): 'ANY' | 'PARALLEL' | 'SEQUENTIAL' {
  if (textOf(step, 'performType') !== 'ALL') return 'ANY'
  return fieldOf(step, 'countersignType') === 'SEQUENTIAL' ? 'SEQUENTIAL' : 'PARALLEL'
}

async function blankTask(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  source: number | null,
): Promise<TaskRecord> {
  return {
    id: await run.ports.store.newId(),
    instanceId: instance.id,
    rootId: run.rootId,
    definitionId: instance.definitionId,
    processName: instance.processName,
    tokenId: null,
    node: step.id,
    name: step.name,
    kind: 'Major',
    mode: 'ANY',
    state: 'open',
    result: null,
    round: 0,
    loop: 0,
    actors: [],
    claimedBy: null,
    doneBy: null,
    ownerId: null,
    comment: '',
    data: {},
    sourceTaskId: source,
    form: textOf(step, 'form'),
    createTime: run.now,
    endTime: null,
    deadline: null,
    overdue: false,
  }
}
