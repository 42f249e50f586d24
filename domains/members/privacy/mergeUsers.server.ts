import { sql } from 'kysely'
import { endCustomerSessions } from '#domains/access/access.door.ts'
import { allMerges } from '#kit/server/consumers.ts'
import type { Tx } from '#kit/server/database.ts'
import { findRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { postExperience } from '../level/experience.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { moveLevel } from '../level/moveLevel.server.ts'
import { forgetTerms } from '../level/terms.server.ts'
import { whyGone } from '../user/living.rules.ts'
import { user } from '../user/user.entity.ts'
import { pathBelow } from '../user/user.rules.ts'
import { countSpread, type User } from '../user/userMake.server.ts'
import { showBalance, showFigures } from '../user/userStat.server.ts'

type Side = 'from' | 'to'

/** Which of the two gives what cannot be added up. */
export interface Keep {
  keepNickname: Side
  keepAvatar: Side
  keepBirthday: Side
  keepSpread: Side
  keepLevel: Side
}

export interface Moved {
  label: string
  n: number
}

/** Both, locked smaller uid first (doors §5). 404, 409 of one who is gone, 422 of one and the same. */
async function lockBoth(tx: Tx, from: number, to: number): Promise<{ from: User; to: User }> {
  if (from === to) throw refuse('保留用户不能同时被合并', 'toUid')
  await sql`select "id" from "user" where "id" in (${from}, ${to}) order by "id" for update`.execute(tx)
  const [one, other] = [await findRow(tx, user, from), await findRow(tx, user, to)]
  if (one === undefined || other === undefined) throw notFound('用户不存在')
  if (one.lifeStatus === 3) throw conflict('用户已合并')
  for (const row of [one, other]) {
    const reason = whyGone(row)
    if (reason !== null) throw conflict(reason)
    if (row.lifeStatus === 1) throw conflict(`用户${row.id}在注销冷静期，不能合并`)
  }
  return { from: one, to: other }
}

/** Why the two may not become one: 409 {原因}，不能合并. Members §10.3, §14. */
async function refuseBlocked(tx: Tx, from: User, to: User): Promise<void> {
  const isAbove = (above: User, below: User) => below.path.split('/').includes(String(above.id))
  if (isAbove(from, to) || isAbove(to, from))
    throw conflict('一方是另一方的上级推广人，请先调整推广关系，不能合并')
  for (const { refuses } of allMerges(tx).values()) {
    const reason = await refuses?.(tx, from.id, to.id)
    if (reason != null) throw conflict(`${reason}，不能合并`)
  }
}

/**
 * Two consumers become one, in the caller's transaction: every room gives its rows to the one that is kept, and whatever
 * leads to the other leads there from now on. Answers what moved. 404, 409, 422 as lockBoth and refuseBlocked. Members §10.3.
 */
export async function mergeUsers(tx: Tx, fromUid: number, toUid: number, keep: Keep): Promise<Moved[]> {
  for (const { lock } of allMerges(tx).values()) await lock?.(tx, fromUid, toUid)
  const { from, to } = await lockBoth(tx, fromUid, toUid)
  await refuseBlocked(tx, from, to)
  const moved = new Map<string, number>()
  const note = (label: string, n: number) => moved.set(label, (moved.get(label) ?? 0) + n)
  for (const [table, { title, merge }] of allMerges(tx)) {
    note(title, await merge(tx, from.id, to.id))
    touch(tx, table)
  }
  note('成长值', await moveGrowth(tx, from, to))
  note('下级', await moveSpread(tx, from, to, keep))
  await settleLevels(tx, from, to, keep)
  await writeBoth(tx, from, to, keep)
  await endCustomerSessions(tx, from.id)
  await showFigures(tx, to.id)
  await showBalance(tx, to.id)
  for (const { id } of [from, to]) forgetTerms(tx, id)
  return [...moved].filter(([, n]) => n !== 0).map(([label, n]) => ({ label, n }))
}

/** Growth goes by a pair of entries: out of one ledger, into the other; the level follows once. */
async function moveGrowth(tx: Tx, from: User, to: User): Promise<number> {
  const { experience } = await lockMember(tx, from.id)
  if (experience === 0) return 0
  const linkId = `merge-${from.id}-${to.id}`
  const entry = { linkType: 'system' as const, linkId }
  await postExperience(tx, { ...entry, uid: from.id, amount: -experience, title: `合并转出到用户${to.id}` })
  await postExperience(tx, { ...entry, uid: to.id, amount: experience, title: `用户${from.id}合并转入` })
  return experience
}

/** Whoever came by the one merged stands below the one kept; the chain above is that of the side chosen. */
async function moveSpread(tx: Tx, from: User, to: User, { keepSpread }: Keep): Promise<number> {
  const target =
    keepSpread === 'from' ? { spreadUid: from.spreadUid, path: from.path, spreadTime: from.spreadTime } : to
  const isMoved = target.spreadUid !== to.spreadUid
  if (isMoved) {
    await countSpread(tx, to.spreadUid, -1)
    await countSpread(tx, target.spreadUid, 1)
    await movePaths(tx, pathBelow(to.path, to.id), pathBelow(target.path, to.id))
    await tx
      .updateTable('user')
      .set({ spreadUid: target.spreadUid, path: target.path, spreadTime: target.spreadTime })
      .where('id', '=', to.id)
      .execute()
  }
  await movePaths(tx, pathBelow(from.path, from.id), pathBelow(target.path, to.id))
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ spreadUid: to.id })
    .where('spreadUid', '=', from.id)
    .executeTakeFirstOrThrow()
  const n = Number(numUpdatedRows)
  await countSpread(tx, to.id, n)
  await countSpread(tx, from.spreadUid, -1)
  await tx
    .updateTable('user')
    .set({ spreadUid: null, spreadTime: null, spreadCount: 0, path: '' })
    .where('id', '=', from.id)
    .execute()
  return n
}

const movePaths = (tx: Tx, before: string, after: string) =>
  sql`update "user" set "path" = ${after} || substr("path", ${before.length + 1})
    where "path" like ${`${before}%`}`.execute(tx)

/** The customer level, and a member level held by hand, are those of the side chosen; the one merged has none any more. */
async function settleLevels(tx: Tx, from: User, to: User, { keepLevel }: Keep): Promise<void> {
  const give = async (uid: number, levelType: 1 | 3, levelId: number | null, until?: Date | null) => {
    const member = await lockMember(tx, uid)
    await moveLevel(tx, member, {
      levelType,
      after: (await levelOf(tx, levelId)) ?? null,
      changeType: 10,
      mark: `用户${from.id}合并到${to.id}`,
      sourceType: 'merge',
      ...(until === undefined ? {} : { more: { levelLockTime: until } }),
    })
  }
  const customer =
    keepLevel === 'from' ? (from.customerLevel ?? to.customerLevel) : (to.customerLevel ?? from.customerLevel)
  if (customer !== to.customerLevel) await give(to.id, 3, customer)
  const isHeld = from.levelLockTime !== null && from.levelLockTime > new Date()
  if (keepLevel === 'from' && isHeld) await give(to.id, 1, from.level, from.levelLockTime)
  if (from.customerLevel !== null) await give(from.id, 3, null)
  const left = await lockMember(tx, from.id)
  if (left.level !== null) await give(from.id, 1, null, null)
}

/** The row that is kept with what was chosen of the other, and what is left of the other: where it went. */
async function writeBoth(tx: Tx, from: User, to: User, keep: Keep): Promise<void> {
  const chosen = <K extends 'nickname' | 'avatar' | 'birthday'>(name: K, side: Side): User[K] =>
    side === 'from' ? from[name] || to[name] : to[name] || from[name]
  const gone = await findRow(tx, user, from.id)
  const kept = await findRow(tx, user, to.id)
  if (gone === undefined || kept === undefined) throw notFound('用户不存在')
  await updateRow(
    tx,
    user,
    gone,
    {
      lifeStatus: 3,
      mergeToUid: to.id,
      phone: '',
      account: '',
      isPaidMember: 0,
      paidLevel: null,
      paidEndTime: null,
    },
    { anyField: true },
  )
  await updateRow(
    tx,
    user,
    kept,
    {
      nickname: chosen('nickname', keep.keepNickname),
      avatar: chosen('avatar', keep.keepAvatar),
      birthday: chosen('birthday', keep.keepBirthday),
      realName: to.realName || from.realName,
      cardId: to.cardId || from.cardId,
      phone: to.phone || from.phone,
      account: to.phone === '' && from.phone !== '' ? from.account : to.account,
      addres: to.addres || from.addres,
      districtId: to.addres === '' && from.addres !== '' ? from.districtId : to.districtId,
      groupId: to.groupId ?? from.groupId,
      customerGroupId: to.customerGroupId ?? from.customerGroupId,
      storeId: to.storeId ?? from.storeId,
      agentId: to.agentId ?? from.agentId,
      companyId: to.companyId ?? from.companyId,
      orgUserId: to.orgUserId ?? from.orgUserId,
      isPromoter: to.isPromoter === 1 || from.isPromoter === 1 ? 1 : 0,
      promoterTime: to.promoterTime ?? from.promoterTime,
      subscribe: to.subscribe === 1 || from.subscribe === 1 ? 1 : 0,
    },
    { anyField: true },
  )
}
