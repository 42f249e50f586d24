import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { exportOf } from '#kit/server/fileTask.ts'
import { jobOf } from '#kit/server/jobs.ts'
import { theSystem } from '#kit/server/who.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', path, { token: as, query })
const post = (path: string, body: Record<string, unknown> = {}, as = token) =>
  app.request('POST', path, { token: as, body })

const OPER = '/admin/log/oper/list'

async function newDept(deptName: string, as = token): Promise<number> {
  const answer = await post('/admin/system/dept/save', { deptName, pid: 0 }, as)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data.id
}

test('a change is found by module, type, object and words, with its fields before and after', async () => {
  const id = await newDept('仓储一部')
  await post('/admin/system/dept/update', { id, deptName: '仓储二部' })
  const listed = await get(OPER, { keywords: '仓储' })
  expect(listed.data.total).toBe(2)
  const [row] = listed.data.list
  expect(row).toMatchObject({ bizType: 'dept', status: 1, businessType: 2 })
  expect(row).not.toHaveProperty('params')
  const detail = await get(`/admin/log/oper/info/${row?.id}`)
  expect(detail.data).toMatchObject({
    path: '/admin/system/dept/update',
    changes: [
      {
        type: 'dept',
        fields: [{ field: 'deptName', label: '部门名称', before: '仓储一部', after: '仓储二部' }],
      },
    ],
  })
  const byRow = await get(OPER, { bizType: 'dept', bizId: id })
  expect(byRow.data.list.map((one) => one.title)).toEqual(['编辑部门', '新增部门'])
  const count = async (query: Record<string, string | number>) => (await get(OPER, query)).data.total
  expect(await count({ businessType: 1, keywords: '仓储' })).toBe(1)
  expect(await count({ title: '新增部门' })).toBe(1)
  expect(await count({ title: '%' })).toBe(0)
  expect(await count({ bizTitle: '储二' })).toBe(1)
  expect(await count({ keywords: '仓储', dateLimit: 'today' })).toBe(2)
  expect(await count({ keywords: '仓储', dateLimit: '2001-01-01,2001-12-31' })).toBe(0)
  expect(await count({ adminId: 999_999 })).toBe(0)
  expect((await get('/admin/log/oper/info/2000000000')).code).toBe(404)
})

test('changes are told as a person reads them', async () => {
  const id = await newDept('财务部')
  const above = await newDept('后勤')
  const body = { id, leaderId: null, pid: above, status: 0 }
  expect((await post('/admin/system/dept/update', body)).message).toBe('操作成功')
  const [row] = (await get(OPER, { bizType: 'dept', bizId: id })).data.list
  const { data } = await app.request<{ changes: { fields: object[] }[] }>(
    'GET',
    `/admin/log/oper/info/${row?.id}`,
    { token },
  )
  expect(data.changes[0]?.fields).toContainEqual(
    expect.objectContaining({ field: 'status', before: '启用', after: '停用' }),
  )
  expect(data.changes[0]?.fields).toContainEqual(expect.objectContaining({ field: 'pid', after: '后勤' }))
})

test('what a person may see of the log ends where their scope ends', async () => {
  const codes = ['admin:log:oper:list', 'admin:system:dept:save', 'admin:log:export']
  const own = await app.person({ dataScope: 6, permissions: codes })
  await newDept('市场部', own.token)
  const mine = await get(OPER, {}, own.token)
  expect(mine.data.list.map((row) => row.adminId)).toEqual([own.adminId])
  const other = (await get(OPER, { keywords: '仓储' })).data.list[0]
  expect((await get(`/admin/log/oper/info/${other?.id}`, {}, own.token)).code).toBe(404)
  // The code of the export alone opens no other log.
  expect((await post('/admin/log/export', { kind: 'login' }, own.token)).code).toBe(403)
  expect((await post('/admin/log/export', { kind: 'oper' }, own.token)).code).toBe(200)
  const nobody = await app.person({ permissions: [] })
  expect((await get(OPER, {}, nobody.token)).code).toBe(403)
})

test('sign-ins are listed with their result, also those of accounts nobody has', async () => {
  const body = { account: 'nobody', pwd: 'Wrong-2026', key: '', code: '' }
  await app.request('POST', '/admin/login', { body })
  const found = await get('/admin/log/login/list', { account: 'NOBODY' })
  expect(found.data.list).toEqual([expect.objectContaining({ account: 'nobody', result: 0 })])
  const good = await get('/admin/log/login/list', { result: 1, account: 'admin' })
  expect(good.data.total).toBeGreaterThan(0)
  expect((await get('/admin/log/login/list', { result: 'x' })).code).toBe(422)
})

test('errors of the browser are counted, with and without a session, at most 20 a minute', async () => {
  const error = { message: 'Cannot read properties', stack: 'at List.tsx:1', path: '/systemLog' }
  for (const as of [token, '', 'unknown-token']) expect((await post('/log/client', error, as)).code).toBe(200)
  const found = await get('/admin/log/error/list', { source: 'browser', path: '/systemLog' })
  expect(found.data.list).toEqual([expect.objectContaining({ count: 3, message: error.message })])
  const codes = []
  for (let n = 0; n < 20; n++) codes.push((await post('/log/client', error)).code)
  expect(codes.filter((code) => code === 429)).toHaveLength(3)
})

test('the export has the rows of the list', async () => {
  const rows = []
  const params = { keywords: '仓储' }
  for await (const batch of exportOf(app.db, 'operLog')?.rows(app.db, theSystem, params) ?? [])
    rows.push(...batch)
  expect(rows.map((row) => row.businessType)).toEqual(['修改', '新增'])
  expect(exportOf(app.db, 'operLog')?.columns.map((column) => column.title)).not.toContain('版本')
})

test('retention removes whole days, never less than half a year, and says what it removed', async () => {
  await sql`insert into "operLog" ("time", "title") select now() - interval '400 days', 'old' from generate_series(1, 7)`.execute(
    app.db,
  )
  await sql`insert into "operLog" ("time", "title") values (now() - interval '170 days', 'young')`.execute(
    app.db,
  )
  await sql`insert into "loginLog" ("time", "account", "result") values (now() - interval '366 days', 'x', 1)`.execute(
    app.db,
  )
  // The list has counted what will go.
  expect((await get(OPER, { keywords: 'old' })).data.total).toBe(7)
  // A setting below the least one, as an older version may have stored it.
  await sql`insert into "systemConfig" ("name", "title", "formId", "value") values ('oper_log_days', '', 202, '30')`.execute(
    app.db,
  )
  const removed = await jobOf(app.db, 'log.retention')?.run(app.db, {}, new AbortController().signal)
  expect(removed).toBe(8)
  const left = await get(OPER, { keywords: 'young' })
  expect(left.data.total).toBe(1)
  expect((await get(OPER, { keywords: 'old' })).data.total).toBe(0)
  const notes = await get(OPER, { title: '日志清理' })
  expect(notes.data.list.map((row) => row.bizTitle)).toEqual(['登录日志 1条', '操作日志 7条'])
  const note = await get(`/admin/log/oper/info/${notes.data.list[1]?.id}`)
  expect(note.data).toMatchObject({ params: { days: [{ n: 7 }] } })
})

test('calls of systems outside are listed by system and outcome, exported, and go with the errors', async () => {
  await app.db
    .insertInto('outCallLog')
    .values([
      { system: '短信', method: 'POST', address: 'http://sms.cn/send', status: 200, ms: 30 },
      { system: '短信', method: 'POST', address: 'http://sms.cn/send', status: 500, ms: 31, attempt: 2 },
      {
        system: '微信',
        method: 'GET',
        address: 'http://wx.cn/token',
        status: 0,
        ms: 5000,
        message: '5秒内没有应答',
      },
    ])
    .execute()
  const list = async (query: Record<string, string | number> = {}) =>
    (await get('/admin/log/outcall/list', query)).data.list.map((row) => [row.system, row.status])
  expect(await list({ system: '微信' })).toEqual([['微信', 0]])
  expect(await list({ outcome: 'failed' })).toEqual([
    ['微信', 0],
    ['短信', 500],
  ])
  expect(await list({ outcome: 'ok', dateLimit: 'today' })).toEqual([['短信', 200]])
  const rows = []
  const params = { system: '短信', outcome: 'failed' }
  for await (const batch of exportOf(app.db, 'outCallLog')?.rows(app.db, theSystem, params) ?? [])
    rows.push(...batch)
  expect(rows).toMatchObject([{ system: '短信', status: 500, attempt: 2 }])
  const blind = await app.person({ permissions: ['admin:log:export'] })
  expect(await post('/admin/log/export', { kind: 'outcall' }, blind.token)).toMatchObject({ code: 403 })
  await app.db
    .updateTable('outCallLog')
    .set({ time: new Date(Date.now() - 91 * 86_400_000) })
    .where('system', '=', '微信')
    .execute()
  await jobOf(app.db, 'log.retention')?.run(app.db, {}, new AbortController().signal)
  expect(await list()).toHaveLength(2)
})
