import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  alipayNotice,
  directForms,
  isOwn,
  isOwnCall,
  PAID_AT,
  pems,
  startProviders,
  strangeKey,
  WEIXIN,
  weixinMessage,
  weixinNotice,
} from '../../../tests/directPay.ts'
import { type PayApp, payApp } from '../../../tests/payments.ts'
import type { NewPayment } from './create.server.ts'
import { askPayment, closePayments, payerOpenId, payParams } from './outside.server.ts'
import { providerOf } from './providers.server.ts'

let app: PayApp
let token: string
let outside: Awaited<ReturnType<typeof startProviders>>
beforeAll(async () => {
  app = await payApp()
  token = await app.admin()
  outside = await startProviders()
  for (const id of [79, 80] as const)
    expect((await save(id, directForms(outside.base)[id])).message).toBe('操作成功')
})
afterAll(async () => {
  await app?.stop()
  await outside?.stop()
})

const save = (id: number, values: Record<string, string>) =>
  app.request<{ field: string; message: string }[]>('POST', '/admin/system/config/save/form', {
    token,
    body: { id, fields: Object.entries(values).map(([name, value]) => ({ name, value })) },
  })
const rowOf = (flowNo: string) =>
  app.db.selectFrom('payment').selectAll().where('flowNo', '=', flowNo).executeTakeFirstOrThrow()
const notify = (provider: string, body: string, headers: Record<string, string> = {}) =>
  app.request('POST', `/open/payment/notify/${provider}`, { body, headers })
const ALI = { payType: 'alipay', payChannel: 'admin' } as const
async function started(price: number, more: Partial<NewPayment> = {}) {
  const bizId = await app.order(price)
  const { flowNo } = await app.begin(bizId, price, more)
  const params = await payParams(app.db, flowNo, 'openid-1', '9.9.9.9')
  return { bizId, flowNo, params }
}
const trade = (flowNo: string) => {
  const found = outside.trades.get(flowNo)
  if (found === undefined) throw new Error(`No trade ${flowNo}`)
  return found
}
const weixinTold = (flowNo: string) => weixinMessage(weixinNotice(outside.weixinTrade(flowNo)))

test('O §8: the keys of a merchant are checked at their fields and never shown', async () => {
  const wrong = await save(79, { pay_weixin_private_key: 'no key', pay_weixin_mchid: '' })
  expect(wrong.data).toEqual([
    { field: 'pay_weixin_mchid', message: '请输入微信商户号' },
    { field: 'pay_weixin_private_key', message: '不是RSA私钥，请粘贴密钥文件的全部内容' },
  ])
  expect((await save(80, { pay_alipay_public_key: 'no key' })).data).toEqual([
    { field: 'pay_alipay_public_key', message: '不是RSA公钥或证书，请粘贴文件的全部内容' },
  ])
  for (const id of [79, 80]) {
    const shown = await app.request('GET', '/admin/system/config/info', {
      token,
      query: { formId: String(id) },
    })
    expect(shown.body).toContain('******')
    for (const secret of [pems.own.slice(60, 120), WEIXIN.v3Key]) expect(shown.body).not.toContain(secret)
  }
})

test('O §3.5: 微信支付 is ordered signed, and its client is opened with what the merchant signed', async () => {
  const { flowNo, params } = await started(14_769)
  const { body, path } = outside.asked.at(-1) ?? { body: {}, path: '' }
  expect(path).toBe('/v3/pay/transactions/jsapi')
  expect(body).toMatchObject({
    appid: 'wxpublic',
    mchid: WEIXIN.mchId,
    out_trade_no: flowNo,
    notify_url: 'http://shop.example/api/open/payment/notify/weixin',
    amount: { total: 14_769, currency: 'CNY' },
    payer: { openid: 'openid-1' },
  })
  expect(params.package).toBe(`prepay_id=wx${flowNo}`)
  const lines = [params.appId, params.timeStamp, params.nonceStr, params.package].map((line) => `${line}\n`)
  expect(isOwn(lines.join(''), params.paySign ?? '')).toBe(true)
  const onApp = (await started(100, { payChannel: 'appIos' })).params
  const appLines = [onApp.appid, onApp.timestamp, onApp.noncestr, onApp.prepayid].map((line) => `${line}\n`)
  expect([onApp.appid, isOwn(appLines.join(''), onApp.sign ?? '')]).toEqual(['wxapp', true])
  expect((await started(100, { payChannel: 'weixinh5' })).params.payUrl).toContain('https://wx.example/')
  expect(outside.asked.at(-1)?.body).toMatchObject({ scene_info: { payer_client_ip: '9.9.9.9' } })
  expect((await started(100, { payChannel: 'admin' })).params.codeUrl).toContain('weixin://pay/')
  await expect(started(100, { payChannel: 'routine' })).rejects.toThrow('未配置微信支付的AppID')
})

test('O §3.5: notifications of 微信支付 are believed by its signature, its seal and the merchant they name', async () => {
  const { bizId, flowNo } = await started(5000)
  trade(flowNo).state = 'paid'
  const facts = outside.weixinTrade(flowNo)
  const forged = [
    weixinMessage(weixinNotice(facts), strangeKey()),
    weixinMessage(weixinNotice(facts), undefined, Date.now() - 600_000),
    weixinMessage(weixinNotice(facts, 'x'.repeat(32))),
    weixinMessage(weixinNotice({ ...facts, mchid: '1900000002' })),
    { ...weixinTold(flowNo), body: weixinNotice({ ...facts, out_trade_no: 'other' }) },
    { ...weixinTold(flowNo), headers: { 'wechatpay-signature': 'no' } },
  ]
  for (const { body, headers } of forged) expect((await notify('weixin', body, headers)).status).toBe(400)
  expect(await app.sample(bizId)).toMatchObject({ paid: 0 })
  const { body, headers } = weixinTold(flowNo)
  for (let time = 0; time < 2; time++) {
    const answer = await notify('weixin', body, headers)
    expect([answer.status, answer.body]).toEqual([200, '{"code":"SUCCESS"}'])
  }
  expect(await app.sample(bizId)).toMatchObject({ paid: 5000, told: ['paid 5000 0'] })
  expect(await rowOf(flowNo)).toMatchObject({
    status: 1,
    transactionId: `42000${flowNo}`,
    successTime: PAID_AT,
  })
})

test('O §3.5: 微信支付 is asked, closed and gives back; what it does not sign counts as no answer', async () => {
  const weixin = providerOf(app.db, 'weixin')
  const one = await started(300)
  expect(await askPayment(app.db, await rowOf(one.flowNo))).toBe('渠道显示未支付')
  expect(await closePayments(app.db, 'sample', one.bizId)).toBe('closed')
  expect(trade(one.flowNo).state).toBe('closed')
  expect(await weixin.query(app.db, 'ZF0')).toEqual({ state: 'none' })
  const two = await started(300)
  trade(two.flowNo).state = 'paid'
  expect(await closePayments(app.db, 'sample', two.bizId)).toBe('paid')
  expect(await app.sample(two.bizId)).toMatchObject({ paid: 300 })
  const back = { flowNo: two.flowNo, transactionId: `42000${two.flowNo}`, total: 300 }
  const done = { state: 'done', refundId: '50000TK1', amount: 200, time: PAID_AT }
  expect(await weixin.queryRefund(app.db, { outRefundNo: 'TK1', flowNo: two.flowNo })).toEqual({
    state: 'none',
  })
  expect(await weixin.refund(app.db, { ...back, outRefundNo: 'TK1', amount: 200 })).toEqual(done)
  expect(await weixin.queryRefund(app.db, { outRefundNo: 'TK1', flowNo: two.flowNo })).toEqual(done)
  const poor = weixin.refund(app.db, { ...back, outRefundNo: 'TK2', amount: 90_001 })
  await expect(poor).rejects.toMatchObject({ code: 422, message: '基本账户余额不足' })
  const ended = weixinMessage(weixinNotice(outside.weixinRefund('TK1', 'refund_status', 'ABNORMAL')))
  expect(await weixin.parseNotify(app.db, { headers: ended.headers, raw: ended.body })).toEqual({
    kind: 'refund',
    outRefundNo: 'TK1',
    refund: { state: 'failed', reason: '退款异常，请到微信商户平台处理' },
  })
  for (const fault of ['isForged', 'isDown'] as const) {
    outside.state[fault] = true
    await expect(weixin.query(app.db, two.flowNo)).rejects.toMatchObject({ code: 409 })
    outside.state[fault] = false
  }
})

test('O §3.5: 支付宝 is opened with an order that the merchant signed', async () => {
  const inApp =
    (await started(14_769, { payType: 'alipay', payChannel: 'appAliPay' })).params.orderString ?? ''
  const page = new URL((await started(100, { payType: 'alipay', payChannel: 'alipay' })).params.payUrl ?? '')
  expect(page.pathname).toBe('/gateway.do')
  for (const [text, method, sum] of [
    [inApp, 'alipay.trade.app.pay', '147.69'],
    [page.search, 'alipay.trade.wap.pay', '1.00'],
  ] as const) {
    const params = Object.fromEntries(new URLSearchParams(text))
    expect([params.method, isOwnCall(params)]).toEqual([method, true])
    expect(params.biz_content).toContain(`"total_amount":"${sum}"`)
    expect(params.notify_url).toBe('http://shop.example/api/open/payment/notify/alipay')
  }
  const { flowNo, params } = await started(100, ALI)
  expect(params).toEqual({ codeUrl: `https://qr.alipay.example/${flowNo}` })
  expect(await payerOpenId(app.db, 'alipay', 'good')).toBe('2088001')
  await expect(payerOpenId(app.db, 'alipay', 'spent')).rejects.toThrow('授权信息无效，请重试')
})

test('O §3.5: notifications of 支付宝 are believed by their signature and the application they name', async () => {
  const { bizId, flowNo } = await started(5000, ALI)
  trade(flowNo).state = 'paid'
  const facts = { ...outside.alipayTrade(flowNo), gmt_payment: '2026-03-04 13:06:07', body: '样单 & 更多' }
  const right = alipayNotice(facts)
  for (const body of [
    alipayNotice(facts, strangeKey()),
    alipayNotice({ ...facts, app_id: '2021000000000002' }),
    right.replace('50.00', '51.00'),
    'sign_type=RSA2&sign=x',
  ]) {
    const answer = await notify('alipay', body)
    expect([answer.status, answer.body]).toEqual([400, 'fail'])
  }
  expect(await app.sample(bizId)).toMatchObject({ paid: 0 })
  expect(await app.exceptions(flowNo)).toMatchObject([{ type: 5 }])
  for (let time = 0; time < 2; time++) {
    const answer = await notify('alipay', right)
    expect([answer.status, answer.body]).toEqual([200, 'success'])
  }
  expect(await app.sample(bizId)).toMatchObject({ paid: 5000, told: ['paid 5000 0'] })
  expect(await rowOf(flowNo)).toMatchObject({
    status: 1,
    transactionId: `2026${flowNo}`,
    successTime: PAID_AT,
  })
})

test('O §3.5: 支付宝 is asked, closed and gives back; what it does not sign counts as no answer', async () => {
  const alipay = providerOf(app.db, 'alipay')
  const one = await started(300, ALI)
  expect(await askPayment(app.db, await rowOf(one.flowNo))).toBe('渠道显示未支付')
  expect(await closePayments(app.db, 'sample', one.bizId)).toBe('closed')
  expect(await alipay.query(app.db, one.flowNo)).toEqual({ state: 'closed' })
  expect(await alipay.query(app.db, 'ZF0')).toEqual({ state: 'none' })
  expect(await alipay.close(app.db, 'ZF0')).toBe('closed')
  const { bizId, flowNo } = await started(300, ALI)
  trade(flowNo).state = 'paid'
  expect(await closePayments(app.db, 'sample', bizId)).toBe('paid')
  const back = { flowNo, transactionId: `2026${flowNo}`, total: 300, amount: 200, outRefundNo: 'TK7' }
  const done = { state: 'done', refundId: 'TK7', amount: 200, time: PAID_AT }
  expect(await alipay.queryRefund(app.db, back)).toEqual({ state: 'none' })
  outside.state.isLate = true
  expect(await alipay.refund(app.db, back)).toEqual({ state: 'running' })
  outside.state.isLate = false
  expect(await alipay.refund(app.db, back)).toEqual(done)
  // The same number again is the same refund.
  expect(await alipay.refund(app.db, back)).toEqual(done)
  for (const fault of ['isForged', 'isDown'] as const) {
    outside.state[fault] = true
    await expect(alipay.query(app.db, flowNo)).rejects.toMatchObject({ code: 409 })
    outside.state[fault] = false
  }
})

test('O §8: a way that is not set is refused, the gateway is asked again when it is chosen', async () => {
  await save(80, { pay_alipay_open: '0' })
  const bizId = await app.order(100)
  await expect(app.begin(bizId, 100, ALI)).rejects.toThrow('未配置支付宝')
  await save(80, { pay_alipay_open: '1', pay_alipay_way: '1' })
  const { flowNo } = await started(100, ALI)
  expect(app.fake.orders.has(flowNo)).toBe(true)
})
