import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import type { PackDefinition } from '#kit/server/fileTask.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { own, type Served } from '#kit/server/serve.ts'
import { createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { nextTaskNo, type StartedTask, startBatch } from '#kit/server/tasks/start.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { NAME_SCENES } from '../nameList/nameList.entity.ts'
import { addToBlack } from '../nameList/nameList.server.ts'
import { giveTags, takeTags } from '../tag/hand.server.ts'
import { trySome } from './trySome.server.ts'
import { userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'
import { assign, changeStatus, setGroup } from './userActs.server.ts'
import { userBatchCalls as calls } from './userBatch.calls.ts'
import { userListInput, userListOptions } from './userList.server.ts'

/** So many users are changed in one transaction. */
const AT_ONCE = 200

const ids = z.array(z.number())
/** What is done with the users, and what a task keeps of it. */
const act = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), tagId: ids }),
  z.object({ kind: z.literal('untag'), tagId: ids }),
  z.object({
    kind: z.literal('group'),
    groupId: z.number(),
    groupType: z.union([z.literal(1), z.literal(2)]),
  }),
  z.object({ kind: z.literal('assign'), agentId: z.number().nullable(), storeId: z.number().nullable() }),
  z.object({ kind: z.literal('status'), status: z.union([z.literal(0), z.literal(1)]), reason: z.string() }),
  z.object({
    kind: z.literal('black'),
    scenes: z.array(z.literal(NAME_SCENES.map(({ value }) => value))),
    reason: z.string(),
    startTime: z.coerce.date().nullable(),
    endTime: z.coerce.date().nullable(),
  }),
])
type Act = z.output<typeof act>
const filtersGiven = z.record(z.string(), z.string())
const params = z.object({ act, filters: filtersGiven })

function work(tx: Tx, given: Act, uids: readonly number[]): Promise<unknown> {
  switch (given.kind) {
    case 'tag':
      return giveTags(tx, { uids, tagIds: given.tagId })
    case 'untag':
      return takeTags(tx, { uids, tagIds: given.tagId })
    case 'group':
      return setGroup(tx, uids, given.groupId, given.groupType)
    case 'assign':
      return assign(tx, { ids: [...uids], agentId: given.agentId, storeId: given.storeId })
    case 'status':
      return changeStatus(tx, uids, given.status, given.reason)
    case 'black':
      return addToBlack(tx, uids, {
        scenes: given.scenes,
        reason: given.reason,
        startTime: given.startTime,
        endTime: given.endTime,
      })
  }
}

/** The conditions of a list of users with these filters, within the person's data scope. 422 where they cannot be read. */
async function meant(db: Db, who: Who, filters: z.output<typeof filtersGiven>) {
  const read = userCalls.list.schema.safeParse(filters)
  if (!read.success) throw refuse('筛选条件格式不正确', 'filters')
  const { input, where } = userListInput(read.data)
  const options = await userListOptions(db, who, input)
  const found = await conditionsOf(db, who, user, input, {
    ...options,
    where: [...(options.where ?? []), ...where],
  })
  return sql<SqlBool>`${sql.join([sql`true`, ...found], sql` and `)}`
}

/** Everybody who is meant, once: whoever no longer fits because of what is done stays among them. */
async function uidsMeant(db: Db, who: Who, filters: z.output<typeof filtersGiven>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "user"."id" from "user" where ${await meant(db, who, filters)} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

const RESULT = [
  { title: '用户ID', width: 14 },
  { title: '昵称', width: 24 },
  { title: '结果', width: 10 },
  { title: '原因', width: 40 },
]

/** Does it with everybody, part by part; who was refused stands in a sheet with the reason, and last how many. Members §2.3. */
export const userBatchPack: PackDefinition = {
  kind: 'pack',
  taskKind: 4,
  bizType: 'userBatch',
  title: '批量处理用户',
  permission: userCalls.list.permission,
  extension: 'xlsx',
  async write(db, who, given, target, progress) {
    const { act: asked, filters } = params.parse(given)
    const uids = await uidsMeant(db, who, filters)
    const book = createWorkbook(target, { sheets: [{ name: '处理结果', columns: RESULT }] })
    let failed = 0
    for (let at = 0; at < uids.length; at += AT_ONCE) {
      await progress(at, uids.length)
      const refused = await trySome(db, who, uids.slice(at, at + AT_ONCE), (tx, some) =>
        work(tx, asked, some),
      )
      const names = await namesOf(
        db,
        refused.map(({ uid }) => uid),
      )
      for (const { uid, reason } of refused)
        await book.addRow(0, [String(uid), names.get(uid) ?? '', '失败', reason])
      failed += refused.length
    }
    await book.addRow(0, [`共${uids.length}名用户`, '', `成功${uids.length - failed}`, `失败${failed}`])
    await book.end()
    await progress(Math.max(uids.length, 1), Math.max(uids.length, 1))
  },
}

async function namesOf(db: Db, uids: readonly number[]): Promise<Map<number, string>> {
  if (uids.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['id', 'nickname']).where('id', 'in', uids).execute()
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}

/** Starts it as a task. 409 where nobody is meant. */
async function begin(
  db: Db,
  who: Who,
  filters: z.output<typeof filtersGiven>,
  asked: Act,
): Promise<StartedTask> {
  const { rows } = await sql`select 1 from "user" where ${await meant(db, who, filters)} limit 1`.execute(db)
  if (rows.length === 0) throw refuse('没有符合筛选条件的用户', 'filters')
  const taskNo = await nextTaskNo(db)
  return inTransaction(db, who, (tx) =>
    startBatch(tx, who, userBatchPack, taskNo, { params: { act: asked, filters } }),
  )
}

export const userBatchServed: readonly Served[] = [
  own(calls.tag, (db, who, { filters, tagId }) => begin(db, who, filters, { kind: 'tag', tagId })),
  own(calls.untag, (db, who, { filters, tagId }) => begin(db, who, filters, { kind: 'untag', tagId })),
  own(calls.group, (db, who, { filters, groupId, groupType }) =>
    begin(db, who, filters, { kind: 'group', groupId, groupType }),
  ),
  own(calls.assign, async (db, who, { filters, agentId, storeId }) => {
    if (agentId === null && storeId === null) throw refuse('请选择归属客服或归属门店', 'agentId')
    return begin(db, who, filters, { kind: 'assign', agentId, storeId })
  }),
  own(calls.status, (db, who, { filters, status, reason }) =>
    begin(db, who, filters, { kind: 'status', status, reason }),
  ),
  own(calls.black, async (db, who, { filters, scenes, reason, startTime, endTime }) => {
    if (startTime !== null && endTime !== null && endTime <= startTime)
      throw refuse('结束时间必须晚于开始时间', 'endTime')
    return begin(db, who, filters, { kind: 'black', scenes, reason, startTime, endTime })
  }),
]
