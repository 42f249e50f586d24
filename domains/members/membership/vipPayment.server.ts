import {
  createPayment,
  createRefundNote,
  declarePayable,
  type PayableState,
} from '#domains/accounts/accounts.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { noApp } from '#kit/server/openCaller.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { change } from '#kit/server/serve.ts'
import { conflict } from '#kit/shared/errors.ts'
import { customerOf } from '../sign/sign.server.ts'
import { seenOrder } from './membership.server.ts'
import {
  completeOrder,
  findOrder,
  lockOrder,
  orderPlan,
  quoteRefund,
  undoOrder,
  type VipOrder,
} from './vipOrder.server.ts'
import { vipPaymentCalls as calls } from './vipPayment.calls.ts'

// What touches money: a membership is paid and refunded through accounts. Members §3.5, doors §3.

const BIZ = 'vip'
/** 会员退款. Doors §7.1. */
const REFUND_TYPE = 6

function stateOf({ orderNo, uid, status, payPrice }: VipOrder): PayableState {
  const state = status === 0 ? 'unpaid' : status === 2 ? 'closed' : 'paid'
  return {
    state,
    bizSn: orderNo,
    expected: state === 'unpaid' ? payPrice : 0,
    uid,
    companyId: null,
    payerId: null,
  }
}

async function readState(db: Db, id: number): Promise<PayableState> {
  const order = await findOrder(db, id)
  if (order === undefined) throw conflict('会员开通单不存在')
  return stateOf(order)
}

const vipPayable = declarePayable(BIZ, {
  label: '付费会员',
  page: '/user/grade?tab=vip',
  async find(tx, orderNo) {
    const row = await tx
      .selectFrom('vipOrder')
      .select('id')
      .where('orderNo', '=', orderNo)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    return row?.id
  },
  lock: async (tx, id) => stateOf(await lockOrder(tx, id)),
  state: readState,
  async onPaid(tx, id, { payType, time, adjust }) {
    await completeOrder(tx, await lockOrder(tx, id), { payType, time, adjust })
  },
  // The membership ended when the refund was asked for; how the money went back stands at its note.
  async onRefund() {},
})

/** The payment whose money goes back; undefined where nothing was paid for it. */
async function paymentOf(tx: Tx, orderId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('payment')
    .select('id')
    .where('bizType', '=', BIZ)
    .where('bizId', '=', orderId)
    .where('direction', '=', 1)
    .where('status', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export const vipPaymentServer: ServerPart = {
  served: [
    change(calls.save, async (tx, { uid, app }, { planId, agreed, payType, payChannel }) => {
      if (app === undefined) throw noApp()
      const order = await orderPlan(tx, customerOf(uid), { planId, agreed: agreed === 1 }, new Date())
      const payment = await createPayment(tx, {
        ...{ bizType: BIZ, bizId: order.id, payType, payChannel, amount: order.payPrice },
        expireTime: order.expireTime,
      })
      return {
        orderId: order.id,
        orderNo: order.orderNo,
        payPrice: order.payPrice,
        flowNo: payment.flowNo,
        status: payment.status,
      }
    }),
    change(calls.refund, async (tx, who, { id, usedAmount, refundReason, refundWay }) => {
      const now = new Date()
      await seenOrder(tx, who, id)
      const order = await lockOrder(tx, id)
      const quote = await quoteRefund(tx, order, usedAmount, now)
      if (quote.reason !== '') throw conflict(quote.reason)
      // The note is made before the user is locked (doors §5).
      if (quote.amount > 0) {
        const paymentId = await paymentOf(tx, id)
        await createRefundNote(tx, {
          ...{ bizType: BIZ, bizId: id, refundType: REFUND_TYPE, amount: quote.amount, refundWay },
          source: { type: 'vipOrder', id },
          remark: refundReason,
          ...(paymentId === undefined ? {} : { paymentId }),
        })
      }
      await undoOrder(tx, order, { used: usedAmount, reason: refundReason }, now)
    }),
  ],
  registers: [vipPayable],
}
