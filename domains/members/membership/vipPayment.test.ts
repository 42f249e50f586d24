import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayment, openAccount, postAccount } from '#domains/accounts/accounts.door.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { type MemberHouse, openMembers } from '../../../tests/members.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'
import { lockOrder, orderPlan, quoteRefund } from './vipOrder.server.ts'
import { vipPaymentCalls } from './vipPayment.calls.ts'

let house: MemberHouse
let shoppers: Shoppers
let token: string
let planId: number

beforeAll(async () => {
  house = await openMembers()
  shoppers = await openShoppers(house.app)
  token = await house.app.admin()
  const { db } = house.app
  const { id: levelId } = await db
    .insertInto('systemUserLevel')
    .values({ levelType: 2, name: '金卡', grade: 1, discount: 90, icon: '/x.png' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plan = await db
    .insertInto('vipPlan')
    .values({ levelId, planName: '年卡', unit: 1, num: 365, price: 19_800 })
    .returning('id')
    .executeTakeFirstOrThrow()
  planId = plan.id
})
afterAll(() => house.close())

interface Ordered {
  orderId: number
  orderNo: string
  payPrice: number
  flowNo: string
  status: number
}

async function shopper(balance: number) {
  const { data } = await shoppers.login(freshPhone())
  const { uid, customerToken } = data
  await asSystem(house.app.db, async (tx) => {
    await openAccount(tx, { accountType: 1, uid })
    if (balance > 0)
      await postAccount(tx, {
        ...{ holder: { accountType: 1, uid }, pm: 1, transactionType: 1, amount: balance },
        ...{ source: { type: 'test', id: uid }, linkId: 'test', title: '充值' },
      })
  })
  return {
    uid,
    get: <T>(path: string) =>
      house.app.request<T>('GET', path, {
        headers: { authorization: `Bearer ${shoppers.access}`, 'x-customer': customerToken },
      }),
    post: <T>(path: string, body: Record<string, unknown> = {}) => shoppers.ask<T>(path, body, customerToken),
  }
}
const YUE = { agreed: 1, payType: 'yue', payChannel: 'open' }

test('U §18-16: a membership paid from the balance opens at once; its refund is one note and is made once', async () => {
  const { db } = house.app
  const own = await shopper(30_000)
  const plans = await own.get<{ name: string; plans: { payPrice: string }[] }[]>('/open/vip/plan/list')
  expect(plans.data).toMatchObject([{ name: '金卡', plans: [{ payPrice: '198.00', isSoldOut: 0 }] }])
  const bought = await own.post<Ordered>('/open/vip/order/save', { planId, ...YUE })
  expect(bought).toMatchObject({ code: 200, data: { payPrice: 19_800, status: 1 } })
  const { orderId, orderNo } = bought.data
  expect(orderNo).toMatch(/^HY\d{14}$/)
  const member = await db
    .selectFrom('user')
    .select(['isPaidMember', 'paidLevel'])
    .where('id', '=', own.uid)
    .executeTakeFirstOrThrow()
  expect(member.isPaidMember).toBe(1)
  const refund = (as = token) =>
    house.app.request('POST', `/admin/system/user/level/vip/refund/${orderId}`, {
      token: as,
      body: { usedAmount: '0.00', refundWay: 2, refundReason: '误操作' },
    })
  const { permission } = vipPaymentCalls.refund
  const foreign = await house.app.person({ permissions: [permission], dataScope: 6 })
  expect((await refund(foreign.token)).code).toBe(404)
  const [first, second] = await Promise.all([refund(), refund()])
  expect([first.code, second.code].sort()).toEqual([200, 409])
  const notes = await db
    .selectFrom('refundNote')
    .select(['amount', 'refundType', 'bizType'])
    .where('bizType', '=', 'vip')
    .where('bizId', '=', orderId)
    .execute()
  expect(notes).toEqual([{ amount: 19_800, refundType: 6, bizType: 'vip' }])
  const order = await house.app.request<{ status: number; refundAmount: string }>(
    'GET',
    `/admin/system/user/level/vip/order/info/${orderId}`,
    { token },
  )
  expect(order.data).toMatchObject({ status: 3, refundAmount: '198.00', nickname: expect.any(String) })
})

test('U §14: what the balance does not reach is refused, and leaves neither order nor membership', async () => {
  const own = await shopper(100)
  const poor = await own.post('/open/vip/order/save', { planId, ...YUE })
  expect([poor.code, poor.message]).toEqual([422, '账户可用额度不足，可用1.00元'])
  const left = await house.app.db.selectFrom('vipOrder').select('id').where('uid', '=', own.uid).execute()
  expect(left).toEqual([])
  const silent = await own.post('/open/vip/order/save', { planId, ...YUE, agreed: 0 })
  expect([silent.code, silent.message]).toEqual([422, '请阅读并同意会员协议'])
})

test('O §13-6 of a membership: less than its price that finance accepts is its price, and what is refunded of it', async () => {
  const { db } = house.app
  const own = await shopper(0)
  const order = await asSystem(db, (tx) => orderPlan(tx, own.uid, { planId, agreed: true }, new Date()))
  const { paymentId } = await asSystem(db, (tx) =>
    createPayment(tx, {
      ...{ bizType: 'vip', bizId: order.id, payType: 'bank', payChannel: 'admin', amount: order.payPrice },
      expireTime: null,
    }),
  )
  await sql`update "payment" set "status" = 4, "receivedAmount" = "amount" - 100 where "id" = ${paymentId}`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into "paymentException" ("type", "provider", "amount", "expectAmount", "paymentId")
    values (2, 'weixin', ${order.payPrice - 100}, ${order.payPrice}, ${paymentId}) returning "id"`.execute(db)
  const accepted = await house.app.request('POST', `/admin/order/payment/exception/accept/${rows[0]?.id}`, {
    token,
    body: { version: 1, handleRemark: '手续费差额' },
  })
  expect(accepted.message).toBe('操作成功')
  const read = () => asSystem(db, (tx) => lockOrder(tx, order.id))
  expect(await read()).toMatchObject({ status: 1, payPrice: order.payPrice - 100 })
  const quote = await asSystem(db, async (tx) =>
    quoteRefund(tx, await lockOrder(tx, order.id), 0, new Date()),
  )
  expect(quote.amount).toBe(order.payPrice - 100)
})

test('U §20: customers sign in, see and receive their tasks; nobody does so without a session', async () => {
  const own = await shopper(0)
  const made = await house.app.request('POST', '/admin/user/task/save', {
    token,
    body: {
      name: '签到任务',
      taskType: 4,
      target: '1',
      period: 2,
      experience: 3,
      receiveMode: 2,
      icon: '/x.png',
    },
  })
  expect(made.code).toBe(200)
  expect((await own.get<{ signedToday: boolean }>('/open/signin/info')).data).toMatchObject({
    ...{ isOpen: true, signedToday: false, signNum: 0, cycle: 7, cycleDay: 1 },
  })
  expect((await own.post<object>('/open/signin/save')).data).toEqual({
    ...{ signNum: 1, integral: 1, experience: 1, balance: 1 },
  })
  const again = await own.post('/open/signin/save')
  expect([again.code, again.message]).toEqual([409, '今日已签到'])
  const tasks = await own.get<{ name: string; recordId: number; status: number }[]>('/open/task/list')
  const task = tasks.data.find((one) => one.name === '签到任务')
  expect(task).toMatchObject({ status: 1, progress: '1.00' })
  expect((await own.post(`/open/task/receive/${task?.recordId}`)).code).toBe(200)
  const twice = await own.post(`/open/task/receive/${task?.recordId}`)
  expect([twice.code, twice.message]).toEqual([409, '奖励已领取'])
  expect((await house.stored(own.uid)).experience).toBe(4)
  const nobody = await house.app.request('GET', '/open/signin/info', {
    headers: { authorization: `Bearer ${shoppers.access}` },
  })
  expect(nobody.code).toBe(401)
})

test('U §3.5: staff give a plan with a reason; who sees only their own customers gives to nobody else', async () => {
  const own = await shopper(0)
  const give = (as: string) =>
    house.app.request('POST', '/admin/system/user/level/vip/give', {
      token: as,
      body: { uids: String(own.uid), planId, reason: '补偿' },
    })
  const agent = await house.app.person({ permissions: ['admin:system:user:level:vip:give'], dataScope: 6 })
  expect((await give(agent.token)).code).not.toBe(200)
  expect((await give(token)).code).toBe(200)
  const list = await house.app.request<{ list: { uid: number; source: number; payPrice: string }[] }>(
    'GET',
    '/admin/system/user/level/vip/order/list',
    { token, query: { uid: own.uid } },
  )
  expect(list.data.list).toMatchObject([{ uid: own.uid, source: 2, payPrice: '0.00', planName: '年卡' }])
  const figures = await house.app.request<{ members: number }>(
    'GET',
    '/admin/system/user/level/vip/figures',
    { token },
  )
  expect(figures.data.members).toBeGreaterThan(0)
})
