import type { Changes, Store, Told, World } from './ports.ts'
import type {
  CopyRecord,
  InstanceRecord,
  LogRecord,
  TaskRecord,
  TimerRecord,
  TokenRecord,
} from './records.ts'
import { bizInProgress } from './refusals.ts'

/** What lies in memory of one root instance that can still change. */
interface Live {
  instances: Map<number, InstanceRecord>
  tokens: Map<number, TokenRecord>
  tasks: Map<number, TaskRecord>
  timers: Map<number, TimerRecord>
}

/** A store in memory: for tests, try runs and measurements. Nothing in it is found by looking through everything. */
export interface MemoryStore extends Store {
  instance(id: number): InstanceRecord | null
  /** all tasks of an instance, in the order they were made */
  tasksOf(instanceId: number): TaskRecord[]
  /** everything that still waits in the tree of a root */
  world(rootId: number): World
  /** what happened in the tree of a root, in its order */
  logsOf(rootId: number): LogRecord[]
  copiesOf(rootId: number): CopyRecord[]
  /** messages in the order they were given out */
  notices: Told[]
}

/**
 * Makes an empty store. `load` hands out copies, and only `save` takes something in: a command that throws leaves no
 * trace. Workflow §3.9.
 */
export function memoryStore(): MemoryStore {
  let lastId = 0
  const live = new Map<number, Live>()
  const instances = new Map<number, InstanceRecord>()
  const tasks = new Map<number, TaskRecord>()
  const tasksByInstance = new Map<number, number[]>()
  const logs = new Map<number, LogRecord[]>()
  const copies = new Map<number, CopyRecord[]>()
  const underWay = new Map<string, number>()
  const notices: Told[] = []

  const world = (rootId: number): World => {
    const { instances: all, tokens, tasks: some, timers } = live.get(rootId) ?? emptyLive()
    return {
      rootId,
      instances: [...all.values()].map(copyInstance),
      tokens: [...tokens.values()].map(copyToken),
      tasks: [...some.values()].map(copyTask),
      timers: [...timers.values()].map((timer) => ({ ...timer })),
    }
  }
  const put = ({ rootId, instances: some, tokens, tasks: work, timers }: Changes) => {
    const root = getOrAdd(live, rootId, emptyLive)
    for (const one of [...some.added, ...some.changed]) {
      instances.set(one.id, one)
      if (one.state === 'running' || one.parentId === null) root.instances.set(one.id, one)
      else root.instances.delete(one.id)
    }
    for (const one of [...tokens.added, ...tokens.changed]) root.tokens.set(one.id, one)
    for (const one of work.added) getOrAdd(tasksByInstance, one.instanceId, () => []).push(one.id)
    for (const one of [...work.added, ...work.changed]) {
      tasks.set(one.id, one)
      if (one.state === 'open' || one.tokenId !== null) root.tasks.set(one.id, one)
      else root.tasks.delete(one.id)
    }
    for (const one of [...timers.added, ...timers.changed]) root.timers.set(one.id, one)
    for (const id of tokens.removed) root.tokens.delete(id)
    for (const id of timers.removed) root.timers.delete(id)
  }
  const noteDocuments = ({ instances: some }: Changes) => {
    for (const one of some.added) {
      const key = documentOf(one)
      if (key !== null && one.state === 'running' && underWay.has(key)) throw bizInProgress()
    }
    for (const one of [...some.added, ...some.changed]) {
      const key = documentOf(one)
      if (key === null) continue
      if (one.state === 'running') underWay.set(key, one.id)
      else if (underWay.get(key) === one.id) underWay.delete(key)
    }
  }

  return {
    notices,
    newId: () => ++lastId,
    load: async (rootId) => (live.has(rootId) ? world(rootId) : null),
    rootOf: async (of) =>
      ('taskId' in of ? tasks.get(of.taskId)?.rootId : instances.get(of.instanceId)?.rootId) ?? null,
    task: async (id) => {
      const task = tasks.get(id)
      return task === undefined ? null : copyTask(task)
    },
    doneTasks: async (instanceId, node) =>
      (tasksByInstance.get(instanceId) ?? [])
        .flatMap((id) => tasks.get(id) ?? [])
        .filter((task) => task.state === 'done' && (node === undefined || task.node === node))
        .sort((a, b) => Number(a.endTime) - Number(b.endTime))
        .map(copyTask),
    save: async (changes) => {
      noteDocuments(changes)
      put(changes)
      for (const log of changes.logs) getOrAdd(logs, log.rootId, () => []).push(log)
      for (const copy of changes.copies) getOrAdd(copies, copy.rootId, () => []).push(copy)
      notices.push(...changes.notices)
    },
    instance: (id) => {
      const instance = instances.get(id)
      return instance === undefined ? null : copyInstance(instance)
    },
    tasksOf: (instanceId) =>
      (tasksByInstance.get(instanceId) ?? []).flatMap((id) => tasks.get(id) ?? []).map(copyTask),
    world,
    logsOf: (rootId) => [...(logs.get(rootId) ?? [])],
    copiesOf: (rootId) => [...(copies.get(rootId) ?? [])],
  }
}

function emptyLive(): Live {
  return { instances: new Map(), tokens: new Map(), tasks: new Map(), timers: new Map() }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

/** The document a root instance is about; two must not be under way at once. */
function documentOf({ parentId, businessType, businessId }: InstanceRecord): string | null {
  return parentId === null && businessId !== null ? `${businessType}:${businessId}` : null
}

// The engine replaces values and never changes inside them, so one level is enough.
function copyInstance(instance: InstanceRecord): InstanceRecord {
  return { ...instance, variables: { ...instance.variables } }
}

function copyToken(token: TokenRecord): TokenRecord {
  return { ...token, data: { ...token.data } }
}

function copyTask(task: TaskRecord): TaskRecord {
  return { ...task, actors: [...task.actors], data: { ...task.data } }
}
