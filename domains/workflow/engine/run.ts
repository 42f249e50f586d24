import type { Compiled, Scope, Step } from './compile.ts'
import { type Kept, keep } from './kept.ts'
import type { Changes, Ports, Told, World } from './ports.ts'
import type {
  Actor,
  CopyRecord,
  InstanceRecord,
  InstanceState,
  LogKind,
  LogRecord,
  Returned,
  TaskRecord,
  TimerRecord,
  TokenData,
  TokenRecord,
} from './records.ts'
import { nodeNotFound } from './refusals.ts'

/** A token on its way to a node. */
export interface Move {
  instance: InstanceRecord
  node: string
  /** the token that goes there; null: one is born when it comes to rest */
  token: TokenRecord | null
  round: number
  /** the task whose completion set it going */
  source: number | null
  /** passed a fork, a join or a sub-process since that task: there is no simple way back */
  crossed: boolean
  /** participants that are settled already: those who did it before */
  actors?: Actor[]
  /** where the token came from when work was handed back */
  returned?: Returned
}

/** One command at work: the world in its hands, and what is still to be done. */
export interface Run {
  ports: Ports
  by: number
  now: Date
  rootId: number
  instances: Kept<InstanceRecord>
  tokens: Kept<TokenRecord>
  tasks: Kept<TaskRecord>
  timers: Kept<TimerRecord>
  copies: Omit<CopyRecord, 'id'>[]
  logs: Omit<LogRecord, 'id'>[]
  notices: Told[]
  states: { instance: InstanceRecord; from: InstanceState | null; to: InstanceState }[]
  moves: Move[]
  /** nodes entered so far */
  entries: number
  /** the task this command completed */
  source: number | null
  definitions: Map<number, Compiled>
}

export function openRun(ports: Ports, by: number, world: World): Run {
  return {
    ports,
    by,
    now: ports.now(),
    rootId: world.rootId,
    instances: keep(world.instances),
    tokens: keep(world.tokens),
    tasks: keep(world.tasks),
    timers: keep(world.timers),
    copies: [],
    logs: [],
    notices: [],
    states: [],
    moves: [],
    entries: 0,
    source: null,
    definitions: new Map(),
  }
}

/** Hands everything that changed to the store, after the documents have heard of it. */
export async function closeRun(run: Run): Promise<void> {
  const { store, onState } = run.ports
  for (const { instance, from, to } of run.states) {
    if (instance.parentId === null) await onState(instance, from, to, run.by)
  }
  const { added, changed } = run.instances.changes()
  const tasks = run.tasks.changes()
  const changes: Changes = {
    rootId: run.rootId,
    instances: { added, changed },
    tokens: run.tokens.changes(),
    tasks: { added: tasks.added, changed: tasks.changed },
    timers: run.timers.changes(),
    copies: [],
    logs: [],
    notices: run.notices.filter(({ mark, taskId }) => mark !== 'taskArrived' || isOpen(run, taskId)),
  }
  for (const copy of run.copies) changes.copies.push({ id: await store.newId(), ...copy })
  for (const log of run.logs) changes.logs.push({ id: await store.newId(), ...log })
  await store.save(changes)
}

/** The graph an instance runs. */
export async function scopeOf(run: Run, instance: InstanceRecord): Promise<Scope> {
  const id = instance.definitionId
  const compiled = run.definitions.get(id) ?? (await run.ports.definition(id))
  run.definitions.set(id, compiled)
  const scope = compiled.scopes.get(instance.scope)
  if (scope === undefined) throw nodeNotFound(instance.scope)
  return scope
}

/** The definition of an instance whose scope was asked for before. */
export async function compiledOf(run: Run, instance: InstanceRecord): Promise<Compiled> {
  await scopeOf(run, instance)
  return run.definitions.get(instance.definitionId) ?? run.ports.definition(instance.definitionId)
}

export async function stepOf(run: Run, instance: InstanceRecord, node: string): Promise<Step> {
  const step = (await scopeOf(run, instance)).steps.get(node)
  if (step === undefined) throw nodeNotFound(node)
  return step
}

export function log(
  run: Run,
  instance: InstanceRecord,
  kind: LogKind,
  more: Partial<Pick<LogRecord, 'node' | 'edge' | 'taskId' | 'adminId' | 'comment' | 'data'>> = {},
): void {
  run.logs.push({
    instanceId: instance.id,
    rootId: run.rootId,
    time: run.now,
    kind,
    node: more.node ?? '',
    edge: more.edge ?? '',
    taskId: more.taskId ?? null,
    adminId: more.adminId ?? run.by,
    comment: more.comment ?? '',
    data: more.data ?? {},
  })
}

/** Tells people of a task, or of an instance; told twice about the same `source`, they hear it once. */
export function tell(
  run: Run,
  mark: Told['mark'],
  of: { instance: InstanceRecord } | { task: TaskRecord },
  receivers: Actor[],
  source: string,
): void {
  if (receivers.length === 0) return
  const instanceId = 'task' in of ? of.task.instanceId : of.instance.id
  run.notices.push({ mark, receivers, instanceId, taskId: 'task' in of ? of.task.id : null, source })
}

export function user(id: number): Actor {
  return { kind: 'user', id: String(id) }
}

export function tokensOf(run: Run, instance: InstanceRecord): TokenRecord[] {
  return [...run.tokens.all.values()].filter((token) => token.instanceId === instance.id)
}

export function tasksOf(run: Run, token: TokenRecord): TaskRecord[] {
  return [...run.tasks.all.values()].filter((task) => task.tokenId === token.id)
}

export function openTasksOf(run: Run, token: TokenRecord): TaskRecord[] {
  return tasksOf(run, token).filter((task) => task.state === 'open')
}

/** Merges values into an instance's variables; nobody who read the former ones sees them change. */
export function setVariables(run: Run, instance: InstanceRecord, values: Record<string, unknown>): void {
  instance.variables = { ...instance.variables, ...values }
  run.instances.touch(instance)
}

/** A token comes to rest on a node. */
export async function rest(
  run: Run,
  move: Move,
  waits: TokenRecord['waits'],
  data: TokenData = {},
): Promise<TokenRecord> {
  const { instance, node } = move
  const arrival = 1 + Math.max(0, ...tokensOf(run, instance).map((token) => token.arrival))
  const round = waits === 'task' ? move.round + 1 : move.round
  const stands = {
    node,
    waits,
    arrival,
    round,
    data: { ...data, source: move.source, crossed: move.crossed },
  }
  if (move.token === null) {
    const id = await run.ports.store.newId()
    return run.tokens.add({ id, instanceId: instance.id, rootId: run.rootId, ...stands })
  }
  run.tokens.touch(move.token)
  return Object.assign(move.token, stands)
}

function isOpen(run: Run, taskId: number | null): boolean {
  return taskId === null || run.tasks.all.get(taskId)?.state === 'open'
}
