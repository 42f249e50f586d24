import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRows, readRow, updateRows } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import { livingUsers } from './figures.server.ts'
import { checkNet, lockNet } from './net.server.ts'
import { tagGroupCalls as calls } from './tagGroup.calls.ts'
import { userTag } from './userTag.entity.ts'
import { ONE_OF, userTagGroup } from './userTagGroup.entity.ts'

type Group = EntityRow<typeof userTagGroup>

/** A group may not become one in which a tag implies another. */
async function saved(tx: Tx, group: Group, before: Group | null): Promise<void> {
  if (group.selectMode !== ONE_OF || before?.selectMode === ONE_OF) return
  await lockNet(tx)
  const { rows } = await sql<{ id: number }>`
    select "id" from "userTag" where "tagGroupId" = ${group.id} and "isDel" = 0 limit 1`.execute(tx)
  const [tag] = rows
  if (tag !== undefined) await checkNet(tx, tag.id, 'selectMode')
}

async function deleting(tx: Tx, { id, groupName }: Group): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from "userTag" where "tagGroupId" = ${id} and "isDel" = 0`.execute(tx)
  const n = rows[0]?.n ?? 0
  if (n > 0) throw conflict(`标签组“${groupName}”下有${n}个标签，请先移到其他组`)
}

export const groupMaster = standardHandlers(userTagGroup, calls, { chosen: 'enabled', saved, deleting })

/** Above so many users of its tags a group is looked at in a fiftieth of the users. */
const EXACT = 500_000
const ONE_IN = 50
const MOST_PAIRS = 10

async function overlapOf(db: Db, groupId: number) {
  const { rows: sums } = await sql<{ n: number }>`
    select coalesce(sum("userNum"), 0)::int as "n" from "userTag" where "tagGroupId" = ${groupId} and "isDel" = 0`.execute(
    db,
  )
  const sampled = (sums[0]?.n ?? 0) > EXACT
  const times = sampled ? ONE_IN : 1
  const held = sql`select r."uid", r."tagId" from "userTagRel" r join "userTag" t on t."id" = r."tagId"
    where t."tagGroupId" = ${groupId} and t."isDel" = 0 and r."source" <> -1${
      sampled ? sql` and mod(abs(hashint4(r."uid")::bigint), ${ONE_IN}::int) = 0` : sql``
    }`
  const { rows: by } = await sql<{ tags: number; users: number }>`
    select "tags", count(*)::int * ${times}::int as "users" from
      (select count(*)::int as "tags" from (${held}) as h group by "uid") as n group by 1 order by 1`.execute(
    db,
  )
  const { rows: pairs } = await sql<{ a: string; b: string; users: number }>`
    with h as materialized (${held})
    select ta."name" as "a", tb."name" as "b", p."users" from (
      select a."tagId" as "one", b."tagId" as "two", count(*)::int * ${times}::int as "users"
      from h a join h b on b."uid" = a."uid" and b."tagId" > a."tagId" group by 1, 2
      order by 3 desc, 1, 2 limit ${MOST_PAIRS}) as p
    join "userTag" ta on ta."id" = p."one" join "userTag" tb on tb."id" = p."two" order by p."users" desc, 1, 2`.execute(
    db,
  )
  return { sampled, by, pairs }
}

export const groupServed = [
  ...groupMaster.served,
  change(calls.sort, async (tx, _who, { ids }) => {
    const rows = await lockRows(tx, userTagGroup, ids)
    await updateRows(
      tx,
      userTagGroup,
      ids.flatMap((id, index) => {
        const before = rows.get(id)
        return before === undefined ? [] : [{ before, values: { sort: index + 1 } }]
      }),
    )
  }),
  change(calls.move, async (tx, who, { tagIds, tagGroupId }) => {
    if (tagGroupId !== 0) await readRow(tx, who, userTagGroup, tagGroupId)
    await lockNet(tx)
    const rows = await lockRows(tx, userTag, tagIds)
    const values = { tagGroupId: tagGroupId === 0 ? null : tagGroupId }
    await updateRows(
      tx,
      userTag,
      [...rows.values()].map((before) => ({ before, values })),
    )
    for (const id of rows.keys()) await checkNet(tx, id, 'tagGroupId')
  }),
  read(calls.coverage, async (db, _who, { tagGroupId }) => {
    const users = await livingUsers(db)
    const { rows } = await sql<{
      id: number
      name: string
      color: string
      tagType: number
      status: number
      userNum: number
    }>`select "id", "name", "color", "tagType", "status", "userNum" from "userTag"
      where "isDel" = 0 and ${tagGroupId === null ? sql`true` : tagGroupId === 0 ? sql`"tagGroupId" is null` : sql`"tagGroupId" = ${tagGroupId}`}
      order by "sort", "id"`.execute(db)
    const tags = rows.map((row) => ({
      ...row,
      rate: users === 0 ? 0 : Math.round((row.userNum * 10_000) / users),
    }))
    return { users, tags }
  }),
  read(calls.overlap, async (db, who, { tagGroupId }) => {
    await readRow(db, who, userTagGroup, tagGroupId)
    return overlapOf(db, tagGroupId)
  }),
]
