import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import { markPaid, openPayments, type Payment } from './create.server.ts'
import { lockPayable, type PayableState, UNCLAIMED } from './payable.server.ts'
import { INCOMING, type ProviderName, payment } from './payment.entity.ts'
import type { ProviderPayment } from './provider.ts'
import { noteHandled, raise } from './raise.server.ts'

/** Money that a provider says has come in. */
interface Incoming extends Extract<ProviderPayment, { state: 'paid' }> {
  provider: ProviderName
  flowNo: string
}

/** How the product came to know of it: told, or by asking. */
type By = 'notified' | 'asked'

interface Locked {
  row: Payment
  /** what it pays for; undefined: money that belongs to nothing */
  payable: PayableState | undefined
  /** other payments of it that are open or wait for finance */
  others: readonly Payment[]
}

/** Locks a payment by its number, after what it pays for; undefined for one that nobody knows. Doors §5. */
export async function lockPayment(tx: Tx, flowNo: string): Promise<Locked | undefined> {
  const found = await tx
    .selectFrom('payment')
    .select(['id', 'bizType', 'bizId'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const payable = await lockPayable(tx, found.bizType, found.bizId)
  // Nothing else is closed in favour of money that belongs to nothing.
  const rows =
    found.bizType === UNCLAIMED
      ? [await lockRow(tx, payment, found.id, { deleted: true, anyScope: true })]
      : await openPayments(tx, found.bizType, found.bizId, found.id)
  const row = rows.find(({ id }) => id === found.id)
  if (row === undefined) throw notFound()
  return { row, payable, others: rows.filter((one) => one !== row) }
}

/** Money has come in by it once, whatever became of it since: it may have been refunded. */
const isIn = ({ transactionId }: Payment): boolean => transactionId !== ''

/**
 * Takes in what a provider says was paid, once for each transaction there, and answers what became of it in words for the log.
 * Nothing that was paid is lost: what fits nothing becomes an exception. Orders §3.5.
 */
export async function takeIn(tx: Tx, incoming: Incoming, by: By): Promise<string> {
  const { provider, flowNo, transactionId, amount } = incoming
  const { row, payable, others } = (await lockPayment(tx, flowNo)) ?? {}
  const known = { flowNo, provider, transactionId, amount }
  if (row === undefined || row.direction !== INCOMING || row.provider !== provider) {
    await raise(tx, { ...known, type: 4, reason: '系统中没有该流水号的待支付记录' })
    return '未知单号'
  }
  const about = { ...known, orderSn: row.orderSn, companyId: row.companyId, paymentId: row.id }
  if (isIn(row)) {
    if (row.transactionId === transactionId) return '重复通知，已处理过'
    await raise(tx, {
      ...about,
      type: 1,
      expectAmount: 0,
      paymentId: null,
      reason: '同一流水号收到另一笔交易',
    })
    return '重复支付'
  }
  const values = { transactionId, fee: incoming.fee, successTime: incoming.time }
  if (amount !== row.amount) return doubt(tx, row, values, amount, row.amount, about)
  if (row.bizType === UNCLAIMED) return keep(tx, row, values)
  if (payable === undefined) throw new Error(`Nobody declares payable ${row.bizType}`)
  const { state, expected } = payable
  if (state === 'closed') {
    await keep(tx, row, values)
    await raise(tx, { ...about, type: 3, expectAmount: 0 })
    return '订单已关闭'
  }
  if (state === 'paid') {
    await keep(tx, row, values)
    await raise(tx, { ...about, type: 1, expectAmount: 0 })
    return '订单已由其他支付付清'
  }
  // Its price has fallen since: too much has come in.
  if (amount > expected) return doubt(tx, row, values, amount, expected, about)
  await markPaid(tx, row, values, { others })
  if (by === 'asked') await noteHandled(tx, { ...about, type: 6 }, '主动查询到支付成功，已正常入账')
  return '支付成功'
}

type Values = Pick<Payment, 'transactionId' | 'fee'> & { successTime: Date }

/** The money is in the books, but counts for nothing yet. */
async function keep(tx: Tx, row: Payment, values: Values): Promise<string> {
  await updateRow(tx, payment, row, { ...values, status: 1 }, { anyField: true })
  return '已入账，未关联订单'
}

/** Another amount than was asked for: the payment waits, and with it what it pays for. */
async function doubt(
  tx: Tx,
  row: Payment,
  values: Values,
  amount: Cents,
  expectAmount: Cents,
  about: Omit<Parameters<typeof raise>[1], 'type'>,
): Promise<string> {
  await updateRow(tx, payment, row, { ...values, receivedAmount: amount, status: 4 }, { anyField: true })
  await raise(tx, { ...about, type: 2, amount, expectAmount })
  return '金额不符'
}

/** What came in by a payment, in cents: what was received, or what was asked for. */
export const receivedBy = ({ receivedAmount, amount }: Pick<Payment, 'receivedAmount' | 'amount'>): Cents =>
  receivedAmount ?? amount
