// 微信支付 (API v3) and 支付宝 (RSA2) as they answer a merchant who speaks with them directly, for tests; both check who asks.
import { createCipheriv, createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

interface Trade {
  cents: number
  state: 'unpaid' | 'paid' | 'closed'
  notifyUrl: string
}

interface Asked {
  path: string
  body: Record<string, unknown>
}

interface Answer {
  status: number
  text: string
  headers?: Record<string, string>
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject, type: 'pkcs8' | 'spki'): string => String(key.export({ format: 'pem', type }))
const sign = (key: KeyObject, text: string): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')
const verify = (key: KeyObject, text: string, value: string): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, value, 'base64')
const record = (text: string): Record<string, unknown> => {
  const read: unknown = text === '' ? {} : JSON.parse(text)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}
const yuan = (cents: number): string => (cents / 100).toFixed(2)

export const WEIXIN = {
  mchId: '1900000001',
  serial: 'SERIAL1',
  v3Key: 'k'.repeat(32),
  publicId: 'PUB_KEY_ID_1',
}
export const ALIPAY = { appId: '2021000000000001' }
export const PAID_AT = new Date('2026-03-04T05:06:07Z')

/** Keys of both sides: the merchant's private ones go into the forms, those of the providers stay here. */
const keys = { merchant: newKeys(), weixin: newKeys(), alipay: newKeys() }
export const pems = {
  own: pem(keys.merchant.privateKey, 'pkcs8'),
  weixin: pem(keys.weixin.publicKey, 'spki'),
  alipay: pem(keys.alipay.publicKey, 'spki'),
}

/** Whether the merchant signed that. */
export const isOwn = (text: string, value: string): boolean => verify(keys.merchant.publicKey, text, value)

/** The headers and the body of a message of 微信支付. */
export function weixinMessage(body: string, key = keys.weixin.privateKey, at = Date.now()) {
  const time = String(Math.floor(at / 1000))
  const headers = {
    'content-type': 'application/json',
    'wechatpay-timestamp': time,
    'wechatpay-nonce': 'n1',
    'wechatpay-serial': WEIXIN.publicId,
    'wechatpay-signature': sign(key, `${time}\nn1\n${body}\n`),
  }
  return { headers, body }
}

/** A notification of 微信支付 with its sealed part. */
export function weixinNotice(resource: Record<string, unknown>, key = WEIXIN.v3Key): string {
  const nonce = '0123456789ab'
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from('transaction'))
  const sealed = [cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()]
  const ciphertext = Buffer.concat(sealed).toString('base64')
  const facts = { algorithm: 'AEAD_AES_256_GCM', ciphertext, associated_data: 'transaction', nonce }
  return JSON.stringify({ id: 'EV-1', event_type: 'TRANSACTION.SUCCESS', resource: facts })
}

export const strangeKey = (): KeyObject => newKeys().privateKey

const signedText = (params: Record<string, string>, without: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&')

/** A notification of 支付宝. */
export function alipayNotice(facts: Record<string, string>, key = keys.alipay.privateKey): string {
  const params = { app_id: ALIPAY.appId, notify_id: 'N1', charset: 'utf-8', sign_type: 'RSA2', ...facts }
  return new URLSearchParams({
    ...params,
    sign: sign(key, signedText(params, ['sign', 'sign_type'])),
  }).toString()
}

/** Whether the merchant signed these parameters of a call of 支付宝. */
export function isOwnCall(params: Record<string, string>): boolean {
  return params.app_id === ALIPAY.appId && isOwn(signedText(params, ['sign']), params.sign ?? '')
}

export async function startProviders() {
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, number>()
  const asked: Asked[] = []
  /** signs its answers with another key while it is set */
  const state = { isForged: false, isDown: false, isLate: false }

  const fault = (status: number, code: string, message: string): Answer => ({
    status,
    text: JSON.stringify({ code, message }),
  })

  function weixin(method: string, path: string, headers: IncomingHttpHeaders, text: string): Answer {
    const given = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const facts = Object.fromEntries(
      [...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const lines = [method, path, facts.timestamp, facts.nonce_str, text].map((line) => `${line}\n`).join('')
    if (
      facts.mchid !== WEIXIN.mchId ||
      facts.serial_no !== WEIXIN.serial ||
      !isOwn(lines, facts.signature ?? '')
    )
      return fault(401, 'SIGN_ERROR', '签名错误')
    const body = record(text)
    asked.push({ path, body })
    if (state.isDown) return fault(500, 'SYSTEM_ERROR', '系统繁忙')
    const made = weixinAnswer(path, body)
    if (made.status >= 400) return made
    const signed = weixinMessage(made.text, state.isForged ? strangeKey() : undefined)
    return { ...made, headers: signed.headers }
  }

  function weixinAnswer(path: string, body: Record<string, unknown>): Answer {
    const json = (value: unknown): Answer => ({ status: 200, text: JSON.stringify(value) })
    const way = /^\/v3\/pay\/transactions\/(jsapi|app|h5|native)$/.exec(path)?.[1]
    if (way !== undefined) {
      const no = String(body.out_trade_no)
      const { total } = { total: 0, ...record(JSON.stringify(body.amount)) }
      trades.set(no, { cents: Number(total), state: 'unpaid', notifyUrl: String(body.notify_url) })
      if (way === 'h5') return json({ h5_url: `https://wx.example/${no}` })
      return json(way === 'native' ? { code_url: `weixin://pay/${no}` } : { prepay_id: `wx${no}` })
    }
    const [, no = '', end = ''] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/?]+)(\/close|\?.*)?$/.exec(path) ?? []
    const trade = trades.get(no)
    if (no !== '' && trade === undefined) return fault(404, 'ORDER_NOT_EXIST', '订单不存在')
    if (trade !== undefined && end === '/close') {
      if (trade.state === 'paid') return fault(400, 'ORDERPAID', '该订单已支付')
      trade.state = 'closed'
      return { status: 204, text: '' }
    }
    if (trade !== undefined) return json(weixinTrade(no))
    if (path === '/v3/refund/domestic/refunds') {
      const { refund } = { refund: 0, ...record(JSON.stringify(body.amount)) }
      if (Number(refund) > 90_000) return fault(403, 'NOT_ENOUGH', '基本账户余额不足')
      refunds.set(String(body.out_refund_no), Number(refund))
      return json(weixinRefund(String(body.out_refund_no), 'status'))
    }
    const back = /^\/v3\/refund\/domestic\/refunds\/([^/?]+)$/.exec(path)?.[1] ?? ''
    return refunds.has(back)
      ? json(weixinRefund(back, 'status'))
      : fault(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
  }

  /** What 微信支付 says of a payment, in answers and notifications. */
  function weixinTrade(no: string) {
    const { cents = 0, state: how = 'unpaid' } = trades.get(no) ?? {}
    const known = { appid: 'wxpublic', mchid: WEIXIN.mchId, out_trade_no: no }
    if (how !== 'paid') return { ...known, trade_state: how === 'closed' ? 'CLOSED' : 'NOTPAY' }
    const paid = {
      transaction_id: `42000${no}`,
      trade_state: 'SUCCESS',
      success_time: '2026-03-04T13:06:07+08:00',
    }
    return { ...known, ...paid, amount: { total: cents, currency: 'CNY' } }
  }

  function weixinRefund(no: string, key: 'status' | 'refund_status', how?: string) {
    return {
      mchid: WEIXIN.mchId,
      out_refund_no: no,
      refund_id: `50000${no}`,
      success_time: '2026-03-04T13:06:07+08:00',
      amount: { refund: refunds.get(no) ?? 0, total: 0 },
      [key]: how ?? (state.isLate ? 'PROCESSING' : 'SUCCESS'),
    }
  }

  function alipay(text: string): Answer {
    const params: Record<string, string> = Object.fromEntries(new URLSearchParams(text))
    const method = params.method ?? ''
    const of = record(params.biz_content ?? '')
    const isOurs = isOwnCall(params)
    if (isOurs) asked.push({ path: method, body: of })
    if (state.isDown) return { status: 500, text: '' }
    const facts = isOurs
      ? { code: '10000', msg: 'Success', ...alipayAnswer(method, of, params) }
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
    // Its text is signed as it stands, blanks included.
    const raw = JSON.stringify(facts).replace('{', '{ ')
    const key = state.isForged ? strangeKey() : keys.alipay.privateKey
    const name = `${method.replaceAll('.', '_')}_response`
    return { status: 200, text: `{"${name}":${raw},"sign":${JSON.stringify(sign(key, raw))}}` }
  }

  function alipayAnswer(
    method: string,
    of: Record<string, unknown>,
    params: Record<string, string>,
  ): Record<string, unknown> {
    const refused = (sub_code: string, sub_msg: string) => ({
      code: '40004',
      msg: 'Business Failed',
      sub_code,
      sub_msg,
    })
    const no = String(of.out_trade_no)
    const trade = trades.get(no)
    if (method === 'alipay.system.oauth.token')
      return params.code === 'good' ? { user_id: '2088001' } : refused('isv.code-invalid', '授权码code无效')
    if (method === 'alipay.trade.precreate') {
      const cents = Math.round(Number(of.total_amount) * 100)
      trades.set(no, { cents, state: 'unpaid', notifyUrl: params.notify_url ?? '' })
      return { out_trade_no: no, qr_code: `https://qr.alipay.example/${no}` }
    }
    if (trade === undefined) return refused('ACQ.TRADE_NOT_EXIST', '交易不存在')
    if (method === 'alipay.trade.close') {
      if (trade.state !== 'unpaid') return refused('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
      trade.state = 'closed'
      return { out_trade_no: no }
    }
    const back = String(of.out_request_no)
    if (method === 'alipay.trade.refund') {
      const isNew = !refunds.has(back)
      if (!state.isLate) refunds.set(back, Math.round(Number(of.refund_amount) * 100))
      return { fund_change: isNew && !state.isLate ? 'Y' : 'N', gmt_refund_pay: '2026-03-04 13:06:07' }
    }
    if (method === 'alipay.trade.fastpay.refund.query')
      return refunds.has(back)
        ? {
            refund_status: 'REFUND_SUCCESS',
            refund_amount: yuan(refunds.get(back) ?? 0),
            gmt_refund_pay: '2026-03-04 13:06:07',
          }
        : {}
    return alipayTrade(no)
  }

  function alipayTrade(no: string): Record<string, string> {
    const { cents = 0, state: how = 'unpaid' } = trades.get(no) ?? {}
    const known = { out_trade_no: no, trade_no: `2026${no}`, total_amount: yuan(cents) }
    const said = how === 'paid' ? 'TRADE_SUCCESS' : how === 'closed' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
    return {
      ...known,
      trade_status: said,
      ...(how === 'paid' ? { send_pay_date: '2026-03-04 13:06:07' } : {}),
    }
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const path = request.url ?? ''
    const {
      status,
      text: said,
      headers,
    } = path.startsWith('/gateway.do')
      ? alipay(text)
      : weixin(request.method ?? '', path, request.headers, text)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    base,
    trades,
    refunds,
    asked,
    state,
    weixinTrade,
    weixinRefund,
    alipayTrade,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Both forms, for these stand-ins. */
export const directForms = (base: string): Record<79 | 80, Record<string, string>> => ({
  79: {
    pay_weixin_open: '1',
    pay_weixin_way: '2',
    pay_weixin_api: base,
    pay_weixin_mchid: WEIXIN.mchId,
    pay_weixin_public_appid: 'wxpublic',
    pay_weixin_app_appid: 'wxapp',
    pay_weixin_serial: WEIXIN.serial,
    pay_weixin_private_key: pems.own,
    pay_weixin_v3_key: WEIXIN.v3Key,
    pay_weixin_public_id: WEIXIN.publicId,
    pay_weixin_public_key: pems.weixin,
  },
  80: {
    pay_alipay_open: '1',
    pay_alipay_way: '2',
    pay_alipay_api: `${base}/gateway.do`,
    pay_alipay_appid: ALIPAY.appId,
    pay_alipay_private_key: pems.own.replace(/-----[^-]+-----|\s/g, ''),
    pay_alipay_public_key: pems.alipay.replace(/-----[^-]+-----|\s/g, ''),
  },
})
