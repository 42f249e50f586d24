// The file of customers as an agent sees it who has only their own: every call, and every rule of who holds whom.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { declareFigures } from '#domains/parties/parties.door.ts'
import { openCompany } from '../../../tests/companies.ts'
import { exportedRows } from '../../../tests/exporting.ts'
import { startWorker } from '../../../tests/importing.ts'
import { openPartners } from '../../../tests/partners.ts'
import { registerNow } from '../../../tests/registering.ts'
import { agentCalls, customerCalls } from './customer.calls.ts'

const C = '/admin/customer'
const STAFF = '/admin/system/admin'
const OWN_COMPANIES = 5

let app: TestApp
let token: string
let stopWorker: () => Promise<void>
let phones = 0
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stopWorker = startWorker(app)
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

type Body = Record<string, unknown>
const post = (path: string, body: Body = {}, as = token) => app.request('POST', path, { token: as, body })
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request<Body & { list: Body[]; total: number }>('GET', path, { token: as, query })

const permissions = [
  ...[...Object.values(customerCalls), ...Object.values(agentCalls)].map((call) => call.permission),
  'file:export:list',
]
async function agent(): Promise<Person> {
  const person = await app.person({ permissions, dataScope: OWN_COMPANIES })
  await app.db.updateTable('admin').set({ isAgent: 1 }).where('id', '=', person.adminId).execute()
  return person
}
async function customerOf(person: Person, more: Body = {}): Promise<number> {
  const saved = await post(
    `${C}/save`,
    {
      customerName: `客户${++phones}`,
      customerType: 1,
      source: 1,
      contactName: '王五',
      contactPhone: `136${10_000_000 + phones}`,
      ...more,
    },
    person.token,
  )
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}
async function pooled(person: Person): Promise<number> {
  const id = await customerOf(person)
  await post(`${C}/pool`, { ids: String(id) }, person.token)
  return id
}
const rowOf = (id: number) =>
  app.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const nameOf = async ({ adminId }: Person) =>
  (await app.db.selectFrom('admin').select('realName').where('id', '=', adminId).executeTakeFirstOrThrow())
    .realName
const noticesOf = async ({ adminId }: Person) =>
  (
    await app.db
      .selectFrom('adminNotice')
      .select('content')
      .where('adminId', '=', adminId)
      .orderBy('id')
      .execute()
  ).map((one) => one.content)

test('lists, tabs, counts, options and exports tell of own customers, and of the pool', async () => {
  const [mine, other] = [await agent(), await agent()]
  const soon = Math.floor(Date.now() / 1000) - 60
  const own = await customerOf(mine, { nextTime: soon })
  const theirs = await customerOf(other, { nextTime: soon })
  const free = await pooled(other)
  const ids = async (path: string, query: Record<string, string | number> = {}) =>
    (await get(path, { limit: 100, ...query }, mine.token)).data.list.map((row) => row.id)
  for (const tab of ['', 'mine', 'due', 'prospect']) expect(await ids(`${C}/list`, { tab })).toEqual([own])
  expect(await ids(`${C}/list`, { tab: 'established' })).toEqual([])
  expect(await ids(`${C}/list`, { tab: 'pool' })).toContain(free)
  expect(await ids(`${C}/list`, { tab: 'pool' })).not.toContain(theirs)
  const { data: counts } = await get(`${C}/tabs`, {}, mine.token)
  const pool = (await get(`${C}/list`, { tab: 'pool' })).data.total
  expect(counts).toEqual({ '': 1, mine: 1, due: 1, prospect: 1, established: 0, pool })
  const options = await app.request<{ value: number }[]>('GET', `${C}/all`, { token: mine.token })
  expect(options.data.map((one) => one.value)).toEqual([own])
  const { customerName } = await rowOf(own)
  const body = { columns: 'customerName' }
  expect(await exportedRows(app, mine.token, `${C}/export`, body)).toEqual([['客户名称'], [customerName]])
  const exported = await exportedRows(app, mine.token, `${C}/export`, { ...body, tab: 'pool' })
  expect(exported).toHaveLength(pool + 1)
  expect(await ids(`${STAFF}/customer/management/list`)).toEqual([own])
  expect(await ids(`${STAFF}/customer/management/list`, { agentId: other.adminId })).toEqual([])
  expect(await ids(`${STAFF}/customer/management/list`, { unassigned: 1 })).toContain(free)
})

interface Opening {
  what: string
  method: 'GET' | 'POST'
  path(id: number): string
  body?(id: number): Body
  /** of somebody else's, of one in the pool */
  codes: [number, number]
}

const OPENINGS: readonly Opening[] = [
  { what: '详情', method: 'GET', path: (id) => `${C}/info/${id}`, codes: [404, 200] },
  {
    what: '时间线',
    method: 'GET',
    path: (id) => `/admin/record/line?recordType=customer&recordId=${id}&limit=20`,
    codes: [404, 200],
  },
  {
    what: '跟进记录',
    method: 'GET',
    path: (id) => `${C}/follow/list?customerId=${id}`,
    codes: [404, 200],
  },
  {
    what: '编辑',
    method: 'POST',
    path: () => `${C}/update`,
    body: (id) => ({ id, industry: '餐饮' }),
    codes: [404, 404],
  },
  {
    what: '写跟进',
    method: 'POST',
    path: () => `${C}/follow/save`,
    body: (customerId) => ({ customerId, followWay: 1, content: 'x' }),
    codes: [422, 422],
  },
  {
    what: '标记流失',
    method: 'POST',
    path: (id) => `${C}/lose/${id}`,
    body: () => ({ reason: '价格' }),
    codes: [404, 404],
  },
  {
    what: '放入公海',
    method: 'POST',
    path: () => `${C}/pool`,
    body: (id) => ({ ids: String(id) }),
    codes: [404, 404],
  },
  { what: '删除', method: 'POST', path: (id) => `${C}/delete/${id}`, codes: [404, 404] },
  {
    what: '领取',
    method: 'POST',
    path: () => `${C}/claim`,
    body: (id) => ({ ids: String(id) }),
    codes: [409, 200],
  },
]

test.each(OPENINGS)('$what: not of somebody else’s customer', async ({ method, path, body, codes }) => {
  const [mine, other] = [await agent(), await agent()]
  const call = async (id: number) => {
    const [at = '', search = ''] = path(id).split('?')
    const query = Object.fromEntries(new URLSearchParams(search))
    return (await app.request(method, at, { token: mine.token, query, body: body?.(id) })).code
  }
  expect([await call(await customerOf(other)), await call(await pooled(other))]).toEqual(codes)
  if (codes[0] !== 409) expect(await call(await customerOf(mine))).toBe(200)
})

test('customers of others are neither transferred, assigned nor removed; those of the pool are handed out', async () => {
  const [mine, other, third] = [await agent(), await agent(), await agent()]
  const [own, theirs, free] = [await customerOf(mine), await customerOf(other), await pooled(other)]
  const assign = (id: number, mode: string, as = mine) =>
    post(
      `${STAFF}/update/agent/customer`,
      { agentId: third.adminId, customerIds: String(id), mode, reason: '片区调整' },
      as.token,
    )
  const transfer = (...ids: number[]) =>
    post(`${C}/transfer`, { ids: ids.join(','), agentId: third.adminId }, mine.token)
  for (const mode of ['assign', 'transfer', 'remove']) expect((await assign(theirs, mode)).code).toBe(404)
  expect((await transfer(own, theirs)).code).toBe(404)
  expect((await rowOf(own)).agentId).toBe(mine.adminId)
  expect((await assign(own, 'assign')).message).toBe('客户已有负责人')
  expect((await assign(free, 'assign')).code).toBe(200)
  expect((await rowOf(free)).agentId).toBe(third.adminId)
  expect((await transfer(own)).code).toBe(200)
  const [, last] = await noticesOf(third)
  expect(last).toContain(`由${await nameOf(mine)}转给${await nameOf(third)}`)
  expect(await noticesOf(mine)).toHaveLength(1)
  // No longer theirs to do anything with.
  expect((await transfer(own)).code).toBe(404)
  const stranger = await app.person()
  const wrong = await post(`${C}/transfer`, {
    ids: String(own),
    agentId: stranger.adminId,
  })
  expect([wrong.code, wrong.message]).toEqual([422, '该员工不是客服，不能负责客户'])
})

test('of two transfers by the agent at the same instant one counts, and each agent is told of what happened', async () => {
  const [mine, second, third] = [await agent(), await agent(), await agent()]
  const id = await customerOf(mine)
  const answers = await Promise.all(
    [second, third].map((to) => post(`${C}/transfer`, { ids: String(id), agentId: to.adminId }, mine.token)),
  )
  expect(answers.map((one) => one.code).sort()).toEqual([200, 404])
  const winner = answers[0]?.code === 200 ? second : third
  expect((await rowOf(id)).agentId).toBe(winner.adminId)
  expect(await noticesOf(winner)).toHaveLength(1)
  expect(await noticesOf(winner === second ? third : second)).toHaveLength(0)
})

test('transfers of the same customers in another order end with one agent, who has their companies too', async () => {
  const [mine, second, third] = [await agent(), await agent(), await agent()]
  const companies = [
    await openCompany(app, token, { agentId: mine.adminId }),
    await openCompany(app, token, { agentId: mine.adminId }),
  ]
  const rows = await app.db
    .selectFrom('customer')
    .select('id')
    .where('companyId', 'in', companies)
    .orderBy('id')
    .execute()
  const ids = rows.map((row) => row.id)
  const moves = [
    post(`${C}/transfer`, { ids: ids.join(','), agentId: second.adminId }),
    post(`${C}/transfer`, { ids: ids.toReversed().join(','), agentId: third.adminId }),
    ...companies.map((one) => post('/admin/system/org/agent', { ids: String(one), agentId: second.adminId })),
  ]
  expect((await Promise.all(moves)).map((one) => one.code)).toEqual([200, 200, 200, 200])
  for (const companyId of companies) {
    const owner = await app.db
      .selectFrom('company')
      .select('agentId')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const held = await app.db
      .selectFrom('customer')
      .select('agentId')
      .where('companyId', '=', companyId)
      .execute()
    expect(held).toEqual([owner])
    expect([second.adminId, third.adminId]).toContain(owner.agentId)
  }
  const [from] = await noticesOf(mine)
  expect(from).toContain(`由${await nameOf(mine)}转给`)
})

test('客服列表 tells online, customers, companies and what they bought this month, within the scope', async () => {
  const [mine, other] = [await agent(), await agent()]
  await customerOf(mine)
  await customerOf(other)
  const companyId = await openCompany(app, token, { agentId: mine.adminId })
  const shoudaId = await (await openPartners(app)).shouda(companyId)
  registerNow(
    app.db,
    declareFigures(async (_db, { shoudaIds }) =>
      shoudaIds.includes(shoudaId)
        ? [
            {
              ...{ shoudaId, payerId: 1, orderSn: 'DD1', skuId: 1, cateId: 1, qty: 1000 },
              ...{ shippedQty: 0, refundedQty: 0, gross: 126_000, discount: 6_000, refund: 4_500, paid: 0 },
              ...{ due: 0, paidInTime: 0 },
            },
          ]
        : [],
    ),
  )
  const agents = async (as: string, keywords: string) =>
    (await get(`${STAFF}/isAgent/customer/list`, { keywords }, as)).data.list
  const whole = { online: 1, customerCount: 2, companyCount: 1, monthAmount: '1200.00' }
  expect(await agents(mine.token, mine.account)).toMatchObject([{ id: mine.adminId, ...whole }])
  expect(await agents(token, mine.account)).toMatchObject([whole])
  expect(await agents(other.token, mine.account)).toMatchObject([
    { online: 1, customerCount: 0, companyCount: 0, monthAmount: '0.00' },
  ])
  registerNow(
    app.db,
    declareFigures(async () => []),
  )
})

test('取消客服标记 asks for a receiver who is an agent, and never one’s own account', async () => {
  const [mine, other] = [await agent(), await agent()]
  await customerOf(mine)
  const stranger = await app.person()
  const strip = (id: number, transferTo: number, as = token) =>
    app.request('POST', `${STAFF}/update/notAgent/${id}`, { token: as, query: { transferTo } })
  const wrong = await strip(mine.adminId, stranger.adminId)
  expect([wrong.code, wrong.message]).toEqual([422, '该员工不是客服，不能负责客户'])
  expect((await strip(mine.adminId, mine.adminId)).code).toBe(422)
  expect((await strip(mine.adminId, other.adminId, mine.token)).message).toBe('不能操作本人账号')
  expect((await strip(mine.adminId, other.adminId)).code).toBe(200)
  expect((await get(`${C}/list`, {}, mine.token)).data.total).toBe(0)
})
