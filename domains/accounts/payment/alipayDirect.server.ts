import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText } from '#kit/server/outsideText.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'
import { areSigned, chinaMoment, chinaText, rawObject, withSign } from './alipayWire.ts'
import { NoAnswer, notifyUrl } from './gateway.server.ts'
import { type AlipayMerchant, alipayMerchant } from './payment.config.server.ts'
import type { Provider, ProviderOrder, ProviderPayment, ProviderRefund } from './provider.ts'
import { isRsaSigned } from './rsa.ts'

// 支付宝 (RSA2), spoken by the merchant itself. docs/outside.md.

const TITLE = '支付宝'
const DONE = '10000'
const BUSINESS = '40004'
/** 服务不可用, and answers that say the same of a business call: it may have been done. */
const UNAVAILABLE = '20000'
const SYSTEM_ERRORS = ['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'isp.unknow-error']
const NO_TRADE = 'ACQ.TRADE_NOT_EXIST'
const MOST_SAID = 200
const MOST_SUBJECT = 127

const named = z.string().min(1).max(64)
const cents = z.string().transform((value, context) => {
  const read = parseMoney(value, 'zeroOrMore')
  if (read === null) context.addIssue({ code: 'custom', message: 'amount' })
  return read ?? 0
})
const moment = z.string().transform((value) => chinaMoment(value))
const head = z.object({
  code: z.string().default(DONE),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
})
const TRADE_STATES = z.enum(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED'])
const trade = z.object({
  trade_no: named,
  trade_status: TRADE_STATES,
  total_amount: cents,
  send_pay_date: moment.optional(),
})
const refunded = z.object({
  fund_change: z.string().default('N'),
  gmt_refund_pay: moment.optional(),
})
const refundAsked = z.object({
  refund_status: z.string().default(''),
  refund_amount: cents.optional(),
  gmt_refund_pay: moment.optional(),
})
const told = z.object({
  app_id: z.string(),
  out_trade_no: named,
  trade_no: named,
  trade_status: TRADE_STATES,
  total_amount: cents,
  gmt_payment: moment.optional(),
})

/** What was asked was refused; `reason` is the word of the provider for it. */
class Refused extends AppError {
  readonly reason: string
  constructor(reason: string, message: string) {
    super(422, message)
    this.reason = reason
  }
}

async function merchant(db: Db): Promise<AlipayMerchant> {
  const found = await alipayMerchant(db)
  if (found === null) throw conflict(`未配置${TITLE}`)
  return found
}

/** The parameters of a call, signed. */
function signed(
  { appId, privateKey }: AlipayMerchant,
  method: string,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return withSign(privateKey, {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: chinaText(new Date()),
    version: '1.0',
    ...more,
  })
}

const formOf = (params: Readonly<Record<string, string>>): string => new URLSearchParams(params).toString()

/** Asks, signed; what is answered must be signed too. A refusal in the provider's words, NoAnswer without one that can be used. */
async function ask<T>(
  db: Db,
  method: string,
  more: Readonly<Record<string, string>>,
  answer: z.ZodType<T>,
): Promise<T> {
  const own = await merchant(db)
  const unclear = (reason: string) => new NoAnswer(`${TITLE}接口异常：${reason}`)
  try {
    const given = await callOutside(db, {
      system: '支付',
      base: new URL(own.base).origin,
      path: new URL(own.base).pathname,
      // Its charset is read from the address, before the body.
      query: { charset: 'utf-8' },
      body: formOf(signed(own, method, more)),
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    })
    const raw =
      rawObject(given.text, `${method.replaceAll('.', '_')}_response`) ||
      rawObject(given.text, 'error_response')
    const read = head.safeParse(raw === '' ? null : JSON.parse(raw))
    if (given.status >= 400 || !read.success) throw unclear('返回内容无法识别')
    const { code, sub_code, sub_msg, msg } = read.data
    const said = safeText(sub_msg || msg, MOST_SAID)
    if (code === UNAVAILABLE || SYSTEM_ERRORS.includes(sub_code)) throw unclear(said || code)
    // Refusals of who asks at all carry no signature; of what is said of payments nothing counts without one.
    const sign = z.object({ sign: z.string() }).safeParse(given.json()).data?.sign ?? ''
    const isSigned = sign !== '' && isRsaSigned(own.publicKey, raw, sign)
    if ((code === DONE || code === BUSINESS) && !isSigned) throw unclear('应答签名不正确')
    if (code !== DONE) throw new Refused(sub_code, said || `${TITLE}拒绝了请求（${code}）`)
    const found = answer.safeParse(JSON.parse(raw))
    if (!found.success) throw unclear('返回内容无法识别')
    return found.data
  } catch (error) {
    if (error instanceof OutsideError) throw new NoAnswer(error.message)
    throw error
  }
}

const business = (facts: Readonly<Record<string, string>>) => ({ biz_content: JSON.stringify(facts) })

function paymentOf(
  {
    trade_no,
    trade_status,
    total_amount,
  }: Pick<z.output<typeof trade>, 'trade_no' | 'trade_status' | 'total_amount'>,
  time: Date | undefined,
): ProviderPayment {
  if (trade_status === 'WAIT_BUYER_PAY') return { state: 'unpaid' }
  // Closed with a time of payment: it was paid, and all of it given back.
  if (trade_status === 'TRADE_CLOSED' && time === undefined) return { state: 'closed' }
  return { state: 'paid', transactionId: trade_no, amount: total_amount, fee: 0, time: time ?? new Date() }
}

async function create(db: Db, order: ProviderOrder): Promise<Record<string, string>> {
  const own = await merchant(db)
  const facts = {
    out_trade_no: order.flowNo,
    total_amount: formatMoney(order.amount),
    subject: cut(order.subject, MOST_SUBJECT),
    ...(order.expireTime === null ? {} : { time_expire: chinaText(order.expireTime) }),
  }
  const notify_url = await notifyUrl(db, 'alipay')
  // The client itself brings a signed order of an app or a web page to the provider.
  if (order.payChannel === 'appAliPay') {
    const of = business({ ...facts, product_code: 'QUICK_MSECURITY_PAY' })
    return { orderString: formOf(signed(own, 'alipay.trade.app.pay', { notify_url, ...of })) }
  }
  if (order.payChannel === 'alipay') {
    const of = business({ ...facts, product_code: 'QUICK_WAP_WAY' })
    return { payUrl: `${own.base}?${formOf(signed(own, 'alipay.trade.wap.pay', { notify_url, ...of }))}` }
  }
  const made = z.object({ qr_code: z.string().min(1) })
  const { qr_code } = await ask(db, 'alipay.trade.precreate', { notify_url, ...business(facts) }, made)
  return { codeUrl: qr_code }
}

async function query(db: Db, flowNo: string): Promise<ProviderPayment> {
  try {
    const said = await ask(db, 'alipay.trade.query', business({ out_trade_no: flowNo }), trade)
    return paymentOf(said, said.send_pay_date)
  } catch (error) {
    if (error instanceof Refused && error.reason === NO_TRADE) return { state: 'none' }
    throw error
  }
}

async function close(db: Db, flowNo: string): Promise<'closed' | 'paid'> {
  try {
    await ask(db, 'alipay.trade.close', business({ out_trade_no: flowNo }), z.unknown())
    return 'closed'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.reason === NO_TRADE) return 'closed'
    // Its state does not allow it: it was paid or closed before.
    const { state } = await query(db, flowNo)
    if (state === 'unpaid') throw error
    return state === 'paid' ? 'paid' : 'closed'
  }
}

async function queryRefund(
  db: Db,
  { outRefundNo, flowNo }: { outRefundNo: string; flowNo: string },
): Promise<ProviderRefund> {
  const of = { out_request_no: outRefundNo, out_trade_no: flowNo, query_options: ['gmt_refund_pay'] }
  try {
    const said = await ask(
      db,
      'alipay.trade.fastpay.refund.query',
      { biz_content: JSON.stringify(of) },
      refundAsked,
    )
    // Without a state it has not been given back; the same number may be asked for again.
    if (said.refund_status !== 'REFUND_SUCCESS' || said.refund_amount === undefined) return { state: 'none' }
    return {
      state: 'done',
      refundId: outRefundNo,
      amount: said.refund_amount,
      time: said.gmt_refund_pay ?? new Date(),
    }
  } catch (error) {
    if (error instanceof Refused && error.reason === NO_TRADE) return { state: 'none' }
    throw error
  }
}

const paramsOf = (raw: string): Record<string, string> => Object.fromEntries(new URLSearchParams(raw))

export const alipayProvider: Provider = {
  name: 'alipay',
  demand: async (db) => void (await merchant(db)),
  create,
  query,
  close,
  async refund(db, { outRefundNo, flowNo, transactionId, amount }) {
    const of = business({
      out_trade_no: flowNo,
      trade_no: transactionId,
      refund_amount: formatMoney(amount),
      out_request_no: outRefundNo,
    })
    const said = await ask(db, 'alipay.trade.refund', of, refunded)
    if (said.fund_change === 'Y')
      return { state: 'done', refundId: outRefundNo, amount, time: said.gmt_refund_pay ?? new Date() }
    // Nothing moved by this call: it was given back by one before it, or not yet.
    const now = await queryRefund(db, { outRefundNo, flowNo })
    return now.state === 'none' ? { state: 'running' } : now
  },
  queryRefund,
  async identify(db, code) {
    const of = { grant_type: 'authorization_code', code }
    const person = z.object({
      user_id: z.string().max(100).optional(),
      open_id: z.string().max(100).optional(),
    })
    try {
      const { user_id, open_id } = await ask(db, 'alipay.system.oauth.token', of, person)
      return user_id ?? open_id ?? null
    } catch (error) {
      if (error instanceof Refused && /code/i.test(error.reason)) return null
      throw error
    }
  },
  async parseNotify(db, { raw }) {
    const own = await alipayMerchant(db)
    const params = paramsOf(raw)
    if (own === null || params.sign_type !== 'RSA2' || !areSigned(own.publicKey, params)) return null
    const said = told.safeParse(params).data
    if (said === undefined || said.app_id !== own.appId) return null
    return { kind: 'pay', flowNo: said.out_trade_no, paid: paymentOf(said, said.gmt_payment) }
  },
  claimed: ({ raw }) => named.safeParse(paramsOf(raw).out_trade_no).data ?? '',
  // It reads this word alone.
  answer: (taken) => ({
    status: taken ? 200 : 400,
    type: 'text/plain; charset=utf-8',
    body: taken ? 'success' : 'fail',
  }),
}
