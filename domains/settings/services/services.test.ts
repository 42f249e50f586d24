import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeExpress } from '#app/fakes/express.ts'
import { startFakeOnepass } from '#app/fakes/onepass.ts'
import { startFakeSms } from '#app/fakes/sms.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { runOneJob } from '#kit/server/jobs.ts'
import { declareContext } from '#kit/server/points.ts'
import { registerNow } from '../../../tests/registering.ts'
import { reportsJob } from '../sms/reports.ts'
import { sendSms } from '../sms/sendSms.ts'
import { expressJob, expressLabel } from './carriers.ts'
import type { ServiceType } from './passRecord.entity.ts'
import { giveUnits, spendUnits, takeUnits } from './units.ts'

let app: TestApp
let token: string
let platform: Awaited<ReturnType<typeof startFakeOnepass>>
let express: Awaited<ReturnType<typeof startFakeExpress>>
let gateway: Awaited<ReturnType<typeof startFakeSms>>

const post = <T = { id: number }>(path: string, body: Record<string, unknown> = {}) =>
  app.request<T>('POST', path, { token, body })
const get = <T = { total: number }>(path: string, query: Record<string, string | number> = {}) =>
  app.request<T>('GET', path, { token, query })
const told = async (answer: Promise<{ code: number; message: string }>): Promise<[number, string]> => {
  const { code, message } = await answer
  return [code, message]
}
const configure = async (id: number, values: Record<string, string>): Promise<void> => {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }))
  expect(await told(post('/admin/system/config/save/form', { id, fields }))).toEqual([200, '操作成功'])
}
const local = () => configure(200, { onepass_base: 'local' })
const byPlatform = () => configure(200, { onepass_base: platform.base })
const logIn = (password = 'Pass-2026') => post('/admin/pass/login', { account: '13800000000', password })
const setUnits = (type: ServiceType, surp: number) =>
  sql`update "passService" set "open" = 1, "surp" = ${surp} where "type" = ${type}`.execute(app.db)
const unitsOf = async (type: ServiceType) => {
  const { rows } = await sql<{ surp: number; used: number; counted: number }>`
    select "surp", "used", (select coalesce(sum("units"), 0)::int from "passRecord"
      where "passRecord"."type" = "passService"."type" and "status" <> 2) as "counted"
    from "passService" where "type" = ${type}`.execute(app.db)
  return rows[0] ?? { surp: -1, used: 0, counted: -1 }
}

beforeAll(async () => {
  ;[platform, express, gateway] = await Promise.all([startFakeOnepass(), startFakeExpress(), startFakeSms()])
  app = await testApp()
  token = await app.admin()
})
afterAll(async () => {
  await app.close()
  await Promise.all([platform.stop(), express.stop(), gateway.stop()])
})
beforeEach(() => sql`delete from "smsCode"`.execute(app.db))
afterEach(async () => {
  // Invariant 11: units used = records counted, never below 0.
  for (const type of ['sms', 'copy', 'expr_query', 'expr_dump'] as const) {
    const { surp, used, counted } = await unitsOf(type)
    expect(surp).toBeGreaterThanOrEqual(0)
    expect(used).toBe(counted)
  }
})

test('P16-31 nothing configured: the session is told, everything else refuses', async () => {
  expect((await get('/admin/pass/isLogin')).data).toEqual({ isLogin: true, status: false, info: null })
  const none: [number, string] = [409, '未配置平台服务']
  expect(await told(get('/admin/pass/info'))).toEqual(none)
  expect(await told(get('/admin/pass/user/record', { type: 'sms' }))).toEqual(none)
  expect(await told(logIn())).toEqual(none)
  expect(await told(get('/admin/pass/sendUserCode', { phone: '13800000001', types: 0 }))).toEqual(none)
  expect(await told(get('/admin/pass/logout'))).toEqual(none)
  expect(await told(post('/admin/pass/topUp', { type: 'sms', num: 1 }))).toEqual(none)
  expect(await told(post('/admin/pass/service/open', { type: 'copy' }))).toEqual(none)
  expect(await told(get('/admin/express/trace', { com: 'shunfeng', num: 'SF1' }))).toEqual(none)
  expect(await told(get('/admin/express/template', { com: 'shunfeng' }))).toEqual([409, '未配置电子面单服务'])
  const to = { name: '李四', tel: '13800138000', address: '上海市' }
  expect(await told(post('/admin/express/label', { parcelSn: 'P0', to }))).toEqual([
    409,
    '未配置电子面单服务',
  ])
  await expect(takeUnits(app.db, 'copy', 1, 'none')).rejects.toMatchObject({ message: '未配置平台服务' })
  expect(await expressJob.run(app.db, {}, new AbortController().signal)).toBe(0)
})

test('P16-31 the phone changes only after the account was shown; codes not twice in 60 s', async () => {
  await byPlatform()
  expect(await told(get('/admin/pass/info'))).toEqual([409, '请先登录平台服务'])
  const change = { account: '13800000000', phone: '13800000009', code: '246810' }
  expect(await told(post('/admin/pass/update/phone', change))).toEqual([409, '请先验证账号信息'])
  const phone = '13800000009'
  expect((await get('/admin/pass/sendUserCode', { phone, types: 1 })).code).toBe(200)
  expect(platform.codes.at(-1)).toBe('13800000009: 246810')
  expect(await told(get('/admin/pass/sendUserCode', { phone, types: 1 }))).toEqual([
    429,
    '发送过于频繁，请稍后再试',
  ])
  expect((await logIn()).data).toEqual({
    status: true,
    info: { account: '13800000000', phone: '138****0000' },
  })
  const check = (password: string) =>
    told(post('/admin/pass/update/phone/validator', { account: '13800000000', password }))
  expect(await check('nonsense')).toEqual([422, '账号或密码错误'])
  expect(await told(post('/admin/pass/update/phone', change))).toEqual([409, '请先验证账号信息'])
  expect(await check('Pass-2026')).toEqual([200, '操作成功'])
  const other = await app.person({ permissions: ['admin:pass:update:phone'] })
  const elsewhere = await app.request('POST', '/admin/pass/update/phone', {
    token: other.token,
    body: change,
  })
  expect(elsewhere.message).toBe('请先验证账号信息')
  expect((await post('/admin/pass/update/phone', change)).code).toBe(200)
  expect((await get<{ info: { phone: string } }>('/admin/pass/isLogin')).data.info.phone).toBe('138****0009')
  // It opens the second once.
  expect(await told(post('/admin/pass/update/phone', change))).toEqual([409, '请先验证账号信息'])
  Object.assign(platform.accounts.get('13800000000') ?? {}, { phone: '13800000000' })
})

test('registering, another password, leaving', async () => {
  await byPlatform()
  const account = '13800000002'
  const one = { account, phone: account, password: 'First-1', domain: '', code: '000000' }
  expect(await told(post('/admin/pass/register', one))).toEqual([422, '验证码错误'])
  expect(await told(post('/admin/pass/register', { ...one, phone: '13800000003' }))).toEqual([
    422,
    '账号须与手机号相同',
  ])
  expect((await post('/admin/pass/register', { ...one, code: '246810' })).code).toBe(200)
  expect(await told(post('/admin/pass/register', { ...one, code: '246810' }))).toEqual([
    409,
    '该手机号已注册',
  ])
  expect((await post('/admin/pass/login', { account, password: 'First-1' })).code).toBe(200)
  const change = { account, phone: account, code: '246810', password: 'Second-2' }
  expect((await post('/admin/pass/update/password', change)).code).toBe(200)
  expect((await get('/admin/pass/isLogin')).data).toMatchObject({ status: false })
  expect((await post('/admin/pass/login', { account, password: 'Second-2' })).code).toBe(200)
  const stored = await sql<{ token: string }>`select "token" from "passAccount"`.execute(app.db)
  expect(stored.rows[0]?.token).not.toContain(platform.token)
  expect((await get('/admin/pass/logout')).code).toBe(200)
  expect((await get('/admin/pass/isLogin')).data).toMatchObject({ status: false, info: null })
})

test('five wrong passwords lock for 15 minutes, also when they come at once', async () => {
  await byPlatform()
  const answers = await Promise.all(Array.from({ length: 12 }, () => told(logIn('wrong'))))
  expect(answers.filter(([code]) => code === 422)).toHaveLength(5)
  expect(answers.filter(([code]) => code === 429)).toHaveLength(7)
  expect(await told(logIn())).toEqual([429, '登录失败次数过多，请15分钟后再试'])
  await sql`update "passAccount" set "lockUntil" = now() - interval '1 second'`.execute(app.db)
  expect(await told(logIn('wrong'))).toEqual([422, '账号或密码错误'])
  expect((await logIn()).code).toBe(200)
})

test('the account shows what the platform counts; what is open already stays as it is', async () => {
  await byPlatform()
  await logIn()
  const { data } = await get<Record<string, unknown>>('/admin/pass/info')
  expect(data).toMatchObject({
    local: false,
    sms: { open: 1, num: 500, surp: 500, sign: '通商', signStatus: 1 },
    dump: { open: 0, num: 500 },
  })
  const open = {
    type: 'expr_dump',
    com: 'shunfeng',
    tempId: 'T1',
    toName: '仓库',
    toAddress: '上海',
    siid: 'S1',
  }
  const refused = await post<{ field: string }[]>('/admin/pass/service/open', open)
  expect(refused.data).toEqual([{ field: 'toTel', message: '请输入寄件电话' }])
  expect((await post('/admin/pass/service/open', { ...open, toTel: '13800138000' })).code).toBe(200)
  expect((await get('/admin/pass/info')).data).toMatchObject({
    dump: { open: 1, com: 'shunfeng', siid: 'S1' },
  })
  expect((await post('/admin/pass/service/open', { type: 'copy' })).code).toBe(200)
  expect(await told(post('/admin/pass/topUp', { type: 'sms', num: 1 }))).toEqual([
    409,
    '请在平台服务网站充值',
  ])
})

test('a new sign waits for its review, the old one is used until then', async () => {
  await byPlatform()
  await logIn()
  await configure(111, { sms_provider: '1' })
  const sign = { sign: '新名', phone: '13800000000', code: '246810' }
  expect(await told(post('/admin/sms/modify/sign', { ...sign, phone: '13800000008' }))).toEqual([
    422,
    '手机号与平台账号绑定的不一致',
  ])
  expect((await post('/admin/sms/modify/sign', sign)).code).toBe(200)
  expect((await get('/admin/pass/info')).data).toMatchObject({
    sms: { sign: '通商', newSign: '新名', signStatus: 0 },
  })
  const template = await post('/admin/sms/temp/apply', { title: '发货', tempType: 2, content: '{sn}已发货' })
  const send = () =>
    sendSms(app.db, {
      phone: '13800138000',
      templateId: template.data.id,
      params: { sn: 'DD1' },
      scene: 'ship',
      sourceId: 'DD1',
    })
  await expect(send()).rejects.toMatchObject({ code: 409, message: '短信模板“发货”未通过审核' })
  expect((await post('/admin/sms/temp/sync')).data).toEqual({ changed: 0 })
  platform.sms.templates.set('T1', 1)
  expect((await post('/admin/sms/temp/sync')).data).toEqual({ changed: 1 })
  expect(await send()).toMatchObject({ status: 1 })
  expect(platform.sms.messages.at(-1)?.content).toBe('【通商】DD1已发货')
  expect((await get('/admin/pass/info')).data).toMatchObject({ sms: { surp: 499 } })
  const { data } = await get<{ count: number; data: Record<string, unknown>[] }>('/admin/pass/user/record', {
    type: 'sms',
    status: 1,
  })
  expect(data).toMatchObject({
    count: 1,
    data: [{ phone: '138****8000', content: '【通商】DD1已发货', status: 1 }],
  })
  expect((await get<{ list: unknown[] }>('/admin/sms/record/list')).data.list).toMatchObject([
    { phone: '138****8000', template: '发货', resultcode: 134, units: 1 },
  ])
})

test('a sign-in that ended at the platform is noticed; messages wait for the next one', async () => {
  await byPlatform()
  await logIn()
  platform.token = 'another'
  expect(await told(get('/admin/pass/info'))).toEqual([409, '登录已过期，请重新登录'])
  expect((await get('/admin/pass/isLogin')).data).toMatchObject({ status: false })
  const templateId =
    (await get<{ list: { id: number }[] }>('/admin/sms/temps', { status: 1 })).data.list[0]?.id ?? 0
  const sms = { phone: '13800138000', templateId, params: {}, scene: 'late', sourceId: '1' }
  expect(await sendSms(app.db, sms)).toMatchObject({ status: 0, memo: '请先登录平台服务' })
  await logIn()
  await sql`update "job" set "nextTime" = now() where "status" = 0`.execute(app.db)
  while (await runOneJob(app.db, new AbortController().signal));
  expect(await sendSms(app.db, sms)).toMatchObject({ status: 1 })
})

test('what became of messages and what people answered is read once', async () => {
  await byPlatform()
  await logIn()
  const id = platform.sms.messages.at(-1)?.id ?? ''
  platform.sms.reports = [
    { kind: 'receipt', reportId: 'r1', id, code: 132, memo: '停机' },
    { kind: 'receipt', reportId: 'r2', id: 'not ours', code: 100 },
    { kind: 'reply', reportId: 'r3', phone: '13800138000', text: 'R' },
  ]
  const run = () => reportsJob.run(app.db, {}, new AbortController().signal)
  expect(await run()).toBe(3)
  expect(platform.sms.reports).toEqual([])
  platform.sms.reports = [{ kind: 'reply', reportId: 'r3', phone: '13800138000', text: 'R' }]
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  const events = await app.db
    .selectFrom('outbox')
    .select(['event', 'payload'])
    .where('event', 'in', ['sms.replied', 'message.receipt'])
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { event: 'message.receipt', payload: { source: 'late:1', channel: 2, status: 2 } },
    { event: 'sms.replied', payload: { phone: '13800138000', text: 'R' } },
  ])
  expect(
    (await get<{ list: unknown[] }>('/admin/sms/record/list', { resultcode: 132 })).data.list,
  ).toMatchObject([{ status: 2, memo: '停机' }])
})

test('local: counters filled by hand, while the gateways deliver', async () => {
  await local()
  expect((await get('/admin/pass/isLogin')).data).toMatchObject({ status: true, info: { account: '本地' } })
  expect(await told(logIn())).toEqual([409, '本地模式没有平台账号'])
  await sql`update "passService" set "open" = 0, "num" = 0, "surp" = 0`.execute(app.db)
  expect(await told(post('/admin/pass/topUp', { type: 'expr_query', num: 3 }))).toEqual([
    409,
    '物流查询服务未开通',
  ])
  await expect(takeUnits(app.db, 'expr_query', 1, 'closed')).rejects.toMatchObject({
    message: '物流查询服务未开通',
  })
  expect((await post('/admin/pass/service/open', { type: 'expr_query' })).code).toBe(200)
  expect(await told(post('/admin/pass/topUp', { type: 'expr_query', num: 0 }))).toEqual([
    422,
    '数量应在1到10000000之间',
  ])
  expect((await post('/admin/pass/topUp', { type: 'expr_query', num: 3, amount: '9.90' })).code).toBe(200)
  expect((await get('/admin/pass/info')).data).toMatchObject({
    local: true,
    query: { open: 1, num: 3, surp: 3 },
    copy: { open: 0 },
  })
})

test('units: what many take at once is never more than there is, and the same source takes once', async () => {
  await local()
  await setUnits('copy', 10)
  const all = await Promise.allSettled(
    Array.from({ length: 40 }, (_one, n) => takeUnits(app.db, 'copy', 1, `copy:${n}`)),
  )
  expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
  for (const one of all) if (one.status === 'rejected') expect(one.reason.message).toBe('采集次数不足')
  await setUnits('copy', 10)
  await Promise.all(Array.from({ length: 8 }, () => takeUnits(app.db, 'copy', 2, 'copy:same')))
  expect((await unitsOf('copy')).surp).toBe(8)
  await Promise.all(Array.from({ length: 8 }, () => giveUnits(app.db, 'copy:same', '失败')))
  expect((await unitsOf('copy')).surp).toBe(10)
  await takeUnits(app.db, 'copy', 2, 'copy:same')
  await spendUnits(app.db, 'copy:same')
  await giveUnits(app.db, 'copy:same')
  expect((await unitsOf('copy')).surp).toBe(8)
})

test('that little is left is told once a day', async () => {
  await local()
  const yesterday = async () => {
    await sql`update "passService" set "warnedDay" = current_date - 2`.execute(app.db)
    await sql`delete from "noticeSent" where "mark" = 'serviceLow'`.execute(app.db)
  }
  await yesterday()
  await setUnits('copy', 102)
  const notices = () =>
    app.db
      .selectFrom('adminNotice')
      .select('content')
      .where('mark', '=', 'serviceLow')
      .orderBy('id')
      .execute()
  const before = (await notices()).length
  await takeUnits(app.db, 'copy', 2, 'low:1')
  expect(await notices()).toHaveLength(before)
  await Promise.all(Array.from({ length: 5 }, (_one, n) => takeUnits(app.db, 'copy', 1, `low:many${n}`)))
  expect((await notices()).slice(before)).toEqual([{ content: '采集次数仅剩99，请及时充值' }])
  await yesterday()
  await takeUnits(app.db, 'copy', 1, 'low:2')
  expect((await notices()).slice(before + 1)).toEqual([{ content: '采集次数仅剩94，请及时充值' }])
})

test('a trace costs a unit, is kept for 30 minutes, and costs nothing when it fails', async () => {
  await local()
  await configure(128, { logistics_type: '2', logistics_url: express.base })
  await setUnits('expr_query', 5)
  const trace = (num: string) =>
    get<{ state: number; list: unknown[] }>('/admin/express/trace', { com: 'shunfeng', num })
  expect((await trace('SF1001')).data).toMatchObject({ state: 3, list: { length: 3 } })
  expect((await trace('SF1001')).code).toBe(200)
  expect((await unitsOf('expr_query')).surp).toBe(4)
  await sql`update "expressTrace" set "time" = now() - interval '31 minutes'`.execute(app.db)
  expect((await trace('SF1001')).code).toBe(200)
  expect((await unitsOf('expr_query')).surp).toBe(3)
  expect(await told(trace('UNKNOWN1'))).toEqual([422, '查无结果'])
  express.failNext = 1
  expect(await told(trace('SF1002'))).toEqual([409, '快递接口异常：HTTP 500'])
  expect((await unitsOf('expr_query')).surp).toBe(3)
  await setUnits('expr_query', 1)
  const both = await Promise.all([trace('SF2001'), trace('SF2002')].map(told))
  expect(both.map(([code]) => code).sort()).toEqual([200, 422])
  expect(both.find(([code]) => code === 422)?.[1]).toBe('物流查询次数不足')
  const { data } = await get<{ data: unknown[] }>('/admin/pass/user/record', {
    type: 'expr_query',
    limit: 100,
  })
  expect(data.data).toContainEqual(
    expect.objectContaining({ content: { num: 'SF1001' }, code: 'shunfeng', _resultcode: '3', status: 1 }),
  )
})

test('a waybill: the same parcel gets the same number and is paid once; templates are kept for a day', async () => {
  await local()
  await configure(129, { config_export_open: '1' })
  await setUnits('expr_dump', 3)
  const to = { name: '李四', tel: '13800138000', address: '上海市' }
  const label = (parcelSn: string) =>
    post<{ expressNo: string; labelUrl: string }>('/admin/express/label', { parcelSn, com: 'shunfeng', to })
  expect(await told(label('P1'))).toEqual([422, '请在电子面单设置中填写发件人'])
  await configure(129, {
    config_export_to_name: '仓库',
    config_export_to_tel: '02112345678',
    config_export_to_address: '上海市',
  })
  const first = await label('P1')
  expect(first.data.labelUrl).toContain(first.data.expressNo)
  expect((await label('P1')).data).toEqual(first.data)
  expect((await unitsOf('expr_dump')).surp).toBe(2)
  express.failNext = 1
  expect((await label('P2')).code).toBe(409)
  expect((await unitsOf('expr_dump')).surp).toBe(2)
  const many = await Promise.allSettled(
    Array.from({ length: 6 }, () =>
      expressLabel(app.db, { parcelSn: 'P2', com: 'shunfeng', to, weight: 500 }),
    ),
  )
  const numbers = new Set(many.map((one) => (one.status === 'fulfilled' ? one.value.expressNo : '')))
  numbers.delete('')
  expect(numbers.size).toBe(1)
  expect((await unitsOf('expr_dump')).surp).toBe(1)
  expect(express.labels.size).toBe(2)

  const asked = () => express.asked.filter((one) => one === 'templates').length
  const templates = () =>
    get<{ count: number; data: { temp_id: string }[] }>('/admin/express/template', { com: 'shunfeng' })
  expect((await templates()).data).toMatchObject({ count: 2, data: [{ temp_id: 'shunfeng-100' }, {}] })
  await templates()
  expect(asked()).toBe(1)
})

test('carriers are added and renamed from the provider, none is deleted', async () => {
  await local()
  const before = (await get<unknown[]>('/admin/express/all')).data.length
  express.companies = [
    { code: 'shunfeng', name: '顺丰速递', partnerId: true, elec: true },
    { code: 'newone', name: '新来快递' },
    { code: 'clash', name: '顺丰速递' },
  ]
  expect((await post('/admin/express/sync/express')).data).toEqual({ added: 1, renamed: 1 })
  expect((await post('/admin/express/sync/express')).data).toEqual({ added: 0, renamed: 0 })
  expect((await get<unknown[]>('/admin/express/all')).data.length).toBe(before + 1)
  const elec = await get<Record<string, unknown>[]>('/admin/express/all', { type: 'elec' })
  expect(elec.data).toMatchObject([{ code: 'shunfeng', name: '顺丰速递', partnerId: 1 }])
})

test('forms that lead outside can be tried', async () => {
  await local()
  const run = (id: number) => told(post(`/admin/system/config/test/${id}`))
  expect((await post('/admin/system/config/test/128')).data).toEqual({ message: '连接正常：物流测试服务' })
  await configure(111, { sms_provider: '2', sms_gateway_url: 'http://127.0.0.1:9' })
  expect((await run(111))[0]).toBe(409)
  await configure(111, { sms_gateway_url: gateway.base })
  expect((await post('/admin/system/config/test/111')).data).toEqual({ message: '连接正常：短信测试网关' })
  expect((await post('/admin/system/config/test/108')).data).toEqual({ message: '写入、读取、删除均正常' })
  expect(await run(64)).toEqual([409, '该表单没有可测试的连接'])
  expect(await run(9999)).toEqual([404, '表单不存在'])
  const declared = (id: number) => get<{ testable: boolean }>(`/admin/system/config/form/${id}`)
  expect((await declared(128)).data.testable).toBe(true)
  expect((await declared(64)).data.testable).toBe(false)
})

test('the environment wins over the forms', async () => {
  await configure(128, { logistics_url: 'http://127.0.0.1:9' })
  expect((await post('/admin/system/config/test/128')).code).toBe(409)
  const address = async () =>
    (
      await get<{ fields: { name: string; fixed: boolean; help: string }[] }>('/admin/system/config/form/128')
    ).data.fields.find(({ name }) => name === 'logistics_url')
  expect(await address()).toMatchObject({ fixed: false })
  const { context } = app.house
  registerNow(
    app.db,
    declareContext({ ...context, settings: { ...context.settings, expressBase: express.base } }),
  )
  expect((await post('/admin/system/config/test/128')).code).toBe(200)
  expect(await address()).toMatchObject({
    fixed: true,
    help: `由环境变量 TS_EXPRESS_BASE 设定：${express.base}`,
  })
  registerNow(app.db, declareContext(context))
})

test('secrets are neither shown nor logged', async () => {
  await configure(128, { system_express_app_code: 'very-secret-key' })
  const { data } = await get<Record<string, string>>('/admin/system/config/info', { formId: 128 })
  expect(data.system_express_app_code).toBe('******')
  const rows = await sql<{ text: string }>`select "operLog"::text as text from "operLog"
    union all select "outCallLog"::text from "outCallLog"`.execute(app.db)
  for (const { text } of rows.rows) {
    expect(text).not.toContain('very-secret-key')
    expect(text).not.toContain('Pass-2026')
    expect(text).not.toContain(platform.token)
  }
})
