import { sql } from 'kysely'
import { columnsText } from '#kit/server/columns.ts'
import type { Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRows, updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { accountOf } from '../account/account.server.ts'
import type { Holder } from '../account/holder.ts'
import { postAccount } from '../account/post.server.ts'
import { type PayableState, payableName, payableOf } from './payable.server.ts'
import { demandPayType, payTypeName } from './payment.config.server.ts'
import { FROM_ACCOUNT, INCOMING, ONLINE, type PayChannel, type PayType, payment } from './payment.entity.ts'
import { providerNameOf } from './providers.server.ts'

export type Payment = EntityRow<typeof payment>

export interface NewPayment {
  /** as it was registered by declarePayable */
  bizType: string
  bizId: number
  payType: PayType
  payChannel: PayChannel
  /** cents, at most what is still to be paid; 0 with zeroPay alone */
  amount: Cents
  /** until when it can be paid; null: without an end */
  expireTime: Date | null
}

export interface CreatedPayment {
  paymentId: number
  flowNo: string
  /** 0 待支付, or 1 支付成功 of account types and zeroPay */
  status: Payment['status']
}

/** Closes at the provider what has been closed here. */
export const SHUT_JOB = 'accounts.paymentShut'

/** The number under which payments are found: ZF. */
const PREFIX = 'ZF'
const ORDER_PAID = 2

/** 409: what is to be paid is paid or closed. Doors §1. */
export function guardUnpaid({ state }: PayableState, action: string): void {
  if (state === 'paid') throw conflict(`当前状态为已支付，不能${action}`)
  if (state === 'closed') throw conflict(`当前状态为已取消，不能${action}`)
}

/**
 * Begins a payment, or answers the open one of the same payable, way, channel and amount. An open one of another amount or
 * channel, or one whose time is over, is closed in its favour. Account types and zeroPay are paid at once: 422
 * 账户可用额度不足，可用{x}元, 409 账户已冻结, 账户未开通, 422 账期已逾期{n}天，不能使用授信. 409 for a payable that is paid
 * or closed or has a payment that waits for finance, 409 未配置微信支付 (…), 422
 * 账户充值不支持余额支付 (…), 422 支付金额不能大于{x}元. Locks the payable, then its
 * payments. Doors §4, orders §2.4, §3.5.
 */
export async function createPayment(tx: Tx, asked: NewPayment): Promise<CreatedPayment> {
  const { bizType, bizId, payType, amount } = asked
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error('A payment has a whole amount')
  const payable = payableOf(tx, bizType)
  if (payable.payTypes?.includes(payType) === false)
    throw refuse(`${payable.label}不支持${payTypeName(payType)}`, 'payType')
  await demandPayType(tx, payType)
  const flowNo = await nextNumber(tx, PREFIX)
  const state = await payable.lock(tx, bizId)
  guardUnpaid(state, '支付')
  if (amount > state.expected) throw refuse(`支付金额不能大于${formatMoney(state.expected)}元`, 'amount')
  if ((payType === 'zeroPay') !== (amount === 0)) throw refuse('支付金额格式不正确', 'amount')
  const open = await openPayments(tx, bizType, bizId)
  if (open.some((one) => one.status === 4)) throw conflict('有一笔支付待确认，不能再次支付')
  const same = open.find((one) => one.payType === payType)
  if (same !== undefined && isStillGood(same, asked))
    return { paymentId: same.id, flowNo: same.flowNo, status: same.status }
  if (same !== undefined) await shut(tx, same)
  const row = await begin(tx, asked, flowNo, state)
  if (!FROM_ACCOUNT.includes(payType) && payType !== 'zeroPay')
    return { paymentId: row.id, flowNo, status: row.status }
  const paid = await markPaid(tx, row, {}, { others: open.filter((one) => one !== same) })
  // Accounts are locked last (doors §5), and so for the shortest time; where one refuses, nothing has been paid.
  if (payType !== 'zeroPay') {
    const accountEntryId = await payFromAccount(tx, row, state)
    await updateRow(tx, payment, paid, { accountEntryId }, { anyField: true })
  }
  return { paymentId: paid.id, flowNo, status: paid.status }
}

/** Payments that are open or wait for finance, and one that may have ended, locked in their order. */
export async function openPayments(
  tx: Tx,
  bizType: string,
  bizId: number,
  id: number | null = null,
): Promise<Payment[]> {
  const { rows } = await sql<Payment>`select ${sql.raw(columnsText(tx, payment))} from "payment"
    where "bizType" = ${bizType} and "bizId" = ${bizId}
      and ("direction" = ${sql.lit(INCOMING)} and "status" in (0, 4) or "id" = ${id})
    order by "id" for update`.execute(tx)
  return rows
}

function isStillGood(open: Payment, { amount, payChannel }: NewPayment): boolean {
  const isOver = open.expireTime !== null && open.expireTime.getTime() <= Date.now()
  return open.amount === amount && open.payChannel === payChannel && !isOver
}

async function begin(tx: Tx, asked: NewPayment, flowNo: string, state: PayableState): Promise<Payment> {
  const { bizSn: orderSn, uid, companyId, payerId } = state
  const provider = providerNameOf(asked.payType) ?? ''
  const [row] = await insertRows(tx, payment, [
    { ...asked, flowNo, orderSn, uid, companyId, payerId, provider },
  ])
  if (row === undefined) throw new Error('The payment was not written')
  return row
}

/** Closes an open payment here at once, and at its provider by a job: what is paid there meanwhile is taken in all the same. */
export async function shut(tx: Tx, open: Payment): Promise<void> {
  await updateRow(tx, payment, open, { status: 3 })
  if (ONLINE.includes(open.payType))
    await enqueueJob(tx, SHUT_JOB, { flowNo: open.flowNo }, { uniqueKey: `shut:${open.flowNo}` })
}

function holderOf(payType: PayType, { uid, companyId, payerId }: PayableState): Holder | null {
  if (payType === 'yue') return uid === null ? null : { accountType: 1, uid }
  if (payType === 'ctAccount') return companyId === null ? null : { accountType: 2, companyId }
  return payerId === null ? null : { accountType: 3, payerId }
}

async function payFromAccount(tx: Tx, row: Payment, state: PayableState): Promise<number> {
  const holder = holderOf(row.payType, state)
  if (holder === null) throw conflict('账户未开通')
  const { credit } = state
  if (credit !== undefined && holder.accountType === 2)
    await refuseOverdue(tx, holder, row.amount, credit.days)
  const { entryId } = await postAccount(tx, {
    holder,
    pm: 0,
    transactionType: ORDER_PAID,
    amount: row.amount,
    source: { type: 'payment', id: row.id },
    linkId: row.orderSn,
    title: `支付${payableName(tx, row.bizType)}`,
    ...(credit === undefined ? {} : { credit: credit.most }),
  })
  return entryId
}

/** A balance that has been below zero for too long grants no more credit; what is there may be spent. Orders §3.5. */
async function refuseOverdue(tx: Tx, holder: Holder, amount: Cents, days: number): Promise<void> {
  const account = await accountOf(tx, holder, days)
  if (account === null || account.overdueDays === 0) return
  if (account.balance - account.frozen >= amount) return
  throw new AppError(422, `账期已逾期${account.overdueDays}天，不能使用授信`)
}

/** What is written of a payment when it has come in, besides that it has. */
type PaidValues = Partial<
  Pick<
    Payment,
    'transactionId' | 'receivedAmount' | 'fee' | 'confirmBy' | 'confirmTime' | 'bankSerialNo' | 'payerName'
  >
>

/**
 * A locked payment of a locked payable that is to be paid has come in: it succeeds, the payable hears of it, and what else was
 * open for it is closed once nothing is left to pay. `adjust`: see Paid; `others`: those still open, where they are locked already.
 */
export async function markPaid(
  tx: Tx,
  row: Payment,
  values: PaidValues & { successTime?: Date },
  given: { counts?: Cents; adjust?: Cents; others?: readonly Payment[] } = {},
): Promise<Payment> {
  const { counts = row.amount, adjust = 0 } = given
  const time = values.successTime ?? new Date()
  const paid = await updateRow(
    tx,
    payment,
    row,
    { ...values, status: 1, successTime: time },
    // A number of the bank is kept apart by a trigger, whose refusal is waited for.
    { anyField: true, alone: values.bankSerialNo === undefined },
  )
  const { id: paymentId, flowNo, payType, payChannel, bizType, bizId, orderSn: bizSn, uid } = paid
  const payable = payableOf(tx, bizType)
  await payable.onPaid(tx, bizId, {
    paymentId,
    flowNo,
    payType,
    payChannel: payChannel ?? 'admin',
    bizSn,
    uid,
    amount: counts,
    adjust,
    time,
  })
  const others = (given.others ?? (await openPayments(tx, bizType, bizId))).filter(
    ({ status }) => status === 0,
  )
  // Mostly it was the only one, and nothing more is asked.
  if (others.length === 0 || (await payable.state(tx, bizId)).state === 'unpaid') return paid
  for (const other of others) await shut(tx, other)
  return paid
}
