import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { forgetTermsOf } from '../level/terms.server.ts'
import { type Within, withinSql } from '../rule/compile.server.ts'
import { impliedBy, impliersOf, rivalsOf, type TagNet } from './tag.rules.ts'
import { EXCLUDED, IMPLIED } from './userTag.entity.ts'

/** Users who got a tag or lost it, and by what. */
export interface Move {
  tagId: number
  uids: readonly number[]
  action: 1 | 2
  source: number
}

/** Writes what moved into the trail, and the numbers of users of the tags, in the order of their ids. */
export async function noteMoves(tx: Tx, moves: readonly Move[], runId: number | null = null): Promise<void> {
  const { adminId } = actorOf(tx)
  const numbers = new Map<number, number>()
  for (const { tagId, uids, action, source } of moves) {
    if (uids.length === 0) continue
    forgetTermsOf(tx, uids)
    numbers.set(tagId, (numbers.get(tagId) ?? 0) + (action === 1 ? uids.length : -uids.length))
    await sql`insert into "userTagLog" ("uid", "tagId", "action", "source", "operator", "runId")
      select unnest(${sql.val([...uids])}::int[]), ${tagId}::int, ${action}::int, ${source}::int,
        ${adminId === 0 ? null : adminId}::int, ${runId}::int`.execute(tx)
  }
  for (const [tagId, n] of [...numbers].sort(([a], [b]) => a - b))
    if (n !== 0)
      await sql`update "userTag" set "userNum" = "userNum" + ${n} where "id" = ${tagId}`.execute(tx)
  if (numbers.size > 0) touch(tx, 'userTag')
}

/** The uids that a statement answers. */
export async function uidsOf(tx: Tx, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`${statement}`.execute(tx)
  return rows.map((row) => row.uid)
}

/**
 * Brings the tags that others imply into accordance with them, for some users: gives (source 5) what is missing unless it was
 * taken away by hand or another tag stands in the way, and takes what no held tag implies any more. Members §4.3.
 */
export async function settleImplied(
  tx: Tx,
  net: TagNet,
  changed: readonly number[],
  within: Within,
  runId: number | null = null,
): Promise<void> {
  const among = withinSql(within)
  const moves: Move[] = []
  for (const tagId of new Set(changed.flatMap((id) => impliedBy(net, id)))) {
    const givers = impliersOf(net, tagId)
    const { stronger, weaker } = rivalsOf(net, tagId)
    const held = sql`x."tagId" = any(${sql.val(givers)}::int[]) and x."source" not in (${sql.lit(IMPLIED)}, ${sql.lit(EXCLUDED)})`
    if (net.tags.get(tagId)?.status === 1)
      moves.push({
        tagId,
        action: 1,
        source: IMPLIED,
        uids: await uidsOf(
          tx,
          sql`insert into "userTagRel" ("tagId", "uid", "source")
            select distinct ${tagId}::int, x."uid", ${sql.lit(IMPLIED)} from "userTagRel" x
            where ${held} and ${among('x."uid"')} and not exists (select 1 from "userTagRel" r
              where r."uid" = x."uid" and r."source" <> -1
                and r."tagId" = any(${sql.val([...stronger, ...weaker])}::int[]))
            on conflict do nothing returning "uid"`,
        ),
      })
    moves.push({
      tagId,
      action: 2,
      source: IMPLIED,
      uids: await uidsOf(
        tx,
        sql`delete from "userTagRel" t where t."tagId" = ${tagId} and t."source" = ${sql.lit(IMPLIED)}
          and ${among('t."uid"')} and not exists (select 1 from "userTagRel" x where x."uid" = t."uid" and ${held})
          returning t."uid"`,
      ),
    })
  }
  await noteMoves(tx, moves, runId)
}

/**
 * Says that something of users has changed which tags of 实时 may ask for: they are computed for them within five minutes. To
 * be called in the transaction of the change, after it; costs nothing while there are no such tags. Members §4.5.
 */
export async function touchTags(tx: Tx, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return
  // A row that is there already is written anew: the job passes over it until this transaction has ended.
  await sql`insert into "userTagTouched" ("uid")
    select "uid" from unnest(${sql.val([...new Set(uids)].sort((a, b) => a - b))}::int[]) as u ("uid")
    where exists (select 1 from "userTag" where "runMode" = 4 and "tagType" = 2 and "status" = 1 and "isDel" = 0)
    order by "uid"
    on conflict ("uid") do update set "time" = now()`.execute(tx)
}
