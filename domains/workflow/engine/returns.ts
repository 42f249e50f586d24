import type { Said } from './commands.ts'
import { complete } from './complete.ts'
import { endChildren } from './ending.ts'
import { type AtTask, atOwnTask, rootInstance, runningInstance } from './guards.ts'
import { finishNode } from './leave.ts'
import type { Actor, InstanceRecord, TaskRecord, TokenRecord } from './records.ts'
import {
  directNotAllowed,
  forbiddenTask,
  jumpNotAllowed,
  nodeNotFound,
  resubmitNotAllowed,
  returnAcross,
  returnNotAllowed,
} from './refusals.ts'
import { log, type Run, scopeOf, stepOf, tokensOf, user } from './run.ts'
import { take } from './said.ts'
import { closeTask, dropTasks } from './tasks.ts'

/** Where a returned token goes: to whom, and what the new task counts as its own past. */
interface Target {
  node: string
  actors: Actor[]
  source: number | null
  crossed: boolean
}

/** 退回上一步: to the task this one came from, for the person who did it. Workflow §3.5. */
export async function returnPrevious(run: Run, taskId: number, said: Said): Promise<void> {
  const at = await atOwnTask(run, taskId)
  const previous = await cameFrom(run, at.task)
  if (hasCrossed(at.task)) throw returnAcross()
  if (previous === null) throw returnNotAllowed()
  await sendBack(run, at, await again(run, previous), said)
}

/** 退回发起人: the whole process begins again at its first task; what else is under way is dropped. */
export async function returnStarter(run: Run, taskId: number, said: Said): Promise<void> {
  const at = await atOwnTask(run, taskId)
  const root = rootInstance(run)
  const { firstTask } = await scopeOf(run, root)
  if (firstTask === null) throw returnNotAllowed()
  if (at.instance === root && at.task.node === firstTask.id) throw returnNotAllowed()
  const target = { node: firstTask.id, actors: [user(root.starterId)], source: null, crossed: false }
  if (at.instance === root) {
    const [direct, others] = [tokensOf(run, root).length === 1, tokensOf(run, root)]
    for (const token of others) if (token !== at.token) await dropToken(run, root, token)
    return sendBack(run, at, target, said, direct)
  }
  await take(run, at.instance, said)
  closeTask(run, at.task, 'returned', run.by, said)
  const [first, ...others] = tokensOf(run, root)
  if (first === undefined) throw returnNotAllowed()
  for (const token of others) await dropToken(run, root, token)
  await withdrawToken(run, root, first)
  goBack(run, root, first, at.task, target, false)
}

async function sendBack(
  run: Run,
  { task, instance, token }: AtTask & { token: TokenRecord },
  target: Target,
  said: Said,
  direct: boolean = tokensOf(run, instance).length === 1,
): Promise<void> {
  await take(run, instance, said)
  closeTask(run, task, 'returned', run.by, said)
  await withdrawToken(run, instance, token)
  goBack(run, instance, token, task, target, direct)
}

function goBack(
  run: Run,
  instance: InstanceRecord,
  token: TokenRecord,
  task: TaskRecord,
  { node, actors, source, crossed }: Target,
  direct: boolean,
): void {
  const { id, comment } = task
  log(run, instance, 'return', { node, taskId: id, comment, data: { from: task.node } })
  const returned = { node: task.node, actors: task.actors, direct }
  run.moves.push({ instance, node, token, round: token.round, source, crossed, actors, returned })
}

/** A done task to be done once more: by whoever did it, or by those it was meant for. */
async function again(run: Run, done: TaskRecord): Promise<Target> {
  return {
    node: done.node,
    actors: done.doneBy === null ? done.actors : [user(done.doneBy)],
    source: (await cameFrom(run, done))?.id ?? null,
    crossed: hasCrossed(done),
  }
}

/**
 * The task of another node, or of an earlier round, that led to this one; signers, fellow voters and the work of
 * sub-processes between are passed over.
 */
export async function cameFrom(run: Run, task: TaskRecord): Promise<TaskRecord | null> {
  const isOther = (one: TaskRecord) =>
    one.instanceId === task.instanceId &&
    one.mode !== 'EXTRA' &&
    (one.node !== task.node || one.round !== task.round)
  let one: TaskRecord | null = task
  do {
    one = one.sourceTaskId === null ? null : await taskById(run, one.sourceTaskId)
  } while (one !== null && !isOther(one))
  return one
}

/** Whether a fork, a join or a sub-process lies between a task and the one before. */
export function hasCrossed({ data }: TaskRecord): boolean {
  return data.engine?.crossed === true
}

async function taskById(run: Run, id: number): Promise<TaskRecord | null> {
  return run.tasks.all.get(id) ?? run.ports.store.task(id)
}

/** 退回 to any step that led here. Workflow §3.5, §4. */
export async function returnTo(run: Run, taskId: number, node: string, said: Said): Promise<void> {
  const at = await atOwnTask(run, taskId)
  const found = (await returnable(run, at.task, at.instance)).find((task) => task.node === node)
  if (found === undefined) throw returnNotAllowed()
  await sendBack(run, at, await again(run, found), said)
}

/**
 * The tasks a task may be returned to, the latest first, one of each node: those that led to it and were not undone by an
 * earlier return. While other tokens are under way, only as far back as its own branch goes.
 */
export async function returnable(
  run: Run,
  task: TaskRecord,
  instance: InstanceRecord,
): Promise<TaskRecord[]> {
  const alone = tokensOf(run, instance).length === 1
  const found = new Map<string, TaskRecord>()
  for (let one: TaskRecord | null = task; one !== null && (alone || !hasCrossed(one)); ) {
    one = await cameFrom(run, one)
    if (one !== null && !found.has(one.node)) found.set(one.node, one)
  }
  found.delete(task.node)
  return [...found.values()]
}

/** The starter hands in again what came back. Workflow §3.5. */
export async function resubmit(run: Run, taskId: number, mode: 'step' | 'direct', said: Said): Promise<void> {
  const { task, instance, token } = await atOwnTask(run, taskId)
  const { returned } = token.data
  if (returned === undefined || task.mode !== 'ANY') throw resubmitNotAllowed()
  const identity = run.by === instance.starterId ? null : await run.ports.people.identity(run.by)
  if (run.by !== instance.starterId && identity?.all !== true) throw forbiddenTask()
  log(run, instance, 'resubmit', { node: task.node, taskId, comment: said.comment, data: { mode } })
  if (mode === 'direct' && !returned.direct) throw directNotAllowed()
  await take(run, instance, said)
  if (mode === 'step') return complete(run, task, 'agree', said)
  run.source = task.id
  closeTask(run, task, 'agree', run.by, said)
  const step = await stepOf(run, instance, task.node)
  const { round } = token
  await finishNode(run, { instance, step, token, round, source: task.id, crossed: false, task })
  const { node, actors } = returned
  run.moves.push({ instance, node, token, round, source: task.id, crossed: false, actors })
}

/** 跳转: the only token of an instance goes to any node of its graph. Workflow §3.5. */
export async function jump(run: Run, instanceId: number, node: string, said: Said): Promise<void> {
  const instance = runningInstance(run, instanceId)
  const scope = await scopeOf(run, instance)
  if (!scope.steps.has(node)) throw nodeNotFound(node)
  const [token, ...others] = tokensOf(run, instance)
  if (token === undefined || others.length > 0) throw jumpNotAllowed()
  await take(run, instance, said)
  log(run, instance, 'jump', { node, comment: said.comment, data: { from: token.node } })
  for (const task of run.tasks.all.values()) {
    if (task.tokenId === token.id && task.state === 'open') closeTask(run, task, 'jumped', run.by, said)
  }
  await withdrawToken(run, instance, token)
  run.moves.push({ instance, node, token, round: token.round, source: null, crossed: true })
}

/** The token leaves its node without having done the work there. */
export async function withdrawToken(run: Run, instance: InstanceRecord, token: TokenRecord): Promise<void> {
  dropTasks(run, token)
  await endChildren(run, instance, token.id)
  token.data = {}
  run.tokens.touch(token)
}

export async function dropToken(run: Run, instance: InstanceRecord, token: TokenRecord): Promise<void> {
  await withdrawToken(run, instance, token)
  run.tokens.remove(token)
}
