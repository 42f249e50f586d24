import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareGauges } from '#app/health.ts'
import { buildApp } from '#app/program.ts'
import { ADMIN_PASSWORD, type Answer, type TestApp, testApp } from '#app/testing.ts'
import { openShop } from '../../tests/catalogShop.ts'
import { open, randomToken, seal } from './envelope.ts'
import { seedSchedule } from './schedule.ts'
import { asSystem } from './transaction.ts'

// The worked messages of platform §3.
const TOKEN = 'Qm7T2xKp9LwE4sZbN8vRj3HcYd6Af1Gu'
const IV = 'a1B2c3D4e5F6g7H8'
const SEALED = 'oZ8mDOSPkeh4orhCQnn9sJnVyHpNGsvBKWsT8UxE6vWNjn+++MnUuN/e1FoHAS09a1B2c3D4e5F6g7H8'
const LIST = '/admin/platform/type/list'
const SAVE = '/admin/platform/type/save'
const UNREADABLE = '请求数据无法解密'
const METRICS_TOKEN = 'metrics-token-of-tests'

let app: TestApp
let token: string
const others: FastifyInstance[] = []

beforeAll(async () => {
  app = await testApp({ TS_METRICS_TOKEN: METRICS_TOKEN, TS_BODY_LIMIT_MB: '1' })
  declareGauges(app.house)
  token = await app.admin()
  await sql`insert into "adminSession" ("adminId", "tokenHash", "expireTime")
    select "id", ${createHash('sha256').update(TOKEN).digest('hex')}, now() + interval '8 hours'
    from "admin" where "account" = 'admin'`.execute(app.db)
})
afterAll(async () => {
  for (const other of others) await other.close()
  await app.close()
})

const now = (): number => Math.floor(Date.now() / 1000)
const type = (name: string) => ({ dictName: name, dictType: name })

/** What went back into an envelope, opened. */
function opened(answer: Answer, key = TOKEN): { code: number; message: string; data: unknown } {
  expect(answer.headers['x-encrypted']).toBe('1')
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.body.slice(-16)).toMatch(/^[A-Za-z0-9]{16}$/)
  return JSON.parse(open(key, answer.body))
}

async function typesNamed(name: string): Promise<number> {
  const rows = await app.db
    .selectFrom('dictType')
    .select('id')
    .where('dictName', '=', name)
    .where('isDel', '=', 0)
    .execute()
  return rows.length
}

/** The same house with other settings, or while it stops. */
async function otherApp(
  settings: Partial<TestApp['house']['context']['settings']>,
  stopping = false,
): Promise<FastifyInstance> {
  const { context } = app.house
  const house = { ...app.house, context: { ...context, settings: { ...context.settings, ...settings } } }
  const other = await buildApp(house, () => stopping)
  await other.ready()
  others.push(other)
  return other
}

test('P16-8: the worked query of the design is read, and the answer comes wrapped', async () => {
  const saved = await app.request('POST', SAVE, {
    token,
    body: { dictName: '耳机类型', dictType: 'earphones' },
  })
  expect(saved.message).toBe('操作成功')
  const answer = await app.request('GET', LIST, { token: TOKEN, query: { q: SEALED, t: now() } })
  const { code, data } = opened(answer)
  expect(code).toBe(200)
  expect(data).toMatchObject({ total: 1, list: [{ dictName: '耳机类型' }] })
  const plain = await app.request('GET', LIST, {
    token: TOKEN,
    query: { page: 1, limit: 20, keywords: '耳机' },
  })
  expect(plain.data).toEqual(data)
  expect(plain.headers['x-encrypted']).toBeUndefined()
  const asked = await app.request('GET', LIST, { token: TOKEN, headers: { 'x-encrypt': '1' } })
  expect(opened(asked).code).toBe(200)
})

test('P16-8: a wrapped body changes data; refusals of the handler come wrapped too', async () => {
  const body = () => ({ q: seal(TOKEN, JSON.stringify(type('sealed_type'))), t: now() })
  expect(opened(await app.request('POST', SAVE, { token: TOKEN, body: body() })).code).toBe(200)
  expect(await typesNamed('sealed_type')).toBe(1)
  expect(opened(await app.request('POST', SAVE, { token: TOKEN, body: body() }))).toMatchObject({
    code: 422,
    message: '字典类型已存在',
  })
})

test('M-061: whoever has no session seals with the fallback key, and is answered so', async () => {
  const key = app.house.context.fallbackKey
  const person = JSON.stringify({ account: 'admin', pwd: ADMIN_PASSWORD, key: '', code: '' })
  const answer = await app.request('POST', '/admin/login', { body: { q: seal(key, person), t: now() } })
  expect(opened(answer, key).code).toBe(200)
})

test('P16-9: what was changed, sealed with another key, late or mixed never reaches a handler', async () => {
  const refused = (query: Record<string, string | number>) =>
    app.request('GET', LIST, { token: TOKEN, query })
  const changed = await refused({ q: `pZ8m${SEALED.slice(4)}`, t: now() })
  const otherKey = await refused({ q: seal(token, '{"page":1}'), t: now() })
  expect(changed).toMatchObject({ status: 200, code: 422, message: UNREADABLE, data: null })
  expect(otherKey.body).toBe(changed.body)
  for (const q of [
    '',
    IV,
    SEALED.slice(4),
    `${SEALED.slice(0, -17)}*${IV}`,
    seal(TOKEN, 'no json'),
    seal(TOKEN, '[1]'),
  ])
    expect((await refused({ q, t: now() })).body).toBe(changed.body)
  expect(await refused({ q: SEALED, t: now() - 301 })).toMatchObject({
    code: 422,
    message: '请求已过期，请校准本机时间后重试',
  })
  expect((await refused({ q: SEALED, t: 'x' })).code).toBe(422)
  expect(await refused({ q: SEALED, t: now(), page: 2 })).toMatchObject({
    code: 422,
    message: '加密请求不能带有其他参数',
  })

  const text = JSON.stringify(type('never_saved'))
  const save = (body: unknown) => app.request('POST', SAVE, { token: TOKEN, body })
  const sealed = seal(TOKEN, text)
  const first = sealed.startsWith('A') ? 'B' : 'A'
  expect((await save({ q: first + sealed.slice(1), t: now() })).body).toBe(changed.body)
  expect((await save({ q: seal(token, text), t: now() })).body).toBe(changed.body)
  expect((await save({ q: sealed, t: now() - 301 })).code).toBe(422)
  expect((await save({ q: sealed, t: now() + 302 })).code).toBe(422)
  expect((await save({ q: sealed, t: now(), dictName: 'x' })).code).toBe(422)
  expect(await typesNamed('never_saved')).toBe(0)
})

test('a token nobody has gets its 401 plain', async () => {
  const answer = await app.request('GET', LIST, { token: randomToken(), headers: { 'x-encrypt': '1' } })
  expect(answer).toMatchObject({ status: 200, code: 401 })
  expect(answer.headers['x-encrypted']).toBeUndefined()
})

test('TS_ENVELOPE=required refuses plain requests, off takes them as they are', async () => {
  const headers = { 'x-token': TOKEN }
  const required = await otherApp({ envelope: 'required' })
  const ask = (url: string, more: Record<string, string> = {}) =>
    required.inject({ method: 'GET', url, headers: { ...headers, ...more } })
  const plain = await ask(`/api${LIST}?page=1`)
  expect(plain.json()).toMatchObject({ code: 422, message: '请使用加密请求' })
  const query = new URLSearchParams({ q: SEALED, t: String(now()) })
  const sealed = await ask(`/api${LIST}?${query}`)
  expect(JSON.parse(open(TOKEN, sealed.body)).code).toBe(200)
  // Nothing to hide in the question; the answer is hidden all the same.
  expect((await ask(`/api${LIST}`, { 'x-encrypt': '1' })).headers['x-encrypted']).toBe('1')
  expect((await required.inject('/healthz')).statusCode).toBe(200)

  const off = await otherApp({ envelope: 'off' })
  const answer = await off.inject({ url: `/api${LIST}?page=1`, headers: { ...headers, 'x-encrypt': '1' } })
  expect(answer.json().code).toBe(200)
  expect(answer.headers['x-encrypted']).toBeUndefined()
})

test('every answer carries the headers of helmet: calls, pages, what is refused or not there', async () => {
  const answers = [
    await app.request('GET', LIST, { token }),
    await app.request('GET', LIST),
    await app.request('GET', '/nowhere'),
    await app.request('POST', SAVE, { token, body: { x: 'x'.repeat(1024 * 1024) } }),
  ]
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toMatch(
      /default-src 'self';.*style-src 'self' 'unsafe-inline'/,
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' })
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('every answer carries a request id; a usable one is taken over', async () => {
  const given = 'trace-12345678'
  const kept = await app.request('GET', LIST, { token, headers: { 'x-request-id': given } })
  expect(kept.headers['x-request-id']).toBe(given)
  for (const bad of ['short', 'x'.repeat(65), 'with space 12', '../../etc/passwd'])
    expect(
      (await app.request('GET', LIST, { token, headers: { 'x-request-id': bad } })).headers['x-request-id'],
    ).toMatch(/^[0-9a-f]{32}$/)
  expect((await app.request('GET', '/nowhere')).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
})

test('an unknown path, a wrong method, a broken and a too large body', async () => {
  expect(await app.request('GET', '/admin/nowhere', { token })).toMatchObject({
    status: 404,
    code: 404,
    message: '接口不存在',
  })
  expect(await app.request('GET', SAVE, { token })).toMatchObject({
    status: 405,
    code: 404,
    message: '接口不存在',
  })
  expect(await app.request('POST', '/file/task/info/1', { token })).toMatchObject({ status: 405, code: 404 })
  expect(await app.request('POST', SAVE, { token, body: '{"dictName":' })).toMatchObject({
    status: 200,
    code: 422,
    message: '请求格式不正确',
  })
  expect(await app.request('POST', SAVE, { token, body: '[1]' })).toMatchObject({ status: 200, code: 422 })
  expect(
    await app.request('POST', SAVE, { token, body: 'a=1', headers: { 'content-type': 'text/csv' } }),
  ).toMatchObject({ status: 200, code: 422, message: '请求格式不正确' })
  const big = { ...type('too_big'), remark: 'x'.repeat(1_100_000) }
  expect(await app.request('POST', SAVE, { token, body: big })).toMatchObject({
    status: 413,
    code: 422,
    message: '请求内容过大',
  })
  expect(await typesNamed('too_big')).toBe(0)
})

test('no token, two different tokens, or one only in the address: nobody', async () => {
  expect((await app.request('GET', LIST)).code).toBe(401)
  const ask = (headers: Record<string, string>, query = {}) => app.request('GET', LIST, { headers, query })
  expect((await ask({ 'x-token': token, authorization: `Bearer ${TOKEN}` })).code).toBe(401)
  expect((await ask({ 'x-token': token, authorization: `Bearer ${token}` })).code).toBe(200)
  expect((await ask({ authorization: `Bearer ${token}` })).code).toBe(200)
  expect((await ask({ authorization: `Basic ${token}` })).code).toBe(401)
  expect((await ask({ cookie: `token=${token}` }, { token })).code).toBe(401)
})

test('C9-19: a change by GET without the header of the session changes nothing', async () => {
  const shop = await openShop(app)
  const id = await shop.save()
  const shelf = () =>
    app.db
      .selectFrom('productChannel')
      .select(['channelId', 'platformStatus'])
      .where('productId', '=', id)
      .execute()
  const before = await shelf()
  const path = `/admin/store/product/putOnShell/${id}`
  const asImage = await app.request('GET', path, { headers: { cookie: `token=${token}`, accept: 'image/*' } })
  expect(asImage).toMatchObject({ status: 200, code: 401 })
  expect(await shelf()).toEqual(before)
})

test('the same Idempotency-Key, one after the other and at once, creates one row and answers the same', async () => {
  const save = (name: string, key: string, by = token) =>
    app.request('POST', SAVE, { token: by, body: type(name), headers: { 'idempotency-key': key } })
  const first = await save('once_a', 'key-a')
  expect(first).toMatchObject({ code: 200, data: { id: expect.any(Number) } })
  expect((await save('once_a', 'key-a')).data).toEqual(first.data)
  expect(await typesNamed('once_a')).toBe(1)

  const answers = await Promise.all(Array.from({ length: 6 }, () => save('once_b', 'key-b')))
  expect(answers.map((one) => one.code)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map((one) => one.data.id)).size).toBe(1)
  expect(await typesNamed('once_b')).toBe(1)

  // A refusal is no result: the corrected form goes through under the same key.
  expect((await save('Not A Type', 'key-c')).code).toBe(422)
  expect((await save('once_c', 'key-c')).code).toBe(200)
  // Keys belong to people.
  const other = await app.person({ permissions: ['admin:platform:type:save'] })
  expect((await save('once_d', 'key-a', other.token)).code).toBe(200)
  expect(await typesNamed('once_d')).toBe(1)
  expect((await save('once_e', 'k'.repeat(101))).code).toBe(422)
  // And to calls: another one has its own answer to it.
  const body = { id: answers[0]?.data.id, ...type('once_b') }
  const update = () =>
    app.request('POST', '/admin/platform/type/update', {
      token,
      body,
      headers: { 'idempotency-key': 'key-a' },
    })
  const changed = await update()
  expect(changed.code).toBe(200)
  expect(changed.data).not.toEqual(first.data)
  expect((await update()).data).toEqual(changed.data)
})

test('too many requests: HTTP 429 with the time to wait', async () => {
  const report = () =>
    app.request('POST', '/log/client', { body: { message: '坏了', stack: 'at x', path: '/' } })
  const answers: Answer[] = []
  for (let n = 0; n < 21; n++) answers.push(await report())
  expect(answers.slice(0, 20).every((one) => one.code === 200)).toBe(true)
  expect(answers[20]).toMatchObject({ status: 429, code: 429, message: '操作过于频繁，请稍后再试' })
  expect(Number(answers[20]?.headers['retry-after'])).toBeGreaterThan(0)
})

test('health, version and metrics need no session and tell no more than that', async () => {
  expect((await app.request('GET', 'healthz')).body).toBe(
    JSON.stringify({ status: 'ok', version: app.house.context.version }),
  )
  expect(await app.request('GET', 'readyz')).toMatchObject({
    status: 200,
    body: '{"status":"ok","failing":[]}',
  })
  expect((await app.request('GET', 'version')).body).toBe(
    JSON.stringify({ version: app.house.context.version }),
  )

  expect(await app.request('GET', 'metrics')).toMatchObject({ status: 403 })
  const metrics = await app.request('GET', 'metrics', {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  expect(metrics.status).toBe(200)
  expect(metrics.body).toContain(`http_requests_total{route="${LIST}",method="GET",code="200"}`)
  expect(metrics.body).toMatch(
    /http_request_duration_seconds_count\{route="\/admin\/store\/product\/putOnShell\/:id"\} [1-9]/,
  )
  expect(metrics.body).toMatch(/^sessions_active [2-9]/m)
  for (const figure of ['cache_hits_total{group="config"}', 'login_total{result="1"}', 'disk_free_bytes'])
    expect(metrics.body).toContain(`\n${figure} `)
  for (const measured of ['db_query_duration_seconds', 'db_pool_wait_seconds'])
    expect(metrics.body).toMatch(new RegExp(`^${measured}_count [1-9]`, 'm'))
  expect(metrics.body).not.toContain(token)
})

test('a schedule nobody looks after is not ready', async () => {
  await asSystem(app.db, seedSchedule)
  const ready = async () => (await app.request('GET', 'readyz')).body
  expect(await ready()).not.toContain('jobs')
  const setNext = (minutes: number, name: string) =>
    app.db
      .updateTable('scheduleJob')
      .set({ nextTime: new Date(Date.now() - minutes * 60_000) })
      .where('name', '=', name)
      .execute()
  await setNext(1, 'backup.daily')
  expect(await ready()).not.toContain('jobs')
  await setNext(3, 'backup.daily')
  expect(await ready()).toContain('jobs')
  await app.db.updateTable('scheduleJob').set({ status: 1 }).execute()
  expect(await ready()).not.toContain('jobs')
})

test('while the process stops, readyz says so', async () => {
  const stopping = await otherApp({}, true)
  const answer = await stopping.inject('/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ status: 'failing', failing: ['stopping'] })
  expect((await stopping.inject('/healthz')).statusCode).toBe(200)
})

// ---- errors nobody foresaw

/** Lets the database raise an error whenever a department is written. */
async function failing(sqlState: string): Promise<() => Promise<void>> {
  await sql
    .raw(`create or replace function "failNow"() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/5/16384"' using errcode = '${sqlState}'; end $$`)
    .execute(app.db)
  await sql`create trigger "failNow" before insert on "dept" for each row execute function "failNow"()`.execute(
    app.db,
  )
  return async () => {
    await sql`drop trigger "failNow" on "dept"`.execute(app.db)
  }
}

const saveDept = () =>
  app.request('POST', '/admin/system/dept/save', { token, body: { deptName: '不会有的部门', pid: 0 } })

test.each([
  ['53100', /^存储空间不足，数据未保存，请联系管理员（(\w{32})）$/],
  ['57P01', /^数据库暂时不可用，请稍后重试（(\w{32})）$/],
  ['53300', /^数据库暂时不可用，请稍后重试（(\w{32})）$/],
  ['22012', /^系统繁忙，请稍后重试（(\w{32})）$/],
])('the database says %s: a clear text without internals', async (sqlState, text) => {
  const heal = await failing(sqlState)
  const answer = await saveDept()
  await heal()
  expect(answer).toMatchObject({ status: 200, code: 500, data: null })
  expect(answer.message).toMatch(text)
  expect(text.exec(answer.message)?.[1]).toBe(answer.headers['x-request-id'])
  expect(answer.body).not.toMatch(/base\/5|extend|insert|dept/)
  expect(await sql`select 1 from "dept" where "deptName" = '不会有的部门'`.execute(app.db)).toMatchObject({
    rows: [],
  })
})

test('an error nobody foresaw lands in the error log under the id the person sees; equal ones are counted', async () => {
  await sql`alter table "loginLog" rename to "loginLogAway"`.execute(app.db)
  const ask = () => app.request('GET', '/admin/log/login/list', { token })
  await ask()
  const second = await ask()
  await sql`alter table "loginLogAway" rename to "loginLog"`.execute(app.db)
  expect(second).toMatchObject({ status: 200, code: 500, data: null })
  expect(second.body).not.toMatch(/relation|loginLog|at |\.ts/)
  const id = String(second.headers['x-request-id'])
  expect(second.message).toBe(`系统繁忙，请稍后重试（${id}）`)
  const logged = await app.db.selectFrom('errorLog').selectAll().where('requestId', '=', id).execute()
  expect(logged).toMatchObject([{ source: 'server', path: '/admin/log/login/list', count: 2 }])
  expect(logged[0]?.message).toContain('loginLog')
  expect(logged[0]?.stack).toContain('.ts')
})

test('no log row shows a password or a token', async () => {
  const secret = 'Ts-secret-9182'
  const body = { oldPassword: secret, password: `${secret}x`, confirmPassword: `${secret}x` }
  expect((await app.request('POST', '/admin/login/update/password', { token, body })).code).not.toBe(200)
  const login = { account: 'admin', pwd: secret, key: '', code: '' }
  expect((await app.request('POST', '/admin/login', { body: login })).code).not.toBe(200)
  const staff = {
    account: 'loggedstaff',
    pwd: secret,
    realName: '员工',
    roles: '1',
    phone: '13800000009',
    deptId: (await sql<{ id: number }>`select "id" from "dept" limit 1`.execute(app.db)).rows[0]?.id,
  }
  expect((await app.request('POST', '/admin/system/admin/save', { token, body: staff })).message).toBe(
    '操作成功',
  )
  for (const table of ['operLog', 'loginLog', 'errorLog']) {
    const rows = await sql<{
      text: string
    }>`select "row"::text as "text" from ${sql.table(table)} as "row"`.execute(app.db)
    expect(rows.rows.length).toBeGreaterThan(0)
    for (const { text } of rows.rows)
      for (const word of [secret, token, TOKEN]) expect(text).not.toContain(word)
  }
})
