import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { checkLicences } from '#domains/parties/parties.door.ts'
import { movedDay } from '#kit/shared/time.ts'
import { multipart } from '../../../../tests/importing.ts'
import { ORG, openPartners, type Partners } from '../../../../tests/partners.ts'
import { waitsFor } from '../../../../tests/waitsFor.ts'
import { licenceExpiry } from './expiry.server.ts'

let app: TestApp
let parties: Partners
let fileUrl: string

beforeAll(async () => {
  app = await testApp()
  parties = await openPartners(app)
  fileUrl = await uploaded()
  await sellRestricted()
})
afterAll(() => app.close())

/** A product on every shelf whose category asks for both licences. */
async function sellRestricted(): Promise<void> {
  await sql`with c as (insert into "category" ("pid", "name", "type", "path", "needLicences")
      values (0, '酒水', 1, '/0/', '{109,110}') returning "id"),
    p as (insert into "product" ("unitId", "cateId", "isShow", "platformStatus")
      select (select min("id") from "unit"), array["id"], 1, 5 from c returning "id")
    insert into "productChannel" ("productId", "channelId", "platformStatus")
    select "id", generate_series(1201, 1205), 5 from p`.execute(app.db)
}

const post = (path: string, body: Record<string, unknown> = {}, token = parties.token) =>
  app.request('POST', `${ORG}${path}`, { token, body })
const get = <T = Record<string, unknown>>(path: string, query = {}, token = parties.token) =>
  app.request<T>('GET', `${ORG}${path}`, { token, query })
const runJob = (day: string) => licenceExpiry.run(app.db, { day }, new AbortController().signal)

async function uploaded(): Promise<string> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const answer = await app.request<{ url: string }>('POST', '/admin/upload/image', {
    token: parties.token,
    query: { pid: 0, model: 'licence' },
    ...multipart('licence.png', png),
  })
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data.url
}

let number = 0
const form = (ownerType: number, ownerId: number, more: Record<string, unknown> = {}) => ({
  ownerType,
  ownerId,
  licenceType: '109',
  licenceNo: `JY${++number}`,
  holder: '某商行',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  files: [{ name: '许可证.png', url: fileUrl }],
  ...more,
})
const approvedLicence = async (ownerType: number, ownerId: number, more: Record<string, unknown> = {}) => {
  const { id } = await parties.ok('/licence/save', form(ownerType, ownerId, more))
  await parties.ok(`/licence/examine/${id}`, { auditStatus: 1 })
  return id
}

const messages = async (adminId: number): Promise<string[]> => {
  const rows = await app.db
    .selectFrom('adminNotice')
    .select('content')
    .where('adminId', '=', adminId)
    .where('mark', '=', 'licenceEnds')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.content)
}

test('C9-23: a licence comes to its end, is told once, closes the gate, and is downloaded under its name', async () => {
  const agent = await app.person()
  const companyId = await parties.company({ agentId: agent.adminId })
  const { shoudaId } = await parties.approved(companyId)
  await sql`update "shouda" set "shoudaNum" = '0010002345' where "id" = ${shoudaId}`.execute(app.db)
  const today = new Date()
  const end = '2027-06-30'
  const id = await approvedLicence(2, shoudaId, { licenceNo: 'JY-23', endDate: end })
  const day30 = movedDay(end, -30)
  await runJob(day30)
  await runJob(day30)
  const near = await get(`/licence/info/${id}`)
  expect(near.data.validStatus).toBe(2)
  expect(await messages(agent.adminId)).toHaveLength(1)
  expect((await messages(agent.adminId))[0]).toContain('食品经营许可证（JY-23）将于2027-06-30到期，还有30天')
  await checkLicences(app.db, { companyId, shoudaId, types: ['109'], t: today })
  await runJob(movedDay(end, 1))
  expect((await get(`/licence/info/${id}`)).data.validStatus).toBe(3)
  expect(await messages(agent.adminId)).toHaveLength(1)
  const t = new Date(`${movedDay(end, 1)}T02:00:00Z`)
  const refused = checkLicences(app.db, { companyId, shoudaId, types: ['109'], t })
  await expect(refused).rejects.toMatchObject({ message: '食品经营许可证已过期，不能购买此类商品' })
  const missing = checkLicences(app.db, { companyId, shoudaId, types: ['110'], t: today })
  await expect(missing).rejects.toMatchObject({ message: '缺少烟酒许可证，不能购买此类商品' })
  const file = await get(`/licence/download/${id}`)
  expect(file.headers['content-disposition']).toContain(
    encodeURIComponent('0010002345_食品经营许可证_JY-23.png'),
  )
})

test('every mark is told once over the days, also by two jobs at the same moment and killed at any point', async () => {
  const agent = await app.person()
  const companyId = await parties.company({ agentId: agent.adminId })
  await approvedLicence(1, companyId, { endDate: '2028-01-31' })
  await approvedLicence(1, companyId, { endDate: '2028-01-31', licenceType: '110' })
  // Killed where it first looks, then one step later and so on, until it comes to its end.
  for (let steps = 0; !(await ranFor(steps, '2028-01-01')); steps++)
    expect((await messages(agent.adminId)).length).toBeLessThan(3)
  expect(await messages(agent.adminId)).toHaveLength(2)
  for (const day of ['2028-01-01', '2028-01-02', '2028-01-16', '2028-01-24', '2028-01-30', '2028-01-31'])
    await Promise.all([runJob(day), runJob(day)])
  expect(await messages(agent.adminId)).toHaveLength(10)
  await runJob('2028-02-01')
  expect(await messages(agent.adminId)).toHaveLength(10)
})

/** Runs the job for so many of its steps; whether it came to its end. */
async function ranFor(steps: number, day: string): Promise<boolean> {
  let left = steps
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      if (left-- === 0) throw new Error('killed')
    },
  })
  try {
    await licenceExpiry.run(app.db, { day }, signal)
    return true
  } catch (error) {
    expect(error).toEqual(new Error('killed'))
    return false
  }
}

test('what a supplier has to prove, and its contract, are told to its buyer', async () => {
  const buyer = await app.person()
  const { id } = await app.db
    .insertInto('supplier')
    .values({
      supplierCode: 'GY77001',
      supplierName: '山海食品厂',
      supplierType: 1,
      creditCode: '91350100M000100Y43',
      contactName: '王五',
      contactPhone: '13800138000',
      districtId: 1,
      address: '一号',
      settleType: 1,
      buyerId: buyer.adminId,
      contractNo: 'HT-1',
      contractEnd: '2028-03-31',
      auditStatus: 1,
      inForce: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await approvedLicence(4, id, { endDate: '2028-03-31' })
  await runJob('2028-03-16')
  await runJob('2028-03-17')
  expect((await messages(buyer.adminId)).map((text) => text.slice(0, 5))).toEqual([
    '山海食品厂',
    '山海食品厂',
  ])
})

test('the list of licences is narrowed by agent and counts its tabs', async () => {
  const agent = await app.person()
  const companyId = await parties.company({ agentId: agent.adminId })
  const id = await approvedLicence(1, companyId)
  await approvedLicence(1, await parties.company())
  const agentId = String(agent.adminId)
  const list = await get<{ list: { id: number; ownerName: string }[] }>('/licence/list', { agentId })
  expect(list.data.list.map((row) => row.id)).toEqual([id])
  const { data } = await get<Record<string, number>>('/licence/counts', { agentId })
  expect([data[''], Object.entries(data).reduce((sum, [tab, n]) => sum + (tab === '' ? 0 : n), 0)]).toEqual([
    1, 1,
  ])
})

test('a licence waits for another person from its entry; approved it is changed by renewal only', async () => {
  const companyId = await parties.company()
  const maker = await app.person({
    permissions: ['save', 'examine', 'update', 'renew'].map((one) => `admin:system:org:licence:${one}`),
  })
  const saved = await post('/licence/save', form(1, companyId), maker.token)
  expect(saved.code).toBe(200)
  const { id } = saved.data
  const own = await post(`/licence/examine/${id}`, { auditStatus: 1 }, maker.token)
  expect([own.code, own.message]).toEqual([422, '不能审核自己提交的单据'])
  const bare = await post(`/licence/examine/${id}`, { auditStatus: 2 })
  expect(bare.message).toBe('请输入驳回原因')
  await parties.ok(`/licence/examine/${id}`, { auditStatus: 2, opinion: '看不清' })
  expect((await post('/licence/update', { id, issueOrg: '市监局' }, maker.token)).code).toBe(200)
  await parties.ok(`/licence/examine/${id}`, { auditStatus: 1 })
  const twice = await post(`/licence/examine/${id}`, { auditStatus: 1 })
  expect([twice.code, twice.message]).toEqual([409, '单据审核通过，不能重复审核'])
  const edited = await post('/licence/update', { id, issueOrg: '省局' })
  expect([edited.code, edited.message]).toEqual([409, '当前状态为审核通过，不能编辑'])
  expect((await post(`/licence/delete/${id}`)).message).toBe('当前状态为审核通过，不能删除')
  const term = { startDate: '2027-01-01', endDate: '2027-12-31', files: [{ name: 'a.png', url: fileUrl }] }
  const renewed = await post(`/licence/renew/${id}`, term, maker.token)
  expect(renewed.message).toBe('操作成功')
  const again = await post(`/licence/renew/${id}`, term)
  expect([again.code, again.message]).toEqual([422, '该证照已续期，请在最新的证照上操作'])
  const chain = await get<{ chain: { id: number }[]; previousId: number }>(`/licence/info/${renewed.data.id}`)
  expect(chain.data.chain.map((row) => row.id)).toEqual([renewed.data.id, id])
})

test('a number is held once per type, whoever enters it at the same moment', async () => {
  const [one, two] = [await parties.company(), await parties.company()]
  const saves = [one, two].map(
    (companyId) => () => post('/licence/save', form(1, companyId, { licenceNo: 'SAME' })),
  )
  const answers = await waitsFor(app, "hashtext('licence 109 same')", ...saves)
  expect(answers.map((each) => each.code).sort()).toEqual([200, 422])
  expect(answers.find((each) => each.code === 422)?.message).toBe('证照编号已存在')
  expect((await post('/licence/save', form(1, two, { licenceNo: 'same', licenceType: '110' }))).code).toBe(
    200,
  )
})

test('several files come as a zip; an address that is no public file is not read', async () => {
  const companyId = await parties.company()
  const files = [
    { name: 'a.png', url: fileUrl },
    { name: 'b.png', url: fileUrl },
  ]
  const { id } = await parties.ok('/licence/save', form(1, companyId, { files }))
  const zip = await get('/licence/zip', { ids: String(id) })
  expect(zip.headers['content-disposition']).toMatch(/\d{8}\.zip/)
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
  const other = await parties.ok(
    '/licence/save',
    form(1, companyId, { files: [{ name: 'x', url: '/files/nowhere.png' }] }),
  )
  const gone = await get(`/licence/download/${other.id}`)
  expect(gone.code).toBe(404)
})

test('a qualification file goes through four steps; passed, its licences are valid and the company follows', async () => {
  const companyId = await parties.company()
  const company = async () =>
    app.db
      .selectFrom('company')
      .select(['qualityStatus', 'licenceEnd'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
  const { ownerType: _type, ownerId: _id, ...line } = form(1, companyId, { licenceNo: 'ZZ-1' })
  const body = {
    companyId,
    qualityType: 1,
    licenceFile: [{ name: '执照.png', url: fileUrl }],
    licenceEnd: '2030-01-01',
    licences: [line],
  }
  const { id } = await parties.ok('/quality/save', body)
  const listed = async () =>
    (await get<{ list: Record<string, unknown>[] }>('/quality/list', { companyId: String(companyId) })).data
      .list
  expect(await listed()).toMatchObject([
    { id, qualityStatus: 1, licenceCount: 1, missing: '烟酒许可证', earliestEnd: '2026-12-31' },
  ])
  await parties.ok(`/quality/submit/${id}`, {})
  expect((await company()).qualityStatus).toBe(2)
  await parties.ok(`/quality/examine/${id}`, { auditStatus: 2, opinion: '不清晰' })
  expect((await company()).qualityStatus).toBe(3)
  await parties.ok('/quality/update', { id, applyRemark: '重新上传', submit: 1 })
  await parties.ok(`/quality/examine/${id}`, { auditStatus: 1 })
  expect(await company()).toEqual({ qualityStatus: 4, licenceEnd: '2030-01-01' })
  const licences = await get<{ list: Record<string, unknown>[] }>('/licence/list', {
    companyId: String(companyId),
  })
  expect(licences.data.list).toMatchObject([{ licenceNo: 'ZZ-1', auditStatus: 1, ownerType: 1 }])
  const final = await post('/quality/update', { id, applyRemark: '再改' })
  expect([final.code, final.message]).toEqual([409, '当前状态为审核通过，不能编辑'])
  const next = await parties.ok('/quality/save', {
    ...body,
    qualityType: 3,
    licences: [{ ...line, endDate: '2028-12-31' }],
    submit: 1,
  })
  expect((await company()).qualityStatus).toBe(4)
  await parties.ok(`/quality/examine/${next.id}`, { auditStatus: 1 })
  const chained = await get<{ list: Record<string, unknown>[] }>('/licence/list', {
    companyId: String(companyId),
  })
  expect(chained.data.list.map((row) => row.endDate)).toEqual(['2028-12-31', '2026-12-31'])
  const passed = await get<{ list: { id: number }[] }>('/quality/list', {
    qualityStatus: '4',
    companyId: String(companyId),
  })
  expect(passed.data.list.map((row) => row.id)).toEqual([next.id, id])
  const zip = await get(`/quality/zip/${id}`)
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('an agent sees and enters licences of own companies only', async () => {
  const rights = ['list', 'info', 'save'].map((one) => `admin:system:org:licence:${one}`)
  const agent = await app.person({ permissions: rights, dataScope: 5 })
  const own = await parties.company({ agentId: agent.adminId })
  const other = await parties.company()
  const mine = await approvedLicence(1, own)
  const theirs = await approvedLicence(1, other)
  const list = await get<{ list: { id: number }[] }>('/licence/list', {}, agent.token)
  expect(list.data.list.map((row) => row.id)).toEqual([mine])
  expect((await get(`/licence/info/${theirs}`, {}, agent.token)).code).toBe(404)
  const refused = await post('/licence/save', form(1, other), agent.token)
  expect([refused.code, refused.message]).toEqual([422, '归属单位不存在或无权使用'])
})
