import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { registerNow } from '../../../../tests/registering.ts'
import type { PurchaseFigure } from '../figures.rules.ts'
import { declareFigures } from '../figures.server.ts'
import { bought, makeCompany } from '../testing.ts'
import { computeMonth } from './compute.server.ts'

let app: TestApp
let clerk: Person

const SUMMARY = '/admin/system/org/buySummary'
const figures = new Map<string, PurchaseFigure[]>()

beforeAll(async () => {
  app = await testApp()
  clerk = await app.person({
    permissions: ['list', 'info', 'recalc', 'push', 'dispute', 'confirm', 'print', 'export'].map(
      (one) => `admin:system:org:buySummary:${one}`,
    ),
  })
  registerNow(
    app.db,
    declareFigures(async (_db, { month, shoudaIds }) =>
      (figures.get(month) ?? []).filter((one) => shoudaIds.includes(one.shoudaId)),
    ),
  )
})
afterAll(() => app.close())

const post = <T = { count: number | null }>(path: string, body: unknown = {}) =>
  app.request<T>('POST', `${SUMMARY}/${path}`, { token: clerk.token, body })
const get = <T>(path: string, query = {}) =>
  app.request<T>('GET', `${SUMMARY}/${path}`, { token: clerk.token, query })

const summaries = (companyId: number) =>
  app.db
    .selectFrom('buySummary')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()

/** The purchases of the worked example. */
const worked = (of: { shoudaId: number; payerId: number }) => [
  bought({ ...of, orderSn: 'DD1', skuId: 1, gross: 100_000_00, discount: 6000_00, paid: 90_000_00 }),
  bought({ ...of, orderSn: 'DD1', skuId: 2, gross: 26_000_00, paid: 10_000_00, qty: 2500 }),
  bought({ ...of, orderSn: 'DD0', skuId: 1, refund: 4500_00, qty: 0 }),
]

test('a month is computed per sold-to party and payer, told per sku and per order, summed as listed', async () => {
  const { companyId, ...of } = await makeCompany(app, '汇总单位')
  figures.set('2026-08', worked(of))
  expect(await computeMonth(app.db, '2026-08', new Date('2026-08-20T00:00:00Z'))).toBe(1)
  expect(await computeMonth(app.db, '2026-08', new Date('2026-08-20T00:00:00Z'))).toBe(0)
  const [row] = await summaries(companyId)
  const { data: list } = await get<{ list: object[] }>('list', { month: '2026-08' })
  expect(list.list).toEqual([
    expect.objectContaining({
      month: '2026-08',
      orderCount: 1,
      skuCount: 2,
      qty: 3.5,
      grossAmount: '126000.00',
      netAmount: '115500.00',
      paidAmount: '100000.00',
      unpaidAmount: '15500.00',
      confirmStatus: 0,
    }),
  ])
  const { data: info } = await get<{ skus: object[]; orders: object[] }>(`info/${row?.id}`)
  expect(info.skus).toEqual([
    expect.objectContaining({ skuId: 1, grossAmount: '100000.00', netAmount: '89500.00' }),
    expect.objectContaining({ skuId: 2, netAmount: '26000.00' }),
  ])
  expect(info.orders).toEqual([
    expect.objectContaining({ orderSn: 'DD0', netAmount: '-4500.00', skuCount: 1 }),
    expect.objectContaining({ orderSn: 'DD1', netAmount: '120000.00', skuCount: 2 }),
  ])
  const { data: print } = await get<object[]>('print', { ids: String(row?.id) })
  expect(print).toHaveLength(1)

  const other = await makeCompany(app, '另一单位')
  figures.set('2026-07', [bought({ shoudaId: other.shoudaId, payerId: other.payerId, gross: 100_00 })])
  await computeMonth(app.db, '2026-07', new Date('2026-07-20T00:00:00Z'))
  const { data: totals } = await get<{ total: object[]; months: object[] }>('totals', {})
  expect(totals.total).toEqual([expect.objectContaining({ rows: 2, netAmount: '115600.00' })])
  expect(totals.months).toEqual([
    expect.objectContaining({ month: '2026-07', netAmount: '100.00' }),
    expect.objectContaining({ month: '2026-08', netAmount: '115500.00' }),
  ])
  const { data: narrowed } = await get<{ total: object[] }>('totals', { companyId: other.companyId })
  expect(narrowed.total).toEqual([expect.objectContaining({ rows: 1, netAmount: '100.00' })])
})

test('未确认 → 推送 → 已确认 or 有异议 → 重算 → 未确认; what is confirmed stays', async () => {
  const { companyId, ...of } = await makeCompany(app, '对账单位')
  const open = new Date('2026-06-20T00:00:00Z')
  figures.set('2026-06', [bought({ ...of, gross: 100_00 })])
  await computeMonth(app.db, '2026-06', open)
  const id = (await summaries(companyId))[0]?.id ?? 0
  expect((await post('push', { ids: String(id) })).code).toBe(200)
  expect((await post(`dispute/${id}`, { reason: '' })).message).toBe('请输入异议原因')
  expect((await post(`dispute/${id}`, { reason: '数量不符' })).code).toBe(200)
  const refused = await post(`confirm/${id}`)
  expect([refused.code, refused.message]).toEqual([409, '当前状态为有异议，不能确认'])
  figures.set('2026-06', [bought({ ...of, gross: 90_00 })])
  await computeMonth(app.db, '2026-06', open)
  expect((await summaries(companyId))[0]).toMatchObject({ confirmStatus: 2, netAmount: 100_00 })

  // The month is closed by now: the row keeps its figures, the difference becomes one of this month.
  expect((await post('recalc', { ids: String(id) })).data).toEqual({ count: 1 })
  const [own, adjusting] = await summaries(companyId)
  expect(own).toMatchObject({ confirmStatus: 0, netAmount: 100_00 })
  expect(adjusting).toMatchObject({ adjustOf: '2026-06', netAmount: -10_00, orderCount: 0 })
  expect((await post(`confirm/${id}`)).code).toBe(200)
  const [confirmed] = await summaries(companyId)
  expect(confirmed).toMatchObject({ confirmStatus: 1, confirmBy: clerk.adminId })
  expect((await post('recalc', { ids: String(id) })).message).toBe('当前状态为已确认，不能重算')
})

test('a closed month changes only by an adjustment of the current month, which is taken back when it was none', async () => {
  const { companyId, ...of } = await makeCompany(app, '关账单位')
  figures.set('2026-04', worked(of))
  await computeMonth(app.db, '2026-04', new Date('2026-05-04T00:00:00Z'))
  const late = new Date('2026-05-06T00:00:00Z')
  figures.set('2026-04', [...worked(of), bought({ ...of, orderSn: 'DD0', skuId: 2, refund: 500_00, qty: 0 })])
  expect(await computeMonth(app.db, '2026-04', late)).toBe(1)
  expect(await computeMonth(app.db, '2026-04', late)).toBe(0)
  const rows = await summaries(companyId)
  expect(rows.map((row) => [row.month, row.adjustOf, row.netAmount, row.refundAmount])).toEqual([
    ['2026-04', '', 115_500_00, 4500_00],
    ['2026-05', '2026-04', -500_00, 500_00],
  ])
  figures.set('2026-04', worked(of))
  expect(await computeMonth(app.db, '2026-04', late)).toBe(1)
  expect(await summaries(companyId)).toHaveLength(1)
})

test('two runs at the same time write each row once', async () => {
  const { companyId, ...of } = await makeCompany(app, '并发单位')
  figures.set('2026-03', worked(of))
  const now = new Date('2026-03-20T00:00:00Z')
  const both = await Promise.all([computeMonth(app.db, '2026-03', now), computeMonth(app.db, '2026-03', now)])
  expect(both.sort()).toEqual([0, 1])
  expect(await summaries(companyId)).toHaveLength(1)
})

test('killed between two batches, the next run writes the rest; a month that is closed already is told as a whole', async () => {
  const { companyId, payerId } = await makeCompany(app, '中断单位')
  // More sold-to parties than a batch holds, so that the first and the last of them lie in different ones.
  const { rows } = await sql<{ id: number }>`
    insert into "shouda" ("companyId", "shoudaName", "channelId", "salesOrg", "distChannel", "division", "auditStatus", "inForce")
    select ${companyId}, 'P' || n, 1202, 'K' || n, '10', '00', 1, 1 from generate_series(1, 250) n
    returning "id"`.execute(app.db)
  const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0]
  const told = [first, last].flatMap((shoudaId) => worked({ shoudaId, payerId }))
  const killed = () => {
    let asked = 0
    return Object.assign(new AbortController().signal, {
      throwIfAborted() {
        asked += 1
        if (asked > 1) throw new Error('killed')
      },
    })
  }
  const now = new Date('2026-02-20T00:00:00Z')

  figures.set('2026-02', told)
  await expect(computeMonth(app.db, '2026-02', now, killed())).rejects.toThrow('killed')
  expect(await summaries(companyId)).toHaveLength(1)
  expect(await computeMonth(app.db, '2026-02', now)).toBe(1)
  expect(await computeMonth(app.db, '2026-02', now)).toBe(0)

  figures.set('2025-11', told)
  await expect(computeMonth(app.db, '2025-11', now, killed())).rejects.toThrow('killed')
  expect(await summaries(companyId)).toHaveLength(2)
  expect(await computeMonth(app.db, '2025-11', now)).toBe(2)
  const old = (await summaries(companyId)).filter((row) => row.month !== '2026-02')
  expect(old.map((row) => [row.month, row.adjustOf, row.netAmount])).toEqual([
    ['2025-11', '', 115_500_00],
    ['2025-11', '', 115_500_00],
  ])
})

test('recomputing a whole month is left to the job; without one it asks for it', async () => {
  expect((await post('recalc', {})).message).toBe('请选择月份')
  expect((await post('recalc', { month: '2999-01' })).message).toBe('该月份还没有开始')
  expect((await post('recalc', { month: '2026-03' })).data).toEqual({ count: null })
  const job = await app.db
    .selectFrom('job')
    .select('params')
    .where('name', '=', 'parties.buySummary')
    .executeTakeFirstOrThrow()
  expect(job.params).toEqual({ month: '2026-03' })
})

test('it is exported as listed, or with its lines', async () => {
  for (const withLines of [0, 1]) {
    const { code, data } = await app.request<{ taskId: number }>('POST', `${SUMMARY}/export`, {
      token: clerk.token,
      body: { month: '2026-08', withLines },
    })
    expect([code, data.taskId > 0]).toEqual([200, true])
  }
})
