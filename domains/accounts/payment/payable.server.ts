import type { Db, Tx } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import type { Cents } from '#kit/shared/money.ts'
import type { PayChannel, PayType } from './payment.entity.ts'

/** What is to be paid, as the payments need to know it. Doors §3. */
export interface PayableState {
  state: 'unpaid' | 'paid' | 'closed'
  /** number people know it by, e.g. orderSn */
  bizSn: string
  /** cents that are still to be paid; 0 once it is paid or closed */
  expected: Cents
  /** whose it is: account types pay from, and refunds go to, the accounts of these */
  uid: number | null
  companyId: number | null
  payerId: number | null
  /**
   * how far a CT account may go below zero for it: by `most` cents (0 for 预付), and not while its balance has been below zero
   * for more than `days`. Left out: as far as its credit limit. Orders §3.5
   */
  credit?: { most: Cents; days: number }
}

/** A payment that has come in. */
export interface Paid {
  paymentId: number
  flowNo: string
  payType: PayType
  payChannel: PayChannel
  /** number and user of what it pays for */
  bizSn: string
  uid: number | null
  /** cents that count for it: what was received, less what is given back as too much */
  amount: Cents
  /** cents by which its price has to change so that `amount` pays it (确认入账 of a shortage), ≤ 0; else 0 */
  adjust: Cents
  time: Date
}

/** How far the money back has come. */
export interface Refunded {
  refundNoteId: number
  refundNoteSn: string
  /** after-sale or other document that asked for it; null where none did */
  refundId: number | null
  paymentId: number | null
  amount: Cents
  /** dropped: rejected or voided, nothing was given back; only `done` moved money, and is told once */
  state: 'running' | 'done' | 'failed' | 'dropped'
}

/** A kind of thing that is paid for: orders, memberships, top-ups. Doors §3. */
export interface Payable {
  label: string
  /** address of its page, {id} stands for its id; left out: it has none */
  page?: string
  /** ways it may be paid by; left out: every one */
  payTypes?: readonly PayType[]
  /** id of the one with this number, for who relates money to it by hand; within their data scope; undefined: none */
  find?(tx: Tx, bizSn: string): Promise<number | undefined>
  /** locks it, before the payment row (doors §5), and answers how it stands then; 404 when it is not there */
  lock(tx: Tx, bizId: number): Promise<PayableState>
  /** how it stands; of one that was locked before, after what has been done with it since */
  state(db: Db, bizId: number): Promise<PayableState>
  /** a payment came in, once for each; it may be one of several that pay it together */
  onPaid(tx: Tx, bizId: number, paid: Paid): Promise<void>
  /** money it was paid with goes back; not called for money that was never its own (refund type 5) */
  onRefund(tx: Tx, bizId: number, refunded: Refunded): Promise<void>
}

const payables = namedPoint<Payable>('Payable')

/** Registers what is paid for under its bizType: order, vip, recharge. Doors §3. */
export const declarePayable = (bizType: string, payable: Payable): Registration =>
  payables.as(bizType, payable)

/** Money that belongs to nothing we know: only in the books, until somebody relates it. */
export const UNCLAIMED = ''

/** What is paid for under a bizType; undefined for money that belongs to nothing yet. */
export function findPayable(db: Db, bizType: string): Payable | undefined {
  return payables.of(db, bizType)
}

export function payableOf(db: Db, bizType: string): Payable {
  const found = payables.of(db, bizType)
  if (found === undefined) throw new Error(`Nobody declares payable ${bizType}`)
  return found
}

/** Every kind that is paid for, for filters and dialogs. */
export const payableKinds = (db: Db): { value: string; label: string }[] =>
  [...payables.all(db)].map(([value, { label }]) => ({ value, label }))

/** What people call a kind of thing that is paid for. */
export const payableName = (db: Db, bizType: string): string =>
  bizType === UNCLAIMED ? '未关联' : (payables.of(db, bizType)?.label ?? bizType)

/** Locks what was paid for, before its payment row; undefined for money that belongs to nothing. Doors §5. */
export const lockPayable = async (
  tx: Tx,
  bizType: string,
  bizId: number,
): Promise<PayableState | undefined> => payables.of(tx, bizType)?.lock(tx, bizId)
