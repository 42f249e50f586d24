import type { Db, Tx } from '#kit/server/database.ts'
import { read } from '#kit/server/serve.ts'
import { readTogether } from '#kit/server/transaction.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import type { Command, Outcome } from '../engine/commands.ts'
import { compileProcess } from '../engine/compile.ts'
import { type MemoryStore, memoryStore } from '../engine/memory.ts'
import { perform } from '../engine/perform.ts'
import type { EngineOptions, Handler, People, Ports } from '../engine/ports.ts'
import type { TaskRecord, Variables } from '../engine/records.ts'
import type { HandlerKind, Process } from '../model/types.ts'
import { actorKey, actorNames } from '../store/names.server.ts'
import { staffPeople } from '../store/people.server.ts'
import { now } from '../store/start.server.ts'
import { engineOptions } from '../workflow.config.server.ts'
import { calleeNamed, definitionById } from './compiled.server.ts'
import { definitionCalls as calls, type TryStep } from './definition.calls.ts'
import { findHandler } from './handlers.ts'
import { readKnown } from './known.server.ts'
import { invalidModel } from './text.ts'

/** What is tried has no version yet. */
const TRIED = 0
const SAID = '试运行'
/** Characters of a definition of some two thousand nodes; it is played beside other requests. */
const LONGEST_TRIED = 1_000_000

/** The play stands aside after so long, and is given up after so long altogether. */
const TURN_MS = 10
const LONGEST_PLAY_MS = 10_000

/** Lets other requests have their turn while a definition is played; a play that takes too long is refused. Architecture §4. */
export function breather(
  elapsed: () => number = () => performance.now(),
  stand: () => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve)),
): () => Promise<void> {
  const begun = elapsed()
  let turn = begun
  return async () => {
    const time = elapsed()
    if (time - turn < TURN_MS) return
    if (time - begun > LONGEST_PLAY_MS) throw refuse('试运行时间过长，请拆分为子流程或减少步骤')
    await stand()
    turn = elapsed()
  }
}

/** Handlers that answer a question; the others act, and nothing may come of a try. */
const ASKED: ReadonlySet<HandlerKind> = new Set(['assignment', 'candidate', 'decision'])

/** In place of an action: its result is what the person gave for its variable. */
const nothing: Handler = ({ node, variables }) => {
  const { var: name } = node.properties
  return typeof name === 'string' && Object.hasOwn(variables, name) ? variables[name] : null
}

/** The product's people and rules, and a memory that is gone afterwards. */
function tryPorts(tx: Tx, process: Process, store: MemoryStore, options: EngineOptions): Ports {
  const tried = compileProcess(TRIED, 0, process)
  return {
    store,
    people: staffPeople(tx),
    now,
    tx,
    definition: async (id) => (id === TRIED ? tried : definitionById(tx, id)),
    callee: (name, revision) => calleeNamed(tx, name, revision),
    number: async () => SAID,
    handler: (kind, name) => {
      const found = findHandler(tx, kind, name)
      return found === undefined || ASKED.has(kind) ? found : nothing
    },
    onState: async () => undefined,
    breathe: breather(),
    options,
  }
}

interface Refused {
  /** from 0; -1: the start itself */
  step: number
  reason: string
  message: string
}

/** Carries out a command; what the engine refuses is a result of the try. */
async function attempt(ports: Ports, step: number, command: Command): Promise<Outcome | Refused> {
  try {
    return await perform(ports, command)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { data } = error
    if (data === null || Array.isArray(data)) return { step, reason: '', message: error.message }
    // Whoever tries a process is the one who can mend it: why an expression failed is told, not only that it did.
    const detail = typeof data.detail === 'string' ? `：${data.detail}` : ''
    return { step, reason: data.reason, message: error.message + detail }
  }
}

const openTasks = (store: MemoryStore, rootId: number): TaskRecord[] =>
  store.world(rootId).tasks.filter((task) => task.state === 'open')

/** Who does a step when nobody is named: the first whom the task waits for. */
async function actorOf(people: People, task: TaskRecord, starter: number): Promise<number> {
  const [first] = await people.members(task.claimedBy === null ? task.actors : [claimer(task.claimedBy)])
  return first ?? starter
}

const claimer = (adminId: number) => ({ kind: 'user', id: String(adminId) }) as const

async function play(
  ports: Ports,
  store: MemoryStore,
  starter: number,
  { variables, steps }: { variables: Variables; steps: readonly TryStep[] },
): Promise<{ rootId: number | null; refused: Refused | null }> {
  const started = await attempt(ports, -1, {
    kind: 'start',
    by: starter,
    definitionId: TRIED,
    title: SAID,
    submit: true,
    variables,
  })
  if ('reason' in started) return { rootId: null, refused: started }
  const rootId = started.instanceId
  for (const [step, { node, action, by }] of steps.entries()) {
    const task = openTasks(store, rootId).find((one) => one.node === node)
    if (task === undefined)
      return {
        rootId,
        refused: { step, reason: 'TASK_NOT_FOUND', message: `节点「${node}」没有待处理的任务` },
      }
    const person = by ?? (await actorOf(ports.people, task, starter))
    const command = { kind: action, by: person, taskId: task.id, comment: SAID } as const
    const done = await attempt(ports, step, command)
    if ('reason' in done) return { rootId, refused: done }
  }
  return { rootId, refused: null }
}

async function resultOf(db: Db, store: MemoryStore, rootId: number) {
  const open = openTasks(store, rootId)
  const names = await actorNames(
    db,
    open.flatMap((task) => task.actors),
  )
  const instance = store.instance(rootId)
  return {
    state: instance?.state ?? ('running' as const),
    variables: instance?.variables ?? {},
    open: open.map((task) => ({
      node: task.node,
      name: task.name,
      mode: task.mode,
      actors: task.actors.map((actor) => ({ ...actor, name: names.get(actorKey(actor)) ?? actor.id })),
    })),
    way: store
      .logsOf(rootId)
      .filter(({ kind }) => kind === 'enter' || kind === 'take')
      .map(({ kind, node, edge }) =>
        kind === 'enter' ? { kind: 'node' as const, id: node } : { kind: 'edge' as const, id: edge },
      ),
  }
}

/** Plays a definition in memory: real people and rules, no action, no message, nothing kept. Workflow §4. */
export const tryRunServed = read(calls.tryRun, async (db, who, { text, starter, variables, steps }) => {
  const { written, problems } = await readKnown(db, text)
  if (written === null || problems.some((one) => one.level === 'error')) throw invalidModel(problems)
  if (written.json.length > LONGEST_TRIED) throw refuse('流程定义超过1MB，不能试运行，请拆分为子流程')
  const process = JSON.parse(written.json)
  const store = memoryStore()
  // A registered rule that writes is refused here rather than heard.
  const { rootId, refused } = await readTogether(db, async (tx) => {
    const options = await engineOptions(tx)
    return play(tryPorts(tx, process, store, options), store, starter ?? who.adminId, { variables, steps })
  })
  const result =
    rootId === null
      ? { state: 'running' as const, variables, open: [], way: [] }
      : await resultOf(db, store, rootId)
  return { ...result, problems, refused }
})
