import { sql } from 'kysely'
import { keptCounts } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { Figures } from '#kit/server/figures.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { answerPage, answerRow, type ListOptions } from '#kit/server/list.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { userGroupCalls as calls } from './userGroup.calls.ts'
import { userGroup } from './userGroup.entity.ts'

/** So many users are moved in one transaction. */
const BATCH = 2000
const JOB = 'members.group.clear'

/** How many living users are in groups; a user is in at most one of each type. */
async function userNums(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const list = sql`${sql.val([...ids])}::int[]`
  const counts = await keptCounts(
    db,
    sql<{ counts: number[] }>`select array(select (select count(*)::int from "user"
        where "isDel" = 0 and "groupId" = "asked"."id") + (select count(*)::int from "user"
        where "isDel" = 0 and "customerGroupId" = "asked"."id")
      from unnest(${list}) with ordinality as "asked" ("id", "at") order by "asked"."at") as "counts"`,
    ['user'],
  )
  return new Map(ids.map((id, at) => [id, counts[at] ?? 0]))
}
const figures: Figures = { userNum: userNums }

/** A name is given once in each type. */
async function refuseSameName(tx: Tx, groupName: string, groupType: number, exceptId: number): Promise<void> {
  const found = await tx
    .selectFrom('userGroup')
    .select('id')
    .where(sql<boolean>`lower("groupName") = ${groupName.toLowerCase()}`)
    .where('groupType', '=', groupType === 2 ? 2 : 1)
    .where('id', '<>', exceptId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found !== undefined) throw refuse('分组名称已存在', 'groupName')
}

/** Takes one batch of users out of a group, or into another one; answers how many there were. */
async function moveBatch(db: Db, id: number, column: 'groupId' | 'customerGroupId', toId: number | null) {
  return asSystem(db, async (tx) => {
    const done = await sql`
      with "held" as (select "id" from "user" where ${sql.ref(column)} = ${id} order by "id" limit ${BATCH} for update)
      update "user" set ${sql.ref(column)} = ${toId} from "held" where "user"."id" = "held"."id"`.execute(tx)
    touch(tx, 'user')
    return Number(done.numAffectedRows ?? 0)
  })
}

/** Users of groups that were deleted leave them, and those of moved ones follow, a batch at a time. Members §4.1. */
export const groupClear: JobDefinition = {
  name: JOB,
  title: '分组用户移出与转移',
  async run(db, params, signal) {
    const [id, toId] = [Number(params.id), Number(params.toId ?? 0)]
    const column = params.groupType === 2 ? 'customerGroupId' : 'groupId'
    let moved = 0
    for (let n = BATCH; n === BATCH && !signal.aborted; moved += n)
      n = await moveBatch(db, id, column, toId === 0 ? null : toId)
    return moved
  },
}

const ofType = (groupType: number): ListOptions => ({
  where: [sql<boolean>`"userGroup"."groupType" = ${groupType}`],
})

const handlers = standardHandlers(
  userGroup,
  { list: calls.list, all: calls.all },
  {
    figures,
    offered: ({ groupType }) =>
      groupType === null ? sql<boolean>`true` : sql<boolean>`"userGroup"."groupType" = ${groupType}`,
  },
)

export const groupServed = [
  ...handlers.served,
  read(calls.users, (db, who, input) =>
    answerPage(db, who, userGroup, calls.users.answer, input, { ...ofType(1), figures }),
  ),
  read(calls.customers, (db, who, input) =>
    answerPage(db, who, userGroup, calls.customers.answer, input, { ...ofType(2), figures }),
  ),
  read(calls.info, (db, who, { id }) => answerRow(db, who, userGroup, calls.info.answer, id, figures)),
  change(calls.save, async (tx, _who, input) => {
    await refuseSameName(tx, input.groupName, input.groupType, 0)
    return { id: (await insertRow(tx, userGroup, input)).id }
  }),
  change(calls.update, async (tx, _who, { id, version, ...values }) => {
    const before = await lockRow(tx, userGroup, id, { version })
    const groupType = values.groupType ?? before.groupType
    if (groupType !== before.groupType && ((await userNums(tx, [id])).get(id) ?? 0) > 0)
      throw conflict('分组下有用户，不能修改类型')
    await refuseSameName(tx, values.groupName ?? before.groupName, groupType, id)
    await updateRow(tx, userGroup, before, values)
  }),
  change(calls.remove, async (tx, _who, { id: ids }) => {
    for (const id of [...ids].sort((a, b) => a - b)) {
      const row = await lockRow(tx, userGroup, id)
      await deleteRow(tx, userGroup, row)
      await enqueueJob(tx, JOB, { id, groupType: row.groupType, toId: 0 })
    }
  }),
  change(calls.move, async (tx, _who, { id, toId }) => {
    const row = await lockRow(tx, userGroup, id)
    if (toId === id) throw refuse('不能转移到同一分组', 'toId')
    const to = toId === 0 ? null : await lockRow(tx, userGroup, toId)
    if (to !== null && to.groupType !== row.groupType) throw refuse('只能转移到同类型的分组', 'toId')
    await enqueueJob(tx, JOB, { id, groupType: row.groupType, toId })
  }),
]
