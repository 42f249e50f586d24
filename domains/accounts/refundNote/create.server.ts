import type { Db, Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRows, lockRow } from '#kit/server/rows.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import type { Payment } from '../payment/create.server.ts'
import { findPayable, lockPayable } from '../payment/payable.server.ts'
import { ONLINE } from '../payment/payment.entity.ts'
import { receivedBy } from '../payment/takeIn.server.ts'
import { type RefundType, type RefundWay, refundNote, WAY } from './refundNote.entity.ts'
import { noteType } from './refundNote.type.server.ts'

export interface NewRefundNote {
  /** what was paid for, as it was registered by declarePayable */
  bizType: string
  bizId: number
  refundType: RefundType
  /** the payment whose money goes back; needed for 原路退回 */
  paymentId?: number
  /** cents, > 0 */
  amount: Cents
  refundWay: RefundWay
  /** what asks for it: the same source asks once for each payment, unless what it asked for was dropped */
  source: { type: string; id: number; line?: number }
  /** the after-sale, with the number people know it by */
  refund?: { id: number; sn: string }
  orderSubSn?: string
  /** of 线下退款 */
  payee?: { name: string; account: string; bank: string }
  remark?: string
}

const PREFIX = 'TK'
/** A provider gives money back the way it came only so long. Orders §3.5. */
const BACK_DAYS = 365
const DAY_MS = 86_400_000

/**
 * Makes a refund note and hands it in for its examination; answers its id, that of the first one when the same source asks again
 * for the same payment. 422 退款金额不能大于{x}元: more than is left of the payment besides other notes; 422 该支付方式不能原路退回,
 * 支付已超过365天，不能原路退回; 409 该笔支付未成功，不能退款. Locks the payable, then the payment. Doors §4, orders §2.5, §3.4.
 */
export async function createRefundNote(tx: Tx, asked: NewRefundNote): Promise<number> {
  const { bizType, bizId, paymentId = null, amount, refundWay, source } = asked
  if (!Number.isSafeInteger(amount) || amount <= 0) throw refuse('退款金额不能小于0.01元', 'amount')
  const refundNoteSn = await nextNumber(tx, PREFIX)
  await lockPayable(tx, bizType, bizId)
  const paid = paymentId === null ? null : await lockPaid(tx, paymentId, { bizType, bizId })
  const known = await tx
    .selectFrom('refundNote')
    .select('id')
    .where('sourceType', '=', source.type)
    .where('sourceId', '=', source.id)
    .where('sourceLine', '=', source.line ?? 0)
    .where('paymentId', paymentId === null ? 'is' : '=', paymentId)
    .where('status', '<>', 5)
    .executeTakeFirst()
  if (known !== undefined) return known.id
  if (paid !== null) {
    const left = receivedBy(paid) - (await noted(tx, paid.id))
    if (amount > left) throw refuse(`退款金额不能大于${formatMoney(Math.max(0, left))}元`, 'amount')
  }
  guardWay(refundWay, paid)
  const whose = paid ?? (await findPayable(tx, bizType)?.state(tx, bizId))
  const [row] = await insertRows(tx, refundNote, [
    {
      refundNoteSn,
      refundType: asked.refundType,
      refundId: asked.refund?.id ?? null,
      refundSn: asked.refund?.sn ?? '',
      bizType,
      bizId,
      orderSn: paid?.orderSn ?? (await findPayable(tx, bizType)?.state(tx, bizId))?.bizSn ?? '',
      orderSubSn: asked.orderSubSn ?? '',
      uid: whose?.uid ?? null,
      companyId: whose?.companyId ?? null,
      payerId: whose?.payerId ?? null,
      paymentId,
      amount,
      refundWay,
      payeeName: asked.payee?.name ?? '',
      payeeAccount: asked.payee?.account ?? '',
      payeeBank: asked.payee?.bank ?? '',
      sourceType: source.type,
      sourceId: source.id,
      sourceLine: source.line ?? 0,
      remark: asked.remark ?? '',
    },
  ])
  if (row === undefined) throw new Error('The refund note was not written')
  await submitDocument(tx, noteType, await lockRow(tx, refundNote, row.id, { anyScope: true }))
  return row.id
}

/** A locked payment that money has come in by. */
async function lockPaid(tx: Tx, id: number, of: { bizType: string; bizId: number }): Promise<Payment> {
  const row = await tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined || row.bizType !== of.bizType || row.bizId !== of.bizId)
    throw new Error(`Payment ${id} is none of ${of.bizType} ${of.bizId}`)
  if (row.status !== 1 && row.status !== 4) throw conflict('该笔支付未成功，不能退款')
  return row
}

/** What notes of a payment ask for or have given back, in cents; dropped ones do not count. */
async function noted(db: Db, paymentId: number): Promise<Cents> {
  const row = await db
    .selectFrom('refundNote')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('paymentId', '=', paymentId)
    .where('status', '<>', 5)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Whether money can go back this way. Orders §3.5. */
function guardWay(way: RefundWay, paid: Payment | null): void {
  if (way !== WAY.back) return
  if (paid === null || !ONLINE.includes(paid.payType)) throw refuse('该支付方式不能原路退回', 'refundWay')
  const since = Date.now() - (paid.successTime ?? paid.createTime).getTime()
  if (since > BACK_DAYS * DAY_MS) throw refuse(`支付已超过${BACK_DAYS}天，不能原路退回`, 'refundWay')
}
