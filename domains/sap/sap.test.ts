import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { declareContext } from '#kit/server/points.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { pauseAfter } from '#kit/shared/attempts.ts'
import { registerNow } from '../../tests/registering.ts'
import { deliverDue } from './deliver.server.ts'
import { enqueue } from './enqueue.server.ts'
import { declareSapType } from './types.server.ts'

const Q = '/admin/sap/queue'

let app: TestApp
let token: string
let server: Server
let base: string
let recordId: number
let answers: (() => { status: number; body: unknown })[] = []
const heard: { sign: unknown; body: string; said: Record<string, unknown> }[] = []
const results: unknown[][] = []

/** Gives the address of the environment. */
function listenAt(sapBase: string | undefined): void {
  const { context } = app.house
  registerNow(app.db, declareContext({ ...context, settings: { ...context.settings, sapBase } }))
}

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    heard.push({ sign: request.headers['x-sign'], body, said: JSON.parse(body) })
    const { status, body: answer } = answers.shift()?.() ?? {
      status: 200,
      body: { code: 200, sapDocNo: '4500000001' },
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/sap/in`
  const row = await app.db.selectFrom('sapWmsGroup').select('id').executeTakeFirstOrThrow()
  recordId = row.id
  registerNow(
    app.db,
    declareSapType('testRecord', {
      label: '测试单据',
      table: 'sapWmsGroup',
      async onResult(_tx, ...result) {
        results.push(result)
      },
    }),
  )
  const saved = await app.request('POST', '/admin/system/config/save/form', {
    token,
    body: { id: 215, fields: [{ name: 'sap_secret', value: 'sap-test-secret' }] },
  })
  expect(saved.message).toBe('操作成功')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})
beforeEach(async () => {
  heard.length = 0
  results.length = 0
  answers = []
  listenAt(base)
  await app.db.deleteFrom('sapOutbox').execute()
})

const push = (bizSn: string, lacking = '') =>
  asSystem(app.db, (tx) =>
    enqueue(tx, {
      bizType: 'testRecord',
      bizId: recordId,
      bizSn,
      action: 'create',
      payload: { head: { name: bizSn } },
      lacking,
    }),
  )
const deliver = () => deliverDue(app.db, new AbortController().signal)
const row = (id: number | null) =>
  app.db
    .selectFrom('sapOutbox')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()
const record = () =>
  app.db
    .selectFrom('sapWmsGroup')
    .select(['sapSync', 'sapDescription', 'isMayPushSap', 'sapSyncTime', 'version'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
/** As if the pause were over. */
const due = (id: number | null) =>
  app.db
    .updateTable('sapOutbox')
    .set({ nextTime: new Date(0) })
    .where('id', '=', id ?? 0)
    .execute()
const post = (path: string, body: unknown) => app.request('POST', path, { token, body })

test('O §7.3: pauses grow and end after ten attempts', () => {
  expect(Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1))).toEqual([
    1,
    5,
    15,
    60,
    360,
    360,
    360,
    360,
    360,
    null,
    null,
  ])
})

test('O §7.3: what is delivered is signed, and its result stands at the record', async () => {
  const { version } = await record()
  const id = await push('A1')
  expect(await record()).toMatchObject({ sapSync: 0, sapDescription: '', isMayPushSap: 1 })
  expect(await deliver()).toBe(1)
  const [first] = heard
  expect(first?.said).toMatchObject({
    msgId: id,
    bizType: 'testRecord',
    bizSn: 'A1',
    action: 'create',
    seqNo: 1,
    head: { name: 'A1' },
    items: [],
  })
  expect(first?.sign).toBe(
    createHmac('sha256', 'sap-test-secret')
      .update(first?.body ?? '')
      .digest('hex'),
  )
  expect(await row(id)).toMatchObject({ status: 1, attempts: 1, sapDocNo: '4500000001', httpStatus: 200 })
  expect(await record()).toMatchObject({ sapSync: 1, version })
  expect(results).toEqual([[recordId, true, '4500000001', '']])
  expect(await deliver()).toBe(0)
})

test('O §7.3: what lacks something does not go, and says why', async () => {
  expect(await push('L1', '缺少售达方SAP编码')).toBeNull()
  expect(await record()).toMatchObject({ isMayPushSap: 0, sapDescription: '缺少售达方SAP编码' })
  expect(await deliver()).toBe(0)
})

test('O §7.3: without an address rows wait and their attempts stay', async () => {
  listenAt(undefined)
  const id = await push('W1')
  expect(await deliver()).toBe(0)
  expect(await row(id)).toMatchObject({ status: 0, attempts: 0 })
  const stat = await app.request('GET', `${Q}/stat`, { token })
  expect(stat.data).toMatchObject({ configured: false, waiting: 1, sent: 0, failed: 0 })
})

test('O §7.3: a later row of a number waits for the earlier one, rows of others do not', async () => {
  const first = await push('B1')
  const second = await push('B1')
  const other = await push('B2')
  answers = [() => ({ status: 500, body: {} })]
  expect(await deliver()).toBe(2)
  expect(heard.map(({ said }) => said.msgId)).toEqual([first, other])
  const listed = await app.request('GET', `${Q}/list`, { token })
  const held = Object.fromEntries(listed.data.list.map((one) => [Number(one.id), one.isHeld]))
  expect([first, second, other].map((id) => held[Number(id)])).toEqual([0, 1, 0])
  const failed = await row(first)
  expect(failed).toMatchObject({ status: 0, attempts: 1, lastError: 'SAP接口异常：HTTP 500' })
  expect(Math.round((failed.nextTime.getTime() - Date.now()) / 60_000)).toBe(1)

  expect((await post(`${Q}/void/${first}`, {})).message).toBe('请输入作废原因')
  expect((await post(`${Q}/void/${first}`, { reason: '已手工录入' })).code).toBe(200)
  expect((await post(`${Q}/retry/${first}`, {})).message).toBe('当前状态为已作废，不能重试')
  expect(await record()).toMatchObject({ sapSync: 0, sapDescription: '' })
  expect(await deliver()).toBe(1)
  expect(heard.at(-1)?.said).toMatchObject({ msgId: second, seqNo: 2 })
})

test('O §7.3: a record whose later change still waits is not yet in SAP; voided for good, it is not either', async () => {
  await push('E1')
  const last = await push('E1')
  answers = [() => ({ status: 200, body: { code: 200 } }), () => ({ status: 500, body: {} })]
  expect(await deliver()).toBe(2)
  expect(await record()).toMatchObject({ sapSync: 0, sapDescription: 'SAP接口异常：HTTP 500' })
  await post(`${Q}/void/${last}`, { reason: '已手工录入' })
  expect(await record()).toMatchObject({ sapSync: 2, sapDescription: '已作废：已手工录入' })
})

test('O §7.3: after the tenth attempt it is given up, told, and can be tried again by hand', async () => {
  const id = await push('C1')
  for (let attempt = 1; attempt <= 10; attempt++) {
    answers = [() => ({ status: 200, body: { code: 500, message: '物料不存在' } })]
    await due(id)
    expect(await deliver()).toBe(1)
  }
  expect(await row(id)).toMatchObject({ status: 2, attempts: 10, lastError: '物料不存在' })
  expect(await record()).toMatchObject({ sapSync: 2, sapDescription: '物料不存在' })
  expect(results).toEqual([[recordId, false, '', '物料不存在']])
  const notices = await app.db.selectFrom('adminNotice').select('content').execute()
  expect(notices.map((one) => one.content)).toContain('测试单据“C1”推送SAP失败：物料不存在')

  expect((await post(`${Q}/retry/batch`, { ids: String(id) })).code).toBe(200)
  expect(await row(id)).toMatchObject({ status: 0, attempts: 0 })
  expect(await deliver()).toBe(1)
  expect(await row(id)).toMatchObject({ status: 1, attempts: 1 })
  expect((await post(`${Q}/retry/${id}`, {})).message).toBe('当前状态为同步成功，不能重试')
})

test('O §7.3: two processes deliver every row once', async () => {
  for (let n = 0; n < 12; n++) await push(`D${n % 4}`)
  const tried = await Promise.all([deliver(), deliver(), deliver()])
  // One that found only rows whose predecessors were under way has stopped; the next run takes them.
  const rest = await deliver()
  expect(tried.reduce((sum, one) => sum + one, rest)).toBe(12)
  expect(new Set(heard.map(({ said }) => said.msgId)).size).toBe(12)
  for (const sn of ['D0', 'D1', 'D2', 'D3'])
    expect(heard.filter(({ said }) => said.bizSn === sn).map(({ said }) => said.seqNo)).toEqual([1, 2, 3])
})

test('O §7.3: the queue is listed without payloads and searched by number', async () => {
  const id = await push('SEARCH9')
  await push('OTHER1')
  const { data } = await app.request('GET', `${Q}/list`, { token, query: { keywords: 'search9' } })
  expect(data.list).toMatchObject([{ id, bizSn: 'SEARCH9', bizTypeName: '测试单据', status: 0 }])
  expect(data.list[0]).not.toHaveProperty('payload')
  const info = await app.request<{ payload: unknown }>('GET', `${Q}/info/${id}`, { token })
  expect(info.data.payload).toEqual({ head: { name: 'SEARCH9' }, items: [] })
  const nobody = await app.person({ permissions: ['admin:sap:queue:list'] })
  expect((await app.request('POST', `${Q}/retry/${id}`, { token: nobody.token, body: {} })).code).toBe(403)
})
