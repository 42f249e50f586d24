import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonText } from '#kit/server/database.ts'
import type { Changes } from '../engine/ports.ts'
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

/** A task as it was read, for the condition of its update and for the operation log. */
export interface TaskBefore {
  version: number
  state: TaskRecord['state']
  claimedBy: number | null
  actors: string
}

export const keyOf = (actors: readonly Actor[]): string =>
  actors
    .map(({ kind, id }) => `${kind}:${id}`)
    .sort()
    .join()

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

/** That a column is one of these ids; of a single one, as most commands have, the planner knows that it is one row. */
const among = (column: string, ids: readonly number[]): RawBuilder<unknown> =>
  ids.length === 1
    ? sql`${sql.ref(column)} = ${ids[0]}::int`
    : sql`${sql.ref(column)} = any(${sql.val(ids)}::int[])`

/** The ids are told besides: rows in JSON are planned as a hundred, for which a table of 20,000 rows would be read whole. */
function updated(
  table: string,
  names: readonly string[],
  records: readonly (object & { id: number })[],
  more: { set?: RawBuilder<unknown>; where?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const set = names.filter((name) => name !== 'id').map((name) => `"${name}" = x."${name}"`)
  return sql`update ${sql.table(table)} t set ${sql.raw(set.join(', '))}${more.set ?? sql``}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${rowsJson(records, [...names, 'version'])}) x
    where t."id" = x."id" and ${among(
      't.id',
      records.map(({ id }) => id),
    )}${more.where ?? sql``} returning t."id"`
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
export async function write(
  tx: Db,
  changes: Changes,
  before: ReadonlyMap<number, TaskBefore>,
): Promise<void> {
  const { instances, tokens, tasks, timers, copies, logs } = changes
  const parts: RawBuilder<unknown>[] = []
  const add = (part: RawBuilder<unknown>): void => {
    parts.push(sql`${sql.ref(`part${parts.length}`)} as (${part})`)
  }
  if (instances.added.length > 0) add(inserted('processInstance', INSTANCE, instances.added))
  if (instances.changed.length > 0) add(updated('processInstance', INSTANCE_CHANGED, instances.changed))
  if (tokens.added.length > 0) add(inserted('processToken', TOKEN, tokens.added))
  if (tokens.changed.length > 0) add(updated('processToken', TOKEN, tokens.changed))
  if (tokens.removed.length > 0) add(sql`delete from "processToken" where ${among('id', tokens.removed)}`)
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
    add(sql`delete from "processTimer" where ${among('id', timers.removed)}`)
    add(sql`update "processIncident" set "state" = 'gone'
      where ${among('timerId', timers.removed)} and "state" = 'open'`)
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
      // Not "= 1", which would let the planner read all open ones along their index.
      sql`update "processTaskActor" set "open" = 0 where ${among('taskId', closed)} and "open" <> 0`,
    )
  if (other.length > 0)
    parts.push(sql`delete from "processTaskActor" a where ${among(
      'a.taskId',
      other.map((task) => task.id),
    )}
      and not exists (select 1 from jsonb_populate_recordset(null::"processTaskActor", ${rowsJson(added, ACTOR)}) x
        where x."taskId" = a."taskId" and x."kind" = a."kind" and x."actorId" = a."actorId")`)
  if (added.length > 0)
    parts.push(sql`${inserted('processTaskActor', ACTOR, added)}
      on conflict ("taskId", "kind", "actorId") do update set "open" = 1`)
  return parts
}
