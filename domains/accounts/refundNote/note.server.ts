import type { Db, Tx } from '#kit/server/database.ts'
import { insertRows, lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import { postAccount } from '../account/post.server.ts'
import type { Payment } from '../payment/create.server.ts'
import { findPayable, lockPayable, payableName, type Refunded } from '../payment/payable.server.ts'
import { OUTGOING, type PayType, payment, paymentException } from '../payment/payment.entity.ts'
import type { Exception } from '../payment/raise.server.ts'
import { type RefundWay, refundNote, WAY } from './refundNote.entity.ts'

export type Note = EntityRow<typeof refundNote>

const EXCEPTION = 'paymentException'
/** Money that was never the payable's own. */
const STRAY = 5
const REFUNDED = 3

/** Values of a note's status. */
export const NOTE = { waits: 0, approved: 1, running: 2, done: 3, failed: 4, dropped: 5 } as const

/** The number the next attempt of a note goes under, where it is another attempt than the last one. */
export const nextOut = ({ refundNoteSn, attempts }: Note): string =>
  attempts === 0 ? refundNoteSn : `${refundNoteSn}R${attempts}`

/** A refund note with what stands before it in the order of locks, all locked. */
export interface Held {
  note: Note
  /** the payment whose money goes back; null where there is none */
  paid: Payment | null
  /** the exception it settles; null where there is none */
  exception: Exception | null
}

/** Locks what stands before a refund note, in the order of doors §5. */
export async function lockAhead(tx: Tx, id: number): Promise<Omit<Held, 'note'>> {
  const found = await tx
    .selectFrom('refundNote')
    .select(['bizType', 'bizId', 'paymentId', 'sourceType', 'sourceId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return { paid: null, exception: null }
  const { bizType, bizId, paymentId, sourceType, sourceId } = found
  await lockPayable(tx, bizType, bizId)
  const paid = paymentId === null ? null : await lockRow(tx, payment, paymentId, { anyScope: true })
  const exception =
    sourceType === EXCEPTION ? await lockRow(tx, paymentException, sourceId, { anyScope: true }) : null
  return { paid, exception }
}

/** Locks a refund note behind what stands before it; within the person's data scope unless `anyScope`. */
export async function lockNote(
  tx: Tx,
  id: number,
  options: { version?: number | null; anyScope?: boolean } = {},
): Promise<Held> {
  const ahead = await lockAhead(tx, id)
  return { ...ahead, note: await lockRow(tx, refundNote, id, options) }
}

const WAY_TYPES: Readonly<Record<Exclude<RefundWay, 1>, PayType>> = {
  2: 'yue',
  3: 'ctAccount',
  4: 'vacct',
  5: 'offline',
}

/** The row of money out for the execution of a note; made when it is first tried. */
export async function executionOf(tx: Tx, { note, paid }: Pick<Held, 'note' | 'paid'>): Promise<Payment> {
  const known = await tx
    .selectFrom('payment')
    .selectAll()
    .where('flowNo', '=', note.outRefundNo)
    .forUpdate()
    .executeTakeFirst()
  if (known !== undefined) return known
  const { bizType, bizId, orderSn, uid, companyId, payerId, amount, refundWay } = note
  const [row] = await insertRows(tx, payment, [
    {
      flowNo: note.outRefundNo,
      direction: OUTGOING,
      bizType,
      bizId,
      orderSn,
      uid,
      companyId,
      payerId,
      payType: refundWay === WAY.back ? (paid?.payType ?? 'offline') : WAY_TYPES[refundWay],
      payChannel: refundWay === WAY.back ? (paid?.payChannel ?? null) : 'admin',
      amount,
      provider: refundWay === WAY.back ? (paid?.provider ?? '') : '',
      paymentOf: paid?.id ?? null,
      refundNoteId: note.id,
    },
  ])
  if (row === undefined) throw new Error('The execution was not written')
  return row
}

/** The payable hears how far its money back has come; not of money that was never its own. */
export async function tellPayable(tx: Tx, note: Note, state: Refunded['state']): Promise<void> {
  if (note.refundType === STRAY) return
  const { id: refundNoteId, refundNoteSn, refundId, paymentId, amount } = note
  await findPayable(tx, note.bizType)?.onRefund(tx, note.bizId, {
    refundNoteId,
    refundNoteSn,
    refundId,
    paymentId,
    amount,
    state,
  })
}

/** The money is back: payment, execution, note, exception and payable say so, once. */
export async function settle(
  tx: Tx,
  held: Held,
  values: Partial<Pick<Note, 'providerRefundId' | 'voucher' | 'payeeName' | 'payeeAccount' | 'payeeBank'>> & {
    time?: Date
  },
  more: Partial<Pick<Payment, 'transactionId'>> = {},
): Promise<Note> {
  const { note, paid, exception } = held
  const { time = new Date(), ...told } = values
  if (paid !== null)
    await updateRow(
      tx,
      payment,
      paid,
      // Money that fitted nothing is gone: what it should have paid is free again.
      { refundAmount: paid.refundAmount + note.amount, ...(paid.status === 4 ? { status: 3 as const } : {}) },
      { anyField: true },
    )
  const execution = await executionOf(tx, held)
  const confirmBy = actorOf(tx).adminId || null
  await updateRow(
    tx,
    payment,
    execution,
    {
      ...more,
      status: 1,
      successTime: time,
      failReason: '',
      ...(note.refundWay === WAY.offline ? { confirmBy, voucher: told.voucher ?? [] } : {}),
    },
    { anyField: true },
  )
  const done = await updateRow(
    tx,
    refundNote,
    note,
    { ...told, status: NOTE.done, successTime: time, failReason: '' },
    { anyField: true },
  )
  if (exception !== null) await updateRow(tx, paymentException, exception, { status: 2 }, { anyField: true })
  await tellPayable(tx, done, 'done')
  return done
}

/** It did not go: what it was tried for waits for finance. */
export async function fail(tx: Tx, held: Held, reason: string): Promise<Note> {
  const execution = await executionOf(tx, held)
  await updateRow(tx, payment, execution, { status: 2, failReason: reason }, { anyField: true })
  const failed = await updateRow(
    tx,
    refundNote,
    held.note,
    { status: NOTE.failed, failReason: reason },
    { anyField: true },
  )
  await tellPayable(tx, failed, 'failed')
  return failed
}

/** It will not be done: its payment's money, its exception and its after-sale are free again. */
export async function drop(tx: Tx, { note, exception }: Held, reason: string): Promise<Note> {
  const dropped = await updateRow(
    tx,
    refundNote,
    note,
    { status: NOTE.dropped, dropped: 1, voidReason: reason },
    { anyField: true },
  )
  if (exception !== null)
    await updateRow(
      tx,
      paymentException,
      exception,
      { status: 0, handleType: null, handleBy: null, handleTime: null, refundNoteId: null },
      { anyField: true },
    )
  await tellPayable(tx, dropped, 'dropped')
  return dropped
}

/** Where a note goes to an account: whose it is. 409 账户未开通 where it is nobody's. */
function holderOf({ refundWay, uid, companyId, payerId }: Note) {
  if (refundWay === WAY.balance && uid !== null) return { accountType: 1 as const, uid }
  if (refundWay === WAY.ctAccount && companyId !== null) return { accountType: 2 as const, companyId }
  if (refundWay === WAY.vacct && payerId !== null) return { accountType: 3 as const, payerId }
  throw conflict('没有可退入的账户，请作废后改用其他退款方式')
}

/** Gives the money into the account of the customer, in the transaction of the approval. Orders §3.4. */
async function payIntoAccount(tx: Tx, held: Held): Promise<void> {
  const { note } = held
  const holder = holderOf(note)
  const running = await updateRow(
    tx,
    refundNote,
    note,
    {
      outRefundNo: nextOut(note),
      attempts: note.attempts + 1,
      executeBy: actorOf(tx).adminId || null,
      executeTime: new Date(),
    },
    { anyField: true },
  )
  const done = await settle(tx, { ...held, note: running }, {})
  // Accounts are locked last (doors §5), and so for the shortest time.
  const { entryId: accountEntryId } = await postAccount(tx, {
    holder,
    opens: holder.accountType === 1,
    pm: 1,
    transactionType: REFUNDED,
    amount: note.amount,
    source: { type: 'refundNote', id: note.id },
    linkId: note.refundNoteSn,
    title: `${payableName(tx, note.bizType)}退款`,
  })
  const execution = await executionOf(tx, { note: done, paid: held.paid })
  await updateRow(tx, payment, execution, { accountEntryId }, { anyField: true })
}

/** Effects of an approval: internal ways are done at once, the others wait to be carried out. Orders §3.7. */
export async function approved(tx: Tx, note: Note): Promise<void> {
  const { refundWay } = note
  // Locked already by what decided it.
  const ahead = await lockAhead(tx, note.id)
  if (refundWay === WAY.back || refundWay === WAY.offline)
    await updateRow(tx, refundNote, note, { status: NOTE.approved }, { anyField: true })
  else await payIntoAccount(tx, { ...ahead, note })
}

/** Effects of a rejection: whoever asked may ask anew. Orders §3.4. */
export async function rejected(tx: Tx, note: Note): Promise<void> {
  await drop(tx, { ...(await lockAhead(tx, note.id)), note }, note.opinion)
}

/** A note by its request number, as the provider knows it. */
export async function noteIdOf(db: Db, outRefundNo: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment')
    .select('refundNoteId')
    .where('flowNo', '=', outRefundNo)
    .where('direction', '=', OUTGOING)
    .executeTakeFirst()
  return row?.refundNoteId ?? undefined
}
