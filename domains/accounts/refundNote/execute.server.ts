import type { Db } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, asSystem, inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import type { Payment } from '../payment/create.server.ts'
import { asking } from '../payment/outside.server.ts'
import { type LogKind, type ProviderName, payment } from '../payment/payment.entity.ts'
import type { ProviderRefund } from '../payment/provider.ts'
import { findProvider, providerNameOf, providerOf } from '../payment/providers.server.ts'
import { drop, executionOf, lockNote, NOTE, type Note, nextOut, settle, tellPayable } from './note.server.ts'
import { type RefundWay, refundNote, WAY } from './refundNote.entity.ts'
import { noteStates } from './refundNote.states.ts'
import { noteType } from './refundNote.type.server.ts'
import { takeRefund } from './takeRefund.server.ts'

const REQUEST: LogKind = 3
const QUESTION: LogKind = 4

interface Target {
  id: number
  version: number | null
}

interface Running {
  note: Note
  paid: Payment
  provider: ProviderName
}

/**
 * 执行退款 and 重试: the note is 退款中 before the provider is asked, so that nobody asks twice and a process that dies leaves it
 * to the job. Answers in words how it stands. Leaves the house, so it opens its own transactions. Orders §3.4.
 */
export async function execute(db: Db, who: Who, { id, version }: Target): Promise<string> {
  const before = await readRow(db, who, refundNote, id)
  // Only a provider that does not know the first request is asked under a new number.
  const said = before.status === NOTE.failed ? await askRefund(db, before) : null
  const isNew = said?.state === 'none'
  const running = await inTransaction(db, who, async (tx) => {
    const held = await lockNote(tx, id, { version })
    const { note, paid } = held
    guardState(noteStates, note.status === NOTE.failed ? 'retry' : 'execute', note.status)
    const provider = paid === null ? null : providerNameOf(paid.payType)
    if (note.refundWay !== WAY.back || paid === null || provider === null)
      throw conflict('该退款单不通过支付渠道退款，请登记线下退款')
    const outRefundNo = note.outRefundNo === '' || isNew ? nextOut(note) : note.outRefundNo
    const begun = await updateRow(
      tx,
      refundNote,
      note,
      {
        status: NOTE.running,
        outRefundNo,
        attempts: note.attempts + 1,
        executeBy: actorOf(tx).adminId || null,
        executeTime: new Date(),
        failReason: '',
      },
      { anyField: true },
    )
    const execution = await executionOf(tx, { note: begun, paid })
    if (execution.status !== 0)
      await updateRow(tx, payment, execution, { status: 0, failReason: '' }, { anyField: true })
    await tellPayable(tx, begun, 'running')
    return { note: begun, paid, provider }
  })
  // It had gone through after all.
  if (said?.state === 'done') return take(db, running, said)
  return request(db, running)
}

/** Asks the provider for the refund; without an answer the note stays 退款中 and the job asks how it went. */
async function request(db: Db, running: Running): Promise<string> {
  const { note, paid, provider } = running
  const log = { kind: REQUEST, provider, flowNo: note.outRefundNo, what: '退款' }
  const what = {
    outRefundNo: note.outRefundNo,
    flowNo: paid.flowNo,
    transactionId: paid.transactionId,
    amount: note.amount,
    total: paid.receivedAmount ?? paid.amount,
  }
  try {
    return await take(db, running, await asking(db, log, () => providerOf(db, provider).refund(db, what)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // What the provider refuses has failed; where it gave no answer nobody knows yet.
    if (error.code === 422) return take(db, running, { state: 'failed', reason: error.message })
    return '渠道没有应答，稍后自动查询结果'
  }
}

const take = (db: Db, { note, provider }: Omit<Running, 'paid'>, said: ProviderRefund): Promise<string> =>
  asSystem(db, (tx) => takeRefund(tx, { provider, outRefundNo: note.outRefundNo, said }))

/** How the provider says a tried refund stands; null where none was ever tried there. 409 without an answer. */
async function askRefund(
  db: Db,
  { paymentId, outRefundNo, refundWay }: Note,
): Promise<ProviderRefund | null> {
  if (paymentId === null || outRefundNo === '' || refundWay !== WAY.back) return null
  const paid = await db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst()
  const provider = paid === undefined ? undefined : findProvider(db, paid.provider)
  if (paid === undefined || provider === undefined) return null
  const { flowNo } = paid
  const log = { kind: QUESTION, provider: provider.name, flowNo: outRefundNo, what: '查询退款' }
  return asking(db, log, () => provider.queryRefund(db, { outRefundNo, flowNo }))
}

/**
 * How a note that is 退款中 stands at its provider, taken in. A request that never arrived there is made again under its number.
 * Leaves the house.
 */
export async function followUp(db: Db, note: Note): Promise<string> {
  const paid =
    note.paymentId === null
      ? undefined
      : await db.selectFrom('payment').selectAll().where('id', '=', note.paymentId).executeTakeFirst()
  const provider = paid === undefined ? null : providerNameOf(paid.payType)
  if (paid === undefined || provider === null) throw new Error(`Refund note ${note.id} has no provider`)
  const said = await askRefund(db, note)
  if (said === null) throw new Error(`Refund note ${note.id} was never tried`)
  if (said.state === 'none') return request(db, { note, paid, provider })
  return take(db, { note, provider }, said)
}

/** Before money goes another way: 409 while the provider may still give it back, or has. */
async function refuseUnlessFailed(db: Db, who: Who, id: number): Promise<void> {
  const note = await readRow(db, who, refundNote, id)
  if (note.status !== NOTE.failed) return
  const said = await askRefund(db, note)
  if (said === null || said.state === 'failed' || said.state === 'none') return
  const paid = await db
    .selectFrom('payment')
    .select('provider')
    .where('id', '=', note.paymentId)
    .executeTakeFirst()
  const provider = findProvider(db, paid?.provider ?? '')
  if (said.state === 'done' && provider !== undefined) await take(db, { note, provider: provider.name }, said)
  throw conflict(said.state === 'done' ? '渠道已退款成功，请刷新后查看' : '渠道退款处理中，请稍后再试')
}

interface Payee {
  payeeName: string
  payeeAccount: string
  payeeBank: string
}

/**
 * 改退款方式 of a failed note: it is decided once more, for whoever approved it approved where the money goes. Leaves the house to
 * make sure that the provider has not given it back. Orders §6.5, decision 0147.
 */
export async function changeWay(
  db: Db,
  who: Who,
  { id, version, refundWay, ...payee }: Target & Payee & { refundWay: Exclude<RefundWay, 1> },
): Promise<void> {
  if (refundWay === WAY.offline) guardPayee(payee)
  await refuseUnlessFailed(db, who, id)
  await inTransaction(db, who, async (tx) => {
    const { note } = await lockNote(tx, id, { version })
    guardState(noteStates, 'way', note.status)
    const owner = { 2: note.uid, 3: note.companyId, 4: note.payerId, 5: 0 }[refundWay]
    if (owner === null) throw refuse('没有可退入的账户', 'refundWay')
    await updateRow(
      tx,
      refundNote,
      note,
      { refundWay, ...payee, status: NOTE.waits, auditStatus: -1, outRefundNo: '' },
      { anyField: true },
    )
    await submitDocument(tx, noteType, await lockRow(tx, refundNote, id, { anyScope: true }))
  })
}

/** 422 at the field of what is missing of where money goes. */
function guardPayee({ payeeName, payeeAccount }: Payee): void {
  if (payeeName === '') throw refuse('请输入收款户名', 'payeeName')
  if (payeeAccount === '') throw refuse('请输入收款账号', 'payeeAccount')
}

/** 登记线下退款: somebody has paid it by hand, and says by what. Orders §6.5. */
export async function payOffline(
  db: Db,
  who: Who,
  { id, version, voucher, ...given }: Target & Payee & { voucher: string[] },
): Promise<void> {
  await inTransaction(db, who, async (tx) => {
    const held = await lockNote(tx, id, { version })
    const { note } = held
    guardState(noteStates, 'offline', note.status)
    if (note.refundWay !== WAY.offline) throw conflict('该退款单不是线下退款')
    const payee = {
      payeeName: given.payeeName || note.payeeName,
      payeeAccount: given.payeeAccount || note.payeeAccount,
      payeeBank: given.payeeBank || note.payeeBank,
    }
    guardPayee(payee)
    const begun = await updateRow(
      tx,
      refundNote,
      note,
      {
        outRefundNo: nextOut(note),
        attempts: note.attempts + 1,
        executeBy: who.adminId || null,
        executeTime: new Date(),
      },
      { anyField: true },
    )
    await settle(tx, { ...held, note: begun }, { ...payee, voucher })
  })
}

/** 作废: nothing is given back by it. Leaves the house where a provider was tried before. Orders §3.7. */
export async function voidNote(
  db: Db,
  who: Who,
  { id, version, reason }: Target & { reason: string },
): Promise<void> {
  await refuseUnlessFailed(db, who, id)
  await inTransaction(db, who, async (tx) => {
    const held = await lockNote(tx, id, { version })
    guardState(noteStates, 'void', held.note.status)
    if (held.note.auditStatus === 3) throw conflict('单据正在审批中，请由审批人驳回')
    await drop(tx, held, reason)
  })
}
