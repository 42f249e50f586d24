import { sql } from 'kysely'
import { declareScene, holdersOf, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { exceptionCalls } from './payment.calls.ts'
import { EXCEPTION_TYPES, type paymentException } from './payment.entity.ts'

export type Exception = EntityRow<typeof paymentException>

const MARK = 'paymentException'

/** What those who handle exceptions are told. */
export const exceptionScene = declareScene({
  mark: MARK,
  type: '支付异常',
  description: '收到无法入账的款项或退款结果异常时，通知能处理支付异常的人',
  sendType: 2,
  channels: ['notice', 'sms', 'wechat'],
  content: '支付异常：{type}，流水号{flowNo}，到账金额{amount}元',
  link: '/order/orderPaymentException?keywords={flowNo}',
})

interface Raised
  extends Pick<Exception, 'type' | 'flowNo' | 'provider'>,
    Partial<
      Pick<
        Exception,
        | 'orderSn'
        | 'transactionId'
        | 'amount'
        | 'expectAmount'
        | 'reason'
        | 'paymentId'
        | 'refundNoteId'
        | 'companyId'
      >
    > {}

/**
 * Keeps that something came in that fits nothing; the same thing again, while nobody has handled it, is counted up. Whoever may
 * handle exceptions is told of the first. Orders §2.4.
 */
export async function raise(tx: Tx, raised: Raised): Promise<number> {
  const values = {
    orderSn: '',
    transactionId: '',
    amount: null,
    expectAmount: null,
    reason: '',
    paymentId: null,
    refundNoteId: null,
    companyId: null,
    ...raised,
  }
  const names = Object.keys(values)
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into "paymentException" (${sql.join(names.map((name) => sql.ref(name)))}, "lastTime")
    values (${sql.join(Object.values(values).map((value) => sql.val(value)))}, now())
    on conflict ("type", "provider", "flowNo", "transactionId") where "status" = 0
    do update set "times" = "paymentException"."times" + 1, "lastTime" = now(), "version" = "paymentException"."version" + 1
    returning "id", "times" = 1 as "isNew"`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The exception was not written')
  touch(tx, 'paymentException')
  if (row.isNew) await tell(tx, row.id, raised)
  return row.id
}

/** What the product has handled itself is kept, and nobody need be told: 掉单补单. */
export async function noteHandled(tx: Tx, raised: Raised, remark: string): Promise<void> {
  const { type, flowNo, provider, orderSn = '', transactionId = '', amount = null, paymentId = null } = raised
  await tx
    .insertInto('paymentException')
    .values({
      type,
      flowNo,
      provider,
      orderSn,
      transactionId,
      amount,
      expectAmount: amount,
      paymentId,
      companyId: raised.companyId ?? null,
      status: 2,
      handleType: 5,
      handleRemark: remark,
      handleTime: new Date(),
      lastTime: new Date(),
    })
    .execute()
  touch(tx, 'paymentException')
}

async function tell(tx: Tx, id: number, { type, flowNo, amount }: Raised): Promise<void> {
  const label = EXCEPTION_TYPES.find((one) => one.value === type)?.label ?? ''
  const who = await holdersOf(tx, exceptionCalls.handle.permission)
  await notify(
    tx,
    MARK,
    who,
    { type: label, flowNo, amount: amount == null ? '-' : formatMoney(amount) },
    `paymentException:${id}`,
  )
}
