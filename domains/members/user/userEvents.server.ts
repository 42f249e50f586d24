import type { z } from 'zod'
import { jsonb, type Tx } from '#kit/server/database.ts'
import type { Consumer } from '#kit/server/room.ts'
import { addMoney } from '#kit/shared/money.ts'
import { presentUid } from '../level/member.server.ts'
import { orderPaid, piecesOf, refundChanged, replied, visited } from './facts.rules.ts'
import { addFact, countOnce, showBalance } from './userStat.server.ts'

const NAME = 'members.userStat'
/** 退款成功 of an after-sale. Orders §3.4. */
const REFUNDED = 3

/** A paid order counts once, for whoever its user is by now. Members §2.2. */
const onPaid = (tx: Tx, payload: Record<string, unknown>): Promise<void> =>
  countPaid(tx, orderPaid.parse(payload))

/** Adds a paid order to the figures of its user, once. */
export async function countPaid(
  tx: Tx,
  { orderId, orderSn, channelId, uid: asked, lines, time }: z.infer<typeof orderPaid>,
): Promise<void> {
  const uid = await presentUid(tx, asked)
  if (uid === null) return
  const paid = addMoney(...lines.map((one) => one.paid))
  const made = await tx
    .insertInto('userOrderFact')
    .values({ orderSn, orderId, uid, channelId, payTime: time, paid, lines: jsonb(lines) })
    .onConflict((same) => same.doNothing())
    .returning('orderSn')
    .executeTakeFirst()
  if (made === undefined) return
  const pieces = lines.map((one) => piecesOf(one.q))
  const byProduct = Map.groupBy(lines, (one) => one.productId)
  await addFact(tx, {
    ...{ uid, time, channelId, payCount: 1, payAmount: paid },
    goodsNum: pieces.reduce((sum, one) => sum + one, 0),
    goods: [...byProduct].map(([productId, own]) => ({
      productId,
      pieces: own.reduce((sum, one) => sum + piecesOf(one.q), 0),
      paid: addMoney(...own.map((one) => one.paid)),
      refunded: 0,
    })),
  })
  await showBalance(tx, uid)
}

/** A refund that has been paid out counts once; an order of which nothing is left paid is no purchase any more. */
async function onRefund(tx: Tx, payload: Record<string, unknown>): Promise<void> {
  const { refundId, orderSn, to, lines, time } = refundChanged.parse(payload)
  if (to !== REFUNDED) return
  const order = await tx
    .selectFrom('userOrderFact')
    .selectAll()
    .where('orderSn', '=', orderSn)
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) return
  const uid = await presentUid(tx, order.uid)
  if (uid === null) return
  const amount = addMoney(...lines.map((one) => one.amount))
  const made = await tx
    .insertInto('userRefundFact')
    .values({ refundId, orderSn, uid, refundTime: time, amount, lines: jsonb(lines) })
    .onConflict((same) => same.doNothing())
    .returning('refundId')
    .executeTakeFirst()
  if (made === undefined) return
  const refunded = addMoney(order.refunded, amount)
  await tx.updateTable('userOrderFact').set({ refunded }).where('orderSn', '=', orderSn).execute()
  const isGone = order.refunded < order.paid && refunded >= order.paid
  const productOf = new Map(order.lines.map((one) => [one.lineId, one.productId]))
  await addFact(tx, {
    ...{ uid, time, refundAmount: amount, refundCount: 1 },
    ...(isGone ? { payCount: -1, paidTime: order.payTime } : {}),
    goodsNum: -lines.reduce((sum, one) => sum + piecesOf(one.q), 0),
    goods: lines.flatMap(({ lineId, q, amount: refundedOf }) => {
      const productId = productOf.get(lineId)
      return productId === undefined
        ? []
        : [{ productId, pieces: -piecesOf(q), paid: 0, refunded: refundedOf }]
    }),
  })
  await showBalance(tx, uid)
}

async function onVisited(tx: Tx, payload: Record<string, unknown>): Promise<void> {
  const { eventId, uid: asked, pages, shares, time } = visited.parse(payload)
  const uid = await presentUid(tx, asked)
  if (uid === null || !(await countOnce(tx, 'visit', eventId, '', uid))) return
  await addFact(tx, { uid, time, visits: pages, shareNum: shares })
}

const onReply =
  (part: 'created' | 'removed') =>
  async (tx: Tx, payload: Record<string, unknown>): Promise<void> => {
    const { replyId, uid: asked, time } = replied.parse(payload)
    const uid = await presentUid(tx, asked)
    if (uid === null || !(await countOnce(tx, 'reply', replyId, part, uid))) return
    await addFact(tx, { uid, time, replyNum: part === 'created' ? 1 : -1 })
  }

/** Tells of what no order tells: recharges, payouts, and what the bank brings. Doors §6. */
async function onMoved(tx: Tx, { uid: asked }: Record<string, unknown>): Promise<void> {
  const uid = typeof asked === 'number' ? await presentUid(tx, asked) : null
  if (uid !== null) await showBalance(tx, uid)
}

/** What fills the figures of users; rooms that are not there yet are waited for. Members §16 member.events. */
export const userConsumers: readonly Consumer[] = [
  { name: NAME, event: 'account.moved', handle: onMoved },
  { name: NAME, event: 'order.paid', from: 'orders', handle: onPaid },
  { name: NAME, event: 'refund.changed', from: 'orders', handle: onRefund },
  { name: NAME, event: 'user.visited', from: 'statistics', handle: onVisited },
  { name: NAME, event: 'reply.created', from: 'catalog', handle: onReply('created') },
  { name: NAME, event: 'reply.removed', from: 'catalog', handle: onReply('removed') },
]
