import type { Db, Tx } from '#kit/server/database.ts'
import { answerPage } from '#kit/server/list.ts'
import { insertRows, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { createRefundNote } from '../refundNote/create.server.ts'
import { guardUnpaid, markPaid, type Payment } from './create.server.ts'
import { exceptionStates } from './exception.states.ts'
import { findPayable, lockPayable, payableKinds, payableOf, UNCLAIMED } from './payable.server.ts'
import { exceptionCalls as calls } from './payment.calls.ts'
import { payment, paymentException } from './payment.entity.ts'
import type { Exception } from './raise.server.ts'

const SOURCE = 'paymentException'
/** Values of refundType, refundWay and of an exception's type. */
const STRAY = 5
const BACK = 1
const TYPE = { twice: 1, amount: 2, closed: 3, unknown: 4 } as const
/** Values of handleType. */
const HANDLE = { relate: 1, refund: 2, accept: 3, ignore: 4 } as const

interface Target {
  id: number
  version: number | null
}

/** Who has handled an exception, how and why. */
const handled = (tx: Tx, handleType: Exception['handleType'], handleRemark: string) => ({
  handleType,
  handleRemark,
  handleBy: actorOf(tx).adminId || null,
  handleTime: new Date(),
})

/** An exception that is to be handled, locked behind what stands before it. */
async function lockOpen(
  tx: Tx,
  { id, version }: Target,
  action: keyof typeof exceptionStates.actions,
): Promise<Exception> {
  const row = await lockRow(tx, paymentException, id, { version })
  guardState(exceptionStates, action, row.status)
  return row
}

/** The money of an exception as a payment; one that came in under an unknown number gets its row in the books now. */
async function moneyOf(tx: Tx, exception: Exception): Promise<Payment> {
  if (exception.paymentId !== null) return lockRow(tx, payment, exception.paymentId, { anyScope: true })
  if (exception.type !== TYPE.unknown || exception.amount === null)
    throw conflict('该笔到账请在支付服务商后台处理，处理后忽略此异常')
  const { flowNo, provider, transactionId, amount } = exception
  const known = await tx
    .selectFrom('payment')
    .selectAll()
    .where('flowNo', '=', flowNo)
    .forUpdate()
    .executeTakeFirst()
  if (known?.transactionId === transactionId && known.bizType === UNCLAIMED) return known
  if (known !== undefined || flowNo.length > 32)
    throw conflict('该笔到账请在支付服务商后台处理，处理后忽略此异常')
  const [row] = await insertRows(tx, payment, [
    {
      flowNo,
      bizType: UNCLAIMED,
      bizId: 0,
      payType: provider,
      provider,
      transactionId,
      amount,
      status: 1,
      successTime: exception.createTime,
    },
  ])
  if (row === undefined) throw new Error('The payment was not written')
  return row
}

/** 关联订单: the money pays something else that waits for just this amount. Orders §3.5. */
async function relate(
  tx: Tx,
  target: Target,
  given: { bizType: string; orderSn: string; handleRemark: string },
): Promise<void> {
  const before = await readRow(tx, actorOf(tx), paymentException, target.id)
  if (before.type !== TYPE.closed && before.type !== TYPE.unknown)
    throw conflict('只有已关闭订单到账和未知单号可以关联订单')
  const payable = findPayable(tx, given.bizType)
  if (payable?.find === undefined) throw refuse('请选择业务类型', 'bizType')
  if (given.orderSn === '') throw refuse('请输入订单号', 'orderSn')
  const bizId = await payable.find(tx, given.orderSn)
  if (bizId === undefined) throw refuse(`${payable.label}不存在`, 'orderSn')
  const state = await payable.lock(tx, bizId)
  const money = await moneyOf(tx, before)
  const exception = await lockOpen(tx, target, 'relate')
  guardUnpaid(state, '关联')
  if (money.amount !== state.expected)
    throw refuse(
      `到账金额${formatMoney(money.amount)}元与应付金额${formatMoney(state.expected)}元不一致`,
      'orderSn',
    )
  const { uid, companyId, payerId, bizSn: orderSn } = state
  const moved = await updateRow(
    tx,
    payment,
    money,
    { bizType: given.bizType, bizId, orderSn, uid, companyId, payerId },
    { anyField: true },
  )
  await markPaid(tx, moved, { successTime: moved.successTime ?? new Date() })
  await updateRow(
    tx,
    paymentException,
    exception,
    { ...handled(tx, HANDLE.relate, given.handleRemark), status: 2, paymentId: moved.id, orderSn },
    { anyField: true },
  )
}

/** 退款: a refund note of the whole of it, which somebody else decides. Orders §3.5, §13-7. */
async function refund(tx: Tx, target: Target, handleRemark: string): Promise<void> {
  const before = await readRow(tx, actorOf(tx), paymentException, target.id)
  if (before.type > TYPE.unknown) throw conflict('该异常没有可退的款项')
  const money = before.paymentId === null ? null : await findMoney(tx, before.paymentId)
  if (money !== null) await lockPayable(tx, money.bizType, money.bizId)
  const { id: paymentId, bizType, bizId } = await moneyOf(tx, before)
  const refundNoteId = await createRefundNote(tx, {
    bizType,
    bizId,
    refundType: STRAY,
    paymentId,
    amount: before.amount ?? 0,
    refundWay: BACK,
    source: { type: SOURCE, id: before.id },
    remark: handleRemark,
  })
  const exception = await lockOpen(tx, target, 'refund')
  await updateRow(
    tx,
    paymentException,
    exception,
    { ...handled(tx, HANDLE.refund, handleRemark), status: 1, refundNoteId, paymentId },
    { anyField: true },
  )
}

const findMoney = (db: Db, id: number): Promise<Payment> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** 忽略: nothing follows; not for money that keeps its order waiting. Orders §3.5. */
async function ignore(tx: Tx, target: Target, handleRemark: string): Promise<void> {
  const exception = await lockOpen(tx, target, 'ignore')
  if (exception.type === TYPE.amount) throw refuse('金额不符的到账请退款或确认入账', 'handleType')
  await updateRow(
    tx,
    paymentException,
    exception,
    { ...handled(tx, HANDLE.ignore, handleRemark), status: 3 },
    { anyField: true },
  )
}

/**
 * 确认入账 of another amount than was to be paid: a shortage lowers the price, what is too much goes back by a refund note.
 * Orders §3.5, §13-6.
 */
async function accept(tx: Tx, target: Target, handleRemark: string): Promise<void> {
  const before = await readRow(tx, actorOf(tx), paymentException, target.id)
  if (before.type !== TYPE.amount || before.paymentId === null) throw conflict('只有金额不符可以确认入账')
  const found = await findMoney(tx, before.paymentId)
  const state = await payableOf(tx, found.bizType).lock(tx, found.bizId)
  const money = await lockRow(tx, payment, found.id, { anyScope: true })
  const exception = await lockOpen(tx, target, 'accept')
  guardUnpaid(state, '确认入账')
  if (money.status !== 4) throw conflict('该笔支付不在待确认状态')
  const received = money.receivedAmount ?? money.amount
  const counts = Math.min(received, state.expected)
  await markPaid(
    tx,
    money,
    {
      successTime: money.successTime ?? new Date(),
      confirmBy: actorOf(tx).adminId || null,
      confirmTime: new Date(),
    },
    { counts, adjust: Math.min(0, received - state.expected) },
  )
  const excess = received - counts
  const refundNoteId =
    excess === 0
      ? null
      : await createRefundNote(tx, {
          bizType: found.bizType,
          bizId: found.bizId,
          refundType: STRAY,
          paymentId: found.id,
          amount: excess,
          refundWay: BACK,
          source: { type: SOURCE, id: before.id },
          remark: handleRemark,
        })
  await updateRow(
    tx,
    paymentException,
    exception,
    { ...handled(tx, HANDLE.accept, handleRemark), status: refundNoteId === null ? 2 : 1, refundNoteId },
    { anyField: true },
  )
}

async function noteNumbers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('refundNote')
    .select(['id', 'refundNoteSn'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.refundNoteSn]))
}

/** Exceptions as those who handle them see them. Orders §6.5. */
export const exceptionServed: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const page = await answerPage(db, who, paymentException, calls.list.answer, { ...input, fields: '' })
    const numbers = await noteNumbers(
      db,
      page.list.flatMap((row) => row.refundNoteId ?? []),
    )
    return {
      ...page,
      list: page.list.map((row) => ({ ...row, refundNoteSn: numbers.get(row.refundNoteId ?? 0) ?? '' })),
    }
  }),
  read(calls.kinds, async (db) =>
    payableKinds(db).filter(({ value }) => findPayable(db, value)?.find !== undefined),
  ),
  change(calls.handle, async (tx, _who, { id, version, handleType, handleRemark, ...given }) => {
    if (handleType === HANDLE.relate) await relate(tx, { id, version }, { ...given, handleRemark })
    else if (handleType === HANDLE.refund) await refund(tx, { id, version }, handleRemark)
    else await ignore(tx, { id, version }, handleRemark)
  }),
  change(calls.accept, (tx, _who, { id, version, handleRemark }) =>
    accept(tx, { id, version }, handleRemark),
  ),
]
