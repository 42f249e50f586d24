import { sql } from 'kysely'
import type { ConsumerErase, ConsumerMerge } from '#kit/server/consumers.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { deleteRow, lockRow } from '#kit/server/rows.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { rewriteRules } from '../rule/uses.server.ts'
import { noteMoves, settleImplied, touchTags } from './moves.server.ts'
import { lockNet, readNet } from './net.server.ts'
import { rivalsOf, type TagNet } from './tag.rules.ts'
import { IMPLIES } from './tagRelation.entity.ts'
import { userTag } from './userTag.entity.ts'

export const CLEAR_JOB = 'members.tag.clear'
export const MERGE_JOB = 'members.tag.merge'
/** So many users are moved in one transaction. */
const AT_ONCE = 2000

interface Held {
  uid: number
  source: number
}

const byHand = (source: number): boolean => source === 1 || source === 3 || source === 4

/** Gives users of one tag the other; answers how many rows of the first were worked off. */
async function moveSome(tx: Tx, net: TagNet, from: number, to: number): Promise<number> {
  const { rows } = await sql<Held>`
    select "uid", "source" from "userTagRel" where "tagId" = ${from} order by "uid" limit ${AT_ONCE} for update`.execute(
    tx,
  )
  if (rows.length === 0) return 0
  const { stronger, weaker } = rivalsOf(net, to)
  const rivals = [...stronger, ...weaker].filter((id) => id !== from)
  const uids = rows.map((row) => row.uid)
  // Who has by hand what excludes the tag keeps that.
  const { rows: barred } = await sql<{ uid: number }>`
    select distinct "uid" from "userTagRel" where "uid" = any(${sql.val(uids)}::int[])
      and "tagId" = any(${sql.val(rivals)}::int[]) and "source" in (1, 3, 4)`.execute(tx)
  const shut = new Set(barred.map((row) => row.uid))
  const given = rows.filter(({ uid, source }) => source !== -1 && !shut.has(uid))
  const { rows: had } = await sql<Held>`
    select "uid", "source" from "userTagRel" where "tagId" = ${to} and "uid" = any(${sql.val(uids)}::int[]) for update`.execute(
    tx,
  )
  const before = new Map(had.map((row) => [row.uid, row.source]))
  const fresh = given.filter(({ uid, source }) => {
    const stored = before.get(uid)
    return stored === undefined || (stored === -1 && byHand(source))
  })
  await sql`insert into "userTagRel" ("tagId", "uid", "source")
    select ${to}::int, "uid", case when "source" = 5 then 1 else "source" end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g ("uid" int, "source" int)
    on conflict ("tagId", "uid") do update set "source" = excluded."source"
      where excluded."source" in (1, 3, 4) and "userTagRel"."source" in (2, 5, -1)`.execute(tx)
  const { rows: out } = await sql<{ tagId: number; uid: number }>`
    delete from "userTagRel" where "tagId" = any(${sql.val(rivals)}::int[]) and "source" in (2, 5)
      and "uid" = any(${sql.val(fresh.map((row) => row.uid))}::int[]) returning "tagId", "uid"`.execute(tx)
  await sql`delete from "userTagRel" where "tagId" = ${from} and "uid" = any(${sql.val(uids)}::int[])`.execute(
    tx,
  )
  const moves = [...Map.groupBy(out, (row) => row.tagId)].map(([tagId, some]) => ({
    tagId,
    action: 2 as const,
    source: 1,
    uids: some.map((row) => row.uid),
  }))
  await noteMoves(tx, [
    {
      tagId: from,
      action: 2,
      source: 1,
      uids: rows.filter((row) => row.source !== -1).map((row) => row.uid),
    },
    { tagId: to, action: 1, source: 1, uids: fresh.map((row) => row.uid) },
    ...moves,
  ])
  await settleImplied(tx, net, [from, to, ...moves.map((one) => one.tagId)], { kind: 'these', uids })
  await touchTags(tx, uids)
  return rows.length
}

/** Relations speak of the other tag from now on; two of one kind become one. */
async function moveRelations(tx: Tx, from: number, to: number): Promise<void> {
  await sql`update "tagRelation" set "toIds" = (select array_agg(distinct x) from unnest(array_replace("toIds", ${from}::int, ${to}::int)) x
      where x <> "fromTagId" or "kind" > ${IMPLIES}), "version" = "version" + 1
    where "isDel" = 0 and "kind" in (1, 2) and "toIds" @> array[${from}::int]`.execute(tx)
  await sql`update "tagRelation" t set "toIds" = (select array_agg(distinct x) from unnest(t."toIds" || f."toIds") x
      where x <> t."fromTagId" or t."kind" > ${IMPLIES}), "version" = t."version" + 1
    from "tagRelation" f where f."isDel" = 0 and f."fromTagId" = ${from} and t."isDel" = 0 and t."fromTagId" = ${to}
      and t."kind" = f."kind"`.execute(tx)
  await sql`update "tagRelation" f set "isDel" = 1 where f."isDel" = 0 and f."fromTagId" = ${from}
    and exists (select 1 from "tagRelation" t where t."isDel" = 0 and t."fromTagId" = ${to} and t."kind" = f."kind")`.execute(
    tx,
  )
  await sql`update "tagRelation" set "fromTagId" = ${to}, "version" = "version" + 1
    where "isDel" = 0 and "fromTagId" = ${from}`.execute(tx)
  // What is left of a relation between the two of them says nothing.
  await sql`update "tagRelation" set "isDel" = 1, "toIds" = '{}' where "isDel" = 0
    and (cardinality("toIds") = 0 or "toIds" is null)`.execute(tx)
  touch(tx, 'tagRelation')
}

interface Parts {
  fromId: number
  toId: number
}

/** Moves the users of one tag to another in parts, then the rules and relations that name it, and deletes it. Members §4.2. */
export async function mergeTags(db: Db, { fromId, toId }: Parts, signal: AbortSignal): Promise<number> {
  let moved = 0
  for (;;) {
    signal.throwIfAborted()
    const done = await asSystem(db, async (tx) => {
      const some = await moveSome(tx, await readNet(tx), fromId, toId)
      if (some > 0) return some
      await lockNet(tx)
      const { rows } =
        await sql`select 1 from "userTag" where "id" = ${fromId} and "isDel" = 0 and "mergeToId" = ${toId}`.execute(
          tx,
        )
      if (rows.length === 0) return 0
      await rewriteRules(tx, fromId, toId)
      await moveRelations(tx, fromId, toId)
      await deleteRow(tx, userTag, await lockRow(tx, userTag, fromId))
      return 0
    })
    if (done === 0) return moved
    moved += done
  }
}

/** Takes a deleted tag from its users, in parts. */
export async function clearTag(db: Db, tagId: number, signal: AbortSignal): Promise<number> {
  let cleared = 0
  for (;;) {
    signal.throwIfAborted()
    const done = await asSystem(db, async (tx) => {
      const { rows } = await sql<{ uid: number }>`
        delete from "userTagRel" where "tagId" = ${tagId} and "uid" in (select "uid" from "userTagRel"
          where "tagId" = ${tagId} order by "uid" limit ${AT_ONCE}) returning "uid"`.execute(tx)
      await sql`delete from "userTagDay" where "tagId" = ${tagId}`.execute(tx)
      return rows.length
    })
    if (done === 0) return cleared
    cleared += done
  }
}

const numbered = (value: unknown): number => {
  if (typeof value === 'number') return value
  throw new Error('A tag is named by its number')
}

export const mergeJobs: readonly JobDefinition[] = [
  {
    name: MERGE_JOB,
    title: '合并用户标签',
    timeoutSec: 3600,
    run: (db, { fromId, toId }, signal) =>
      mergeTags(db, { fromId: numbered(fromId), toId: numbered(toId) }, signal),
  },
  {
    name: CLEAR_JOB,
    title: '清理已删除的标签',
    timeoutSec: 3600,
    run: (db, { tagId }, signal) => clearTag(db, numbered(tagId), signal),
  },
]

/** How many users of each tag two people are together, before and after they become one. */
async function numbersOf(tx: Tx, uids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ tagId: number; n: number }>`
    select "tagId", count(*)::int as "n" from "userTagRel"
    where "uid" = any(${sql.val([...uids])}::int[]) and "source" <> -1 group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.tagId, row.n]))
}

/** Tags of two people become those of one: given by hand counts more than by a rule, and of 单选 groups the one who stays decides. */
export const tagsMerge: ConsumerMerge = {
  title: '用户标签',
  async merge(tx, from, to) {
    const net = await readNet(tx)
    const before = await numbersOf(tx, [from, to])
    const { rows: kept } = await sql<{ tagId: number }>`
      select "tagId" from "userTagRel" where "uid" = ${to} and "source" <> -1`.execute(tx)
    const shut = kept.flatMap(({ tagId }) => {
      const { stronger, weaker } = rivalsOf(net, tagId)
      return [...stronger, ...weaker]
    })
    await sql`delete from "userTagRel" where "uid" = ${from} and "tagId" = any(${sql.val(shut)}::int[])`.execute(
      tx,
    )
    const moved = await sql`
      insert into "userTagRel" ("tagId", "uid", "source", "bindTime", "expireTime", "operator")
      select "tagId", ${to}::int, "source", "bindTime", "expireTime", "operator" from "userTagRel" where "uid" = ${from}
      on conflict ("tagId", "uid") do update set "source" = excluded."source", "operator" = excluded."operator"
        where excluded."source" in (1, 3, 4) and "userTagRel"."source" in (2, 5, -1)`.execute(tx)
    await sql`delete from "userTagRel" where "uid" = ${from}`.execute(tx)
    const after = await numbersOf(tx, [to])
    for (const id of [...before.keys()].sort((a, b) => a - b)) {
      const change = (after.get(id) ?? 0) - (before.get(id) ?? 0)
      if (change !== 0)
        await sql`update "userTag" set "userNum" = "userNum" + ${change} where "id" = ${id}`.execute(tx)
    }
    for (const [id, n] of after)
      if (!before.has(id))
        await sql`update "userTag" set "userNum" = "userNum" + ${n} where "id" = ${id}`.execute(tx)
    touch(tx, 'userTag')
    await touchTags(tx, [to])
    return Number(moved.numAffectedRows ?? 0)
  },
}

export const tagsErase: ConsumerErase = {
  title: '用户标签',
  async erase(tx, uid) {
    const numbers = await numbersOf(tx, [uid])
    const gone = await sql`delete from "userTagRel" where "uid" = ${uid}`.execute(tx)
    for (const id of [...numbers.keys()].sort((a, b) => a - b))
      await sql`update "userTag" set "userNum" = "userNum" - 1 where "id" = ${id}`.execute(tx)
    touch(tx, 'userTag')
    return Number(gone.numAffectedRows ?? 0)
  },
}
