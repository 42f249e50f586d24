import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { companyForm, creditCode, openCompany } from '../../../tests/companies.ts'
import { importFile } from '../../../tests/importing.ts'
import { openParties, type Parties } from '../../../tests/parties.ts'
import { waitsForRow } from '../../../tests/waitsFor.ts'
import { poolReclaim } from './poolReclaim.server.ts'

const CUSTOMER = '/admin/customer'
const STAFF = '/admin/system/admin'

let phones = 0
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

const ACTS = [
  'list',
  'info',
  'save',
  'update',
  'pool',
  'claim',
  'transfer',
  'lose',
  'toCompany',
  'follow:save',
]
const agent: Parties['agent'] = (more) =>
  house.agent({ permissions: ACTS.map((one) => `admin:customer:${one}`), dataScope: 5, ...more })

const form = (more: Record<string, unknown> = {}) => ({
  customerName: `客户${++phones}`,
  customerType: 1,
  source: 1,
  contactName: '王五',
  contactPhone: `135${10_000_000 + phones}`,
  ...more,
})

async function makeCustomer(of: Person, more: Record<string, unknown> = {}): Promise<number> {
  const saved = await post(`${CUSTOMER}/save`, form(more), of.token)
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}

const rowOf = (id: number) =>
  app.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an agent sees and numbers their own customers; a phone is prospected once', async () => {
  const [mine, other] = [await agent(), await agent()]
  const id = await makeCustomer(mine, { contactPhone: '13511112222' })
  const row = await rowOf(id)
  expect(row).toMatchObject({ agentId: mine.adminId, stage: 1, establishFlag: 0 })
  expect(row.customerNo).toMatch(/^C\d{6}$/)
  const taken = await post(`${CUSTOMER}/save`, form({ contactPhone: '13511112222' }), other.token)
  const { realName } = await app.db
    .selectFrom('admin')
    .select('realName')
    .where('id', '=', mine.adminId)
    .executeTakeFirstOrThrow()
  expect([taken.code, taken.message]).toEqual([422, `该手机号已是${realName}的客户`])
  expect((await get(`${CUSTOMER}/info/${id}`, {}, other.token)).code).toBe(404)
  expect((await get(`${CUSTOMER}/list`, {}, other.token)).data.total).toBe(0)
})

test('of two simultaneous creates with one phone one succeeds', async () => {
  const people = [await agent(), await agent()]
  const body = form()
  const answers = await Promise.all(people.map((one) => post(`${CUSTOMER}/save`, body, one.token)))
  expect(answers.map((one) => one.code).sort()).toEqual([200, 422])
})

test('a follow-up is kept and moves the next one; the page tells it', async () => {
  const mine = await agent()
  const id = await makeCustomer(mine)
  const nextTime = Math.floor(Date.now() / 1000) - 60
  const written = await post(
    `${CUSTOMER}/follow/save`,
    { customerId: id, followWay: 1, content: '约下周到店', nextTime },
    mine.token,
  )
  expect(written.code).toBe(200)
  expect(await rowOf(id)).toMatchObject({ lastContent: '约下周到店' })
  const due = await get(`${CUSTOMER}/list`, { tab: 'due' }, mine.token)
  expect(due.data.list.map((row) => row.id)).toEqual([id])
  const stranger = await agent()
  const refused = await post(
    `${CUSTOMER}/follow/save`,
    { customerId: id, followWay: 1, content: 'x' },
    stranger.token,
  )
  expect([refused.code, refused.message]).toEqual([422, '客户不存在或无权使用'])
})

test('what lies in the pool is seen by all and claimed by one', async () => {
  const [from, first, second] = [await agent(), await agent(), await agent()]
  const id = await makeCustomer(from)
  expect((await post(`${CUSTOMER}/pool`, { ids: String(id) }, from.token)).code).toBe(200)
  const pool = await get(`${CUSTOMER}/list`, { tab: 'pool' }, first.token)
  expect(pool.data.list.map((row) => row.id)).toContain(id)
  const claims = await Promise.all(
    [first, second].map((one) => post(`${CUSTOMER}/claim`, { ids: String(id) }, one.token)),
  )
  expect(claims.map((one) => one.code).sort()).toEqual([200, 409])
  expect([first.adminId, second.adminId]).toContain((await rowOf(id)).agentId)
})

test('a lost customer needs a reason and begins anew when it is claimed', async () => {
  const mine = await agent()
  const id = await makeCustomer(mine)
  const none = await post(`${CUSTOMER}/lose/${id}`, {}, mine.token)
  expect([none.code, none.message]).toEqual([422, '请输入流失原因'])
  await post(`${CUSTOMER}/lose/${id}`, { reason: '选择了同行' }, mine.token)
  expect(await rowOf(id)).toMatchObject({ stage: 5, loseReason: '选择了同行' })
  await post(`${CUSTOMER}/pool`, { ids: String(id) }, mine.token)
  await post(`${CUSTOMER}/claim`, { ids: String(id) }, mine.token)
  expect(await rowOf(id)).toMatchObject({ stage: 1, loseReason: '', agentId: mine.adminId })
})

test('建档 makes the company of a customer; approved, it is the customer of that company and no second one', async () => {
  const mine = await agent()
  const code = creditCode()
  const id = await makeCustomer(mine, { creditCode: code })
  const held = await rowOf(id)
  const made = await post(
    `${CUSTOMER}/toCompany/${id}`,
    { id, ...companyForm({ creditCode: code, contactPhone: held.contactPhone, submit: 1 }) },
    mine.token,
  )
  expect(made.code).toBe(200)
  const again = await post(`${CUSTOMER}/toCompany/${id}`, { id, ...companyForm() }, mine.token)
  expect([again.code, again.message]).toEqual([409, '客户已建档'])
  await post(`/admin/system/org/examine/${made.data.id}`, { id: made.data.id, auditStatus: 1 })
  const rows = await app.db.selectFrom('customer').selectAll().where('companyId', '=', made.data.id).execute()
  expect(rows).toMatchObject([{ id, establishFlag: 1, stage: 4, agentId: mine.adminId }])
})

test('two companies of one contact person have a customer each', async () => {
  const contactPhone = '13522223333'
  const ids = [
    await openCompany(app, token, { contactPhone }),
    await openCompany(app, token, { contactPhone }),
  ]
  const rows = await app.db.selectFrom('customer').select('companyId').where('companyId', 'in', ids).execute()
  expect(rows).toHaveLength(2)
})

test('C9-26: the mark of an agent with customers is taken only when they go to somebody', async () => {
  const [from, to] = [await agent(), await agent()]
  const ids: number[] = []
  for (let n = 0; n < 10; n++) ids.push(await makeCustomer(from))
  const companies = [
    await openCompany(app, token, { agentId: from.adminId }),
    await openCompany(app, token, { agentId: from.adminId }),
  ]
  const agents = async () =>
    (await get(`${STAFF}/isAgent/customer/list`, { limit: 1000 })).data.list.map((one) => Number(one.id))
  expect(await agents()).toContain(from.adminId)
  const alone = await post(`${STAFF}/update/notAgent/${from.adminId}`)
  expect([alone.code, alone.message]).toEqual([409, '该客服名下还有客户，请先转移'])
  const moved = await app.request('POST', `${STAFF}/update/notAgent/${from.adminId}`, {
    token,
    query: { transferTo: to.adminId },
  })
  expect(moved.code).toBe(200)
  expect(await agents()).not.toContain(from.adminId)
  expect(await agents()).toContain(to.adminId)
  const held = await app.db.selectFrom('customer').select('id').where('agentId', '=', to.adminId).execute()
  expect(held).toHaveLength(12)
  const owned = await app.db.selectFrom('company').select('agentId').where('id', 'in', companies).execute()
  expect(owned.every((row) => row.agentId === to.adminId)).toBe(true)
  const told = await app.db
    .selectFrom('adminNotice')
    .select(['adminId', 'content'])
    .where('adminId', 'in', [from.adminId, to.adminId])
    .execute()
  expect(told.map((one) => one.adminId).sort()).toEqual([from.adminId, to.adminId].sort())
  expect(told[0]?.content).toContain('12个客户')
  const logged = await app.db
    .selectFrom('operLog')
    .select('id')
    .where('title', '=', '取消客服标记')
    .where(sql<boolean>`"params" ->> 'id' = ${String(from.adminId)}`)
    .where('status', '=', 1)
    .execute()
  expect(logged).toHaveLength(1)
  const mark = await app.db.selectFrom('admin').select('isAgent').where('id', '=', from.adminId).execute()
  expect(mark).toEqual([{ isAgent: 0 }])
  // Nobody who still looks after customers is deleted either.
  const removed = await get(`${STAFF}/delete`, { id: to.adminId })
  expect([removed.code, removed.message]).toEqual([409, '该员工还有12项客户，请先交接'])
})

test('customers are assigned where nobody holds them, transferred where somebody does', async () => {
  const [from, to] = [await agent(), await agent()]
  const id = await makeCustomer(from)
  const path = `${STAFF}/update/agent/customer`
  const assign = await post(path, { agentId: to.adminId, customerIds: String(id), mode: 'assign' })
  expect([assign.code, assign.message]).toEqual([409, '客户已有负责人'])
  expect((await post(path, { agentId: to.adminId, customerIds: String(id), mode: 'transfer' })).code).toBe(
    200,
  )
  expect((await rowOf(id)).agentId).toBe(to.adminId)
  expect((await post(path, { customerIds: String(id), mode: 'remove' })).code).toBe(200)
  expect((await rowOf(id)).agentId).toBeNull()
  const agents = await get(`${STAFF}/isAgent/customer/list`, { keywords: to.account })
  expect(agents.data.list).toMatchObject([{ id: to.adminId, customerCount: 0, companyCount: 0 }])
  const managed = await get(`${STAFF}/customer/management/list`, { unassigned: 1, limit: 100 })
  expect(managed.data.list.map((row) => row.id)).toContain(id)
})

test('neglected customers go back to the pool, their agents are told three days before', async () => {
  const mine = await agent()
  const [near, over, fresh] = [await makeCustomer(mine), await makeCustomer(mine), await makeCustomer(mine)]
  const company = await openCompany(app, token, { agentId: mine.adminId })
  const age = (id: number, days: number) =>
    sql`update "customer" set "createTime" = now() - make_interval(days => ${days}),
      "heldTime" = now() - make_interval(days => ${days}) where "id" = ${id}`.execute(app.db)
  await age(near, 28)
  await age(over, 31)
  await sql`update "customer" set "createTime" = now() - interval '90 days', "heldTime" = now() - interval '90 days'
    where "companyId" = ${company}`.execute(app.db)
  const run = () => poolReclaim.run(app.db, {}, new AbortController().signal)
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect((await rowOf(near)).agentId).toBe(mine.adminId)
  expect((await rowOf(over)).agentId).toBeNull()
  expect((await rowOf(fresh)).agentId).toBe(mine.adminId)
  const told = await app.db
    .selectFrom('adminNotice')
    .select('content')
    .where('adminId', '=', mine.adminId)
    .execute()
  expect(told.filter((one) => one.content.includes('将回到公海'))).toHaveLength(1)
  const kept = await app.db
    .selectFrom('customer')
    .select('agentId')
    .where('companyId', '=', company)
    .execute()
  expect(kept).toEqual([{ agentId: mine.adminId }])
})

test('a customer is not taken back whom the agent speaks with while the job runs', async () => {
  const mine = await agent()
  const id = await makeCustomer(mine)
  await sql`update "customer" set "createTime" = now() - interval '31 days', "heldTime" = now() - interval '31 days'
    where "id" = ${id}`.execute(app.db)
  await waitsForRow(
    app,
    (tx) => sql`update "customer" set "lastTime" = now() where "id" = ${id}`.execute(tx),
    () => poolReclaim.run(app.db, {}, new AbortController().signal),
  )
  expect((await rowOf(id)).agentId).toBe(mine.adminId)
})

test('customers are imported by their phone: new ones made, known ones changed', async () => {
  const mine = await agent({
    permissions: ['admin:customer:import', 'file:import:upload', 'file:import:list'],
  })
  const head = '客户名称,客户类型,来源,联系人,联系电话,预计月采购额,下次跟进\n'
  const file = {
    name: 'a.csv',
    content: `${head}导入客户,企业,展会,赵六,13544440000,1200.50,2026-12-01 09:00\n`,
  }
  expect(await importFile(app, mine.token, 'customer', file)).toMatchObject({ status: 2, success: 1 })
  const row = await app.db
    .selectFrom('customer')
    .selectAll()
    .where('contactPhone', '=', '13544440000')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ customerType: 1, source: 4, estAmount: 120_050, agentId: mine.adminId })
  const changed = { name: 'b.csv', content: file.content.replace('导入客户', '改名客户') }
  expect(await importFile(app, mine.token, 'customer', changed)).toMatchObject({ status: 2, success: 1 })
  expect((await rowOf(row.id)).customerName).toBe('改名客户')
  const twice = { name: 'c.csv', content: file.content + file.content.split('\n')[1] }
  expect(await importFile(app, mine.token, 'customer', twice)).toMatchObject({ status: 3, fail: 1 })
})

test('a file of more than 5000 rows is imported', async () => {
  const head = '客户名称,客户类型,来源,联系人,联系电话\n'
  const rows = Array.from({ length: 5001 }, (_, n) => `多${n},企业,展会,甲,139${10_000_000 + n}`).join('\n')
  const done = await importFile(app, token, 'customer', { name: 'd.csv', content: head + rows })
  expect(done).toMatchObject({ status: 2, success: 5001 })
})
