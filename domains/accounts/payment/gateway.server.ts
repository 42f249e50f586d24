import { z } from 'zod'
import { siteUrl } from '#domains/wechat/wechat.door.ts'
import type { Db } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText } from '#kit/server/outsideText.ts'
import { contextOf } from '#kit/server/points.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { type Merchant, merchantOf, payTypeName } from './payment.config.server.ts'
import type { ProviderName } from './payment.entity.ts'
import { isSignedBy, MERCHANT_HEADER, SIGN_HEADER, signedHeaders, TIME_HEADER } from './payment.sign.ts'
import type { Notice, Provider, ProviderPayment, ProviderRefund } from './provider.ts'

const DONE = 200
const PASSING = 500
const TOO_FAST = 429
const MOST_SAID = 200

/** Where providers bring their notifications. Orders §3.5. */
export const NOTIFY_PATH = '/api/open/payment/notify'

/** Where a provider brings the notifications of payments, or (`/refund`) of refunds. */
export const notifyUrl = async (db: Db, name: ProviderName, end: '' | '/refund' = ''): Promise<string> =>
  `${await ownAddress(db)}${NOTIFY_PATH}/${name}${end}`

/** A provider did not answer, or not so that it can be understood: what was asked may have been done. */
export class NoAnswer extends AppError {
  constructor(message: string) {
    super(409, message, { reason: 'noAnswer' })
  }
}

const cents = z.string().transform((value, context) => {
  const read = parseMoney(value, 'zeroOrMore')
  if (read === null) context.addIssue({ code: 'custom', message: 'amount' })
  return read ?? 0
})
const moment = z.number().transform((seconds) => new Date(seconds * 1000))
const named = z.string().min(1).max(64)

const paid = z.object({
  state: z.literal('paid'),
  transactionId: named,
  amount: cents,
  fee: cents.default(0),
  time: moment,
})
const payment: z.ZodType<ProviderPayment> = z.union([
  paid,
  z.object({ state: z.enum(['unpaid', 'closed', 'none']) }),
])
const refund: z.ZodType<ProviderRefund> = z.union([
  z.object({ state: z.literal('done'), refundId: named, amount: cents, time: moment }),
  z.object({ state: z.enum(['running', 'none']) }),
  z.object({ state: z.literal('failed'), reason: z.string().max(300).default('') }),
])
const notice = z.union([
  z.object({ event: z.literal('payment'), flowNo: named, payment }),
  z.object({ event: z.literal('refund'), outRefundNo: named, refund }),
])
const envelope = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown() })
const params = z.object({ params: z.record(z.string(), z.string()) })
const closing = z.object({ state: z.enum(['closed', 'paid']) })
const person = z.object({ openId: z.string().max(100) })
const claim = z.object({ flowNo: named.optional(), outRefundNo: named.optional() })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A provider behind a gateway that speaks the form of docs/outside.md. */
export function gateway(name: ProviderName): Provider {
  const title = payTypeName(name)

  async function demand(db: Db): Promise<Merchant> {
    const found = await merchantOf(db, name)
    if (found === null) throw conflict(`未配置${title}`)
    return found
  }

  async function ask<T>(
    db: Db,
    path: string,
    what: Readonly<Record<string, unknown>>,
    answer: z.ZodType<T>,
  ): Promise<T> {
    const { base, merchant, key } = await demand(db)
    const body = JSON.stringify({ provider: name, ...what })
    const unclear = (reason: string) => new NoAnswer(`${title}接口异常：${reason}`)
    try {
      const headers = signedHeaders(merchant, key, body)
      const given = await callOutside(db, { system: '支付', base, path, body, headers })
      const read = envelope.safeParse(given.json())
      if (!read.success) throw unclear('返回内容无法识别')
      const { code, msg, data } = read.data
      const said = safeText(msg, MOST_SAID, [key])
      if (code >= PASSING || code === TOO_FAST) throw unclear(said || String(code))
      if (code !== DONE) throw new AppError(422, said || `${title}拒绝了请求（${code}）`)
      const found = answer.safeParse(data)
      if (!found.success) throw unclear('返回内容无法识别')
      return found.data
    } catch (error) {
      if (error instanceof OutsideError) throw new NoAnswer(error.message)
      throw error
    }
  }

  return {
    name,
    demand: async (db) => void (await demand(db)),
    async create(db, { flowNo, subject, amount, payChannel, openId = '', expireTime }) {
      const what = {
        flowNo,
        subject,
        amount: formatMoney(amount),
        payChannel,
        openId,
        expireTime: expireTime === null ? null : toSeconds(expireTime),
        notifyUrl: await notifyUrl(db, name),
      }
      return (await ask(db, 'pay/create', what, params)).params
    },
    query: (db, flowNo) => ask(db, 'pay/query', { flowNo }, payment),
    close: async (db, flowNo) => (await ask(db, 'pay/close', { flowNo }, closing)).state,
    async refund(db, { amount, total, ...what }) {
      const sums = { amount: formatMoney(amount), total: formatMoney(total) }
      return ask(
        db,
        'refund/create',
        { ...what, ...sums, notifyUrl: await notifyUrl(db, name, '/refund') },
        refund,
      )
    },
    async identify(db, code) {
      const { openId } = await ask(db, 'user/identify', { code }, person)
      return openId === '' ? null : openId
    },
    queryRefund: (db, { outRefundNo }) => ask(db, 'refund/query', { outRefundNo }, refund),
    async parseNotify(db, { headers, raw }) {
      const found = await merchantOf(db, name)
      const header = (key: string) => String(headers[key] ?? '')
      if (found === null || header(MERCHANT_HEADER) !== found.merchant) return null
      if (!isSignedBy(found.key, header(TIME_HEADER), raw, header(SIGN_HEADER))) return null
      const read = notice.safeParse(jsonOf(raw))
      if (!read.success) return null
      const { data } = read
      const taken: Notice =
        data.event === 'payment'
          ? { kind: 'pay', flowNo: data.flowNo, paid: data.payment }
          : { kind: 'refund', outRefundNo: data.outRefundNo, refund: data.refund }
      return taken
    },
    claimed({ raw }) {
      const { flowNo, outRefundNo } = claim.safeParse(jsonOf(raw)).data ?? {}
      return flowNo ?? outRefundNo ?? ''
    },
    answer: (taken) => ({
      status: taken ? 200 : 400,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(taken ? { code: 'SUCCESS' } : { code: 'FAIL', message: '未处理' }),
    }),
  }
}

/** Where a provider reaches this installation; this machine while the stand-in plays. */
async function ownAddress(db: Db): Promise<string> {
  const { settings } = contextOf(db)
  const site = await siteUrl(db)
  if (site === '' && settings.fake.includes('pay')) return `http://127.0.0.1:${settings.port}`
  if (site === '') throw conflict('请先在系统设置中填写网站地址，支付结果需要通知到该地址')
  return site
}
