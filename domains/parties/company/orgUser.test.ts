import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeSms } from '#app/fakes/sms.ts'
import type { TestApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { openCompany } from '../../../tests/companies.ts'
import { importFile } from '../../../tests/importing.ts'
import { openParties, type Parties } from '../../../tests/parties.ts'
import { takeOrgUserLink } from '../parties.door.ts'

const USER = '/admin/org/user'

let house: Parties
let app: TestApp
let token: string
let gateway: Awaited<ReturnType<typeof startFakeSms>>
let orgId: number
let shoudaId: number
let made = 0
beforeAll(async () => {
  gateway = await startFakeSms()
  house = await openParties({ TS_SMS_BASE: gateway.base, TS_ONEPASS_BASE: '' })
  ;({ app, token } = house)
  orgId = await openCompany(app, token)
  shoudaId = await openShouda(orgId)
})
afterAll(async () => {
  await house.close()
  await gateway.stop()
})

const post: Parties['post'] = (...asked) => house.post(...asked)
const get: Parties['get'] = (...asked) => house.get(...asked)

async function openShouda(companyId: number, division = '00'): Promise<number> {
  const row = await app.db
    .insertInto('shouda')
    .values({
      companyId,
      shoudaName: `售达方${companyId}`,
      channelId: 1202,
      salesOrg: '1000',
      distChannel: '10',
      division,
      paymentTerms: '0001',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const form = (more: Record<string, unknown> = {}) => ({
  orgId,
  account: `orguser${++made}`,
  realName: `用户${made}`,
  phone: `134${10_000_000 + made}`,
  orgRole: [1],
  shoudaIds: String(shoudaId),
  ...more,
})
async function save(more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(`${USER}/save`, form(more))
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data.id
}

test('accounts and phones are unique, partners belong to the company', async () => {
  const id = await save({ account: 'buyer01' })
  const row = await get(`${USER}/info`, { id })
  expect(row.data).toMatchObject({ account: 'buyer01', shoudaCount: 1, status: 1, isAdmin: 0 })
  const again = await post(`${USER}/save`, form({ account: 'BUYER01' }))
  expect([again.code, again.message]).toEqual([422, '登录账号已存在'])
  const short = await post(`${USER}/save`, form({ account: 'ab' }))
  expect([short.code, short.message]).toEqual([422, '登录账号不能少于4个字符'])
  const foreign = await openShouda(await openCompany(app, token))
  const wrong = await post(`${USER}/save`, form({ shoudaIds: String(foreign) }))
  expect([wrong.code, wrong.message]).toEqual([422, '可用售达方不属于该单位'])
})

test('a company has one main account: the mark moves, and its holder is not deleted', async () => {
  const first = await save({ isAdmin: 1 })
  const second = await save({ isAdmin: 1 })
  const marks = async () =>
    (
      await app.db
        .selectFrom('orgUser')
        .select(['id', 'isAdmin'])
        .where('id', 'in', [first, second])
        .orderBy('id')
        .execute()
    ).map((row) => row.isAdmin)
  expect(await marks()).toEqual([0, 1])
  await post(`${USER}/edit`, { id: first, isAdmin: 1 })
  expect(await marks()).toEqual([1, 0])
  const removed = await post(`${USER}/delete/${first}`)
  expect([removed.code, removed.message]).toEqual([409, '主账号不能删除'])
  expect((await post(`${USER}/delete/${second}`)).code).toBe(200)
})

test('the list of a company holds those of its subsidiaries', async () => {
  const top = await openCompany(app, token)
  const below = await openCompany(app, token, { pid: top })
  const shouda = await openShouda(top)
  const ids = [
    await save({ orgId: top, shoudaIds: String(shouda) }),
    await save({ orgId: below, shoudaIds: String(shouda) }),
    await save({ orgId: top, subOrgId: below, shoudaIds: String(shouda) }),
  ]
  const all = await get(`${USER}/list/by/subOrgId`, { subOrgId: top })
  expect(all.data.list.map((row) => row.id).sort()).toEqual(ids)
  const part = await get(`${USER}/list/by/subOrgId`, { subOrgId: below })
  expect(part.data.list.map((row) => row.id).sort()).toEqual(ids.slice(1))
  const wrong = await post(`${USER}/save`, form({ orgId: below, subOrgId: top, shoudaIds: String(shouda) }))
  expect([wrong.code, wrong.message]).toEqual([422, '下级单位不属于所选单位'])
})

test('a sheet keeps what a row referred to outside the scope, by its name or number, and brings nothing else from there', async () => {
  const top = await openCompany(app, token)
  const own = await openCompany(app, token, { pid: top })
  const [above, other, mine] = [await openShouda(top), await openShouda(top, '01'), await openShouda(own)]
  await app.db
    .updateTable('shouda')
    .set({ inForce: 1, auditStatus: 1, shoudaName: sql`'可用' || "id"` })
    .where('id', 'in', [above, other, mine])
    .execute()
  const id = await save({ orgId: own, shoudaIds: String(above) })
  const { account } = await app.db
    .selectFrom('orgUser')
    .select('account')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { token: asked } = await app.person({
    permissions: ['admin:org:user:import'],
    dataScope: 7,
    scopeIds: { companyIds: [own] },
  })
  const bring = async (shoudas: string) => {
    const content = `单位,登录账号,姓名,手机,角色,可用售达方\n福州商行${own},${account},改名,13412345678,采购,${shoudas}`
    const task = await importFile(app, asked, 'orgUser', { name: 'users.csv', content: Buffer.from(content) })
    const rows = await app.db
      .selectFrom('fileTaskRow')
      .select('message')
      .where('taskId', '=', task.id)
      .execute()
    const stored = await app.db
      .selectFrom('orgUser')
      .select('shoudaIds')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { status: task.status, told: rows.map((row) => row.message), shoudaIds: stored.shoudaIds }
  }
  await app.db
    .updateTable('company')
    .set({ orgName: sql`'福州商行' || "id"` })
    .where('id', 'in', [top, own])
    .execute()
  const refused = (word: string | number) => ({
    status: 3,
    told: [`可用售达方不存在：${word}`],
    shoudaIds: [above],
  })
  expect(await bring(`可用${other}`)).toEqual(refused(`可用${other}`))
  expect(await bring(`${above}、${other}`)).toEqual(refused(other))
  expect(await bring(`可用${above}、可用${mine}`)).toEqual({ status: 2, told: [], shoudaIds: [above, mine] })
  expect(await bring(`${above}`)).toEqual({ status: 2, told: [], shoudaIds: [above] })
})

test('the template is a workbook with the labels of the form', async () => {
  const answer = await app.request('GET', `${USER}/downloadTemplate`, { token })
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  expect(answer.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('a password is not reset while nobody has set up the message', async () => {
  const id = await save()
  const answer = await post(`${USER}/resetPwd/${id}`)
  expect([answer.code, answer.message]).toEqual([
    409,
    '未开启“组织用户重置密码”的短信，请先在消息管理中开启并选择短信模板',
  ])
  const links = await app.db
    .selectFrom('orgUserLink')
    .select('tokenHash')
    .where('orgUserId', '=', id)
    .execute()
  expect(links).toEqual([])
})

/** Lets the scene of a reset send short messages. */
async function allowSms(): Promise<void> {
  const configure = (id: number, values: Record<string, string>) =>
    post('/admin/system/config/save/form', {
      id,
      fields: Object.entries(values).map(([name, value]) => ({ name, value })),
    })
  await configure(200, { onepass_base: 'local' })
  await configure(111, { sms_provider: '2', sms_sign: '通商' })
  await sql`update "passService" set "open" = 1, "surp" = 100 where "type" = 'sms'`.execute(app.db)
  const { id } = await app.db
    .insertInto('smsTemplate')
    .values({ title: '重置密码', tempType: 2, content: '{name}，{minutes}分钟内有效：{link}', status: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update "systemNotification" set "isSms" = 1, "smsId" = ${id} where "mark" = 'orgUser_reset'`.execute(
    app.db,
  )
}

test('a reset sends a link that opens the account once; a newer one replaces it, and no record shows it', async () => {
  await allowSms()
  const phone = '13477770001'
  const id = await save({ phone })
  const linkOf = async (): Promise<string> => {
    expect((await post(`${USER}/resetPwd/${id}`)).message).toBe('操作成功')
    const sent = gateway.messages.filter((one) => one.phone === phone).at(-1)?.content ?? ''
    return /\/org\/password\?token=(\S+)$/.exec(sent)?.[1] ?? ''
  }
  const open = (link: string) => asSystem(app.db, (tx) => takeOrgUserLink(tx, link))
  const [older, newer] = [await linkOf(), await linkOf()]
  expect(older.length).toBeGreaterThan(20)
  await expect(open(older)).rejects.toThrow('链接已失效，请重新获取')
  expect(await open(newer)).toBe(id)
  await expect(open(newer)).rejects.toThrow('链接已失效，请重新获取')
  const late = await linkOf()
  await sql`update "orgUserLink" set "expireTime" = now() - interval '1 second'`.execute(app.db)
  await expect(open(late)).rejects.toThrow('链接已失效，请重新获取')
  const records = await app.db.selectFrom('smsRecord').select('content').where('phone', '=', phone).execute()
  expect(records).toHaveLength(3)
  for (const { content } of records) expect(content).toMatch(/：\*{6}$/)
  const kept = await app.db
    .selectFrom('orgUserLink')
    .select('tokenHash')
    .where('orgUserId', '=', id)
    .execute()
  expect(kept.map((one) => one.tokenHash)).not.toContain(late)
  await post(`${USER}/update/status/${id}`, { status: 0 })
  const closed = await post(`${USER}/resetPwd/${id}`)
  expect([closed.code, closed.message]).toEqual([409, '该账号已停用，请先启用'])
})

test('a link that nobody was sent opens nothing', async () => {
  await expect(asSystem(app.db, (tx) => takeOrgUserLink(tx, 'nonsense'))).rejects.toThrow('链接已失效')
})

test('a locked account is unlocked', async () => {
  const id = await save()
  await app.db
    .updateTable('orgUser')
    .set({ lockUntil: new Date(Date.now() + 60_000) })
    .where('id', '=', id)
    .execute()
  expect((await post(`${USER}/unlock/${id}`)).code).toBe(200)
  expect((await get(`${USER}/info`, { id })).data.lockUntil).toBeNull()
})

test('the help of a channel is kept per channel, its text cleaned', async () => {
  const empty = await app.request<null>('GET', '/admin/system/org/help/info', {
    token,
    query: { channelId: 1202 },
  })
  expect(empty.data).toBeNull()
  const body = { channelId: 1202, title: '会员帮助', content: '<p>等级<script>x()</script></p>' }
  await post('/admin/system/org/help/save', body)
  await post('/admin/system/org/help/save', { ...body, title: '会员须知' })
  const kept = await get('/admin/system/org/help/info', { channelId: 1202 })
  expect(kept.data).toMatchObject({ title: '会员须知', content: '<p>等级</p>', levelTable: 1 })
})
