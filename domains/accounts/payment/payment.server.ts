import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { decidesOwn } from '#kit/server/document.ts'
import { answerRow, columnsPage } from '#kit/server/list.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { claimBankLine } from '../bank/claim.server.ts'
import { followUp } from '../refundNote/execute.server.ts'
import { NOTE } from '../refundNote/note.server.ts'
import { createPayment, guardUnpaid, markPaid, type Payment } from './create.server.ts'
import { askPayment } from './outside.server.ts'
import { findPayable, lockPayable, payableKinds, payableName, payableOf } from './payable.server.ts'
import { paymentCalls as calls } from './payment.calls.ts'
import { BY_HAND, INCOMING, notifyLog, notifyRow, ONLINE, payment } from './payment.entity.ts'
import { paymentStates } from './payment.states.ts'

const OWN_VOUCHER = '不能确认自己上传的凭证'

const master = standardHandlers(
  payment,
  { ...calls, info: undefined },
  {
    list: (_who, { flow }) => (flow === '' ? {} : { where: [ofFlow(flow)] }),
    enrich: async (db, rows) => rows.map((row) => ({ ...row, bizTypeName: payableName(db, row.bizType) })),
  },
)

/** The payment of this number and what went back of it. */
const ofFlow = (flow: string) => sql<SqlBool>`("payment"."flowNo" = ${flow}
  or "payment"."paymentOf" in (select p."id" from "payment" p where p."flowNo" = ${flow}))`

/** Whether a provider outside can be asked for it now. */
const isAskable = ({ payType, provider, direction, status, transactionId }: Payment): boolean =>
  provider !== '' &&
  ONLINE.includes(payType) &&
  (direction === INCOMING ? transactionId === '' : status === 0)

async function infoOf(db: Db, row: Payment) {
  const { refundNoteId, paymentOf, bizType, bizId } = row
  const note =
    refundNoteId === null
      ? undefined
      : await db
          .selectFrom('refundNote')
          .select('refundNoteSn')
          .where('id', '=', refundNoteId)
          .executeTakeFirst()
  const original =
    paymentOf === null
      ? undefined
      : await db.selectFrom('payment').select('flowNo').where('id', '=', paymentOf).executeTakeFirst()
  return {
    bizTypeName: payableName(db, bizType),
    bizPage: findPayable(db, bizType)?.page?.replace('{id}', String(bizId)) ?? '',
    refundNoteSn: note?.refundNoteSn ?? '',
    originalNo: original?.flowNo ?? '',
    askable: isAskable(row) ? (1 as const) : (0 as const),
  }
}

/** A payment by hand behind what it pays for, locked within the person's scope. */
async function lockByHand(
  tx: Tx,
  { id, version }: { id: number; version: number | null },
  action: keyof typeof paymentStates.actions,
): Promise<Payment> {
  const { bizType, bizId } = await readRow(tx, actorOf(tx), payment, id)
  await lockPayable(tx, bizType, bizId)
  const row = await lockRow(tx, payment, id, { version })
  if (row.direction !== INCOMING || !BY_HAND.includes(row.payType))
    throw conflict('只有银行转账和线下支付由人工确认')
  guardState(paymentStates, action, row.status)
  return row
}

/** 422 at its field: this money is in the books already, by a payment or a top-up; who is quicker is refused by the key. */
async function guardSerial(tx: Tx, bankSerialNo: string, id: number): Promise<void> {
  if (bankSerialNo === '') return
  const taken = await tx
    .selectFrom('bankNumber')
    .select(['usedBy', 'usedId'])
    .where('number', '=', bankSerialNo.toLowerCase())
    .executeTakeFirst()
  if (taken !== undefined && (taken.usedBy !== 'payment' || taken.usedId !== id))
    throw refuse('银行流水号已存在', 'bankSerialNo')
}

/** Payments as finance sees them. Orders §6.5. */
const paymentServed: readonly Served[] = [
  read(calls.info, async (db, who, { id }) => {
    const row = await answerRow(db, who, payment, calls.info.answer, id)
    return { ...row, ...(await infoOf(db, row)) }
  }),
  read(calls.kinds, async (db) => payableKinds(db)),
  read(calls.notices, async (db, who, { paymentId, page, limit }) => {
    const { flowNo } = await readRow(db, who, payment, paymentId)
    return columnsPage(
      db,
      who,
      notifyLog,
      notifyRow,
      { ...unfiltered, page, limit },
      {
        fresh: true,
        isDel: 'both',
        where: [sql<boolean>`"notifyLog"."flowNo" = ${flowNo} and "notifyLog"."flowNo" <> ''`],
      },
    )
  }),
  own(calls.query, async (db, who, { id }) => {
    const row = await readRow(db, who, payment, id)
    if (!isAskable(row)) throw conflict('该笔流水没有需要查询的结果')
    if (row.direction === INCOMING) return { message: await askPayment(db, row) }
    const note = await db
      .selectFrom('refundNote')
      .selectAll()
      .where('id', '=', row.refundNoteId)
      .executeTakeFirstOrThrow()
    if (note.status !== NOTE.running || note.outRefundNo !== row.flowNo)
      throw conflict('该笔流水没有需要查询的结果')
    return { message: await followUp(db, note) }
  }),
  change(calls.pay, async (tx, _who, { bizType, orderSn, payType }) => {
    const payable = findPayable(tx, bizType)
    if (payable?.find === undefined) throw refuse('业务类型格式不正确', 'bizType')
    const bizId = await payable.find(tx, orderSn)
    if (bizId === undefined) throw refuse(`${payable.label}不存在`, 'orderSn')
    await payable.lock(tx, bizId)
    const { expected } = await payable.state(tx, bizId)
    return createPayment(tx, {
      bizType,
      bizId,
      payType,
      payChannel: 'admin',
      amount: expected,
      expireTime: null,
    })
  }),
  change(calls.voucher, async (tx, who, { id, version, bankSerialNo, ...given }) => {
    const row = await lockByHand(tx, { id, version }, 'voucher')
    guardUnpaid(await payableOf(tx, row.bizType).state(tx, row.bizId), '上传凭证')
    await guardSerial(tx, bankSerialNo, id)
    await updateRow(
      tx,
      payment,
      row,
      { ...given, bankSerialNo, uploadBy: who.adminId, status: 4 },
      { anyField: true },
    )
  }),
  change(calls.confirm, async (tx, who, { id, version, bankSerialNo }) => {
    const row = await lockByHand(tx, { id, version }, 'confirm')
    if (row.payType === 'bank' && row.status === 0) throw conflict('请先上传付款凭证')
    if (row.uploadBy === who.adminId && !(await decidesOwn(tx, who))) throw refuse(OWN_VOUCHER)
    const { state, expected, ...rest } = await payableOf(tx, row.bizType).state(tx, row.bizId)
    guardUnpaid({ state, expected, ...rest }, '确认收款')
    if (row.amount > expected) throw refuse(`支付金额不能大于${formatMoney(expected)}元`)
    const serial = bankSerialNo === '' ? row.bankSerialNo : bankSerialNo
    await guardSerial(tx, serial, id)
    if (serial !== '')
      await claimBankLine(tx, { by: { bankSerialNo: serial }, amount: row.amount, linkId: row.flowNo })
    await markPaid(tx, row, { bankSerialNo: serial, confirmBy: who.adminId, confirmTime: new Date() })
  }),
  change(calls.reject, async (tx, _who, { id, version, reason }) => {
    const row = await lockByHand(tx, { id, version }, 'reject')
    await updateRow(
      tx,
      payment,
      row,
      { status: 0, bankSerialNo: '', payerName: '', voucher: [], uploadBy: null, failReason: reason },
      { anyField: true },
    )
  }),
]

export const paymentMaster = { ...master, served: [...master.served, ...paymentServed] }
