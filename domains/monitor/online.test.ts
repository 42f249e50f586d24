import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, type TestApp, testApp } from '#app/testing.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import { exportOf } from '#kit/server/fileTask.ts'
import { type Live, startLive, subscribe } from '#kit/server/live.ts'
import { SESSION_ENDED } from '#kit/server/liveSocket.ts'

const LIST = '/admin/monitor/online/list'
const FORCE = '/admin/monitor/online/forceLogout'
const CODES = [LIST, FORCE].map((path) => path.slice(1).replaceAll('/', ':'))

let app: TestApp
let token: string
let live: Live
const endedSessions: number[] = []

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  live = await startLive(app.url, app.db)
  subscribe(app.db, ({ topic, id }) => {
    if (topic === SESSION_ENDED && id !== undefined) endedSessions.push(id)
  })
})
afterAll(async () => {
  await live.stop()
  await app.close()
})

const list = async (query: Record<string, string> = {}, as = token) =>
  (await app.request('GET', LIST, { token: as, query })).data.list
const force = (ids: string | number, as = token) =>
  app.request('POST', `${FORCE}/${ids}`, { token: as, body: {} })
const isIn = async (as: string) => (await app.request('GET', '/admin/login/session/list', { token: as })).code

/** A further session of the first administrator, from a browser. */
async function signIn(agent: string): Promise<string> {
  const answer = await app.request('POST', '/admin/login', {
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: { account: 'admin', pwd: ADMIN_PASSWORD, key: '', code: '' },
  })
  expect(answer.code).toBe(200)
  return String(answer.data.token)
}

test('P16-7 强退 ends one of two browsers at once, its socket with it; the other goes on', async () => {
  const boss = await app.person({ permissions: CODES })
  await sql`update "admin" set "roles" = "roles" || (select "id" from "role" where "roleCode" = 'admin')
    where "id" = ${boss.adminId}`.execute(app.db)
  const clerk = await app.person({ permissions: CODES })
  const first = await signIn('Mozilla/5.0 (Windows NT 10.0) Chrome/141.0')
  const second = await signIn('Mozilla/5.0 (iPhone) Version/19.0 Mobile Safari')
  const rows = await list({ account: 'admin' }, boss.token)
  expect(rows).toHaveLength(3)
  expect(rows.map((row) => row.browser)).toEqual(expect.arrayContaining(['Chrome 141', 'Safari 19']))
  const row = rows.find((one) => one.browser === 'Chrome 141')
  expect(String(row?.sessionNo)).toMatch(/^[0-9a-f]{8}$/)
  expect(row).not.toHaveProperty('tokenHash')
  expect(await force(Number(row?.id), clerk.token)).toMatchObject({
    code: 422,
    message: '无权操作更高级别的账号',
  })
  expect((await force(Number(row?.id), boss.token)).code).toBe(200)
  expect([await isIn(first), await isIn(second)]).toEqual([401, 200])
  await expect.poll(() => endedSessions).toContain(row?.id)
  const log = await app.request('GET', '/admin/log/oper/list', {
    token,
    query: { bizType: 'adminSession', businessType: '7' },
  })
  expect(log.data.list).toMatchObject([{ bizId: row?.id, adminName: boss.account, status: 1 }])
  expect(await force(Number(row?.id), boss.token)).toMatchObject({ code: 404 })
})

test('several at once, but never the own session; then none of them', async () => {
  const boss = await app.person({ permissions: CODES })
  const [a, b] = [await app.person({ account: 'kick_a' }), await app.person({ account: 'kick_b' })]
  const rows = await list({ account: 'kick_' }, boss.token)
  expect(rows.map((row) => row.account).sort()).toEqual(['kick_a', 'kick_b'])
  const ids = rows.map((row) => row.id).join(',')
  const own = (await list({ account: boss.account }, boss.token)).find((row) => row.isCurrent === 1)
  expect(await force(`${ids},${own?.id}`, boss.token)).toMatchObject({
    code: 422,
    message: '不能强退当前会话',
  })
  expect([await isIn(a.token), await isIn(b.token)]).toEqual([200, 200])
  expect((await force(ids, boss.token)).code).toBe(200)
  expect([await isIn(a.token), await isIn(b.token), await isIn(boss.token)]).toEqual([401, 401, 200])
})

test('the list finds by part of IP and account; ended and expired sessions are not in it', async () => {
  const one = await app.person({ account: 'over_one' })
  await app.db
    .updateTable('adminSession')
    .set({ ip: '10.9.8.7' })
    .where('adminId', '=', one.adminId)
    .execute()
  expect(await list({ ip: '9.8.' })).toMatchObject([{ account: 'over_one', ip: '10.9.8.7' }])
  await app.db
    .updateTable('adminSession')
    .set({ expireTime: new Date(Date.now() - 1000) })
    .where('adminId', '=', one.adminId)
    .execute()
  expect(await list({ ip: '9.8.' })).toEqual([])
})

test('a person sees and ends the sessions of the own scope only', async () => {
  const other = await app.person({ account: 'out_of_sight' })
  const small = await app.person({ permissions: CODES, dataScope: 6 })
  const rows = await list({}, small.token)
  expect(rows.map((row) => row.account)).toEqual([small.account])
  const [hidden] = await list({ account: 'out_of_sight' })
  expect((await force(Number(hidden?.id), small.token)).code).toBe(404)
  expect(await isIn(other.token)).toBe(200)
})

test('the export holds the sessions the list shows, with the names of departments', async () => {
  const definition = exportOf(app.db, 'online')
  const dept = await app.db.selectFrom('dept').select(['id', 'deptName']).executeTakeFirstOrThrow()
  const one = await app.person({ account: 'leave_me', deptId: dept.id })
  const small = await app.person({ permissions: CODES, dataScope: 6 })
  const rowsFor = async (as: string, params: Record<string, unknown>) => {
    const who = await whoOf(app.db, as)
    if (definition === undefined) throw new Error('There is no export of the sessions')
    const rows = (await Array.fromAsync(definition.rows(app.db, who, params))).flat()
    expect(await definition.count(app.db, who, params)).toBe(rows.length)
    return rows
  }
  expect(await rowsFor(token, { account: one.account })).toMatchObject([
    { account: one.account, deptId: dept.deptName },
  ])
  expect((await rowsFor(small.token, {})).map((row) => row.account)).toEqual([small.account])
})
