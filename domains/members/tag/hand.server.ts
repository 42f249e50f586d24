import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { user } from '../user/user.entity.ts'
import { type Move, noteMoves, settleImplied, touchTags, uidsOf } from './moves.server.ts'
import { readNet } from './net.server.ts'
import { rivalsOf, type TagNet } from './tag.rules.ts'
import { AUTOMATIC, EXCLUDED, type HandSource, IMPLIED } from './userTag.entity.ts'

/** Tags of a user that are not computed. Members §14. */
export const MOST_TAGS = 50

interface Locked {
  id: number
  lifeStatus: number
  mergeToUid: number | null
}

/**
 * Locks users in the order of their uids. 404 where one is not there or outside the person's data scope, 409 where one is
 * erased or merged. Members §14.
 */
export async function lockLiving(tx: Tx, uids: readonly number[]): Promise<void> {
  const scope: Expression<SqlBool> | null = scopeCondition(await rowScope(tx, actorOf(tx), user), 'user')
  const { rows } = await sql<Locked>`
    select "id", "lifeStatus", "mergeToUid" from "user"
    where "id" = any(${sql.val([...uids])}::int[]) and "isDel" = 0${scope === null ? sql`` : sql` and ${scope}`}
    order by "id" for update`.execute(tx)
  if (rows.length < new Set(uids).size) throw notFound()
  for (const { lifeStatus, mergeToUid } of rows) {
    if (lifeStatus === 2) throw conflict('用户已注销，不能操作')
    if (lifeStatus === 3) throw conflict(`用户已合并到${mergeToUid ?? ''}，不能操作`)
  }
}

/** Refuses tags that cannot be given by hand: gone (404), 停用, or two of which nobody has both. */
function checkGiven(net: TagNet, tagIds: readonly number[]): void {
  for (const id of tagIds) {
    const tag = net.tags.get(id)
    if (tag === undefined) throw notFound('标签不存在')
    if (tag.status !== 1) throw refuse('标签已停用', 'tagId')
    const { stronger, weaker } = rivalsOf(net, id)
    const other = [...stronger, ...weaker].find((one) => tagIds.includes(one))
    if (other !== undefined)
      throw refuse(`标签“${tag.name}”和“${net.tags.get(other)?.name ?? ''}”互斥，不能同时设置`, 'tagId')
  }
}

interface Given {
  uids: readonly number[]
  tagIds: readonly number[]
  /** 1 by hand unless given */
  source?: HandSource
}

/**
 * Gives tags to users by hand (or by an import, or an application): they take the place of tags of the same group 单选 and of
 * those they exclude, and no rule takes them away. Answers how many were given anew. 404; 409; 422 标签已停用, 每个用户最多50个标签.
 * Members §2.6, §4.2.
 */
export async function giveTags(tx: Tx, { uids, tagIds, source = 1 }: Given): Promise<number> {
  await lockLiving(tx, uids)
  const net = await readNet(tx)
  checkGiven(net, tagIds)
  const { adminId } = actorOf(tx)
  const by = adminId === 0 ? null : adminId
  const among = sql.val([...uids])
  const moves: Move[] = []
  for (const tagId of tagIds) {
    const until = sql`(select case when "validDays" > 0 then now() + make_interval(days => "validDays") end
      from "userTag" where "id" = ${tagId})`
    const fresh = await uidsOf(
      tx,
      sql`insert into "userTagRel" ("tagId", "uid", "source", "operator", "expireTime")
        select ${tagId}::int, "uid", ${source}::int, ${by}::int, ${until} from unnest(${among}::int[]) as g ("uid")
        on conflict do nothing returning "uid"`,
    )
    const set = sql`"source" = ${source}, "bindTime" = now(), "operator" = ${by}, "expireTime" = ${until}`
    const back = await uidsOf(
      tx,
      sql`update "userTagRel" set ${set} where "tagId" = ${tagId} and "uid" = any(${among}::int[])
        and "source" = ${sql.lit(EXCLUDED)} returning "uid"`,
    )
    // What a rule had given is the person's own from now on.
    await sql`update "userTagRel" set ${set} where "tagId" = ${tagId} and "uid" = any(${among}::int[])
      and "source" in (2, ${sql.lit(IMPLIED)})`.execute(tx)
    moves.push({ tagId, uids: [...fresh, ...back], action: 1, source })
    const { stronger, weaker } = rivalsOf(net, tagId)
    for (const rival of [...stronger, ...weaker])
      moves.push({
        tagId: rival,
        action: 2,
        source,
        uids: await uidsOf(
          tx,
          sql`delete from "userTagRel" where "tagId" = ${rival} and "uid" = any(${among}::int[])
            and "source" <> ${sql.lit(EXCLUDED)} returning "uid"`,
        ),
      })
  }
  await noteMoves(tx, moves)
  await settleImplied(tx, net, changedIn(moves), { kind: 'these', uids })
  const { rows } = await sql`select 1 from "userTagRel" where "uid" = any(${among}::int[])
    and "source" <> ${sql.lit(EXCLUDED)} group by "uid" having count(*) > ${MOST_TAGS} limit 1`.execute(tx)
  if (rows.length > 0) throw refuse(`每个用户最多${MOST_TAGS}个标签`, 'tagId')
  await touchTags(tx, uids)
  return moves.reduce((sum, one) => sum + (one.action === 1 ? one.uids.length : 0), 0)
}

/**
 * Takes tags from users by hand. What a rule or another tag has given stays away from then on (source −1). Answers how many
 * were taken. 404; 409. Members §2.6.
 */
export async function takeTags(tx: Tx, { uids, tagIds, source = 1 }: Given): Promise<number> {
  await lockLiving(tx, uids)
  const net = await readNet(tx)
  const { adminId } = actorOf(tx)
  const by = adminId === 0 ? null : adminId
  const moves: Move[] = []
  for (const tagId of tagIds) {
    const tag = net.tags.get(tagId)
    if (tag === undefined) throw notFound('标签不存在')
    const mine = sql`"tagId" = ${tagId} and "uid" = any(${sql.val([...uids])}::int[])`
    const kept = await uidsOf(
      tx,
      sql`update "userTagRel" set "source" = ${sql.lit(EXCLUDED)}, "bindTime" = now(), "operator" = ${by},
        "expireTime" = null where ${mine} and "source" <> ${sql.lit(EXCLUDED)}
        and (${tag.tagType === AUTOMATIC} or "source" = ${sql.lit(IMPLIED)}) returning "uid"`,
    )
    const gone = await uidsOf(
      tx,
      sql`delete from "userTagRel" where ${mine} and "source" <> ${sql.lit(EXCLUDED)} returning "uid"`,
    )
    moves.push({ tagId, uids: [...kept, ...gone], action: 2, source })
  }
  await noteMoves(tx, moves)
  await settleImplied(tx, net, changedIn(moves), { kind: 'these', uids })
  await touchTags(tx, uids)
  return moves.reduce((sum, one) => sum + one.uids.length, 0)
}

const changedIn = (moves: readonly Move[]): number[] => [
  ...new Set(moves.flatMap(({ tagId, uids }) => (uids.length > 0 ? [tagId] : []))),
]
