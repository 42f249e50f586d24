import type { Db } from '#kit/server/database.ts'
import { updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError, conflict, notFound } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import type { Payment } from './create.server.ts'
import { noteTold } from './notifyLog.server.ts'
import { payableName } from './payable.server.ts'
import { INCOMING, type LogKind, type ProviderName, payment } from './payment.entity.ts'
import { providerNameOf, providerOf } from './providers.server.ts'
import { lockPayment, takeIn } from './takeIn.server.ts'

// What is asked of providers. Each of these leaves the house, so none is called while a transaction is open.

const REQUEST: LogKind = 3
const QUESTION: LogKind = 4
const UNPAID_THERE = { none: '渠道没有该笔支付', unpaid: '渠道显示未支付', closed: '渠道显示已关闭' } as const

async function findPayment(db: Db, flowNo: string): Promise<Payment> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('flowNo', '=', flowNo)
    .where('direction', '=', INCOMING)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** Asks a provider and keeps what was asked and answered, unless it is what `isUsual` says: nobody looks for it. */
export async function asking<T>(
  db: Db,
  log: { kind: LogKind; provider: ProviderName; flowNo: string; what: string },
  ask: () => Promise<T>,
  isUsual: (answer: T) => boolean = () => false,
): Promise<T> {
  try {
    const answer = await ask()
    if (isUsual(answer)) return answer
    await noteTold(db, { ...log, raw: JSON.stringify(answer), verified: null, result: `${log.what}：已应答` })
    return answer
  } catch (error) {
    const reason = error instanceof AppError ? error.message : '内部错误'
    await noteTold(db, { ...log, raw: '', verified: null, result: cut(`${log.what}：${reason}`, 300) })
    throw error
  }
}

/**
 * Who a code of a consumer stands for at a provider of payments; the code is spent by it. 422 授权信息无效，请重试, 409 未配置支付宝, 409
 * when it gives no answer. Leaves the house. Doors §4, members §2.5.
 */
export async function payerOpenId(db: Db, provider: ProviderName, code: string): Promise<string> {
  const openId = await providerOf(db, provider).identify(db, code)
  if (openId === null) throw new AppError(422, '授权信息无效，请重试')
  return openId
}

/**
 * What the client of a provider is opened with to pay an open online payment; asked again it answers for the same order there.
 * Refusals of the provider in its own words (422), 409 when it gives no answer, 409 for a payment that is not open. Leaves the
 * house. Doors §4, orders §3.5.
 */
export async function payParams(
  db: Db,
  flowNo: string,
  openId = '',
  clientIp = '',
): Promise<Record<string, string>> {
  const row = await findPayment(db, flowNo)
  const { status, payType, amount, payChannel, expireTime, bizType, orderSn } = row
  const name = providerNameOf(payType)
  if (name === null) throw conflict('该支付方式不需要调起支付')
  if (status !== 0) throw conflict(status === 1 ? '该笔支付已完成' : '该笔支付已关闭，请重新发起')
  if (expireTime !== null && expireTime.getTime() <= Date.now()) throw conflict('该笔支付已失效，请重新发起')
  const order = {
    flowNo,
    subject: `${payableName(db, bizType)}${orderSn}`,
    amount,
    payChannel: payChannel ?? 'open',
    openId,
    clientIp,
    expireTime,
  }
  return asking(db, { kind: REQUEST, provider: name, flowNo, what: `下单${formatMoney(amount)}元` }, () =>
    providerOf(db, name).create(db, order),
  )
}

/**
 * Asks the provider of a payment how it stands and takes in what was paid there; answers it in words. 409 when the provider gives
 * no answer. A job asks for the same payment again and again: that it is still unpaid is kept once, when a person asks. Leaves the
 * house.
 */
export async function askPayment(
  db: Db,
  row: Payment,
  { byJob = false }: { byJob?: boolean } = {},
): Promise<string> {
  const { flowNo } = row
  const name = providerNameOf(row.payType)
  if (name === null) throw conflict('该支付方式没有可查询的渠道')
  const said = await asking(
    db,
    { kind: QUESTION, provider: name, flowNo, what: '查询支付' },
    () => providerOf(db, name).query(db, flowNo),
    ({ state }) => byJob && state !== 'paid',
  )
  if (said.state !== 'paid') return UNPAID_THERE[said.state]
  return asSystem(db, (tx) => takeIn(tx, { ...said, provider: name, flowNo }, 'asked'))
}

/** How closing went: paid, when money came in before it could be; unknown, when nobody can say or finance has to. */
export type Closed = 'closed' | 'paid' | 'unknown'

/**
 * Closes the open payments of a payable, online ones at their provider first, so that nothing is paid after its end; what was paid
 * there meanwhile is taken in as if it had been told of. `unknown` when a provider does not answer or a payment waits for finance:
 * then the payable must not be closed. Leaves the house. Doors §4, orders §10.
 */
export async function closePayments(db: Db, bizType: string, bizId: number): Promise<Closed> {
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('bizType', '=', bizType)
    .where('bizId', '=', bizId)
    .where('direction', '=', INCOMING)
    .where('status', 'in', [0, 1, 4])
    .orderBy('id')
    .execute()
  const ends: Closed[] = []
  for (const row of rows)
    ends.push(row.status === 1 ? 'paid' : row.status === 4 ? 'unknown' : await closePayment(db, row))
  return ends.includes('paid') ? 'paid' : ends.includes('unknown') ? 'unknown' : 'closed'
}

/** Closes one open payment, at its provider first. Leaves the house. */
export async function closePayment(db: Db, row: Payment): Promise<Closed> {
  const name = providerNameOf(row.payType)
  const end = name === null ? 'closed' : await closeOutside(db, name, row.flowNo)
  if (end === 'unknown') return end
  if (end === 'paid') {
    const said = await askPayment(db, row).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    if (said === null) return 'unknown'
  }
  return asSystem(db, async (tx) => {
    const now = (await lockPayment(tx, row.flowNo))?.row
    if (now === undefined) return 'closed'
    if (now.status === 1) return 'paid'
    if (now.status === 4) return 'unknown'
    if (now.status === 0) await updateRow(tx, payment, now, { status: 3 })
    return 'closed'
  })
}

/** Closes an order at its provider; what it does not answer or refuse is asked for instead. */
export async function closeOutside(db: Db, name: ProviderName, flowNo: string): Promise<Closed> {
  const provider = providerOf(db, name)
  const log = { provider: name, flowNo }
  try {
    return await asking(db, { ...log, kind: REQUEST, what: '关闭支付' }, () => provider.close(db, flowNo))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const said = await asking(db, { ...log, kind: QUESTION, what: '查询支付' }, () =>
      provider.query(db, flowNo),
    ).catch((again: unknown) => {
      if (again instanceof AppError) return null
      throw again
    })
    // One that was never made there cannot be paid there.
    if (said?.state === 'paid') return 'paid'
    return said?.state === 'closed' || said?.state === 'none' ? 'closed' : 'unknown'
  }
}
