import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText } from '#kit/server/outsideText.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { NoAnswer, notifyUrl } from './gateway.server.ts'
import { type WeixinMerchant, weixinMerchant } from './payment.config.server.ts'
import type { PayChannel } from './payment.entity.ts'
import type { Notice, Provider, ProviderOrder, ProviderPayment, ProviderRefund } from './provider.ts'
import {
  authorizationOf,
  clientSign,
  isFromWeixin,
  newNonce,
  openedResource,
  secondsNow,
} from './weixinWire.ts'

// 微信支付 API v3, spoken by the merchant itself. docs/outside.md.

const TITLE = '微信支付'
const PAY = '/v3/pay/transactions'
const REFUNDS = '/v3/refund/domestic/refunds'
const TOO_FAST = 429
const MOST_SAID = 200
const MOST_SUBJECT = 127

const named = z.string().min(1).max(64)
const cents = z.number().int().nonnegative()
const moment = z.coerce.date()
const transaction = z.object({
  mchid: z.string().optional(),
  out_trade_no: named,
  transaction_id: z.string().max(64).default(''),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR']),
  success_time: moment.optional(),
  amount: z.object({ total: cents }).optional(),
})
const refundFacts = {
  out_refund_no: named,
  refund_id: named,
  success_time: moment.optional(),
  amount: z.object({ refund: cents }),
}
const REFUND_STATES = z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL'])
const refundAnswer = z.object({ ...refundFacts, status: REFUND_STATES })
const refundTold = z.object({ ...refundFacts, refund_status: REFUND_STATES, mchid: z.string().optional() })
const prepaid = z.object({ prepay_id: named })
const refusal = z.object({ code: z.string().default(''), message: z.string().default('') })

/** What was asked was refused; `reason` is the word of the provider for it. */
class Refused extends AppError {
  readonly reason: string
  constructor(reason: string, message: string) {
    super(422, message)
    this.reason = reason
  }
}

const paymentOf = (said: z.output<typeof transaction>): ProviderPayment => {
  const { trade_state, transaction_id, amount, success_time } = said
  if (trade_state === 'CLOSED' || trade_state === 'REVOKED') return { state: 'closed' }
  // What was given back since was paid before.
  if (trade_state !== 'SUCCESS' && trade_state !== 'REFUND') return { state: 'unpaid' }
  if (transaction_id === '' || amount === undefined) throw new NoAnswer(`${TITLE}接口异常：返回内容无法识别`)
  return {
    state: 'paid',
    transactionId: transaction_id,
    amount: amount.total,
    fee: 0,
    time: success_time ?? new Date(),
  }
}

function refundOf(
  {
    refund_id,
    amount,
    success_time,
  }: Pick<z.output<typeof refundAnswer>, 'refund_id' | 'amount' | 'success_time'>,
  state: z.output<typeof REFUND_STATES>,
): ProviderRefund {
  if (state === 'PROCESSING') return { state: 'running' }
  if (state === 'SUCCESS')
    return { state: 'done', refundId: refund_id, amount: amount.refund, time: success_time ?? new Date() }
  return { state: 'failed', reason: state === 'CLOSED' ? '退款已关闭' : '退款异常，请到微信商户平台处理' }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function merchant(db: Db): Promise<WeixinMerchant> {
  const found = await weixinMerchant(db)
  if (found === null) throw conflict(`未配置${TITLE}`)
  return found
}

/** Asks, signed; what is answered must be signed too. A refusal in the provider's words, NoAnswer without one that can be used. */
async function ask<T>(
  db: Db,
  { path, body, attempt }: { path: string; body?: Readonly<Record<string, unknown>>; attempt?: number },
  answer: z.ZodType<T>,
): Promise<T> {
  const own = await merchant(db)
  const text = body === undefined ? '' : JSON.stringify(body)
  const method = body === undefined ? 'GET' : 'POST'
  const unclear = (reason: string) => new NoAnswer(`${TITLE}接口异常：${reason}`)
  const address = new URL(`${own.base.replace(/\/+$/, '')}${path}`)
  try {
    const given = await callOutside(db, {
      system: '支付',
      base: own.base,
      path: path.split('?')[0] ?? path,
      query: Object.fromEntries(address.searchParams),
      method,
      ...(body === undefined ? {} : { body: text }),
      ...(attempt === undefined ? {} : { attempt }),
      headers: {
        authorization: authorizationOf(own, {
          method,
          path: `${address.pathname}${address.search}`,
          body: text,
        }),
        accept: 'application/json',
        'user-agent': 'Tongshang',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    if (given.status >= 400) {
      const said = refusal.safeParse(jsonOf(given.text)).data ?? { code: '', message: '' }
      const message = safeText(said.message, MOST_SAID)
      if (given.status === TOO_FAST) throw unclear(message || String(given.status))
      throw new Refused(said.code, message || `${TITLE}拒绝了请求（${given.status}）`)
    }
    if (!isFromWeixin(own.theirs, given.headers, given.text)) throw unclear('应答签名不正确')
    const found = answer.safeParse(given.text === '' ? null : jsonOf(given.text))
    if (!found.success) throw unclear('返回内容无法识别')
    return found.data
  } catch (error) {
    if (error instanceof OutsideError) throw new NoAnswer(error.message)
    throw error
  }
}

/** What is answered instead of a refusal that says one of these. */
async function unless<T>(asking: Promise<T>, said: Readonly<Record<string, T>>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    const other = error instanceof Refused ? said[error.reason] : undefined
    if (other === undefined) throw error
    return other
  }
}

/** How a channel is spoken to, and whose AppID stands there. */
const WAYS: Readonly<Partial<Record<PayChannel, { end: string; app: keyof WeixinMerchant['appIds'] }>>> = {
  public: { end: 'jsapi', app: 'public' },
  routine: { end: 'jsapi', app: 'routine' },
  weixinh5: { end: 'h5', app: 'public' },
  appIos: { end: 'app', app: 'app' },
  appAndroid: { end: 'app', app: 'app' },
}
const BY_CODE = { end: 'native', app: 'public' } as const

async function create(db: Db, order: ProviderOrder): Promise<Record<string, string>> {
  const own = await merchant(db)
  const { end, app } = WAYS[order.payChannel] ?? BY_CODE
  const appId = own.appIds[app]
  if (appId === '') throw conflict(`未配置${TITLE}的AppID`)
  if (end === 'jsapi' && (order.openId ?? '') === '') throw refuse('请输入openId', 'openId')
  if (end === 'h5' && (order.clientIp ?? '') === '') throw refuse('请输入客户IP', 'clientIp')
  const body = {
    appid: appId,
    mchid: own.mchId,
    description: cut(order.subject, MOST_SUBJECT),
    out_trade_no: order.flowNo,
    ...(order.expireTime === null
      ? {}
      : { time_expire: order.expireTime.toISOString().replace(/\.\d+Z$/, 'Z') }),
    notify_url: await notifyUrl(db, 'weixin'),
    amount: { total: order.amount, currency: 'CNY' },
    ...(end === 'jsapi' ? { payer: { openid: order.openId } } : {}),
    ...(end === 'h5' ? { scene_info: { payer_client_ip: order.clientIp, h5_info: { type: 'Wap' } } } : {}),
  }
  const path = `${PAY}/${end}`
  if (end === 'h5')
    return { payUrl: (await ask(db, { path, body }, z.object({ h5_url: z.string() }))).h5_url }
  if (end === 'native')
    return { codeUrl: (await ask(db, { path, body }, z.object({ code_url: z.string() }))).code_url }
  const { prepay_id } = await ask(db, { path, body }, prepaid)
  return clientParams(own, { appId, prepayId: prepay_id, isApp: end === 'app' })
}

/** What the client is opened with, signed by the merchant. */
function clientParams(
  { mchId, privateKey }: WeixinMerchant,
  { appId, prepayId, isApp }: { appId: string; prepayId: string; isApp: boolean },
): Record<string, string> {
  const [time, nonce] = [secondsNow(), newNonce()]
  if (isApp)
    return {
      appid: appId,
      partnerid: mchId,
      prepayid: prepayId,
      package: 'Sign=WXPay',
      noncestr: nonce,
      timestamp: time,
      sign: clientSign(privateKey, appId, time, nonce, prepayId),
    }
  const what = `prepay_id=${prepayId}`
  const paySign = clientSign(privateKey, appId, time, nonce, what)
  return { appId, timeStamp: time, nonceStr: nonce, package: what, signType: 'RSA', paySign }
}

const pathOf = (flowNo: string): string => `${PAY}/out-trade-no/${encodeURIComponent(flowNo)}`

export const weixinProvider: Provider = {
  name: 'weixin',
  demand: async (db) => void (await merchant(db)),
  create,
  async query(db, flowNo) {
    const { mchId } = await merchant(db)
    const asking = ask(db, { path: `${pathOf(flowNo)}?mchid=${encodeURIComponent(mchId)}` }, transaction)
    const none: ProviderPayment = { state: 'none' }
    return unless<ProviderPayment>(asking.then(paymentOf), { ORDER_NOT_EXIST: none, ORDERNOTEXIST: none })
  },
  async close(db, flowNo) {
    const { mchId } = await merchant(db)
    const closing = ask(db, { path: `${pathOf(flowNo)}/close`, body: { mchid: mchId } }, z.null())
    return unless<'closed' | 'paid'>(
      closing.then(() => 'closed'),
      {
        ORDERPAID: 'paid',
        ORDER_PAID: 'paid',
        ORDER_CLOSED: 'closed',
        ORDERCLOSED: 'closed',
        ORDER_NOT_EXIST: 'closed',
        ORDERNOTEXIST: 'closed',
      },
    )
  },
  async refund(db, { outRefundNo, transactionId, amount, total }) {
    const body = {
      transaction_id: transactionId,
      out_refund_no: outRefundNo,
      notify_url: await notifyUrl(db, 'weixin', '/refund'),
      amount: { refund: amount, total, currency: 'CNY' },
    }
    const said = await ask(db, { path: REFUNDS, body }, refundAnswer)
    return refundOf(said, said.status)
  },
  async queryRefund(db, { outRefundNo }) {
    const asking = ask(db, { path: `${REFUNDS}/${encodeURIComponent(outRefundNo)}` }, refundAnswer)
    const none: ProviderRefund = { state: 'none' }
    return unless<ProviderRefund>(
      asking.then((said) => refundOf(said, said.status)),
      { RESOURCE_NOT_EXISTS: none },
    )
  },
  // Customers of 微信 are known by the official account and the mini-program.
  identify: async () => null,
  async parseNotify(db, { headers, raw }) {
    const own = await weixinMerchant(db)
    if (own === null || !isFromWeixin(own.theirs, headers, raw)) return null
    const opened = openedResource(own.v3Key, jsonOf(raw))
    const paid = transaction.safeParse(opened).data
    const back = refundTold.safeParse(opened).data
    if ((paid ?? back)?.mchid !== own.mchId) return null
    if (back !== undefined) {
      const refund = refundOf(back, back.refund_status)
      return { kind: 'refund', outRefundNo: back.out_refund_no, refund } satisfies Notice
    }
    return paid === undefined ? null : { kind: 'pay', flowNo: paid.out_trade_no, paid: paymentOf(paid) }
  },
  // What it names is sealed.
  claimed: () => '',
  answer: (taken) => ({
    status: taken ? 200 : 400,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(taken ? { code: 'SUCCESS' } : { code: 'FAIL', message: '未处理' }),
  }),
}
