import { type SqlBool, sql } from 'kysely'
import { countRows } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { conditionsOf, pageOf } from '#kit/server/list.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { asSystem, notice, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf, Page, Paging } from '#kit/shared/call.ts'
import { directionOf, forgetCount } from './list.server.ts'
import { copyCalls as calls } from './task.calls.ts'
import { copy } from './task.entity.ts'
import { TASK_TOPIC } from './task.topic.ts'

type CopyRow = OutOf<typeof calls.list>['list'][number]

const source = sql`(select c."id", c."instanceId", i."number", i."title", i."processName",
  d."displayName" as "processTitle", i."starterId", i."state", nullif(c."fromId", 0) as "fromId", c."comment",
  case when c."readTime" is null then 1 else 0 end as "unread", c."readTime", c."createTime", c."adminId",
  i."searchGrams"
  from "processCopy" c join "processInstance" i on i."id" = c."instanceId"
  join "processDefinition" d on d."id" = i."definitionId")`

async function listCopies(db: Db, who: Who, input: Paging): Promise<Page<CopyRow>> {
  const conditions = await conditionsOf(db, who, copy, input, {
    isDel: 'both',
    where: [sql<SqlBool>`"processCopy"."adminId" = ${who.adminId}`],
  })
  const direction = directionOf(input)
  const mine = sql`from ${source} as "processCopy" where ${sql.join(conditions, sql` and `)}`
  const [{ rows }, count] = await Promise.all([
    sql<CopyRow>`select "processCopy".* ${mine} order by "processCopy"."createTime" ${direction},
      "processCopy"."id" ${direction} limit ${input.limit} offset ${(input.page - 1) * input.limit}`.execute(
      db,
    ),
    countRows(db, sql`(select ${mine})`, ['processCopy'], input.exactTotal === '1'),
  ])
  return pageOf(rows, count, input)
}

/** Marks the given copies of a person as read; all of them when none is given. */
async function readCopies(tx: Tx, adminId: number, ids: readonly number[]): Promise<void> {
  let query = tx
    .updateTable('processCopy')
    .set({ readTime: new Date() })
    .where('adminId', '=', adminId)
    .where('readTime', 'is', null)
  if (ids.length > 0) query = query.where('id', 'in', [...ids])
  await query.execute()
  touch(tx, 'processCopy')
  notice(tx, { topic: TASK_TOPIC, adminId })
  forgetCount(tx, adminId)
}

/** Whoever opens an instance has read what they were sent of it, on whichever way they came. Workflow §3.5 抄送. */
export async function readOnOpening(db: Db, who: Who, instanceIds: readonly number[]): Promise<void> {
  const unread = await db
    .selectFrom('processCopy')
    .select('id')
    .where('adminId', '=', who.adminId)
    .where('readTime', 'is', null)
    .where('instanceId', 'in', [...instanceIds])
    .execute()
  if (unread.length === 0) return
  const ids = unread.map((copy) => copy.id)
  await asSystem(db, (tx) => readCopies(tx, who.adminId, ids))
}

/** 抄送我的. Workflow §3.5. */
export const copyServed: readonly Served[] = [
  read(calls.list, listCopies),
  change(calls.read, (tx, who, { ids }) => readCopies(tx, who.adminId, ids)),
]
