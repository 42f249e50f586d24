import { CompiledQuery } from 'kysely'
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

const ACTOR = ['taskId', 'kind', 'actorId', 'time', 'claimedBy'] as const

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

/** One of the writes of a command: each ? of its text stands for one of its values. */
interface Part {
  text: string
  values: readonly unknown[]
}

/** The rows of a list of records as one json text; only the named columns of each. */
function rowsJson(records: readonly object[], names: readonly string[]): string {
  const rows = records.map((record) => {
    const row: Record<string, unknown> = {}
    for (const name of names) {
      const value: unknown = Reflect.get(record, name)
      row[name] = typeof value === 'boolean' ? Number(value) : value
    }
    return row
  })
  return jsonText(rows)
}

/** That a column is one of these ids; of a single one, as most commands have, the planner knows that it is one row. */
const among = (column: string, ids: readonly number[]): Part =>
  ids.length === 1
    ? { text: `${column} = ?::int`, values: ids }
    : { text: `${column} = any(?::int[])`, values: [ids] }

const rowsOf = (table: string): string => `jsonb_populate_recordset(null::"${table}", ?::jsonb)`

/** New rows of a table. The text is put together once: to do so at each command took as long as its other work here. */
function inserting(
  table: string,
  names: readonly string[],
  otherwise = '',
): (records: readonly object[]) => Part {
  const columns = names.map((name) => `"${name}"`).join(', ')
  const text = `insert into "${table}" (${columns}) select ${columns} from ${rowsOf(table)}${otherwise}`
  return (records) => ({ text, values: [rowsJson(records, names)] })
}

/**
 * Changed rows of a table, whose ids are told besides: rows in JSON are planned as a hundred, for which a table of 20,000 rows
 * would be read whole. With `versioned` only those that nobody has changed since.
 */
function updating(
  table: string,
  names: readonly string[],
  versioned = false,
): (records: readonly (object & { id: number })[]) => Part {
  const set = names.filter((name) => name !== 'id').map((name) => `"${name}" = x."${name}"`)
  if (versioned) set.push('"version" = t."version" + 1')
  const text = `update "${table}" t set ${set.join(', ')} from ${rowsOf(table)} x where t."id" = x."id" and `
  const end = versioned ? ' and t."version" = x."version" returning 1' : ''
  const sent = versioned ? [...names, 'version'] : names
  return (records) => {
    const these = among(
      't."id"',
      records.map(({ id }) => id),
    )
    return { text: `${text}${these.text}${end}`, values: [rowsJson(records, sent), ...these.values] }
  }
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

const newInstances = inserting('processInstance', INSTANCE)
const changedInstances = updating('processInstance', INSTANCE_CHANGED)
const newTokens = inserting('processToken', TOKEN)
const changedTokens = updating('processToken', TOKEN)
const newTasks = inserting('processTask', TASK)
const changedTasks = updating('processTask', TASK_CHANGED, true)
const newActors = inserting(
  'processTaskActor',
  ACTOR,
  ` on conflict ("taskId", "kind", "actorId") do update
    set "open" = 1, "claimedBy" = excluded."claimedBy"`,
)
const newTimers = inserting('processTimer', TIMER)
const changedTimers = updating('processTimer', TIMER)
const newCopies = inserting('processCopy', COPY)
const newLogs = inserting('processLog', LOG)

/** What is done to the rows of a table with these ids. */
const those = (text: string, column: string, ids: readonly number[], end = ''): Part => {
  const these = among(column, ids)
  return { text: `${text} where ${these.text}${end}`, values: these.values }
}

/** All changes of a command in one statement, whose text is the same for all commands that change as much. */
export async function write(
  tx: Db,
  changes: Changes,
  before: ReadonlyMap<number, TaskBefore>,
): Promise<void> {
  const { instances, tokens, tasks, timers, copies, logs } = changes
  const parts: Part[] = []
  const add = <T>(part: (records: readonly T[]) => Part, records: readonly T[]): void => {
    if (records.length > 0) parts.push(part(records))
  }
  // First, for it is asked how many there were.
  const versioned = tasks.changed.map((task) => ({ ...task, version: before.get(task.id)?.version }))
  add(changedTasks, versioned)
  add(newInstances, instances.added)
  add(changedInstances, instances.changed)
  add(newTokens, tokens.added)
  add(changedTokens, tokens.changed)
  add((ids) => those('delete from "processToken"', '"id"', ids), tokens.removed)
  add(newTasks, tasks.added)
  parts.push(...actorChanges(changes, before))
  add(newTimers, timers.added)
  add(changedTimers, timers.changed)
  add((ids) => those('delete from "processTimer"', '"id"', ids), timers.removed)
  add(
    (ids) =>
      those(`update "processIncident" set "state" = 'gone'`, '"timerId"', ids, ` and "state" = 'open'`),
    timers.removed,
  )
  add(newCopies, copies)
  add(newLogs, logs)
  if (parts.length === 0) return
  const { rows } = await tx
    .executeQuery<{ n: number }>(statementOf(parts, versioned.length > 0))
    .catch((error: unknown) => {
      throw isSecondOfDocument(error) ? bizInProgress() : error
    })
  if (versioned.length > 0 && rows[0]?.n !== versioned.length) throw taskClosed()
}

/** The parts as one statement, which answers how many rows the first has changed where that is asked. */
function statementOf(parts: readonly Part[], counted: boolean): CompiledQuery<{ n: number }> {
  let at = 0
  const withs = parts.map(
    ({ text }, index) => `"part${index}" as (${text.replaceAll('?', () => `$${++at}`)})`,
  )
  const answer = counted ? 'count(*)::int as "n" from "part0"' : '0 as "n"'
  return CompiledQuery.raw(
    `with ${withs.join(', ')} select ${answer}`,
    parts.flatMap(({ values }) => values),
  )
}

function isSecondOfDocument(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'uq_processInstance_business'
}

/**
 * Whom tasks wait for: rows of new ones, the difference of changed ones, and a mark on those of closed ones; with each who has
 * taken the task.
 */
function actorChanges({ tasks }: Changes, before: ReadonlyMap<number, TaskBefore>): readonly Part[] {
  const now = new Date()
  const waiting = (task: TaskRecord, since: Date) =>
    (task.actors.length === 0 ? [ANYONE] : task.actors).map(({ kind, id }) => ({
      taskId: task.id,
      kind,
      actorId: id,
      time: since,
      claimedBy: task.claimedBy,
    }))
  const closed = tasks.changed.filter((task) => task.state === 'done').map((task) => task.id)
  const other = tasks.changed.filter(
    (task) => task.state === 'open' && before.get(task.id)?.actors !== keyOf(task.actors),
  )
  const reopened = tasks.changed.filter(
    (task) => task.state === 'open' && before.get(task.id)?.state === 'done',
  )
  const renewed = new Set([...other, ...reopened])
  const added = [
    ...tasks.added.filter((task) => task.state === 'open').flatMap((task) => waiting(task, task.createTime)),
    ...[...renewed].flatMap((task) => waiting(task, now)),
  ]
  const taken = tasks.changed.filter(
    (task) =>
      task.state === 'open' && !renewed.has(task) && before.get(task.id)?.claimedBy !== task.claimedBy,
  )
  const parts: Part[] = []
  // Not "= 1", which would let the planner read all open ones along their index.
  if (closed.length > 0)
    parts.push(those('update "processTaskActor" set "open" = 0', '"taskId"', closed, ' and "open" <> 0'))
  if (other.length > 0) {
    const { text, values } = those(
      'delete from "processTaskActor" a',
      'a."taskId"',
      other.map(({ id }) => id),
    )
    const isStill = `select 1 from ${rowsOf('processTaskActor')} x
      where x."taskId" = a."taskId" and x."kind" = a."kind" and x."actorId" = a."actorId"`
    parts.push({ text: `${text} and not exists (${isStill})`, values: [...values, rowsJson(added, ACTOR)] })
  }
  if (added.length > 0) parts.push(newActors(added))
  if (taken.length > 0) {
    const claims = taken.map(({ id, claimedBy }) => ({ taskId: id, claimedBy }))
    const { text, values } = those(
      `update "processTaskActor" a set "claimedBy" = x."claimedBy" from ${rowsOf('processTaskActor')} x`,
      'a."taskId"',
      taken.map(({ id }) => id),
      ' and x."taskId" = a."taskId" and a."open" <> 0',
    )
    parts.push({ text, values: [rowsJson(claims, ['taskId', 'claimedBy']), ...values] })
  }
  return parts
}
