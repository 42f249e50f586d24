import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, type TestApp, testApp } from '#app/testing.ts'
import { change, read } from '#kit/server/serve.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { answerOf, get, post } from '#kit/shared/call.ts'
import { asRecord } from '#kit/shared/record.ts'
import { endCustomerSessions, openCustomerSession } from './customer.server.ts'

const A = '/admin/open/app'
const answer = answerOf(z.object({ uid: z.number().nullable(), name: z.string() }))
/** What rooms above will serve below /open. */
const orders = get('/open/test/orders', { title: '订单', open: 'order', answer })
const mine = post('/open/test/mine', { title: '我的订单', open: 'order', customer: true, answer })

let app: TestApp
let token: string
/** how often the change below was carried out */
let done = 0

beforeAll(async () => {
  app = await testApp({}, 12, [
    {
      facts: { name: 'openTest', layer: 90, label: '测试', entities: [], calls: [orders, mine] },
      served: [
        read(orders, async (_db, who) => ({ uid: who.uid ?? null, name: who.app?.name ?? '' })),
        change(mine, async (_tx, who) => ({ uid: who.uid ?? null, name: `${who.app?.name}${++done}` })),
      ],
    },
  ])
  token = await app.admin()
})
afterAll(() => app.close())

interface Keys {
  id: number
  appKey: string
  appSecret: string
  webhookSecret: string
}

let named = 0
const form = (more: Record<string, unknown> = {}) => ({
  name: `商城${++named}`,
  channelId: 1201,
  scopes: ['order'],
  ...more,
})
const send = <T = Keys>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
async function made(more: Record<string, unknown> = {}): Promise<Keys> {
  const saved = await send(`${A}/save`, form(more))
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  return saved.data
}

const now = (): number => Math.floor(Date.now() / 1000)
const signed = (appKey: string, secret: string, timestamp: number) =>
  createHmac('sha256', secret).update(`${appKey}\n${timestamp}`).digest('hex')
const askToken = (appKey: string, secret: string, timestamp = now()) =>
  app.request<{ accessToken: string; expiresIn: number }>('POST', '/open/token', {
    body: { appKey, timestamp, sign: signed(appKey, secret, timestamp) },
  })
async function tokenOf({ appKey, appSecret }: Keys): Promise<string> {
  const given = await askToken(appKey, appSecret)
  expect(given).toMatchObject({ code: 200, data: { expiresIn: 7200 } })
  return given.data.accessToken
}
const bearer = (access: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${access}`, ...more },
})
const ask = (path: string, access: string, more?: Record<string, string>) =>
  app.request<{ uid: number | null; name: string; reason: string }>('GET', path, bearer(access, more))
/** A customer signs in at an application, as the room of the members has it. */
const signedIn = ({ id }: Keys, uid = 77): Promise<string> =>
  asSystem(app.db, async (tx) => (await openCustomerSession(tx, id, uid, '10.1.1.1')).customerToken)
const told = ({ code, data }: Pick<Answer<unknown>, 'code' | 'data'>) => [code, asRecord(data).reason]

test('O §8: keys are shown once, kept encrypted, and never in a list or a log', async () => {
  const { id, appKey, appSecret, webhookSecret } = await made()
  expect(appKey).toMatch(/^[A-Za-z0-9]{24}$/)
  expect(appSecret).toMatch(/^[A-Za-z0-9]{40}$/)
  const list = await app.request('GET', `${A}/list`, { token })
  const info = await app.request('GET', `${A}/info/${id}`, { token })
  expect(info.data).toMatchObject({ id, appKey, status: 1, rateLimit: 20, todayCalls: 0, failedEvents: 0 })
  const logs = await sql<{ text: string }>`select "o"::text as "text" from "operLog" "o"`.execute(app.db)
  const kept = await sql<{ text: string }>`select "s"::text as "text" from "openSecret" "s"`.execute(app.db)
  for (const text of [list.body, info.body, ...[...logs.rows, ...kept.rows].map((row) => row.text)])
    for (const secret of [appSecret, webhookSecret]) expect(text).not.toContain(secret)
})

test('O §8: what does not fit together is refused at its field', async () => {
  const faults: [Record<string, unknown>, string, string][] = [
    [{ ipList: ['10.0.0.300'] }, 'ipList', 'IP白名单格式不正确：10.0.0.300'],
    [{ webhookUrl: 'ftp://a' }, 'webhookUrl', '推送地址格式不正确'],
    [{ events: ['order.paid'] }, 'webhookUrl', '请输入推送地址'],
    [
      { events: ['stock.changed'], webhookUrl: 'http://127.0.0.1/x' },
      'events',
      '推送“库存变化”需要权限“库存”',
    ],
    [{ rateLimit: 0 }, 'rateLimit', '限流(次/秒)应在1到1000之间'],
    [{ scopes: [] }, 'scopes', '请选择权限'],
  ]
  for (const [more, field, message] of faults) {
    const refused = await send<{ field: string; message: string }[]>(`${A}/save`, form(more))
    expect([refused.code, refused.data[0]]).toEqual([422, { field, message }])
  }
  const { id } = await made({ ipList: ['10.0.0.0/8'] })
  const again = await send(`${A}/update`, { id, events: ['order.paid'] })
  expect(again.message).toBe('请输入推送地址')
})

test('O §8: a token is given for a signature, and only for that', async () => {
  const keys = await made()
  const { appKey, appSecret } = keys
  const wrong = [
    [await askToken(appKey, 'x'.repeat(40)), '签名无效'],
    [await askToken('nobody', appSecret), '签名无效'],
    [await askToken(appKey, appSecret, now() - 330), '时间戳与服务器时间相差超过300秒'],
    [await askToken(appKey, appSecret, now() + 330), '时间戳与服务器时间相差超过300秒'],
  ] as const
  for (const [{ code, message }, text] of wrong) expect([code, message]).toEqual([401, text])
  const upper = await app.request('POST', '/open/token', {
    body: { appKey, timestamp: now(), sign: signed(appKey, appSecret, now()).toUpperCase() },
  })
  expect(upper.code).toBe(200)
  const access = await tokenOf(keys)
  const info = await app.request<Record<string, unknown>>('GET', '/open/app/info', bearer(access))
  expect(info.data).toMatchObject({ appKey, channelId: 1201, scopes: ['order'], rateLimit: 20 })
  const rows = await app.db.selectFrom('openToken').select('tokenHash').execute()
  expect(rows.map((row) => row.tokenHash)).not.toContain(access)
})

test('O §8: staff are no applications, and applications no staff', async () => {
  const access = await tokenOf(await made())
  expect(told(await ask(orders.path, token))).toEqual([401, 'token'])
  expect(told(await ask(orders.path, ''))).toEqual([401, 'token'])
  expect((await app.request('GET', `${A}/list`, bearer(access))).code).toBe(401)
})

test('O13-26: a token of more than 7200 seconds is over', async () => {
  const access = await tokenOf(await made())
  expect((await ask(orders.path, access)).code).toBe(200)
  const expireTime = new Date(Date.now() - 1000)
  await app.db.updateTable('openToken').set({ expireTime }).execute()
  expect(told(await ask(orders.path, access))).toEqual([401, 'token'])
})

test('O13-26: of 25 calls in a second 20 are answered, the others are 429 with Retry-After', async () => {
  const keys = await made()
  const access = await tokenOf(keys)
  const second = async () =>
    (await sql<{ n: number }>`select floor(extract(epoch from now()))::int as "n"`.execute(app.db)).rows[0]?.n
  // Those of two seconds are counted apart: they are asked until all fell into one that nothing was asked in before.
  for (;;) {
    const past = await second()
    await expect.poll(second, { interval: 20, timeout: 5000 }).not.toBe(past)
    const before = await second()
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(orders.path, access)))
    if ((await second()) !== before) continue
    const beyond = answers.filter((one) => one.code === 429)
    expect(answers.filter((one) => one.code === 200)).toHaveLength(20)
    expect(beyond).toHaveLength(5)
    for (const { status, headers } of beyond) expect([status, headers['retry-after']]).toEqual([429, '1'])
    break
  }
  const info = await app.request<{ todayCalls: number; todayRefused: number }>(
    'GET',
    `${A}/info/${keys.id}`,
    {
      token,
    },
  )
  expect(info.data.todayCalls % 25).toBe(0)
  expect(info.data.todayCalls).toBeGreaterThanOrEqual(25)
  expect(info.data.todayRefused).toBeGreaterThanOrEqual(5)
})

test('O §8: scope, address, state and end of an application hold from the next call on', async () => {
  const keys = await made({ scopes: ['stock'] })
  const { id } = keys
  const access = await tokenOf(keys)
  const set = async (values: Record<string, unknown>) =>
    expect((await send(`${A}/update`, { id, ...values })).message).toBe('操作成功')
  const without = await ask(orders.path, access)
  expect([without.code, without.message]).toEqual([403, '没有权限访问。'])
  await set({ scopes: ['stock', 'order'] })
  expect((await ask(orders.path, access)).data).toEqual({ uid: null, name: `商城${named}` })
  await set({ ipList: ['10.0.0.0/8'] })
  expect(told(await ask(orders.path, access))).toEqual([403, 'address'])
  expect(told(await askToken(keys.appKey, keys.appSecret))).toEqual([403, 'address'])
  await set({ ipList: ['10.0.0.0/8', '127.0.0.1'] })
  expect((await ask(orders.path, access)).code).toBe(200)
  expect((await send(`${A}/update/status/${id}`, { status: 0 })).code).toBe(200)
  expect((await ask(orders.path, access)).code).toBe(401)
  expect((await askToken(keys.appKey, keys.appSecret)).message).toBe('应用已停用或已到期')
  expect((await send(`${A}/update/status/${id}`, { status: 1 })).code).toBe(200)
  await set({ expireTime: now() - 60 })
  expect((await ask(orders.path, access)).code).toBe(401)
})

test('O §8: a new key leaves the old one 24 hours, unless it is stopped', async () => {
  const keys = await made()
  const { id, appKey, appSecret: old } = keys
  expect((await send(`${A}/secret/revoke/${id}`)).message).toBe('没有仍可使用的旧密钥')
  const reset = await send<{ appSecret: string }>(`${A}/secret/${id}`)
  const { appSecret } = reset.data
  expect(appSecret).not.toBe(old)
  expect(reset.data).not.toHaveProperty('webhookSecret')
  for (const secret of [old, appSecret]) expect((await askToken(appKey, secret)).code).toBe(200)
  const until = async (oldUntil: Date) =>
    app.db.updateTable('openApp').set({ oldUntil }).where('id', '=', id).execute()
  const info = await app.request<{ oldUntil: number }>('GET', `${A}/info/${id}`, { token })
  expect(Math.round((info.data.oldUntil - now()) / 3600)).toBe(24)
  await until(new Date(Date.now() - 1000))
  expect((await askToken(appKey, old)).code).toBe(401)
  await until(new Date(Date.now() + 60_000))
  const access = await tokenOf({ ...keys, appSecret })
  expect((await send(`${A}/secret/revoke/${id}`)).code).toBe(200)
  expect((await ask(orders.path, access)).code).toBe(401)
  expect((await askToken(appKey, old)).code).toBe(401)
  expect((await askToken(appKey, appSecret)).code).toBe(200)
  const logged = await sql<{ text: string }>`select "changes"::text as "text" from "operLog"
    where "path" like ${`${A}/secret%`} and "bizId" = ${id} order by "id"`.execute(app.db)
  const [renewed = '', revoked = ''] = logged.rows.map(({ text }) => text)
  expect(renewed).toContain('已重置应用密钥')
  expect(revoked).toContain('已停用旧密钥')
})

test('O §8: a call of customers needs the session of a customer of the same application', async () => {
  const keys = await made()
  const access = await tokenOf(keys)
  const asCustomer = (session: string) =>
    app.request<{ uid: number; reason: string }>(
      'POST',
      mine.path,
      bearer(access, session === '' ? {} : { 'x-customer': session }),
    )
  expect(told(await asCustomer(''))).toEqual([401, 'customer'])
  const mall = `商城${named}`
  const elsewhere = await made({ scopes: ['stock'] })
  for (const wrong of ['x'.repeat(32), await signedIn(elsewhere)])
    expect(told(await asCustomer(wrong))).toEqual([401, 'customer'])
  expect((await asCustomer(await signedIn(keys))).data).toEqual({ uid: 77, name: `${mall}${done}` })
  expect((await app.request('POST', mine.path, bearer(await tokenOf(elsewhere)))).code).toBe(403)
})

test('U §2.5: the session of a customer lasts 30 days, unless it is ended by staff or with the customer', async () => {
  const keys = await made()
  const access = await tokenOf(keys)
  const codeFor = async (session: string) =>
    (await app.request('POST', mine.path, bearer(access, { 'x-customer': session }))).code
  const [first, second, third] = [
    await signedIn(keys, 21),
    await signedIn(keys, 21),
    await signedIn(keys, 22),
  ]
  const listed = async (query: Record<string, unknown> = {}) =>
    (await app.request('GET', `${A}/customer/list`, { token, query: { appId: keys.id, ...query } })).data
  const all = await listed()
  expect(all.list.map(({ uid, ip }) => [uid, ip])).toEqual([22, 21, 21].map((uid) => [uid, '10.1.1.1']))
  expect(Math.round((Number(all.list[0]?.expireTime) - now()) / 86_400)).toBe(30)
  const rows = await app.db.selectFrom('customerSession').select('tokenHash').execute()
  for (const session of [first, second, third]) {
    expect(await codeFor(session)).toBe(200)
    expect(rows.map((row) => row.tokenHash)).not.toContain(session)
  }
  const id = (await listed({ uid: 22 })).list[0]?.id
  expect((await send(`${A}/customer/end/${id}`)).code).toBe(200)
  expect(await codeFor(third)).toBe(401)
  expect((await send(`${A}/customer/end/${id}`)).code).toBe(404)
  const expireTime = new Date(Date.now() - 1000)
  const hash = createHash('sha256').update(first).digest('hex')
  await app.db.updateTable('customerSession').set({ expireTime }).where('tokenHash', '=', hash).execute()
  expect(await codeFor(first)).toBe(401)
  expect((await listed()).total).toBe(1)
  expect(await asSystem(app.db, (tx) => endCustomerSessions(tx, 21))).toBe(2)
  expect(await codeFor(second)).toBe(401)
})

test('O §8: the same Idempotency-Key of an application, and of its customer, is carried out once', async () => {
  const keys = await made()
  const access = await tokenOf(keys)
  const ask = async (uid: number) => {
    const headers = { 'x-customer': await signedIn(keys, uid), 'idempotency-key': 'k1' }
    return (await app.request('POST', mine.path, bearer(access, headers))).data
  }
  const before = done
  const [first, again] = await Promise.all([ask(5), ask(5)])
  expect(again).toEqual(first)
  expect(done).toBe(before + 1)
  expect(await ask(6)).toMatchObject({ uid: 6 })
  expect(done).toBe(before + 2)
})

test('O §8: what an application asked stands in its log, with what was wrong', async () => {
  const keys = await made()
  await askToken(keys.appKey, 'x'.repeat(40))
  const access = await tokenOf(keys)
  await ask(orders.path, access)
  await app.request('POST', mine.path, bearer(access, { 'x-customer': await signedIn(keys) }))
  const logged = async (outcome?: string) =>
    (
      await app.request('GET', `${A}/log/list`, {
        token,
        query: { appId: keys.id, ...(outcome === undefined ? {} : { outcome }) },
      })
    ).data.list.map(({ path, code, message, uid }) => [path, code, message, uid])
  // A line is written when its answer has gone.
  await expect.poll(async () => (await logged()).length).toBe(4)
  expect(await logged()).toEqual([
    [mine.path, 200, '', 77],
    [orders.path, 200, '', null],
    ['/open/token', 200, '', null],
    ['/open/token', 401, '签名无效', null],
  ])
  expect(await logged('failed')).toEqual([['/open/token', 401, '签名无效', null]])
  const missing = await app.request('GET', `${A}/log/list`, { token, query: { appId: 99_999_999 } })
  expect(missing.code).toBe(404)
})

test('O §8: who may look at applications does not change their keys', async () => {
  const { id } = await made()
  const person = await app.person({
    permissions: ['list', 'info', 'event:list', 'customer:list', 'log:list'].map(codeOf),
  })
  expect((await app.request('GET', `${A}/info/${id}`, { token: person.token })).code).toBe(200)
  for (const path of ['save', 'update', `update/status/${id}`, `secret/${id}`, `secret/revoke/${id}`])
    expect((await send(`${A}/${path}`, {}, person.token)).code).toBe(403)
})

function codeOf(name: string): string {
  return `admin:open:app:${name}`
}
