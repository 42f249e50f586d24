import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { COUNT_LIMIT, countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { fewIds, foundBy } from '#kit/server/found.ts'
import { conditionsOf, keywordCondition, pageOf } from '#kit/server/list.ts'
import { declareHearer } from '#kit/server/live.ts'
import { perDatabase } from '#kit/server/points.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf, Page, Paging } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { askedOf } from '#kit/shared/join.ts'
import { definitionById } from '../definition/compiled.server.ts'
import type { Step } from '../engine/compile.ts'
import { instance } from '../instance/instance.entity.ts'
import { hasOwnForm, stepNamed } from './node.rules.ts'
import { identityOfWho, keptIdentityOfWho, waitingFor } from './see.server.ts'
import type { taskCalls } from './task.calls.ts'
import { task, taskRow } from './task.entity.ts'
import { TASK_TOPIC } from './task.topic.ts'

export type TaskRow = OutOf<(typeof taskCalls)['list']>['list'][number]
type StoredRow = Omit<TaskRow, 'processTitle' | 'batch' | 'actions'> & {
  definitionId: number
  /** of an open task: several people could take it; of a done one: its successors are all still untouched. Workflow §3.5 */
  isOffered?: boolean | null
}

/** Tasks with what lists show of their instance; `createTime` is when a task came into being. */
const source = sql`(select t."id", t."instanceId", i."number", i."title", t."processName",
  t."node", t."name", i."starterId", t."kind", t."mode", t."state",
  i."state" as "instanceState", t."result", t."comment", t."claimedBy", t."doneBy", t."deadline",
  case when t."overdue" = 1 or t."state" = 'open' and t."deadline" < now() then 1 else 0 end as "overdue",
  t."createTime", t."endTime", i."businessType", i."businessId", t."version", t."definitionId", i."searchGrams"
  from "processTask" t join "processInstance" i on i."id" = t."instanceId")`

/** What may be done with a task, and the name of its process, is made of these. */
const NEEDED = ['id', 'definitionId', 'node', 'state', 'instanceState', 'claimedBy']
/** Those of the source that a row holds. */
const COLUMNS = new Set([
  ...NEEDED,
  ...[
    'instanceId',
    'number',
    'title',
    'processName',
    'name',
    'starterId',
    'kind',
    'mode',
    'result',
    'comment',
  ],
  ...['doneBy', 'deadline', 'overdue', 'endTime', 'businessType', 'businessId', 'version'],
])

/** The columns that a page asks for, by name: only then a statement can be prepared. `offered` only where actions are asked. */
function columnsOf(table: string, { fields }: Paging, offered: RawBuilder<unknown>): RawBuilder<unknown> {
  const asked = askedOf(taskRow, fields)
  const read = asked === null ? COLUMNS : new Set([...NEEDED, ...asked].filter((name) => COLUMNS.has(name)))
  const columns = sql.raw([...read].map((name) => `"${table}"."${name}"`).join(', '))
  return asked === null || asked.has('actions') ? sql`${columns}, ${offered} as "isOffered"` : columns
}

const SEVERAL = sql`(select count(*) > 1 or bool_or(a."kind" <> 'user') from "processTaskActor" a
  where a."taskId" = "shown"."id" and a."open" = 1)`
const UNTOUCHED = sql`("processTask"."instanceState" = 'running' and "processTask"."result" = 'agree'
  and "processTask"."kind" = 'Major' and (select bool_and(s."state" = 'open' and s."claimedBy" is null)
    from "processTask" s where s."instanceId" = "processTask"."instanceId" and s."sourceTaskId" = "processTask"."id"))`

// How many rows are wanted stands in the text: a plan that is kept for any number of them would be one for many.
export const pageEnd = ({ page, limit }: Paging): RawBuilder<unknown> =>
  sql.raw(`limit ${limit} offset ${(page - 1) * limit}`)

/** Ascending or descending by time; nothing else is served by an index. */
export function directionOf({ sortBy, sortOrder }: Paging): RawBuilder<unknown> {
  if (!['', 'id', 'createTime', 'endTime'].includes(sortBy)) throw refuse('排序字段格式不正确', 'sortBy')
  return sql.raw(sortBy !== '' && sortOrder === 'asc' ? 'asc' : 'desc')
}

const all = (conditions: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql` and ${sql.join([...conditions], sql` and `)}`

/**
 * Open tasks of a person: for each kind and id they wait by those along its index, up to an end. The kinds are rows and not conditions
 * of their own: of values that stand in conditions the database plans a kept statement each time anew.
 */
function waitingTasks(
  waiting: readonly { kind: string; id: string }[],
  me: number,
  conditions: readonly Expression<SqlBool>[],
  end: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const tasks =
    conditions.length === 0
      ? sql``
      : sql` join ${source} as "processTask" on "processTask"."id" = a."taskId"${all(conditions)}`
  const by = sql.join(waiting.map(({ kind, id }) => sql`(${kind}::text, ${id}::text)`))
  return sql`select "each"."taskId", "each"."time" from (values ${by}) as "by" ("kind", "id") cross join lateral (
    select a."taskId", a."time" from "processTaskActor" a${tasks}
    where a."kind" = "by"."kind" and a."actorId" = "by"."id" and a."open" = 1
      and (a."claimedBy" is null or a."claimedBy" = ${me}) ${end}) as "each"`
}

/**
 * Words are those of the instance. Where few have them their tasks are asked for by its id, or else each task that waits would be asked
 * for the words of its instance.
 */
async function conditionsOfTasks(
  db: Db,
  who: Who,
  input: Paging,
  dateColumn = 'createTime',
): Promise<Expression<SqlBool>[]> {
  const words = input.keywords ? keywordCondition(instance, input.keywords) : null
  const ids = words && (await fewIds(db, instance, foundBy(db, instance, [words]), [instance.name]))
  if (ids === null) return conditionsOf(db, who, task, input, { isDel: 'both', dateColumn })
  const where = [sql<SqlBool>`"processTask"."instanceId" = any(${sql.val(ids)}::int8[])`]
  return conditionsOf(db, who, task, { ...input, keywords: '' }, { isDel: 'both', dateColumn, where })
}

async function todoPage(db: Db, who: Who, input: Paging): Promise<Page<StoredRow>> {
  const identity = await keptIdentityOfWho(db, who)
  const conditions = await conditionsOfTasks(db, who, input)
  const waiting = waitingFor(identity)
  const direction = directionOf(input)
  const ofPage = waitingTasks(
    waiting,
    who.adminId,
    conditions,
    sql`order by a."time" ${direction}, a."taskId" ${direction} limit ${sql.lit(input.page * input.limit)}`,
  )
  const end = isExact(input) ? sql`` : sql`limit ${sql.lit(COUNT_LIMIT + 1)}`
  const counted = waitingTasks(waiting, who.adminId, conditions, end)
  const [rows, count] = await bothOf(
    builtRows<StoredRow>(
      db,
      sql`with "page" as (select "taskId", max("time") as "time" from (${ofPage}) as "found"
        group by "taskId" order by "time" ${direction}, "taskId" ${direction} ${pageEnd(input)})
      select ${columnsOf('shown', input, SEVERAL)}, p."time" as "createTime"
      from "page" p join ${source} as "shown" on "shown"."id" = p."taskId"
      order by p."time" ${direction}, p."taskId" ${direction}`,
    ),
    countRows(
      db,
      sql`(select distinct "taskId" from (${counted}) as "found")`,
      ['processTask'],
      isExact(input),
    ),
  )
  return pageOf(rows, count, input)
}

async function donePage(db: Db, who: Who, input: Paging): Promise<Page<StoredRow>> {
  const conditions = await conditionsOfTasks(db, who, input, 'endTime')
  const direction = directionOf(input)
  const mine = sql`from ${source} as "processTask" where "processTask"."state" = 'done'
    and "processTask"."doneBy" = ${who.adminId}${all(conditions)}`
  const [rows, count] = await bothOf(
    builtRows<StoredRow>(
      db,
      sql`select ${columnsOf('processTask', input, UNTOUCHED)}, "processTask"."createTime" ${mine}
        order by "processTask"."endTime" ${direction}, "processTask"."id" ${direction} ${pageEnd(input)}`,
    ),
    countRows(db, sql`(select ${mine})`, ['processTask'], isExact(input)),
  )
  return pageOf(rows, count, input)
}

const isExact = ({ exactTotal }: Paging): boolean => exactTotal === '1'

/** 我的待办 and 我的已办, with what may be done from the list. Workflow §4. */
export async function listTasks(
  db: Db,
  who: Who,
  input: Paging & { tab: 'todo' | 'done' },
): Promise<Page<TaskRow>> {
  const found = await (input.tab === 'todo' ? todoPage(db, who, input) : donePage(db, who, input))
  const list: TaskRow[] = []
  const plain = new Map<Step, boolean>()
  for (const { definitionId, isOffered, ...row } of found.list) {
    const definition = await definitionById(db, definitionId)
    const step = stepNamed(definition, row.node)
    if (step !== undefined && !plain.has(step)) plain.set(step, !hasOwnForm(step))
    const actions: string[] = []
    if (row.state === 'open' && row.instanceState === 'running') {
      if (row.claimedBy === who.adminId) actions.push('release')
      else if (isOffered === true && input.tab === 'todo') actions.push('claim')
      actions.push('agree')
    }
    if (isOffered === true && input.tab === 'done') actions.push('pullBack')
    list.push({
      ...row,
      processTitle: definition.process.displayName,
      batch: row.state === 'open' && step !== undefined && plain.get(step) === true ? 1 : 0,
      actions,
    })
  }
  return { ...found, list }
}

// ---- the figures of the badge

export interface TaskCount {
  todo: number
  overdue: number
  cc: number
}

const COUNTED = 1000
const KEPT_MS = 5000
const KEPT_MOST = 5000
interface KeptCount {
  time: number
  count: Promise<TaskCount>
}
const keptOf = perDatabase(() => new Map<number, KeptCount>())

export const countHearer = declareHearer((db, { topic, adminId }) => {
  if (topic === TASK_TOPIC && adminId !== undefined) keptOf(db).delete(adminId)
})

async function readCount(db: Db, who: Who): Promise<TaskCount> {
  const waiting = waitingFor(await identityOfWho(db, who))
  const limit = sql`limit ${COUNTED}`
  const late = [sql<SqlBool>`("processTask"."overdue" = 1 or "processTask"."deadline" < now())`]
  const count = (conditions: readonly Expression<SqlBool>[]) => sql`(select count(*) from (
    select distinct "taskId" from (${waitingTasks(waiting, who.adminId, conditions, limit)}) as "found" ${limit}) as "n")::int`
  const { rows } = await sql<TaskCount>`select ${count([])} as "todo", ${count(late)} as "overdue",
    (select count(*) from (select 1 from "processCopy" where "adminId" = ${who.adminId} and "readTime" is null
      ${limit}) as "n")::int as "cc"`.execute(db)
  return rows[0] ?? { todo: 0, overdue: 0, cc: 0 }
}

/** Since when the oldest task waits for a person; null: none does. */
export async function oldestTask(db: Db, who: Who): Promise<Date | null> {
  const waiting = waitingFor(await identityOfWho(db, who))
  const first = sql`order by a."time", a."taskId" limit 1`
  const { rows } = await sql<{ time: Date | null }>`
    select min("time") as "time" from (${waitingTasks(waiting, who.adminId, [], first)}) as "found"`.execute(
    db,
  )
  return rows[0]?.time ?? null
}

/** How much waits for a person; kept for 5 s at most, and no longer than until they are told of a change. */
export function taskCount(db: Db, who: Who): Promise<TaskCount> {
  const kept = keptOf(db)
  const found = kept.get(who.adminId)
  if (found !== undefined && Date.now() - found.time < KEPT_MS) return found.count
  if (kept.size >= KEPT_MOST) kept.clear()
  const count = readCount(db, who)
  kept.set(who.adminId, { time: Date.now(), count })
  count.catch(() => kept.delete(who.adminId))
  return count
}

/** The counts of a person are taken anew; for their own changes, which need not wait for the notice. */
export function forgetCount(db: Db, adminId: number): void {
  keptOf(db).delete(adminId)
}
