// What users are worth follows from orders, refunds and visits, each once, and is repaired nightly.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { declareEvent, deliverOne, emit } from '#kit/server/outbox.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { statRepair } from './statRepair.server.ts'
import { userCalls } from './user.calls.ts'
import { lifeStageOf } from './user.rules.ts'
import { makeUser } from './userMake.server.ts'

let app: TestApp
let token: string
let orders = 0
beforeAll(async () => {
  const facts = (name: string) => ({ name, layer: 90, label: name, entities: [], calls: [] })
  app = await testApp({}, 12, [
    {
      facts: facts('orders'),
      served: [],
      registers: [
        declareEvent('order.paid', ['orderId', 'orderSn', 'channelId', 'uid', 'lines']),
        declareEvent('order.received', ['orderId', 'orderSubSn', 'uid', 'lines']),
        declareEvent('order.finished', ['orderId', 'orderSubSn', 'uid', 'lines']),
        declareEvent('refund.changed', ['refundId', 'refundSn', 'orderSn', 'uid', 'to', 'lines']),
      ],
    },
    {
      facts: facts('statistics'),
      served: [],
      registers: [
        declareEvent('user.visited', ['uid', 'day', 'pages', 'productIds', 'carts', 'collects', 'shares']),
      ],
    },
  ])
  token = await app.admin()
})
afterAll(() => app.close())

const make = async (): Promise<number> =>
  (await asSystem(app.db, (tx) => makeUser(tx, { phone: `137${10_000_000 + ++orders}` }))).id
async function tell(event: string, key: number, payload: Record<string, unknown>): Promise<void> {
  await asSystem(app.db, (tx) => emit(tx, event, key, payload))
  while (await deliverOne(app.db));
}
/** An order of two lines that was paid: 200.00 of two pieces and 100.01 of one. */
async function pay(uid: number): Promise<{ orderSn: string; lineId: number }> {
  const orderId = ++orders
  const orderSn = `DD${orderId}`
  const lineId = orderId * 10
  const lines = [
    { lineId, productId: 7, skuId: 70, q: 2000, paid: 20_000 },
    { lineId: lineId + 1, productId: 8, skuId: 80, q: 1000, paid: 10_001 },
  ]
  await tell('order.paid', orderId, { orderId, orderSn, channelId: 1201, uid, lines })
  return { orderSn, lineId }
}
const refund = (
  uid: number,
  orderSn: string,
  lines: { lineId: number; q: number; amount: number }[],
  to = 3,
  refundId = ++orders,
) =>
  tell('refund.changed', refundId, {
    ...{ refundId, refundSn: `SH${refundId}`, orderSn, uid, to },
    lines: lines.map((one) => ({ ...one, skuId: 1 })),
  })
const rowOf = (uid: number) =>
  app.db.selectFrom('user').selectAll().where('id', '=', uid).executeTakeFirstOrThrow()
const statOf = (uid: number) =>
  app.db.selectFrom('userStat').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
const goodsOf = (uid: number) =>
  app.db
    .selectFrom('userGoodsStat')
    .select(['productId', 'payCount', 'goodsNum', 'payAmount', 'refundAmount'])
    .where('uid', '=', uid)
    .orderBy('productId')
    .execute()

test('U §2.2: a paid order counts once however often it is told, and refunds take it back to the cent', async () => {
  const uid = await make()
  const { orderSn, lineId } = await pay(uid)
  const lines = [
    { lineId, productId: 7, skuId: 70, q: 2000, paid: 20_000 },
    { lineId: lineId + 1, productId: 8, skuId: 80, q: 1000, paid: 10_001 },
  ]
  for (let time = 0; time < 2; time++)
    await tell('order.paid', uid, { orderId: lineId / 10, orderSn, channelId: 1201, uid, lines })
  expect(await statOf(uid)).toMatchObject({
    ...{
      payCount: 1,
      payAmount: 30_001,
      netAmount: 30_001,
      avgAmount: 30_001,
      goodsNum: 3,
      maxPayAmount: 30_001,
    },
    lastChannelId: 1201,
  })
  expect(await rowOf(uid)).toMatchObject({ payCount: 1, netAmount: 30_001, lifeStage: 3 })
  await pay(uid)
  expect(await rowOf(uid)).toMatchObject({ payCount: 2, netAmount: 60_002, lifeStage: 4 })
  // Applied for is not refunded.
  await refund(uid, orderSn, [{ lineId, q: 1000, amount: 10_000 }], 1)
  expect(await statOf(uid)).toMatchObject({ refundCount: 0 })
  await refund(uid, orderSn, [{ lineId, q: 1000, amount: 10_000 }])
  expect(await statOf(uid)).toMatchObject({
    payCount: 2,
    refundAmount: 10_000,
    netAmount: 50_002,
    goodsNum: 5,
    avgAmount: 25_001,
  })
  await refund(uid, orderSn, [
    { lineId, q: 1000, amount: 10_000 },
    { lineId: lineId + 1, q: 1000, amount: 10_001 },
  ])
  // Nothing is left of the first order, so it is no purchase any more.
  expect(await statOf(uid)).toMatchObject({
    payCount: 1,
    refundAmount: 30_001,
    netAmount: 30_001,
    refundCount: 2,
  })
  expect(await goodsOf(uid)).toEqual([
    { productId: 7, payCount: 2, goodsNum: 2, payAmount: 40_000, refundAmount: 20_000 },
    { productId: 8, payCount: 2, goodsNum: 1, payAmount: 20_002, refundAmount: 10_001 },
  ])
  const top = await app.request<Record<string, unknown>>('GET', '/admin/user/topdetail', {
    token,
    query: { userId: uid },
  })
  expect(top.data).toMatchObject({
    allOrderCount: 1,
    mothOrderCount: 1,
    allConsumeCount: '300.01',
    mothConsumeCount: '300.01',
  })
})

test('U invariant 6: the nightly repair finds nothing to do after events, and puts right what was spoilt', async () => {
  const uid = await make()
  const { orderSn, lineId } = await pay(uid)
  await refund(uid, orderSn, [{ lineId, q: 1000, amount: 5000 }])
  const run = () => statRepair.run(app.db, {}, new AbortController().signal)
  await run()
  const before = { stat: await statOf(uid), row: await rowOf(uid) }
  expect(await run()).toBe(0)
  // The only buyer of the year is above nobody, and paid today.
  expect(before.stat).toMatchObject({ rScore: 5 })
  expect(before.stat.rfmType).not.toBeNull()
  await app.db
    .updateTable('userStat')
    .set({ payAmount: 1, payCount: 9, netAmount: 7 })
    .where('uid', '=', uid)
    .execute()
  await app.db
    .updateTable('user')
    .set({ payCount: 9, nowMoney: 5, lifeStage: 6 })
    .where('id', '=', uid)
    .execute()
  await app.db.updateTable('userDayStat').set({ payAmount: 3 }).where('uid', '=', uid).execute()
  expect(await run()).toBeGreaterThan(0)
  const { updateTime: _a, ...stat } = await statOf(uid)
  expect(before.stat).toMatchObject(stat)
  expect(await rowOf(uid)).toMatchObject({ payCount: 1, netAmount: 25_001, nowMoney: 0, lifeStage: 3 })
  const [day] = await app.db
    .selectFrom('userDayStat')
    .select(['payAmount', 'refundAmount'])
    .where('uid', '=', uid)
    .execute()
  expect(day).toEqual({ payAmount: 30_001, refundAmount: 5000 })
})

test('U §2.2: the repair moves stages with the days as the rule says', async () => {
  const now = Date.now()
  const cases = []
  for (const [payCount, paidDays, seenDays, made] of [
    [0, null, null, 30],
    [0, null, null, 31],
    [1, 3, null, 400],
    [2, 59, null, 400],
    [2, 61, null, 400],
    [2, 61, 10, 400],
    [2, 180, null, 400],
    [2, 181, null, 400],
  ] as const) {
    const uid = await make()
    const at = (days: number | null) => (days === null ? null : new Date(now - days * 86_400_000 - 60_000))
    const facts = {
      payCount,
      lastPayTime: at(paidDays),
      lastVisitTime: at(seenDays),
      createTime: at(made) ?? new Date(),
    }
    await app.db.updateTable('user').set({ createTime: facts.createTime }).where('id', '=', uid).execute()
    for (let n = 0; n < payCount; n++)
      await app.db
        .insertInto('userOrderFact')
        .values({
          ...{ orderSn: `S${uid}-${n}`, orderId: uid * 10 + n, uid, channelId: 1201, paid: 100 },
          ...{ payTime: facts.lastPayTime ?? new Date(), lines: sql<never>`'[]'::jsonb` },
        })
        .execute()
    await app.db
      .updateTable('userStat')
      .set({ lastVisitTime: facts.lastVisitTime })
      .where('uid', '=', uid)
      .execute()
    cases.push({ uid, facts })
  }
  await statRepair.run(app.db, {}, new AbortController().signal)
  for (const { uid, facts } of cases) {
    const stage = lifeStageOf(facts, { sleep_days: 60, churn_days: 180 }, new Date())
    expect((await rowOf(uid)).lifeStage, JSON.stringify(facts)).toBe(stage)
  }
})

test('U §2.4: visits are counted once, and the line of a user tells what happened', async () => {
  const uid = await make()
  await tell('user.visited', uid, {
    uid,
    day: '2026-11-25',
    pages: 4,
    productIds: [],
    carts: 0,
    collects: 0,
    shares: 1,
  })
  expect(await statOf(uid)).toMatchObject({ shareNum: 1 })
  expect((await rowOf(uid)).firstVisitTime).not.toBeNull()
  const { orderSn } = await pay(uid)
  await app.request('GET', '/admin/user/operate/founds', {
    token,
    query: { uid, moneyValue: '5.00', mark: '补偿' },
  })
  const line = await app.request<{ kinds: { value: string }[]; list: { kind: string; text: string }[] }>(
    'GET',
    '/admin/user/timeline',
    { token, query: { userId: uid } },
  )
  const texts = line.data.list.map((one) => one.text)
  expect(texts).toEqual(
    expect.arrayContaining([`支付订单${orderSn} 300.01元`, '余额+5.00（补偿）', '首次访问', '注册（H5）']),
  )
  const paid = await app.request<{ list: { kind: string }[] }>('GET', '/admin/user/timeline', {
    token,
    query: { userId: uid, kinds: 'pay' },
  })
  expect(paid.data.list.map((one) => one.kind)).toEqual(['pay'])
  const moneys = await app.request<{ list: unknown[]; total: number }>('GET', '/admin/user/infobycondition', {
    token,
    query: { userId: uid, type: 4 },
  })
  expect(moneys.data.list).toMatchObject([
    { amount: '5.00', balance: '5.00', kind: '人工调整', mark: '补偿' },
  ])
  const moved = (as: string, query: object = {}) =>
    app.request<{ list: unknown[]; total: number } | null>('GET', '/admin/user/money/list', {
      token: as,
      query: { userId: uid, ...query },
    })
  expect((await moved(token)).data).toMatchObject({ total: 1, list: moneys.data.list })
  expect((await moved(token, { page: 2 })).data).toMatchObject({ total: 1, list: [] })
  const poor = (await asSystem(app.db, (tx) => makeUser(tx, { phone: '13600001111' }))).id
  expect((await moved(token, { userId: poor })).data).toMatchObject({ total: 0, list: [] })
  expect((await moved(token, { userId: 987_654 })).code).toBe(404)
  const { permission } = userCalls.moneys
  expect((await moved((await app.person({ permissions: [permission], dataScope: 1 })).token)).code).toBe(200)
  expect((await moved((await app.person({ permissions: [permission], dataScope: 6 })).token)).code).toBe(404)
  const gone = await app.request('GET', '/admin/user/infobycondition', {
    token,
    query: { userId: uid, type: 0 },
  })
  expect(gone.code).toBe(404)
})
