import { sql } from 'kysely'
import { z } from 'zod'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import { nextNumber } from '#kit/server/number.ts'
import { findRow, insertRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import { memberSettings } from '../config/config.server.ts'
import { postExperience } from '../level/experience.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { VIP_STATES, vipOrder, type vipPlan } from './membership.entity.ts'
import { moveUp, openPaid, refreshPaid, tellVip } from './paid.server.ts'
import { daysBetween, lengthOf, refundOf } from './period.rules.ts'

type Plan = EntityRow<typeof vipPlan>
export type VipOrder = EntityRow<typeof vipOrder>

export const PREFIX = 'HY'
const PAY_MINUTES = 30
const DAY_MS = 86_400_000

export const openedScene = declareScene({
  mark: 'vipOpened',
  type: '会员开通',
  description: '付费会员开通或续费时告知用户',
  sendType: 1,
  channels: ['sms', 'wechat', 'routine'],
  content: '您已开通{levelName}，套餐{planName}',
})

/** What an order keeps of the plan it was made by. */
const snapshot = z.object({
  planName: z.string(),
  unit: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  num: z.number(),
  price: z.number(),
  giftDays: z.number(),
  giftExperience: z.number(),
  giftIntegral: z.number(),
  giftCouponIds: z.array(z.number()),
})
export type Snapshot = z.output<typeof snapshot>

const snapshotOf = (plan: Plan): Snapshot => snapshot.parse(plan)

/** Whether a user has ever bought a membership. */
export async function hasBought(db: Db, uid: number): Promise<boolean> {
  const row = await db
    .selectFrom('vipOrder')
    .select('id')
    .where('uid', '=', uid)
    .where('source', '=', 1)
    .where('status', 'in', [1, 3])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What a user pays for a plan now: its first price while they have bought none. */
export const priceFor = (
  { price, firstPrice }: Pick<Plan, 'price' | 'firstPrice'>,
  bought: boolean,
): Cents => (firstPrice !== null && !bought ? firstPrice : price)

/** Takes one of a limited plan; 422 套餐已售罄. */
async function takePlan(tx: Tx, planId: number): Promise<void> {
  const taken = await sql`update "vipPlan" set "soldNum" = "soldNum" + 1
    where "id" = ${planId} and ("limitNum" = 0 or "soldNum" < "limitNum")`.execute(tx)
  if (Number(taken.numAffectedRows ?? 0) === 0) throw refuse('套餐已售罄', 'planId')
}

/** A plan that is sold now, of a level that is shown; 409 套餐已下架. */
export async function planOnSale(db: Db, planId: number): Promise<Plan> {
  const plan = await db
    .selectFrom('vipPlan')
    .selectAll()
    .where('id', '=', planId)
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .executeTakeFirst()
  const level = await levelOf(db, plan?.levelId ?? null)
  if (plan === undefined || level === undefined || level.isShow === 0) throw conflict('套餐已下架')
  return plan
}

/**
 * An order of a plan by a user, to be paid within 30 minutes. 409 付费会员未开启, 套餐已下架, 您已是永久会员; 422 套餐已售罄,
 * 请阅读并同意会员协议. Members §3.5, §14.
 */
export async function orderPlan(
  tx: Tx,
  uid: number,
  { planId, agreed }: { planId: number; agreed: boolean },
  now: Date,
): Promise<VipOrder> {
  const { vip_open } = await memberSettings(tx, 'vip')
  if (vip_open === 0) throw conflict('付费会员未开启')
  const plan = await planOnSale(tx, planId)
  if (!agreed) throw refuse('请阅读并同意会员协议', 'agreed')
  const orderNo = await nextNumber(tx, PREFIX)
  const forEver = await tx
    .selectFrom('userPaidMember')
    .select('id')
    .where('uid', '=', uid)
    .where('status', 'in', [0, 1])
    .where('endTime', 'is', null)
    .executeTakeFirst()
  if (forEver !== undefined) throw conflict('您已是永久会员')
  await takePlan(tx, planId)
  return insertRow(
    tx,
    vipOrder,
    {
      ...{ orderNo, uid, levelId: plan.levelId, planId, planName: plan.planName, plan: snapshotOf(plan) },
      payPrice: priceFor(plan, await hasBought(tx, uid)),
      source: 1,
      status: 0,
      expireTime: new Date(now.getTime() + PAY_MINUTES * 60_000),
    },
    { anyScope: true },
  )
}

/** A row of a membership order, locked. 404 without. */
export async function lockOrder(tx: Tx, id: number): Promise<VipOrder> {
  const row = await tx
    .selectFrom('vipOrder')
    .selectAll()
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/**
 * A locked order has been paid, or is given: once, whoever tells it again. Opens its period and posts what its plan gives.
 * `adjust`: cents its price changes by, where finance took less for it (确认入账); what is refunded later is reckoned from what
 * was paid. Members §3.5, §11.
 */
export async function completeOrder(
  tx: Tx,
  asked: VipOrder,
  { payType, time, adjust = 0 }: { payType: string; time: Date; adjust?: Cents },
): Promise<VipOrder> {
  if (asked.status !== 0) return asked
  const order = { ...asked, payPrice: asked.payPrice + adjust }
  const plan = snapshot.parse(order.plan)
  const member = await lockMember(tx, order.uid)
  const segment = await openPaid(
    tx,
    member,
    {
      orderId: order.id,
      levelId: order.levelId,
      source: order.source,
      length: plan,
      price: order.payPrice > 0 ? order.payPrice : plan.price,
    },
    time,
  )
  const done = await updateRow(
    tx,
    vipOrder,
    asked,
    {
      status: 1,
      payPrice: order.payPrice,
      payType,
      payTime: time,
      startTime: segment.startTime,
      endTime: segment.endTime,
      expireTime: null,
    },
    { anyField: true },
  )
  await postGifts(tx, done, plan)
  const level = await levelOf(tx, order.levelId)
  await notify(
    tx,
    'vipOpened',
    [{ kind: 'user', id: order.uid }],
    { levelName: level?.name ?? '', planName: plan.planName },
    order.orderNo,
  )
  return done
}

const sourceOf = ({ id, orderNo }: VipOrder) => ({ type: 'vipOrder', id, no: orderNo, title: '付费会员赠送' })

async function postGifts(tx: Tx, order: VipOrder, plan: Snapshot): Promise<void> {
  const { uid, orderNo } = order
  await postExperience(tx, {
    ...{ uid, amount: plan.giftExperience, linkType: 'vip', linkId: orderNo },
    title: '付费会员赠送',
  })
  if (plan.giftIntegral > 0)
    await grantOf(tx, 'integral')?.grant(tx, uid, plan.giftIntegral, { ...sourceOf(order), line: 0 })
  for (const [line, refId] of plan.giftCouponIds.entries())
    await grantOf(tx, 'coupon')?.grant(tx, uid, 1, { ...sourceOf(order), line }, refId)
}

async function takeGifts(tx: Tx, order: VipOrder, plan: Snapshot): Promise<void> {
  const { uid, orderNo } = order
  await postExperience(tx, {
    ...{ uid, amount: -plan.giftExperience, linkType: 'vip', linkId: orderNo },
    title: '付费会员退款',
  })
  await grantOf(tx, 'integral')?.takeBack(tx, { ...sourceOf(order), line: 0 })
  for (const line of plan.giftCouponIds.keys())
    await grantOf(tx, 'coupon')?.takeBack(tx, { ...sourceOf(order), line })
}

/** Gives a plan to a user for nothing, with a reason. Members §3.5 赠送. */
export async function givePlan(
  tx: Tx,
  uid: number,
  plan: Plan,
  reason: string,
  now: Date,
): Promise<VipOrder> {
  const orderNo = await nextNumber(tx, PREFIX)
  const order = await insertRow(tx, vipOrder, {
    ...{
      orderNo,
      uid,
      levelId: plan.levelId,
      planId: plan.id,
      planName: plan.planName,
      plan: snapshotOf(plan),
    },
    ...{ payPrice: 0, source: 2, status: 0, mark: reason },
  })
  return completeOrder(tx, order, { payType: '', time: now })
}

/** Closes a locked order that was not paid; what it took of a limited plan is free again. Members §11. */
export async function closeOrder(tx: Tx, order: VipOrder): Promise<void> {
  if (order.status !== 0) return
  await updateRow(tx, vipOrder, order, { status: 2, expireTime: null }, { anyField: true })
  await sql`update "vipPlan" set "soldNum" = greatest(0, "soldNum" - 1) where "id" = ${order.planId}`.execute(
    tx,
  )
  touch(tx, 'vipPlan')
}

/** What can be given back of an order now, and why so much. */
export interface RefundQuote {
  amount: Cents
  unused: number
  all: number
  /** times benefits were used since it was opened */
  usedNum: number
  isFull: boolean
  /** why nothing can be given back; '' when something can */
  reason: string
}

const NO_REFUND = { amount: 0, unused: 0, all: 0, usedNum: 0, isFull: false }

/** Members §3.5, §12. `used`: cents of paid benefits that were used. */
export async function quoteRefund(db: Db, order: VipOrder, used: Cents, now: Date): Promise<RefundQuote> {
  if (order.status !== 1) {
    const state = VIP_STATES.find((one) => one.value === order.status)?.label ?? ''
    return { ...NO_REFUND, reason: `当前状态为${state}，不能退款` }
  }
  const newer = await db
    .selectFrom('userPaidMember as p')
    .innerJoin('vipOrder as o', 'o.id', 'p.vipOrderId')
    .select('o.orderNo')
    .where('o.uid', '=', order.uid)
    .where('o.id', '>', order.id)
    .where('o.status', '=', 1)
    .where('p.status', 'in', [0, 1])
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newer !== undefined) return { ...NO_REFUND, reason: `请先退款较新的开通单${newer.orderNo}` }
  const row = await db
    .selectFrom('userPaidMember')
    .selectAll()
    .where('vipOrderId', '=', order.id)
    .executeTakeFirst()
  if (row === undefined || row.status > 1) return { ...NO_REFUND, reason: '会员资格已结束或已转换，不能退款' }
  const { vip_refund_days } = await memberSettings(db, 'vip')
  const since = order.payTime ?? row.startTime
  const { n } = await db
    .selectFrom('equityUse')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('uid', '=', order.uid)
    .where('levelId', '=', order.levelId)
    .where('usedTime', '>=', since)
    .executeTakeFirstOrThrow()
  const usedNum = Number(n)
  const isFull = now.getTime() - since.getTime() <= vip_refund_days * DAY_MS && usedNum === 0 && used === 0
  if (row.endTime === null && !isFull)
    return { ...NO_REFUND, usedNum, reason: '永久会员已超过全额退款期限，不能退款' }
  const span = { startTime: row.startTime, endTime: row.endTime ?? row.startTime }
  const all = lengthOf(span)
  const unused = row.startTime > now ? all : daysBetween(now, span.endTime)
  return {
    ...{ unused, all, usedNum, isFull, reason: '' },
    amount: refundOf({ price: order.payPrice, unused, all, used, isFull }),
  }
}

/**
 * Gives a membership back: its period ends, its gifts are taken back as far as unspent; answers the cents that have to go back.
 * 409 with the reason of the quote. The money is the caller's. Members §3.5, §11.
 */
export async function undoOrder(
  tx: Tx,
  order: VipOrder,
  { used, reason }: { used: Cents; reason: string },
  now: Date,
): Promise<Cents> {
  const member = await lockMember(tx, order.uid)
  const quote = await quoteRefund(tx, order, used, now)
  if (quote.reason !== '') throw conflict(quote.reason)
  const row = await tx
    .selectFrom('userPaidMember')
    .selectAll()
    .where('vipOrderId', '=', order.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('userPaidMember')
    .set({ status: 3, endTime: row.startTime > now ? row.endTime : now })
    .where('id', '=', row.id)
    .execute()
  await moveUp(tx, order.uid, row.startTime, quote.unused)
  await updateRow(
    tx,
    vipOrder,
    order,
    { status: 3, refundAmount: quote.amount, refundReason: reason },
    { anyField: true },
  )
  await refreshPaid(tx, member, now, { changeType: 7, mark: '付费会员退款', sourceId: `refund-${order.id}` })
  await takeGifts(tx, order, snapshot.parse(order.plan))
  await tellVip(tx, order.uid, order.levelId, 'refund', quote.amount)
  return quote.amount
}

/** An order by its id, whoever asks. */
export const findOrder = (db: Db, id: number): Promise<VipOrder | undefined> => findRow(db, vipOrder, id)
