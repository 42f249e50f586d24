import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#app/testing.ts'
import { type PayApp, payApp } from '../../../tests/payments.ts'
import { accountOf } from '../account/account.server.ts'

const UID = 920_001
let app: PayApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await payApp()
  headers = await customer(app)
})
afterAll(() => app.stop())

/** An application with a customer who has signed in there. */
async function customer(at: Pick<PayApp, 'request' | 'admin' | 'db'>): Promise<Record<string, string>> {
  const made = await at.request<{ id: number; appKey: string; appSecret: string }>(
    'POST',
    '/admin/open/app/save',
    {
      token: await at.admin(),
      body: { name: '商城', channelId: 1201, scopes: ['member'] },
    },
  )
  const { id: appId, appKey, appSecret } = made.data
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}`).digest('hex')
  const key = await at.request<{ accessToken: string }>('POST', '/open/token', {
    body: { appKey, timestamp, sign },
  })
  await at.db
    .insertInto('customerSession')
    .values({
      tokenHash: createHash('sha256').update('customer').digest('hex'),
      appId,
      uid: UID,
      ip: '121.40.1.7',
      expireTime: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return { authorization: `Bearer ${key.data.accessToken}`, 'x-customer': 'customer' }
}
const WAY = { payType: 'weixin', payChannel: 'public', openId: 'o1' }
const save = (body: object) =>
  app.request<{ rechargeSn: string; flowNo: string; params: Record<string, string> }>(
    'POST',
    '/open/recharge/save',
    {
      headers,
      body: { ...WAY, ...body },
    },
  )

test('O §8: a customer puts money into their account, once for however many notifications', async () => {
  const begun = await save({ amount: '50.00' })
  expect(begun.code, begun.message).toBe(200)
  const { rechargeSn, flowNo, params } = begun.data
  expect(rechargeSn).toMatch(/^CZ\d{14}$/)
  expect(params.prepayId).toBe(`P${flowNo}`)
  const info = () =>
    app.request<{ status: number; amount: string }>('GET', `/open/recharge/info/${rechargeSn}`, { headers })
  expect((await info()).data).toMatchObject({ status: 0, amount: '50.00' })
  app.fake.pay(flowNo)
  await app.fake.tell(flowNo, { times: 3 })
  expect((await info()).data).toMatchObject({ status: 1, amount: '50.00' })
  expect(await accountOf(app.db, { accountType: 1, uid: UID })).toMatchObject({ balance: 5000 })
})

test('O §11: what is asked for wrongly is refused at its field; another customer finds nothing', async () => {
  expect((await save({ amount: '0.50' })).data).toEqual([
    { field: 'amount', message: '充值金额不能小于1.00元' },
  ])
  expect((await save({ amount: 'x' })).data).toEqual([{ field: 'amount', message: '充值金额格式不正确' }])
  expect((await save({ amount: '5.00', payType: 'yue' })).message).toBe('支付方式格式不正确')
  expect((await app.request('GET', '/open/recharge/info/CZ1', { headers })).code).toBe(404)
  const nobody = await app.request('POST', '/open/recharge/save', { body: { ...WAY, amount: '5.00' } })
  expect(nobody.code).toBe(401)
})

test('O §3.5: without a merchant a payment by its provider is refused by name', async () => {
  const bare = await testApp()
  try {
    const answer = await bare.request('POST', '/open/recharge/save', {
      headers: await customer(bare),
      body: { ...WAY, amount: '5.00' },
    })
    expect(answer).toMatchObject({ code: 409, message: '未配置微信支付' })
    expect((await bare.request('POST', '/open/payment/notify/weixin', { body: '{}' })).status).toBe(400)
  } finally {
    await bare.close()
  }
})
