import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { declareEvent, deliverOne, emit } from '#kit/server/outbox.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { declareWebhook, deliverWebhooks } from './webhook.server.ts'

const A = '/admin/open/app'

let app: TestApp
let token: string
let server: Server
let base: string
let statuses: number[] = []
const heard: { headers: Record<string, unknown>; body: string; said: Record<string, unknown> }[] = []

beforeAll(async () => {
  // As the rooms of orders and stock will: what they tell of is theirs to say.
  app = await testApp({}, 12, [
    {
      facts: { name: 'webhookTest', layer: 90, label: '测试', entities: [], calls: [] },
      served: [],
      registers: [
        declareEvent('order.paid', ['orderId', 'orderSn', 'appId', 'amount']),
        declareEvent('stock.changed', ['skuId', 'available']),
        declareWebhook('order.paid', {
          keyOf: ({ orderSn }) => String(orderSn),
          dataOf: ({ orderSn, amount }) => ({ orderSn, amount: (Number(amount) / 100).toFixed(2) }),
        }),
        declareWebhook('stock.changed', {
          keyOf: () => '',
          dataOf: ({ skuId, available }) => ({ attrValueId: skuId, available }),
        }),
      ],
    },
  ])
  token = await app.admin()
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    heard.push({ headers: request.headers, body, said: JSON.parse(body) })
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'text/plain' }).end('收到')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})
beforeEach(async () => {
  heard.length = 0
  statuses = []
  await app.db.deleteFrom('webhookEvent').execute()
  await app.db.updateTable('openApp').set({ webhookUrl: '', events: [] }).execute()
})

let named = 0
async function made(more: Record<string, unknown> = {}) {
  const { data, message } = await app.request<{ id: number; appKey: string; webhookSecret: string }>(
    'POST',
    `${A}/save`,
    {
      token,
      body: {
        name: `接收方${++named}`,
        channelId: 1201,
        scopes: ['order', 'stock'],
        webhookUrl: base,
        events: ['order.paid', 'stock.changed'],
        ...more,
      },
    },
  )
  expect(message).toBe('操作成功')
  return data
}
const post = (path: string, body: unknown = {}) => app.request('POST', `${A}/${path}`, { token, body })

let orderId = 1000
async function paid(appId: number | null, orderSn = `DD${++orderId}`): Promise<string> {
  const payload = { orderId: ++orderId, orderSn, appId, amount: 1250 }
  await asSystem(app.db, (tx) => emit(tx, 'order.paid', orderSn, payload))
  while (await deliverOne(app.db));
  return orderSn
}
const deliver = () => deliverWebhooks(app.db, new AbortController().signal)
const rows = () => app.db.selectFrom('webhookEvent').selectAll().orderBy('id').execute()
/** As if the pause were over. */
const due = () =>
  app.db
    .updateTable('webhookEvent')
    .set({ nextTime: new Date(0) })
    .where('status', '=', 0)
    .execute()
const listed = async (appId: number, status?: number) =>
  (
    await app.request('GET', `${A}/event/list`, {
      token,
      query: { appId, ...(status === undefined ? {} : { status }) },
    })
  ).data.list

test('O §8: an event arrives signed, once, and only at the application whose order it is', async () => {
  const own = await made()
  await made()
  const orderSn = await paid(own.id)
  await paid(null)
  expect(await deliver()).toBe(1)
  const [first] = heard
  expect(first?.said).toEqual({
    eventId: expect.any(String),
    type: 'order.paid',
    time: expect.any(Number),
    data: { orderSn, amount: '12.50' },
  })
  expect(first?.headers['x-app-key']).toBe(own.appKey)
  expect(first?.headers['x-sign']).toBe(
    createHmac('sha256', own.webhookSecret)
      .update(first?.body ?? '')
      .digest('hex'),
  )
  expect(await listed(own.id)).toMatchObject([
    { type: 'order.paid', eventKey: orderSn, status: 1, attempts: 1, httpStatus: 200, response: '收到' },
  ])
  expect(await deliver()).toBe(0)
})

test('O §8: what belongs to nobody goes to all that asked for it and may know it', async () => {
  const apps = [await made(), await made()]
  await made({ events: ['order.paid'] })
  await made({ scopes: ['order'], events: ['order.paid'] })
  await asSystem(app.db, (tx) => emit(tx, 'stock.changed', 5, { skuId: 5, available: 3 }))
  while (await deliverOne(app.db));
  expect((await rows()).map((row) => row.appId)).toEqual(apps.map((one) => one.id))
  expect(await deliver()).toBe(2)
  expect(new Set(heard.map(({ said }) => said.eventId)).size).toBe(1)
  expect(heard[0]?.said.data).toEqual({ attrValueId: 5, available: 3 })
})

test('O §8: what is told of one order arrives in order, of others meanwhile', async () => {
  const { id } = await made()
  await paid(id, 'DDA')
  await paid(id, 'DDA')
  await paid(id, 'DDB')
  statuses = [404, 404]
  expect(await deliver()).toBe(2)
  expect((await rows()).map((row) => [row.eventKey, row.status, row.attempts])).toEqual([
    ['DDA', 0, 1],
    ['DDA', 0, 0],
    ['DDB', 0, 1],
  ])
  expect((await rows())[0]).toMatchObject({ lastError: '应答状态404', httpStatus: 404 })
  await due()
  heard.length = 0
  expect(await deliver()).toBe(3)
  const [first, second] = heard.filter(({ said }) => JSON.stringify(said.data).includes('DDA'))
  expect(Number(second?.said.eventId)).toBeGreaterThan(Number(first?.said.eventId))
})

test('O §8: after ten attempts it is given up and told, the next goes on, and it can be sent again', async () => {
  const { id } = await made()
  await paid(id, 'DDC')
  await paid(id, 'DDC')
  statuses = Array.from({ length: 10 }, () => 500)
  for (let attempt = 1; attempt <= 10; attempt++) {
    await due()
    expect(await deliver()).toBe(attempt === 10 ? 2 : 1)
  }
  const [given, next] = await rows()
  expect(given).toMatchObject({ status: 2, attempts: 10, lastError: '应用推送接口异常：HTTP 500' })
  expect(next).toMatchObject({ status: 1 })
  const notices = await app.db.selectFrom('adminNotice').select('content').execute()
  expect(notices.map((one) => one.content)).toContain(
    `应用“接收方${named}”的推送多次失败，已停止重试：应用推送接口异常：HTTP 500`,
  )
  const info = await app.request<{ failedEvents: number }>('GET', `${A}/info/${id}`, { token })
  expect(info.data.failedEvents).toBe(1)
  expect(await listed(id, 2)).toHaveLength(1)
  expect((await post(`event/resend/${given?.id}`)).code).toBe(200)
  expect(await deliver()).toBe(1)
  expect(heard.at(-1)?.said.eventId).toBe(given?.eventId)
  expect((await rows())[0]).toMatchObject({ status: 1, attempts: 1 })
})

test('O §8: a receiver that does not answer keeps nobody else waiting', async () => {
  const dead = await made({ webhookUrl: 'http://127.0.0.1:9/gone' })
  const live = await made()
  for (let n = 0; n < 12; n++) await paid(dead.id)
  await paid(live.id)
  const tried = await deliver()
  // Those that were under way at once; the rest of them waits a minute.
  expect(tried).toBeLessThanOrEqual(5)
  expect(heard).toHaveLength(1)
  const waiting = (await rows()).filter((row) => row.appId === dead.id)
  expect(waiting.every((row) => row.status === 0 && row.nextTime.getTime() > Date.now())).toBe(true)
  expect(await deliver()).toBe(0)
})

test('O §8: what a stopped application is told waits for it', async () => {
  const { id } = await made()
  expect((await post(`update/status/${id}`, { status: 0 })).code).toBe(200)
  await paid(id)
  expect(await deliver()).toBe(0)
  const [row] = await rows()
  expect((await post(`event/resend/${row?.id}`)).message).toBe('应用已停用')
  await post(`update/status/${id}`, { status: 1 })
  expect(await deliver()).toBe(1)
})

test('O §8: a test shows whether anything arrives, and what arrived can be read', async () => {
  const { id } = await made({ events: [] })
  expect((await post(`event/test/${id}`)).code).toBe(200)
  expect(await deliver()).toBe(1)
  expect(heard[0]?.said).toMatchObject({ type: 'test', data: { message: '测试推送' } })
  const [row] = await listed(id)
  const info = await app.request<{ payload: unknown }>('GET', `${A}/event/info/${row?.id}`, { token })
  expect(info.data.payload).toEqual({ message: '测试推送' })
  const bare = await made({ webhookUrl: '', events: [] })
  expect((await post(`event/test/${bare.id}`)).message).toBe('应用没有设置推送地址')
})

test('O §8: two processes deliver every event once', async () => {
  const { id } = await made()
  for (let n = 0; n < 12; n++) await paid(id, `DDP${n % 4}`)
  const tried = await Promise.all([deliver(), deliver(), deliver()])
  const rest = await deliver()
  expect(tried.reduce((sum, one) => sum + one, rest)).toBe(12)
  expect(new Set(heard.map(({ said }) => said.eventId)).size).toBe(12)
  for (const key of ['DDP0', 'DDP1', 'DDP2', 'DDP3']) {
    const ids = heard
      .filter(({ said }) => JSON.stringify(said.data).includes(key))
      .map(({ said }) => Number(said.eventId))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  }
})
