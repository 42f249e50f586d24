import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { stale } from '#kit/shared/errors.ts'
import type { Changes, Store } from '../engine/ports.ts'
import type {
  Actor,
  CopyRecord,
  InstanceRecord,
  LogRecord,
  TaskRecord,
  TimerRecord,
  TokenRecord,
} from '../engine/records.ts'
import { bizInProgress, taskClosed } from '../engine/refusals.ts'
import { nextId } from './ids.server.ts'

// Written out, for the tables also hold what the engine does not know.
const INSTANCE = [
  'id',
  'rootId',
  'definitionId',
  'processName',
  'parentId',
  'parentTokenId',
  'parentNode',
  'scope',
  'depth',
  'number',
  'title',
  'starterId',
  'state',
  'variables',
  'businessType',
  'businessId',
  'expireTime',
  'overdue',
  'createTime',
  'endTime',
] as const satisfies (keyof InstanceRecord)[]
const TOKEN = [
  'id',
  'instanceId',
  'rootId',
  'node',
  'waits',
  'arrival',
  'round',
  'data',
] as const satisfies (keyof TokenRecord)[]
const TASK = [
  'id',
  'instanceId',
  'rootId',
  'definitionId',
  'processName',
  'tokenId',
  'node',
  'name',
  'kind',
  'mode',
  'state',
  'result',
  'round',
  'loop',
  'claimedBy',
  'doneBy',
  'ownerId',
  'comment',
  'data',
  'sourceTaskId',
  'form',
  'createTime',
  'endTime',
  'deadline',
  'overdue',
] as const satisfies (keyof TaskRecord)[]
const TIMER = [
  'id',
  'rootId',
  'instanceId',
  'taskId',
  'kind',
  'due',
  'sent',
  'attempts',
] as const satisfies (keyof TimerRecord)[]
const COPY = [
  'id',
  'instanceId',
  'rootId',
  'taskId',
  'adminId',
  'fromId',
  'comment',
  'createTime',
  'readTime',
] as const satisfies (keyof CopyRecord)[]
const LOG = [
  'id',
  'instanceId',
  'rootId',
  'time',
  'kind',
  'node',
  'edge',
  'taskId',
  'adminId',
  'comment',
  'data',
] as const satisfies (keyof LogRecord)[]
/** Stands for the participants of a task that is open to anyone, so that lists find it by its actors too. */
export const ANYONE = { kind: 'any', id: '' } as const

const ACTOR = ['taskId', 'kind', 'actorId', 'time'] as const

/** A record as its json text holds it. */
type Stored<R> = {
  [K in keyof R]: R[K] extends Date
    ? string
    : R[K] extends boolean
      ? 0 | 1
      : R[K] extends Date | null
        ? string | null
        : R[K]
}

type StoredTask = Stored<TaskRecord> & { version: number }

const time = (text: string): Date => new Date(text)
const timeOrNull = (text: string | null): Date | null => (text === null ? null : time(text))

/** What a row says that a json text cannot: its instants and switches. */
function instanceOf(row: Stored<InstanceRecord>): InstanceRecord {
  return {
    ...row,
    overdue: row.overdue === 1,
    expireTime: timeOrNull(row.expireTime),
    createTime: time(row.createTime),
    endTime: timeOrNull(row.endTime),
  }
}

function taskOf({ version: _version, ...row }: StoredTask): TaskRecord {
  return {
    ...row,
    overdue: row.overdue === 1,
    createTime: time(row.createTime),
    endTime: timeOrNull(row.endTime),
    deadline: timeOrNull(row.deadline),
  }
}

const timerOf = (row: Stored<TimerRecord>): TimerRecord => ({ ...row, due: time(row.due) })

/** A task as it was read, for the condition of its update and for the operation log. */
export interface TaskBefore {
  version: number
  state: TaskRecord['state']
  claimedBy: number | null
  actors: string
}

/** What the store knows beside what it gives to the engine. */
export interface Loaded {
  tasks: ReadonlyMap<number, TaskBefore>
  /** state of the instances as they were read */
  states: ReadonlyMap<number, InstanceRecord['state']>
}

export interface StoreOptions {
  /** nothing will be saved, so nothing is locked */
  looking?: true
  /** the row version a person has read; an older one is refused with 409 */
  expected?: { taskId: number; version: number } | undefined
  /** hears what was kept, in the same transaction */
  saved?(changes: Changes, loaded: Loaded): Promise<void>
}

const keyOf = (actors: readonly Actor[]): string =>
  actors
    .map(({ kind, id }) => `${kind}:${id}`)
    .sort()
    .join()

/**
 * The database as the engine's store. `rootOf` and `load` lock the root instance before anything of it is read, so
 * commands on one instance come one after the other. A task that was changed since it was read: 409 TASK_CLOSED.
 * Workflow §3.9.
 */
export function databaseStore(tx: Db, { expected, looking, saved }: StoreOptions): Store {
  const worlds = new Map<number, JsonWorld>()
  const tasks = new Map<number, TaskBefore>()
  const states = new Map<number, InstanceRecord['state']>()

  const keep = (row: StoredTask): TaskRecord => {
    const task = taskOf(row)
    tasks.set(task.id, {
      version: row.version,
      state: task.state,
      claimedBy: task.claimedBy,
      actors: keyOf(task.actors),
    })
    if (expected?.taskId === task.id && expected.version !== row.version) throw stale()
    return task
  }

  const read = async (of: { taskId: number } | { instanceId: number }): Promise<number | null> => {
    const [taskId, instanceId] = 'taskId' in of ? [of.taskId, null] : [null, of.instanceId]
    const { rows } = await sql<{ world: JsonWorld | null }>`
      select "processWorld"(${taskId}::int, ${instanceId}::int, ${!looking}) as "world"`.execute(tx)
    const world = rows[0]?.world ?? null
    if (world !== null) worlds.set(world.rootId, world)
    return world?.rootId ?? null
  }

  const readTasks = async (where: RawBuilder<unknown>): Promise<TaskRecord[]> => {
    const { rows } = await sql<{
      task: StoredTask
    }>`select "processTaskJson"(t) as "task" from "processTask" t
      where ${where} order by t."createTime", t."id"`.execute(tx)
    return rows.map(({ task }) => keep(task))
  }

  return {
    newId: () => nextId(tx),
    rootOf: read,
    async load(rootId) {
      if (!worlds.has(rootId)) await read({ instanceId: rootId })
      const world = worlds.get(rootId)
      if (world === undefined) return null
      const instances = world.instances.map(instanceOf)
      for (const { id, state } of instances) states.set(id, state)
      return {
        rootId,
        instances,
        tokens: world.tokens,
        tasks: world.tasks.map(keep),
        timers: world.timers.map(timerOf),
      }
    },
    async task(id) {
      const [task] = await readTasks(sql`t."id" = ${id}`)
      return task ?? null
    },
    doneTasks: (instanceId, node) =>
      readTasks(sql`t."instanceId" = ${instanceId} and t."state" = 'done'
        and (${node ?? null}::text is null or t."node" = ${node ?? null})`),
    async save(changes) {
      await write(tx, changes, tasks)
      await saved?.(changes, { tasks, states })
    },
  }
}

interface JsonWorld {
  rootId: number
  instances: Stored<InstanceRecord>[]
  tokens: TokenRecord[]
  tasks: StoredTask[]
  timers: Stored<TimerRecord>[]
}

/** The rows of a list of records as one json text; only the named columns of each. */
function rowsJson(records: readonly object[], names: readonly string[]): RawBuilder<unknown> {
  const rows = records.map((record) =>
    Object.fromEntries(
      names.map((name) => {
        const value: unknown = Reflect.get(record, name)
        return [name, typeof value === 'boolean' ? Number(value) : value]
      }),
    ),
  )
  return sql`${jsonText(rows)}::jsonb`
}

const columns = (names: readonly string[]) => sql.raw(names.map((name) => `"${name}"`).join(', '))

function inserted(table: string, names: readonly string[], records: readonly object[]): RawBuilder<unknown> {
  return sql`insert into ${sql.table(table)} (${columns(names)}) select ${columns(names)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${rowsJson(records, names)})`
}

function updated(
  table: string,
  names: readonly string[],
  records: readonly object[],
  more: { set?: RawBuilder<unknown>; where?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const set = names.filter((name) => name !== 'id').map((name) => `"${name}" = x."${name}"`)
  return sql`update ${sql.table(table)} t set ${sql.raw(set.join(', '))}${more.set ?? sql``}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${rowsJson(records, [...names, 'version'])}) x
    where t."id" = x."id"${more.where ?? sql``} returning t."id"`
}

// What no command changes once it is there stays out of an update.
const INSTANCE_CHANGED = [
  'id',
  'parentTokenId',
  'title',
  'state',
  'variables',
  'expireTime',
  'overdue',
  'endTime',
]
const TASK_CHANGED = [
  'id',
  'tokenId',
  'mode',
  'state',
  'result',
  'round',
  'loop',
  'claimedBy',
  'doneBy',
  'ownerId',
  'comment',
  'data',
  'endTime',
  'deadline',
  'overdue',
]

/** All changes of a command in one statement. */
async function write(tx: Db, changes: Changes, before: ReadonlyMap<number, TaskBefore>): Promise<void> {
  const { instances, tokens, tasks, timers, copies, logs } = changes
  const parts: RawBuilder<unknown>[] = []
  const add = (part: RawBuilder<unknown>): void => {
    parts.push(sql`${sql.ref(`part${parts.length}`)} as (${part})`)
  }
  if (instances.added.length > 0) add(inserted('processInstance', INSTANCE, instances.added))
  if (instances.changed.length > 0) add(updated('processInstance', INSTANCE_CHANGED, instances.changed))
  if (tokens.added.length > 0) add(inserted('processToken', TOKEN, tokens.added))
  if (tokens.changed.length > 0) add(updated('processToken', TOKEN, tokens.changed))
  if (tokens.removed.length > 0)
    add(sql`delete from "processToken" where "id" = any(${sql.val(tokens.removed)}::int[])`)
  if (tasks.added.length > 0) add(inserted('processTask', TASK, tasks.added))
  const changedTasks = tasks.changed.map((task) => ({ ...task, version: before.get(task.id)?.version }))
  parts.push(
    sql`"tasks" as (${
      changedTasks.length === 0
        ? sql`select 1`
        : updated('processTask', TASK_CHANGED, changedTasks, {
            set: sql`, "version" = t."version" + 1`,
            where: sql` and t."version" = x."version"`,
          })
    })`,
  )
  for (const part of actorChanges(changes, before)) add(part)
  if (timers.added.length > 0) add(inserted('processTimer', TIMER, timers.added))
  if (timers.changed.length > 0) add(updated('processTimer', TIMER, timers.changed))
  if (timers.removed.length > 0) {
    add(sql`delete from "processTimer" where "id" = any(${sql.val(timers.removed)}::int[])`)
    add(sql`update "processIncident" set "state" = 'gone'
      where "timerId" = any(${sql.val(timers.removed)}::int[]) and "state" = 'open'`)
  }
  if (copies.length > 0) add(inserted('processCopy', COPY, copies))
  if (logs.length > 0) add(inserted('processLog', LOG, logs))
  const { rows } = await sql<{ n: number }>`with ${sql.join(parts)}
    select count(*)::int as "n" from "tasks"`
    .execute(tx)
    .catch((error: unknown) => {
      throw isSecondOfDocument(error) ? bizInProgress() : error
    })
  if (changedTasks.length > 0 && rows[0]?.n !== changedTasks.length) throw taskClosed()
}

function isSecondOfDocument(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'uq_processInstance_business'
}

/** Whom tasks wait for: rows of new ones, the difference of changed ones, and a mark on those of closed ones. */
function actorChanges(
  { tasks }: Changes,
  before: ReadonlyMap<number, TaskBefore>,
): readonly RawBuilder<unknown>[] {
  const now = new Date()
  const rowsOf = (task: TaskRecord, since: Date) =>
    (task.actors.length === 0 ? [ANYONE] : task.actors).map(({ kind, id }) => ({
      taskId: task.id,
      kind,
      actorId: id,
      time: since,
    }))
  const closed = tasks.changed.filter((task) => task.state === 'done').map((task) => task.id)
  const other = tasks.changed.filter(
    (task) => task.state === 'open' && before.get(task.id)?.actors !== keyOf(task.actors),
  )
  const reopened = tasks.changed.filter(
    (task) => task.state === 'open' && before.get(task.id)?.state === 'done',
  )
  const added = [
    ...tasks.added.filter((task) => task.state === 'open').flatMap((task) => rowsOf(task, task.createTime)),
    ...[...new Set([...other, ...reopened])].flatMap((task) => rowsOf(task, now)),
  ]
  const parts: RawBuilder<unknown>[] = []
  if (closed.length > 0)
    parts.push(
      sql`update "processTaskActor" set "open" = 0 where "taskId" = any(${sql.val(closed)}::int[])
        and "open" = 1`,
    )
  if (other.length > 0)
    parts.push(sql`delete from "processTaskActor" a where a."taskId" = any(${sql.val(other.map((task) => task.id))}::int[])
      and not exists (select 1 from jsonb_populate_recordset(null::"processTaskActor", ${rowsJson(added, ACTOR)}) x
        where x."taskId" = a."taskId" and x."kind" = a."kind" and x."actorId" = a."actorId")`)
  if (added.length > 0)
    parts.push(sql`${inserted('processTaskActor', ACTOR, added)}
      on conflict ("taskId", "kind", "actorId") do update set "open" = 1`)
  return parts
}

/** Locks a root instance before anything a document has: the first lock of every command. Doors §5. */
export async function lockRoot(tx: Tx, rootId: number): Promise<void> {
  await sql`select "id" from "processInstance" where "id" = ${rootId} for update`.execute(tx)
}
