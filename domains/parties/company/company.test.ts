import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { companyForm, openCompany } from '../../../tests/companies.ts'
import { importFile } from '../../../tests/importing.ts'
import { openParties, type Parties } from '../../../tests/parties.ts'
import { waitsFor } from '../../../tests/waitsFor.ts'
import { orgUserTerms } from '../parties.door.ts'

const ORG = '/admin/system/org'

let house: Parties
let app: TestApp
let token: string
beforeAll(async () => {
  house = await openParties()
  ;({ app, token } = house)
})
afterAll(() => house.close())

const post: Parties['post'] = (...asked) => house.post(...asked)
const get: Parties['get'] = (...asked) => house.get(...asked)
const agent: Parties['agent'] = (...asked) => house.agent(...asked)

test('C9-20: a credit code needs its check character and is held by one company', async () => {
  const first = await post(`${ORG}/save`, companyForm({ creditCode: '91350100M000100Y43' }))
  expect(first.code).toBe(200)
  const wrong = await post(`${ORG}/save`, companyForm({ creditCode: '91350100M000100Y44' }))
  expect([wrong.code, wrong.message]).toEqual([422, '统一社会信用代码不正确'])
  const again = await post(`${ORG}/save`, companyForm({ creditCode: '91350100M000100Y43' }))
  expect([again.code, again.message]).toEqual([422, '统一社会信用代码已存在'])
})

test('a company is numbered, placed in the tree and decided; then it has one customer and goes to SAP', async () => {
  const person = await agent()
  const id = await openCompany(app, token, { agentId: person.adminId }, { approve: false })
  const draft = await get(`${ORG}/info/${id}`)
  expect(draft.data).toMatchObject({ auditStatus: -1, inForce: 0, status: 1, settleType: 1 })
  expect(String(draft.data.orgCode)).toMatch(/^KH\d{6}$/)
  expect(draft.data.provinceId).not.toBeNull()
  const early = await post(`${ORG}/update/status/${id}`, { status: 0, reason: '试' })
  expect([early.code, early.message]).toEqual([409, '单位未审核通过，不能停用'])
  await post(`${ORG}/submit/${id}`)
  expect((await post(`${ORG}/examine/${id}`, { id, auditStatus: 1 })).code).toBe(200)
  const customers = await app.db.selectFrom('customer').selectAll().where('companyId', '=', id).execute()
  expect(customers).toHaveLength(1)
  expect(customers[0]).toMatchObject({ establishFlag: 1, stage: 4, agentId: person.adminId })
  const queued = await app.db
    .selectFrom('sapOutbox')
    .select(['action'])
    .where('bizType', '=', 'company')
    .where('bizId', '=', id)
    .execute()
  expect(queued).toEqual([{ action: 'create' }])
})

test('a submitted company needs its licence, a company its credit code unless it is a person', async () => {
  const saved = await post(`${ORG}/save`, companyForm({ licenceFile: [], submit: 1 }))
  expect([saved.code, saved.message]).toEqual([422, '请选择营业执照'])
  const none = await post(`${ORG}/save`, companyForm({ creditCode: '' }))
  expect([none.code, none.message]).toEqual([422, '请输入统一社会信用代码'])
  const person = await post(
    `${ORG}/save`,
    companyForm({ creditCode: '', orgType: '6', licenceFile: [], submit: 1 }),
  )
  expect(person.code).toBe(200)
  const days = await post(`${ORG}/save`, companyForm({ settleType: 4 }))
  expect([days.code, days.message]).toEqual([422, '请输入账期(天)'])
  const channel = await post(`${ORG}/save`, companyForm({ channelIds: [1201] }))
  expect([channel.code, channel.message]).toEqual([422, '所选渠道未对往来单位开放'])
})

test('important fields of a company in force wait for a decision, the others change at once', async () => {
  const id = await openCompany(app, token)
  const before = await get(`${ORG}/info/${id}`)
  await post(`${ORG}/update`, { id, creditLimit: '50000.00', address: '新地址9号' })
  const waiting = await get(`${ORG}/info/${id}`)
  expect(waiting.data).toMatchObject({
    auditStatus: 0,
    inForce: 1,
    creditLimit: '0.00',
    address: '新地址9号',
    pending: { creditLimit: '50000.00' },
    changed: [{ field: 'address', before: before.data.address }],
  })
  await post(`${ORG}/examine/${id}`, { id, auditStatus: 1 })
  const after = await get(`${ORG}/info/${id}`)
  expect(after.data).toMatchObject({ auditStatus: 1, creditLimit: '50000.00', pending: null, changed: null })
  const locked = await post(`${ORG}/update`, { id, orgCode: 'ANDERS' })
  expect([locked.code, locked.message]).toEqual([422, '单位已审核，不能修改单位编码'])
  expect(before.data.orgCode).toBe(after.data.orgCode)
})

test('what was changed since the last approval is told with what it said then, once and without what came back', async () => {
  const id = await openCompany(app, token, {}, { approve: false })
  await post(`${ORG}/update`, { id, address: '旧地址1号' })
  expect((await get(`${ORG}/info/${id}`)).data.changed).toBeNull()
  await post(`${ORG}/submit/${id}`, {})
  await post(`${ORG}/examine/${id}`, { id, auditStatus: 1 })
  await post(`${ORG}/update`, { id, address: '新地址2号', remark: '先写上' })
  await post(`${ORG}/update`, { id, address: '新地址3号', remark: '' })
  expect((await get(`${ORG}/info/${id}`)).data.changed).toBeNull()
  await post(`${ORG}/update`, { id, creditLimit: '1.00' })
  const told = await get(`${ORG}/info/${id}`)
  expect(told.data.auditStatus).toBe(0)
  expect(told.data.changed).toEqual([{ field: 'address', before: '旧地址1号' }])
})

test('who may not set credit does not, and what they ask for does not wait either', async () => {
  const id = await openCompany(app, token)
  const person = await app.person({
    permissions: ['admin:system:org:update', 'admin:system:org:info', 'admin:system:org:list'],
    dataScope: 1,
  })
  await post(`${ORG}/update`, { id, creditLimit: '9999.00', orgName: '另一个名字有限公司' }, person.token)
  const row = await app.db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.pending).toEqual({ orgName: '另一个名字有限公司' })
  const seen = await get(`${ORG}/info/${id}`, {}, person.token)
  expect('creditLimit' in seen.data).toBe(false)
  expect(seen.data.contactPhone).toMatch(/^1\d\d\*{4}\d{4}$/)
  // Sent back masked, a phone stays as it is.
  const phone = seen.data.contactPhone
  await post(`${ORG}/examine/${id}`, { id, auditStatus: 1 })
  expect((await post(`${ORG}/update`, { id, contactPhone: phone, shortName: '简' }, person.token)).code).toBe(
    200,
  )
  const kept = await app.db
    .selectFrom('company')
    .select('contactPhone')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(kept?.contactPhone).toBe(row.contactPhone)
})

test('an approver without the credit permission brings the whole change into force', async () => {
  const id = await openCompany(app, token)
  await post(`${ORG}/update`, { id, creditLimit: '700.00' })
  const person = await app.person({ permissions: ['admin:system:org:examine'], dataScope: 1 })
  expect((await post(`${ORG}/examine/${id}`, { id, auditStatus: 1 }, person.token)).code).toBe(200)
  const row = await app.db.selectFrom('company').select('creditLimit').where('id', '=', id).executeTakeFirst()
  expect(row?.creditLimit).toBe(70_000)
})

test('the tree has no cycle and five levels; what hangs on a moved company moves with it', async () => {
  const ids: number[] = []
  for (let level = 0; level < 5; level++)
    ids.push(await openCompany(app, token, { pid: ids.at(-1) ?? 0 }, { approve: false }))
  const sixth = await post(`${ORG}/save`, companyForm({ pid: ids[4] }))
  expect([sixth.code, sixth.message]).toEqual([422, '往来单位最多5级'])
  const circle = await post(`${ORG}/update`, { id: ids[0], pid: ids[3] })
  expect([circle.code, circle.message]).toEqual([422, '上级单位不能是自己或下级'])
  const move = () => post(`${ORG}/update`, { id: ids[3], pid: ids[0] })
  const [done] = await waitsFor(app, "hashtext('companyTree')", move)
  expect(done?.code).toBe(200)
  const rows = await app.db.selectFrom('company').select(['id', 'path']).where('id', 'in', ids).execute()
  const pathOf = (id: number | undefined) => rows.find((row) => row.id === id)?.path
  expect(pathOf(ids[3])).toBe(`/${ids[0]}/`)
  expect(pathOf(ids[4])).toBe(`/${ids[0]}/${ids[3]}/`)
  const level = await app.request<{ id: number; isLeaf: boolean }[]>('GET', `${ORG}/tree`, {
    token,
    query: { pid: ids[0] ?? 0 },
  })
  expect(level.data.map((one) => [one.id, one.isLeaf])).toEqual([
    [ids[1], false],
    [ids[3], false],
  ])
  const below = await get(`${ORG}/list`, { belowId: ids[3] ?? 0 })
  expect(below.data.total).toBe(2)
  const removed = await post(`${ORG}/delete/${ids[0]}`)
  expect([removed.code, removed.message]).toEqual([409, '该单位下有下级单位，不能删除'])
})

test('companies like a new one are told by code, phone and name', async () => {
  const id = await openCompany(app, token, {
    orgName: '厦门鹭岛海产贸易有限公司',
    contactPhone: '13700000001',
  })
  const asked = async (query: Record<string, string>) =>
    (await app.request<{ id: number; reason: string }[]>('GET', `${ORG}/similar`, { token, query })).data
  expect(await asked({ orgName: '厦门鹭岛海产贸易股份有限公司' })).toMatchObject([{ id, reason: '名称相似' }])
  expect(await asked({ contactPhone: '13700000001' })).toMatchObject([{ id, reason: '联系电话相同' }])
  expect(await asked({ orgName: '毫不相干' })).toEqual([])
})

test('C9-22: a disabled company takes no part, its partners and users are told so', async () => {
  const id = await openCompany(app, token)
  const user = await app.db
    .insertInto('orgUser')
    .values({ orgId: id, account: `user${id}`, realName: '用户', phone: '13700000099', orgRole: [1] })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await orgUserTerms(app.db, user.id)).toMatchObject({ companyId: id, needApprove: 0 })
  const none = await post(`${ORG}/update/status/${id}`, { status: 0 })
  expect([none.code, none.message]).toEqual([422, '请输入停用原因'])
  expect((await post(`${ORG}/update/status/${id}`, { status: 0, reason: '长期欠款' })).code).toBe(200)
  await expect(orgUserTerms(app.db, user.id)).rejects.toThrow('单位已停用')
  const told = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', 'company.statusChanged')
    .execute()
  expect(told.at(-1)?.payload).toEqual({ companyId: id, status: 0 })
  await post(`${ORG}/update/status/${id}`, { status: 1 })
  expect(await orgUserTerms(app.db, user.id)).toMatchObject({ companyId: id })
})

test('C9-27: an agent with the scope own companies sees their own only, in list, info, tree and export', async () => {
  const permissions = ['list', 'info', 'tree', 'export', 'update'].map((one) => `admin:system:org:${one}`)
  const mine = await agent({ permissions, dataScope: 5 })
  const other = await agent({ permissions, dataScope: 5 })
  const own = await openCompany(app, token, { agentId: mine.adminId })
  const foreign = await openCompany(app, token, { agentId: other.adminId })
  const list = await get(`${ORG}/list`, {}, mine.token)
  expect(list.data.list.map((row) => row.id)).toEqual([own])
  expect((await get(`${ORG}/info/${own}`, {}, mine.token)).code).toBe(200)
  const refused = await get(`${ORG}/info/${foreign}`, {}, mine.token)
  expect([refused.code, refused.message]).toEqual([404, '数据不存在'])
  const changed = await post(`${ORG}/update`, { id: foreign, shortName: 'x' }, mine.token)
  expect(changed.code).toBe(404)
  const tree = await app.request<{ id: number }[]>('GET', `${ORG}/tree`, { token: mine.token })
  expect(tree.data.map((one) => one.id)).toEqual([own])
})

test('agents are given companies together with their customers, and both are told', async () => {
  const [from, to] = [await agent(), await agent()]
  const id = await openCompany(app, token, { agentId: from.adminId })
  const stranger = await app.person({ permissions: [] })
  const refused = await post(`${ORG}/agent`, { ids: String(id), agentId: stranger.adminId })
  expect([refused.code, refused.message]).toEqual([422, '该员工不是客服，不能负责客户'])
  expect((await post(`${ORG}/agent`, { ids: String(id), agentId: to.adminId })).code).toBe(200)
  const held = await app.db.selectFrom('customer').select('agentId').where('companyId', '=', id).execute()
  expect(held).toEqual([{ agentId: to.adminId }])
  const told = await app.db
    .selectFrom('adminNotice')
    .select('adminId')
    .where('adminId', 'in', [from.adminId, to.adminId])
    .execute()
  expect(told).toHaveLength(2)
})

test('tabs count the companies under the other filters', async () => {
  const tabs = await app.request<Record<string, number>>('GET', `${ORG}/tabs`, { token })
  expect(tabs.data[''] ?? 0).toBeGreaterThan(5)
  const normal = await get(`${ORG}/list`, { tab: 'normal' })
  expect(normal.data.total).toBe(tabs.data.normal)
  const closed = await get(`${ORG}/list`, { tab: 'closed' })
  expect(closed.data.total).toBe(tabs.data.closed)
})

test('companies are imported as drafts by the labels of the form; one bad row and nothing is written', async () => {
  const head = '*单位名称,*单位类型,*渠道,统一社会信用代码,*所在地区,*详细地址,*联系人,*联系电话,结算方式\n'
  const row = (name: string, type: string, region: string) =>
    `${name},${type},供应链、企业,,${region},示例路1号,李四,13600000001,预付\n`
  const bad = `${head}${row('导入一号', '个人', '福建省/福州市/鼓楼区')}${row('导入二号', '外星人', '福建省/福州市/鼓楼区')}`
  const refused = await importFile(app, token, 'company', { name: 'a.csv', content: bad })
  expect(refused).toMatchObject({ status: 3, success: 0, fail: 1 })
  const good = `${head}${row('导入一号', '个人', '福建省/福州市/鼓楼区')}${row('导入二号', '个人', '福建省 福州市 鼓楼区')}`
  const done = await importFile(app, token, 'company', { name: 'b.csv', content: good })
  expect(done).toMatchObject({ status: 2, success: 2, fail: 0 })
  const list = await get(`${ORG}/list`, { keywords: '导入' })
  expect(list.data.list.map((one) => [one.orgName, one.orgType, one.auditStatus])).toEqual([
    ['导入二号', '6', -1],
    ['导入一号', '6', -1],
  ])
})

test('a tree of more companies than are written at once has its parents in any part of the sheet', async () => {
  const count = 1_203
  const head = '单位编码,*单位名称,*单位类型,*渠道,上级单位,*所在地区,*详细地址,*联系人,*联系电话,结算方式'
  // Each stands above the one it lies below, and the last one above all: every parent comes in a later part.
  const lines = Array.from({ length: count }, (_, index) => {
    const above = index % 3 === 2 ? '' : `TREE${index + 1}`
    return `TREE${index},树状${index},个人,供应链,${above},福建省/福州市/鼓楼区,示例路1号,李四,13600000001,预付`
  }).sort((one, other) => Number(one.startsWith('TREE2,')) - Number(other.startsWith('TREE2,')))
  const content = [head, ...lines].join('\n')
  const done = await importFile(app, token, 'company', { name: 'tree.csv', content })
  expect(done).toMatchObject({ status: 2, success: count, fail: 0 })
  const stored = await app.db
    .selectFrom('company as one')
    .leftJoin('company as above', 'above.id', 'one.pid')
    .select([
      'one.orgCode',
      'one.path',
      'above.orgCode as above',
      'above.path as abovePath',
      'above.id as aboveId',
    ])
    .where('one.orgCode', 'like', 'TREE%')
    .execute()
  expect(stored).toHaveLength(count)
  for (const { orgCode, path, above, abovePath, aboveId } of stored) {
    const index = Number(orgCode.slice(4))
    expect(above).toBe(index % 3 === 2 ? null : `TREE${index + 1}`)
    if (above !== null) expect(path).toBe(`${abovePath}${aboveId}/`)
  }
})
