import { AppError } from '#kit/shared/errors.ts'
import type { HandlerKind, Process, ProcessNode, Properties } from '../model/types.ts'
import { audit } from './audit.ts'
import type { Command, Outcome, Said } from './commands.ts'
import { type Compiled, compileProcess } from './compile.ts'
import { type MemoryStore, memoryStore } from './memory.ts'
import { type MemoryDelegation, type MemoryPerson, memoryPeople } from './memoryPeople.ts'
import { perform } from './perform.ts'
import type { EngineOptions, Handler, Ports } from './ports.ts'
import type { InstanceRecord, InstanceState, TaskRecord } from './records.ts'
import { subNotFound } from './refusals.ts'

/** What the beginning of a node's name says of its type; every other name is a task for the person 2. */
const TYPES = [
  ['start', 'start'],
  ['end', 'end'],
  ['fork', 'fork'],
  ['join', 'join'],
  ['decide', 'decision'],
  ['auto', 'custom'],
  ['sub', 'subProcess'],
  ['call', 'wfSubProcess'],
] as const

/**
 * A definition in one text: `start > a > decide; decide >[amount > 5] b > end; decide > end`. Types follow from names;
 * `properties` by node id, '' for the process itself; `inside` are the graphs of inline sub-processes by their id.
 */
export function flow(
  text: string,
  properties: Record<string, Properties> = {},
  inside: Record<string, string> = {},
): Process {
  const nodes = new Map<string, ProcessNode>()
  const edges: Process['edges'] = []
  const draw = (line: string): string[] => {
    const ids: string[] = []
    for (const chain of line.split(';')) {
      const [first = '', ...rest] = chain.split(/(?<!\[[^\]]*)>/)
      let from = nodeOf(first.trim())
      for (const part of rest) {
        const [, expr, to = ''] = /^\s*(?:\[(.*?)\])?\s*(\S+)\s*$/.exec(part) ?? []
        const target = nodeOf(to)
        edges.push({
          id: `${from}_${target}`,
          type: 'snaker:transition',
          sourceNodeId: from,
          targetNodeId: target,
          properties: expr === undefined ? {} : { expr },
        })
        ids.push(from, target)
        from = target
      }
    }
    return [...new Set(ids)]
  }
  const nodeOf = (id: string): string => {
    const type = TYPES.find(([beginning]) => id.startsWith(beginning))?.[1] ?? 'task'
    const usual = type === 'task' ? { assignee: 'user:2' } : {}
    if (!nodes.has(id)) {
      nodes.set(id, {
        id,
        type: `snaker:${type}`,
        x: 0,
        y: 0,
        text: { value: id },
        properties: { ...usual, ...properties[id] },
      })
    }
    return id
  }
  draw(text)
  for (const [sub, line] of Object.entries(inside)) {
    const children = draw(line)
    const node = nodes.get(sub)
    if (node !== undefined) node.properties = { ...node.properties, children }
  }
  return { name: 'p', displayName: 'p', ...properties[''], nodes: [...nodes.values()], edges }
}

/** A countersign of these people. */
export function all(assignee: string, more: Record<string, string> = {}): Properties {
  return { assignee, performType: 'ALL', field: { countersignType: 'PARALLEL', ...more } }
}

interface HouseOptions {
  people?: MemoryPerson[]
  admins?: number[]
  delegations?: MemoryDelegation[]
  handlers?: Partial<Record<HandlerKind, Record<string, Handler>>>
  options?: Partial<EngineOptions>
  ownForbidden?: NonNullable<Ports['ownForbidden']>
  breathe?: NonNullable<Ports['breathe']>
}

/** People 1 to 9; 9 may act on everything. Roles `boss` (3, 4) and `clerk` (2). */
const PEOPLE: MemoryPerson[] = Array.from({ length: 9 }, (_, at) => ({
  id: at + 1,
  name: `p${at + 1}`,
  roles: at === 2 || at === 3 ? ['boss'] : at === 1 ? ['clerk'] : [],
  dept: at < 5 ? '1' : '2',
  all: at === 8,
}))

/** A house with these definitions, in which things are done by calling. After each command the world is audited. */
export function house(processes: Process | Process[], given: HouseOptions = {}) {
  const store = memoryStore()
  const heard: [number, InstanceState | null, InstanceState][] = []
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const definitions = new Map<number, Compiled>()
  for (const [at, process] of [processes].flat().entries()) {
    definitions.set(at + 1, compileProcess(at + 1, 1, process))
  }
  let numbers = 0
  const ports: Ports = {
    store,
    people: memoryPeople(given.people ?? PEOPLE, {
      admins: given.admins ?? [],
      delegations: given.delegations ?? [],
    }),
    now: () => clock.now,
    definition: async (id) => {
      const found = definitions.get(id)
      if (found === undefined) throw new Error(`no definition ${id}`)
      return found
    },
    callee: async (name) => {
      const found = [...definitions.values()].find((one) => one.name === name)
      if (found === undefined) throw subNotFound(name)
      return found
    },
    number: async (process) => `${process.instanceNoClass || 'LC'}${++numbers}`,
    handler: (kind, name) => given.handlers?.[kind]?.[name],
    onState: async (instance, from, to) => {
      heard.push([instance.id, from, to])
    },
    tx: null,
    ...(given.ownForbidden === undefined ? {} : { ownForbidden: given.ownForbidden }),
    ...(given.breathe === undefined ? {} : { breathe: given.breathe }),
    options: { emptyActorPolicy: 'error', sameActorPolicy: 'none', ...given.options },
  }

  const act = async (command: Command): Promise<Outcome> => {
    const outcome = await perform(ports, command)
    const rootId = (await store.rootOf({ instanceId: outcome.instanceId })) ?? 0
    const faults = audit(store.world(rootId))
    if (faults.length > 0) throw new Error(`after ${command.kind}: ${faults.join('; ')}`)
    return outcome
  }
  const openTasks = (rootId: number, node?: string) =>
    store
      .world(rootId)
      .tasks.filter((task) => task.state === 'open' && (node === undefined || task.node === node))
  /** the open task of a node; of one person when named */
  const task = (rootId: number, node: string, person?: number): TaskRecord => {
    const found = openTasks(rootId, node).find(
      ({ actors }) => person === undefined || actors.some(({ id }) => id === String(person)),
    )
    if (found === undefined) throw new Error(`${node} is not open; open are ${open(rootId).join()}`)
    return found
  }
  const open = (rootId: number): string[] =>
    openTasks(rootId)
      .map(({ node }) => node)
      .sort()
  const start = async (more: Partial<Extract<Command, { kind: 'start' }>> = {}): Promise<number> =>
    (await act({ kind: 'start', by: 1, definitionId: 1, title: 't', ...more })).instanceId
  /** agrees to the open task of a node as the first person it waits for, else as one who may act on everything */
  const agree = async (rootId: number, node: string, more: Said & { by?: number } = {}) => {
    const { id, actors } = task(rootId, node, more.by)
    const by = more.by ?? Number(actors.find(({ kind }) => kind === 'user')?.id ?? 9)
    return act({ ...more, kind: 'agree', by, taskId: id })
  }
  return {
    store,
    ports,
    heard,
    clock,
    act,
    open,
    openTasks,
    task,
    start,
    agree,
    /** agrees to one node after the other, and says what is open then */
    agreeAll: async (rootId: number, ...nodes: string[]) => {
      for (const node of nodes) await agree(rootId, node)
      return open(rootId)
    },
    instance: (id: number): InstanceRecord => {
      const found = store.instance(id)
      if (found === null) throw new Error(`no instance ${id}`)
      return found
    },
    state: (id: number) => store.instance(id)?.state,
    variables: (id: number) => store.instance(id)?.variables ?? {},
    /** ids of the edges really taken */
    taken: (rootId: number) =>
      store
        .logsOf(rootId)
        .filter(({ kind }) => kind === 'take')
        .map(({ edge }) => edge),
    /** ids of people and roles an open task waits for */
    whoFor: (rootId: number, node: string) =>
      openTasks(rootId, node).map(({ actors }) =>
        actors.map(({ kind, id }) => (kind === 'user' ? id : `${kind}:${id}`)).join(),
      ),
    later: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
    /** lets everything ring that is due; answers how many did */
    ring: async (rootId: number): Promise<number> => {
      const due = store.world(rootId).timers.filter((timer) => timer.due <= clock.now)
      for (const timer of due) await act({ kind: 'timer', by: 0, timerId: timer.id, rootId })
      return due.length
    },
  }
}

export type House = ReturnType<typeof house>

/** What a command was refused with; throws when it was not refused. */
export async function refused(work: Promise<unknown>): Promise<[number, string, string]> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError) || error.data === null || Array.isArray(error.data)) throw error
    return [error.code, error.data.reason, error.message]
  }
  throw new Error('nothing was refused')
}

/** What must be the same before and after a command that was refused. */
export function snapshot(store: MemoryStore, rootId: number): string {
  return JSON.stringify([store.world(rootId), store.logsOf(rootId), store.notices])
}
