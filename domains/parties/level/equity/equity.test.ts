import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { declareGrant } from '#kit/server/grant.ts'
import { registerNow } from '../../../../tests/registering.ts'
import { computeMonth } from '../buySummary/compute.server.ts'
import type { PurchaseFigure } from '../figures.rules.ts'
import { declareFigures } from '../figures.server.ts'
import { bought, makeCompany } from '../testing.ts'
import { issuePlans } from './issue.server.ts'

let app: TestApp
let maker: Person
let judge: Person

const EQUITY = '/admin/system/org/equity'
const figures = new Map<string, PurchaseFigure[]>()
const never = new AbortController().signal
/** October's rebates of September's purchases are due on the 5th at 09:00. */
const BEFORE = new Date('2026-10-05T00:59:59Z')
const DUE = new Date('2026-10-05T01:00:00Z')

beforeAll(async () => {
  app = await testApp()
  const codes = ['list', 'info', 'save', 'update', 'submit', 'withdraw', 'run', 'pause', 'resume', 'stop']
  maker = await app.person({
    permissions: [...codes, 'preview', 'issue:list', 'resend', 'print'].map(
      (one) => `admin:system:org:equity:${one}`,
    ),
  })
  judge = await app.person({ permissions: ['admin:system:org:equity:examine'] })
  registerNow(
    app.db,
    declareFigures(async (_db, { month, shoudaIds }) =>
      (figures.get(month) ?? []).filter((one) => shoudaIds.includes(one.shoudaId)),
    ),
  )
})
afterAll(() => app.close())

const post = <T = { id: number }>(path: string, body: unknown = {}, by = maker) =>
  app.request<T>('POST', `${EQUITY}/${path}`, { token: by.token, body })
const get = <T>(path: string, query = {}) =>
  app.request<T>('GET', `${EQUITY}/${path}`, { token: maker.token, query })

/** Companies with net purchases of 115500.00 in September each. */
async function buyers(name: string, count: number): Promise<number[]> {
  const made: Awaited<ReturnType<typeof makeCompany>>[] = []
  for (let index = 1; index <= count; index++) made.push(await makeCompany(app, `${name}${index}`))
  figures.set(
    '2026-09',
    made.map(({ shoudaId, payerId }) =>
      bought({ shoudaId, payerId, gross: 126_000_00, discount: 6000_00, refund: 4500_00 }),
    ),
  )
  await computeMonth(app.db, '2026-09', new Date('2026-09-30T00:00:00Z'))
  return made.map((one) => one.companyId)
}

const REBATE = { equityType: '3', basis: 2, value: 1.5 }
const plan = (companyIds: readonly number[], more = {}) => ({
  planName: '季度返利',
  issueMode: 2,
  startDate: '2026-10-01',
  endDate: '2026-12-31',
  issueDay: 5,
  issueTime: '09:00',
  targetType: 3,
  targetIds: companyIds.map(String),
  budget: '5000.00',
  lines: [REBATE],
  ...more,
})

async function approved(body: object): Promise<number> {
  const made = await post('save', { ...body, submit: 1 })
  expect([made.code, made.message]).toEqual([200, '操作成功'])
  const { id } = made.data
  expect((await post(`examine/${id}`, { auditStatus: 1, opinion: '' }, judge)).code).toBe(200)
  return id
}

const issues = (planId: number) =>
  app.db
    .selectFrom('equityIssue')
    .select(['id', 'companyId', 'amount', 'status', 'failReason', 'attempts'])
    .where('planId', '=', planId)
    .orderBy('id')
    .execute()

const planOf = (id: number) =>
  app.db.selectFrom('equityPlan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const posted = async (companyIds: readonly number[]) =>
  app.db
    .selectFrom('accountEntry')
    .innerJoin('account', 'account.id', 'accountEntry.accountId')
    .select(['account.systemOrgId', 'accountEntry.amount', 'accountEntry.transactionType', 'account.balance'])
    .where('account.systemOrgId', 'in', [...companyIds])
    .orderBy('accountEntry.id')
    .execute()

test('C9-25: the budget pays two of three companies, the third waits; run twice it adds nothing', async () => {
  const ids = await buyers('返利', 3)
  const id = await approved(plan(ids))
  expect(await issuePlans(app.db, BEFORE, never)).toBe(0)
  expect(await issues(id)).toEqual([])
  const { data: preview } = await get<{ companyCount: number }>(`preview/${id}`)
  expect(preview.companyCount).toBe(3)

  expect(await issuePlans(app.db, DUE, never)).toBe(2)
  const paid = { amount: 1732.5, status: 1, failReason: '', attempts: 0 }
  const third = { amount: 1732.5, status: 0, failReason: '预算不足，剩余 1535.00 元' }
  expect(await issues(id)).toEqual([
    expect.objectContaining({ companyId: ids[0], ...paid }),
    expect.objectContaining({ companyId: ids[1], ...paid }),
    expect.objectContaining({ companyId: ids[2], ...third, attempts: 1 }),
  ])
  expect(await posted(ids)).toEqual(
    ids.slice(0, 2).map((systemOrgId) => ({
      systemOrgId,
      amount: 1732_50,
      transactionType: 12,
      balance: 1732_50,
    })),
  )
  expect(await planOf(id)).toMatchObject({
    issuedAmount: 3465_00,
    issuedCompanies: 2,
    issuedPeriods: 1,
    lastPeriod: '2026-10',
    execStatus: 1,
  })

  expect(await issuePlans(app.db, DUE, never)).toBe(0)
  expect(await issues(id)).toHaveLength(3)
  expect(await posted(ids)).toHaveLength(2)
  // By itself a row is sent three times; then a person decides.
  for (let more = 0; more < 3; more++) await issuePlans(app.db, DUE, never)
  expect((await issues(id))[2]).toMatchObject({ ...third, attempts: 3 })
  const { data: again } = await post<object>('resend', { ids: String((await issues(id))[2]?.id) })
  expect(again).toEqual({ sent: 0, failed: 1 })

  const { data: list } = await get<{ list: object[] }>('issue/list', { planId: id, status: '0' })
  expect(list.list).toEqual([
    expect.objectContaining({ companyId: ids[2], period: '2026-10', amount: '1732.50' }),
  ])
  await post(`stop/${id}`, { reason: '结束' })
})

test('two jobs at the same time pay each company once and never more than the budget', async () => {
  const ids = await buyers('并发', 6)
  const id = await approved(plan(ids, { budget: '7000.00' }))
  const sent = await Promise.all([1, 2, 3].map(() => issuePlans(app.db, DUE, never)))
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(4)
  expect((await issues(id)).map((row) => row.status)).toEqual([1, 1, 1, 1, 0, 0])
  expect(await posted(ids)).toHaveLength(4)
  expect((await planOf(id)).issuedAmount).toBe(6930_00)
  await post(`stop/${id}`, { reason: '结束' })
})

test('killed between two rows, the next run goes on where it stopped', async () => {
  const ids = await buyers('中断', 4)
  const id = await approved(plan(ids, { budget: null }))
  let asked = 0
  const killed = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      asked += 1
      // Two batches of companies are opened, two rows sent; the third is not.
      if (asked > 4) throw new Error('killed')
    },
  })
  await expect(issuePlans(app.db, DUE, killed)).rejects.toThrow('killed')
  expect((await issues(id)).map((row) => row.status)).toEqual([1, 1, 0, 0])
  expect(await issuePlans(app.db, DUE, never)).toBe(2)
  expect(await posted(ids)).toHaveLength(4)

  let opened = 0
  const early = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      opened += 1
      if (opened > 1) throw new Error('killed')
    },
  })
  const november = new Date('2026-11-06T01:00:00Z')
  figures.set('2026-10', figures.get('2026-09') ?? [])
  await computeMonth(app.db, '2026-10', new Date('2026-10-31T00:00:00Z'))
  await expect(issuePlans(app.db, november, early)).rejects.toThrow('killed')
  expect(await issues(id)).toHaveLength(8)
  expect((await planOf(id)).lastPeriod).toBe('2026-10')
  expect(await issuePlans(app.db, november, never)).toBe(4)
  expect(await issues(id)).toHaveLength(8)
  expect((await planOf(id)).lastPeriod).toBe('2026-11')
  await post(`stop/${id}`, { reason: '结束' })
})

test('points go to the mall user of the main account; without one the row waits and is sent again by hand', async () => {
  const given: [number, number, string][] = []
  registerNow(
    app.db,
    declareGrant('integral', {
      grant: async (_tx, to, n, source) => given.push([to, n, source.type]),
      takeBack: async () => 0,
      balances: async () => new Map(),
    }),
  )
  const { companyId } = await makeCompany(app, '积分单位')
  const lines = [{ equityType: '2', basis: 1, value: 100 }]
  const id = await approved(plan([companyId], { budget: null, lines }))
  expect(await issuePlans(app.db, DUE, never)).toBe(0)
  const [row] = await issues(id)
  expect(row).toMatchObject({ amount: 100, status: 0, failReason: '未关联商城用户' })
  await app.db
    .insertInto('orgUser')
    .values({
      orgId: companyId,
      account: 'main1',
      realName: '主账号',
      phone: '13800000001',
      isAdmin: 1,
      uid: 77,
    })
    .execute()
  expect((await post('resend', { ids: String(row?.id) })).data).toEqual({ sent: 1, failed: 0 })
  expect(given).toEqual([[77, 100, 'equityIssue']])
  expect((await post('resend', { ids: String(row?.id) })).data).toEqual({ sent: 0, failed: 1 })
  await post(`stop/${id}`, { reason: '结束' })
})

test('a plan is run, paused, resumed and stopped; a stopped one sends nothing more', async () => {
  const ids = await buyers('状态', 1)
  const body = plan(ids)
  const draft = (await post('save', body)).data.id
  expect((await post(`run/${draft}`)).message).toBe('计划未审核通过')
  const id = await approved(body)
  expect((await post(`pause/${id}`)).message).toBe('当前状态为未开始，不能暂停')
  const run = await post<{ period: string }>(`run/${id}`)
  expect(run.code).toBe(200)
  expect(await issuePlans(app.db, new Date(), never, { planId: id, period: run.data.period })).toBe(
    (await issues(id)).filter((one) => one.status === 1).length,
  )
  expect((await planOf(id)).execStatus).toBe(1)
  expect((await post(`pause/${id}`)).code).toBe(200)
  const count = (await issues(id)).length
  await issuePlans(app.db, new Date('2026-12-20T00:00:00Z'), never)
  expect(await issues(id)).toHaveLength(count)
  expect((await post(`resume/${id}`)).code).toBe(200)
  expect((await post(`stop/${id}`, { reason: '' })).message).toBe('请输入终止原因')
  expect((await post(`stop/${id}`, { reason: '预算取消' })).code).toBe(200)
  expect((await post(`resume/${id}`)).message).toBe('当前状态为已终止，不能继续')
  expect(await planOf(id)).toMatchObject({ execStatus: 4, stopReason: '预算取消' })
})

test('a plan whose last day has passed is done', async () => {
  const { companyId } = await makeCompany(app, '到期单位')
  const lines = [{ equityType: '5', basis: 1, value: 10 }]
  const id = await approved(plan([companyId], { issueMode: 1, endDate: '2026-10-31', lines }))
  await issuePlans(app.db, new Date('2026-10-31T12:00:00Z'), never)
  expect((await planOf(id)).execStatus).toBe(1)
  await issuePlans(app.db, new Date('2026-10-31T16:00:00Z'), never)
  expect(await planOf(id)).toMatchObject({ execStatus: 3, issuedAmount: 1000, issuedPeriods: 1 })
})

test('what cannot be issued is refused on save', async () => {
  const { companyId } = await makeCompany(app, '校验单位')
  const save = async (more: object) => (await post('save', plan([companyId], more))).message
  expect(await save({ endDate: '2026-08-01' })).toBe('结束日期不能早于开始日期')
  expect(await save({ startDate: '2026-10-06', endDate: '2026-10-31' })).toBe(
    '期间内没有发放日，请调整日期或发放日',
  )
  expect(await save({ lines: [{ ...REBATE, equityType: '6' }] })).toBe('该权益类型不能发放')
  expect(await save({ lines: [{ equityType: '1', basis: 1, value: 1 }] })).toBe('请选择权益对象')
  expect(await save({ lines: [{ equityType: '1', basis: 2, value: 1, objectId: 1 }] })).toBe(
    '优惠券和赠品只能按固定数量发放',
  )
  expect(await save({ lines: [{ ...REBATE, value: 100 }] })).toBe('数量/比例不能大于99.99')
  expect(await save({ lines: [] })).toBe('权益至少1行')
  expect(await save({ targetType: 2, targetIds: ['6'] })).toBe('对象范围不存在或已停用')
  expect(await save({ issueDay: 29 })).toBe('发放日应在1到28之间')
})

test('a disputed summary is not paid before it is settled', async () => {
  const [companyId = 0] = await buyers('异议', 1)
  const id = await approved(plan([companyId]))
  await app.db
    .updateTable('buySummary')
    .set({ confirmStatus: 2 })
    .where('companyId', '=', companyId)
    .execute()
  expect(await issuePlans(app.db, DUE, never)).toBe(0)
  expect((await issues(id))[0]).toMatchObject({ status: 0, failReason: '采购汇总有异议' })
  await app.db
    .updateTable('buySummary')
    .set({ confirmStatus: 1, netAmount: 100_00 })
    .where('companyId', '=', companyId)
    .execute()
  expect(await issuePlans(app.db, DUE, never)).toBe(1)
  expect((await issues(id))[0]).toMatchObject({ status: 1, amount: 1.5 })
})

test('values and limits of the lines come back in the form of amounts, and are taken in it', async () => {
  const { companyId } = await makeCompany(app, '来回单位')
  const lines = [
    { equityType: '3', basis: 2, value: '1.50', maxValue: '1000.00' },
    { equityType: '2', basis: 1, value: 100 },
  ]
  const saved = await post<{ id: number }>('save', plan([companyId], { lines }))
  const { data: first } = await get<{ lines: object[]; version: number }>(`info/${saved.data.id}`)
  expect(first.lines).toMatchObject([
    { value: '1.50', maxValue: '1000.00' },
    { value: '100.00', maxValue: null },
  ])
  const { id } = saved.data
  expect((await post('update', { id, version: first.version, lines: first.lines })).code).toBe(200)
  expect((await get<{ lines: object[] }>(`info/${id}`)).data.lines).toEqual(first.lines)
  expect((await planOf(id)).lines).toMatchObject([{ value: 1.5, maxValue: 1000 }, { value: 100 }])
  expect((await post('save', plan([companyId], { lines: [{ ...lines[0], value: '1.505' }] }))).code).toBe(422)
  const fixed = { endDate: '2099-12-31', lines: [{ equityType: '5', basis: 1, value: '88.80' }] }
  const { data: next } = await get<object>(`preview/${await approved(plan([companyId], fixed))}`)
  expect(next).toMatchObject({ total: '88.80', rows: [{ companyId, amount: '88.80', net: null }] })
})
