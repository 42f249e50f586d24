import { sql } from 'kysely'
import { accountOf } from '#domains/accounts/accounts.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Cents } from '#kit/shared/money.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { memberSettings } from '../config/config.server.ts'
import { figuresMoved } from '../level/evaluate.server.ts'
import { touchTags } from '../tag/moves.server.ts'
import { averageOf, lifeStageOf } from './user.rules.ts'

/** What a fact adds to the figures of one user; amounts in cents. */
export interface StatFact {
  uid: number
  time: Date
  /** −1: the order paid at `paidTime` is no purchase any more */
  payCount?: number
  paidTime?: Date
  payAmount?: Cents
  refundAmount?: Cents
  refundCount?: number
  goodsNum?: number
  usedCouponCount?: number
  channelId?: number | null
  visits?: number
  shareNum?: number
  replyNum?: number
  showNum?: number
  feedbackNum?: number
  sessionNum?: number
  drawNum?: number
  signed?: number
  goods?: readonly GoodsFact[]
}

interface GoodsFact {
  productId: number
  pieces: number
  paid: Cents
  refunded: Cents
}

/** Of each of the channels 1201 to 1205 one bit. */
const channelBit = (channelId: number | null | undefined): number =>
  channelId == null || channelId < 1201 || channelId > 1205 ? 0 : 1 << (channelId - 1201)

/** Counts a source once: false when it has been counted before. Members §4.5, invariant 6. */
export async function countOnce(
  tx: Tx,
  source: string,
  sourceId: number,
  part: string,
  uid: number,
): Promise<boolean> {
  const made = await tx
    .insertInto('userStatSource')
    .values({ source, sourceId, part, uid })
    .onConflict((same) => same.doNothing())
    .returning('uid')
    .executeTakeFirst()
  return made !== undefined
}

/**
 * Adds a fact to the figures of a user: 用户画像, the day and the products, and what the list shows of it. The user is locked
 * (doors §5, 8); whoever calls has counted the source (countOnce). Members §2.2.
 */
export async function addFact(tx: Tx, fact: StatFact): Promise<void> {
  const { uid } = fact
  const held = await sql`select 1 from "user" where "id" = ${uid} for update`.execute(tx)
  if (held.rows.length === 0) return
  const { paidTime, ...others } = fact
  await addToDay(tx, paidTime === undefined ? fact : { ...others, payCount: 0 })
  if (paidTime !== undefined) await addToDay(tx, { uid, time: paidTime, payCount: fact.payCount ?? 0 })
  for (const goods of fact.goods ?? []) await addToGoods(tx, uid, goods, fact.time)
  await addToWhole(tx, fact)
  await showFigures(tx, uid)
}

async function addToDay(tx: Tx, fact: StatFact): Promise<void> {
  const day = formatDate(toSeconds(fact.time))
  await sql`insert into "userDayStat" ("uid", "day", "payCount", "payAmount", "refundAmount", "refundCount", "maxPayAmount",
      "goodsNum", "usedCouponCount", "orderChannels", "visits", "shareNum", "replyNum", "showNum", "signed")
    values (${fact.uid}, ${day}, ${fact.payCount ?? 0}, ${fact.payAmount ?? 0}, ${fact.refundAmount ?? 0},
      ${fact.refundCount ?? 0}, ${fact.payAmount ?? 0}, ${fact.goodsNum ?? 0}, ${fact.usedCouponCount ?? 0},
      ${fact.payCount ? channelBit(fact.channelId) : 0}, ${fact.visits ?? 0}, ${fact.shareNum ?? 0},
      ${fact.replyNum ?? 0}, ${fact.showNum ?? 0}, ${fact.signed ?? 0})
    on conflict ("uid", "day") do update set
      "payCount" = greatest(0, "userDayStat"."payCount" + excluded."payCount"),
      "payAmount" = "userDayStat"."payAmount" + excluded."payAmount",
      "refundAmount" = "userDayStat"."refundAmount" + excluded."refundAmount",
      "refundCount" = "userDayStat"."refundCount" + excluded."refundCount",
      "maxPayAmount" = greatest("userDayStat"."maxPayAmount", excluded."maxPayAmount"),
      "goodsNum" = greatest(0, "userDayStat"."goodsNum" + excluded."goodsNum"),
      "usedCouponCount" = "userDayStat"."usedCouponCount" + excluded."usedCouponCount",
      "orderChannels" = "userDayStat"."orderChannels" | excluded."orderChannels",
      "visits" = "userDayStat"."visits" + excluded."visits",
      "shareNum" = "userDayStat"."shareNum" + excluded."shareNum",
      "replyNum" = greatest(0, "userDayStat"."replyNum" + excluded."replyNum"),
      "showNum" = greatest(0, "userDayStat"."showNum" + excluded."showNum"),
      "signed" = greatest("userDayStat"."signed", excluded."signed"), "updateTime" = now()`.execute(tx)
}

async function addToGoods(
  tx: Tx,
  uid: number,
  { productId, pieces, paid, refunded }: GoodsFact,
  time: Date,
): Promise<void> {
  const bought = paid > 0
  await sql`insert into "userGoodsStat" ("uid", "productId", "payCount", "goodsNum", "payAmount", "refundAmount",
      "firstPayTime", "lastPayTime")
    values (${uid}, ${productId}, ${bought ? 1 : 0}, ${Math.max(0, pieces)}, ${paid}, ${refunded},
      ${bought ? time : null}, ${bought ? time : null})
    on conflict ("uid", "productId") do update set
      "payCount" = "userGoodsStat"."payCount" + excluded."payCount",
      "goodsNum" = greatest(0, "userGoodsStat"."goodsNum" + ${pieces}),
      "payAmount" = "userGoodsStat"."payAmount" + excluded."payAmount",
      "refundAmount" = "userGoodsStat"."refundAmount" + excluded."refundAmount",
      "firstPayTime" = least("userGoodsStat"."firstPayTime", excluded."firstPayTime"),
      "lastPayTime" = greatest("userGoodsStat"."lastPayTime", excluded."lastPayTime"), "updateTime" = now()`.execute(
    tx,
  )
}

async function addToWhole(tx: Tx, fact: StatFact): Promise<void> {
  const { uid, time, payCount = 0, payAmount = 0 } = fact
  const paid = payCount > 0
  await tx
    .insertInto('userStat')
    .values({ uid })
    .onConflict((same) => same.doNothing())
    .execute()
  await sql`update "userStat" set
      "payCount" = greatest(0, "payCount" + ${payCount}), "payAmount" = "payAmount" + ${payAmount},
      "refundAmount" = "refundAmount" + ${fact.refundAmount ?? 0},
      "refundCount" = "refundCount" + ${fact.refundCount ?? 0},
      "netAmount" = "payAmount" + ${payAmount} - "refundAmount" - ${fact.refundAmount ?? 0},
      "goodsNum" = greatest(0, "goodsNum" + ${fact.goodsNum ?? 0}),
      "firstPayTime" = ${paid ? sql`least("firstPayTime", ${time})` : sql`"firstPayTime"`},
      "lastPayTime" = ${paid ? sql`greatest("lastPayTime", ${time})` : sql`"lastPayTime"`},
      "lastChannelId" = ${paid && fact.channelId != null ? sql`${fact.channelId}` : sql`"lastChannelId"`},
      "maxPayAmount" = greatest("maxPayAmount", ${payAmount}),
      "shareNum" = "shareNum" + ${fact.shareNum ?? 0},
      "replyNum" = greatest(0, "replyNum" + ${fact.replyNum ?? 0}),
      "showNum" = greatest(0, "showNum" + ${fact.showNum ?? 0}),
      "feedbackNum" = "feedbackNum" + ${fact.feedbackNum ?? 0},
      "sessionNum" = "sessionNum" + ${fact.sessionNum ?? 0}, "drawNum" = "drawNum" + ${fact.drawNum ?? 0},
      "lastVisitTime" = ${fact.visits ? sql`greatest("lastVisitTime", ${time})` : sql`"lastVisitTime"`},
      "updateTime" = now()
    where "uid" = ${uid}`.execute(tx)
}

/** What the list shows follows from 用户画像; the row of the user is locked. */
export async function showFigures(tx: Tx, uid: number): Promise<void> {
  const row = await tx
    .selectFrom('user')
    .innerJoin('userStat', 'userStat.uid', 'user.id')
    .select([
      'userStat.payCount',
      'userStat.netAmount',
      'userStat.lastPayTime',
      'userStat.lastVisitTime',
      'user.createTime',
      'user.firstVisitTime',
    ])
    .where('user.id', '=', uid)
    .executeTakeFirst()
  if (row === undefined) return
  const { payCount, netAmount, lastPayTime, lastVisitTime, firstVisitTime } = row
  const lifeStage = lifeStageOf(row, await memberSettings(tx, 'stage'), new Date())
  await tx
    .updateTable('user')
    .set({
      ...{ payCount, netAmount, lastPayTime, lastVisitTime, lifeStage },
      firstVisitTime: firstVisitTime ?? lastVisitTime,
    })
    .where('id', '=', uid)
    .execute()
  await tx
    .updateTable('userStat')
    .set({ avgAmount: averageOf(netAmount, payCount) })
    .where('uid', '=', uid)
    .execute()
  touch(tx, 'user')
  await figuresMoved(tx, uid)
  await touchTags(tx, [uid])
}

/** The balance by which the list is ordered follows the account. Members §2.1 nowMoney. */
export async function showBalance(tx: Tx, uid: number): Promise<void> {
  await sql`select 1 from "user" where "id" = ${uid} for update`.execute(tx)
  const balance = (await accountOf(tx, { accountType: 1, uid }))?.balance ?? 0
  const done = await tx
    .updateTable('user')
    .set({ nowMoney: balance })
    .where('id', '=', uid)
    .where('nowMoney', '<>', balance)
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) === 0) return
  touch(tx, 'user')
  await touchTags(tx, [uid])
}

/** 用户画像 of one user; null before there is any. */
export const statOf = (db: Db, uid: number) =>
  db.selectFrom('userStat').selectAll().where('uid', '=', uid).executeTakeFirst()
