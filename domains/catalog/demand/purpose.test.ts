import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'
import { exportedSheet, importFile, startWorker } from '../../../tests/importing.ts'
import { registerNow } from '../../../tests/registering.ts'
import { declareForecastTarget } from '../catalog.door.ts'
import { catalogRoom } from '../catalog.server.ts'
import { product } from '../product/product.entity.ts'
import { sku } from '../product/sku.entity.ts'
import { purposeFaults, purposeState, qtyFault, readMonths, totalQty } from './purpose.rules.ts'

let app: TestApp
let shop: Shop
let stopWorker: () => Promise<void>
let skuId: number
let skuCode: string
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const productId = await shop.save()
  const row = await app.db
    .selectFrom('sku')
    .select(['id', 'skuCode'])
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  skuId = row.id
  skuCode = row.skuCode
  stopWorker = startWorker(app)
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

const P = '/admin/purpose/product'
const F = '/admin/purpose/feedback'
const post = (path: string, body: unknown = {}, token = shop.token) =>
  app.request('POST', path, { token, body })
const get = <
  T = { id: number; list: Record<string, unknown>[]; total: number; totals: { intendQty: number } },
>(
  path: string,
  query: Record<string, string | number> = {},
  token = shop.token,
) => app.request<T>('GET', path, { token, query })

const HOUR = 3600
const now = () => Math.floor(Date.now() / 1000)
let titled = 0
const form = (more: Record<string, unknown> = {}) => ({
  purposeTitle: `中秋礼盒${++titled}`,
  skuIds: String(skuId),
  season: '2027中秋',
  startTime: now() - HOUR,
  endTime: now() + HOUR,
  deliveryMonths: ['2027-08', '2027-09'],
  minQty: 10,
  stepQty: 5,
  ...more,
})
async function newPurpose(more: Record<string, unknown> = {}): Promise<number> {
  const saved = await post(`${P}/save`, form(more))
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  return saved.data.id
}

let companies = 0
async function newCompany(agentId: number | null = null, status = 1): Promise<number> {
  const orgCode = `KHT${++companies}`
  const { rows } = await sql<{ id: number }>`
    insert into "company" ("orgCode", "orgName", "orgType", "channelIds", "agentId", "status", "inForce", "auditStatus",
      "settleType", "address", "contactName", "contactPhone", "districtId")
    values (${orgCode}, ${`客户${companies}`}, '1', '{1202}', ${agentId}, ${status}, 1, 1, 1, '五四路', '张三', '13800000000', 350102)
    returning "id"`.execute(app.db)
  return rows[0]?.id ?? 0
}
const entry = (purposeProductId: number, companyId: number, more: Record<string, unknown> = {}) => ({
  purposeProductId,
  companyId,
  skuId,
  monthQty: { '2027-08': 10, '2027-09': 20 },
  expectPrice: '11.50',
  ...more,
})
const closeJob = () =>
  catalogRoom.jobs
    ?.find((one) => one.name === 'catalog.purposeClose')
    ?.run(app.db, {}, new AbortController().signal)

test('quantities by month are added, divided and read', () => {
  const asked = { deliveryMonths: ['2027-08', '2027-09'], minQty: 10, stepQty: 0.3 }
  expect(totalQty({ '2027-08': 0.1, '2027-09': 0.2 })).toBe(0.3)
  expect(qtyFault({ '2027-08': 9.9, '2027-09': 0.3 }, asked)).toBeNull()
  expect(qtyFault({ '2027-08': 10 }, asked)).toBe('各月数量应为0.3的倍数')
  expect(qtyFault({ '2027-08': 9 }, asked)).toBe('合计不能少于起订量10')
  expect(qtyFault({ '2027-08': 0 }, asked)).toBe('请输入各月数量')
  expect(qtyFault({ '2027-10': 30 }, asked)).toBe('2027-10不是该意向的交付月份')
  expect(readMonths('2027-08:10；2027-09：2.5')).toEqual({ '2027-08': 10, '2027-09': 2.5 })
  expect(readMonths('2027-13:10')).toBeNull()
  expect(readMonths('')).toBeNull()
  const [start, end] = [new Date(1000), new Date(2000)]
  expect([999, 1000, 1999, 2000].map((at) => purposeState(start, end, new Date(at)))).toEqual([0, 1, 1, 2])
  expect(purposeFaults({ priceMin: 2, priceMax: 1 })).toEqual([
    { field: 'priceMax', message: '最高价不能低于最低价' },
  ])
})

test('an intention that cannot be is refused at its fields', async () => {
  const refusal = async (more: Record<string, unknown>) => {
    const answer = await post(`${P}/save`, form(more))
    return [answer.code, answer.message]
  }
  expect(await refusal({ endTime: now() - 2 * HOUR })).toEqual([422, '结束时间不能早于开始时间'])
  expect(await refusal({ deliveryMonths: ['2027-13'] })).toEqual([422, '交付月份格式不正确'])
  expect(await refusal({ skuIds: '' })).toEqual([422, '请选择商品'])
  expect(await refusal({ skuIds: '99999' })).toEqual([422, '商品不存在或已停用'])
  expect(await refusal({ scopeType: 2, scopeIds: '' })).toEqual([422, '请选择指定对象'])
  expect(await refusal({ scopeType: 2, scopeIds: '99999' })).toEqual([422, '指定对象不存在或已停用'])
})

test('a later entry of a customer replaces the earlier one until the end; totals follow', async () => {
  const id = await newPurpose()
  const a = await newCompany()
  const b = await newCompany()
  const name = `客户${companies}`
  const first = await post(`${F}/save`, entry(id, a))
  expect(first.code).toBe(200)
  await post(`${F}/accept`, { id: String(first.data.id) })
  const second = await post(`${F}/save`, entry(id, a, { monthQty: { '2027-08': 15 } }))
  expect(second.data.id).toBe(first.data.id)
  await post(`${F}/save`, entry(id, b))
  const list = await get(`${F}/list`, { purposeProductId: id })
  expect(list.data.totals).toEqual({ intendQty: 45 })
  expect(list.data.list).toMatchObject([
    { intendQty: 30, status: 0, companyName: name, productName: '原味酸奶 180g' },
    { intendQty: 15, status: 0, monthQty: { '2027-08': 15 } },
  ])
  expect((await get(`${F}/list`, { keywords: name, purposeProductId: id })).data.totals).toEqual({
    intendQty: 30,
  })
  // Customers are found by their names alone; one that enters its first wish is found at once.
  const found = async (keywords: string) =>
    (await get(`${F}/list`, { keywords, purposeProductId: id })).data.list.map((row) => row.companyId)
  expect(await found(`KHT${companies}`)).toEqual([])
  const later = await newCompany()
  expect(await found(`客户${companies}`)).toEqual([])
  const third = await post(`${F}/save`, entry(id, later))
  expect(await found(`客户${companies}`)).toEqual([later])
  expect(await found('客户')).toEqual([later, b, a])
  expect((await post(`${F}/delete/${third.data.id}`)).code).toBe(200)
  const shown = await get(`${P}/list`, { keywords: `中秋礼盒${titled}` })
  expect(shown.data.list).toMatchObject([
    { companyCount: 2, totalQty: 45, productNames: '原味酸奶 180g', status: 1 },
  ])

  const refusal = async (more: Record<string, unknown>) =>
    (await post(`${F}/save`, entry(id, a, more))).message
  expect(await refusal({ monthQty: { '2027-08': 12 } })).toBe('各月数量应为5的倍数')
  expect(await refusal({ monthQty: { '2027-08': 5 } })).toBe('合计不能少于起订量10')
  expect(await refusal({ companyId: await newCompany(null, 0) })).toBe('单位已停用')
  expect(await refusal({ shoudaId: 99999 })).toBe('售达方不属于该客户')
  expect((await post(`${P}/close/${id}`)).code).toBe(200)
  const late = await post(`${F}/save`, entry(id, a))
  expect([late.code, late.message]).toEqual([409, '该意向不在征集时间内'])
})

test('two entries of one customer at once leave one row', async () => {
  const id = await newPurpose()
  const company = await newCompany()
  const answers = await Promise.all(
    [10, 15, 20, 25].map((quantity) =>
      post(`${F}/save`, entry(id, company, { monthQty: { '2027-08': quantity } })),
    ),
  )
  expect(answers.map((one) => one.code)).toEqual([200, 200, 200, 200])
  expect((await get(`${F}/list`, { purposeProductId: id })).data.total).toBe(1)
})

test('an intention is for the companies it names', async () => {
  const a = await newCompany()
  const b = await newCompany()
  const id = await newPurpose({ scopeType: 2, scopeIds: String(a) })
  expect((await post(`${F}/save`, entry(id, a))).code).toBe(200)
  const other = await post(`${F}/save`, entry(id, b))
  expect([other.code, other.message]).toEqual([422, '该意向不适用于此客户'])
})

test('with quantities in, only the end moves to later and the description changes', async () => {
  const id = await newPurpose()
  await post(`${F}/save`, entry(id, await newCompany()))
  const refused = await post(`${P}/update`, { id, refPrice: '10.00' })
  expect([refused.code, refused.message]).toEqual([409, '已有意向反馈，只能延后征集截止时间和修改说明'])
  expect((await post(`${P}/update`, { id, endTime: now() + HOUR / 2 })).code).toBe(409)
  expect(
    (await post(`${P}/update`, { id, endTime: now() + 2 * HOUR, description: '<p>新说明</p>' })).code,
  ).toBe(200)
  const removed = await post(`${P}/delete/${id}`)
  expect([removed.code, removed.message]).toEqual([409, '该意向已有反馈，不能删除'])
})

test('the clock opens and closes intentions, once', async () => {
  const early = await newPurpose({ startTime: now() + HOUR, endTime: now() + 2 * HOUR })
  const open = await newPurpose()
  await closeJob()
  const stateOf = async (id: number) =>
    (
      await app.db
        .selectFrom('purposeProduct')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status
  expect([await stateOf(early), await stateOf(open)]).toEqual([0, 1])
  const past = (hours: number) => new Date(Date.now() - hours * HOUR * 1000)
  await app.db
    .updateTable('purposeProduct')
    .set({ startTime: past(1) })
    .where('id', '=', early)
    .execute()
  await app.db
    .updateTable('purposeProduct')
    .set({ endTime: past(0.1) })
    .where('id', '=', open)
    .execute()
  expect(await closeJob()).toBe(2)
  expect(await closeJob()).toBe(0)
  expect([await stateOf(early), await stateOf(open)]).toEqual([1, 2])
})

test('totals by specification and month are handed to planning once; refused entries do not count', async () => {
  const id = await newPurpose()
  const a = await post(`${F}/save`, entry(id, await newCompany()))
  await post(`${F}/save`, entry(id, await newCompany()))
  const refused = await post(`${F}/save`, entry(id, await newCompany()))
  await post(`${F}/accept`, { id: String(a.data.id) })
  expect((await post(`${F}/reject`, { id: String(refused.data.id) })).message).toBe('请输入拒绝原因')
  await post(`${F}/reject`, { id: String(refused.data.id), replyContent: '产能不足' })
  const twice = await post(`${F}/accept`, { id: String(refused.data.id) })
  expect([twice.code, twice.message]).toEqual([409, '当前状态为已拒绝，不能采纳'])
  expect((await post(`${P}/toForecast/${id}`)).message).toBe('当前状态为收集中，不能转预测')
  await post(`${P}/close/${id}`)
  const early = await post(`${P}/toForecast/${id}`)
  expect([early.code, early.message]).toEqual([409, '预测管理尚未启用，暂不能转预测'])
  const taken: unknown[] = []
  registerNow(
    app.db,
    declareForecastTarget(async (_tx, purposeProductId, rows, forecastId) => {
      taken.push({ purposeProductId, rows, forecastId })
    }),
  )
  expect((await post(`${P}/toForecast/${id}`, { forecastId: 8 })).code).toBe(200)
  expect(taken).toEqual([
    {
      purposeProductId: id,
      forecastId: 8,
      rows: [
        { skuId, month: '2027-08', qty: 20 },
        { skuId, month: '2027-09', qty: 40 },
      ],
    },
  ])
  const again = await post(`${P}/toForecast/${id}`)
  expect([again.code, again.message]).toEqual([409, '当前状态为已转预测，不能转预测'])
})

test('an agent enters and sees what concerns the own customers only', async () => {
  const agent = await app.person({
    permissions: ['list', 'info', 'save', 'reply'].map((name) => `admin:purpose:feedback:${name}`),
    dataScope: 5,
  })
  const own = await newCompany(agent.adminId)
  const other = await newCompany()
  const id = await newPurpose()
  expect((await post(`${F}/save`, entry(id, own), agent.token)).code).toBe(200)
  expect((await post(`${F}/save`, entry(id, other), agent.token)).message).toBe('客户不存在或无权使用')
  const foreign = await post(`${F}/save`, entry(id, other))
  const list = await get(`${F}/list`, {}, agent.token)
  expect(list.data.list.map((row) => [row.companyId, row.agentId])).toEqual([[own, agent.adminId]])
  expect(list.data.totals).toEqual({ intendQty: 30 })
  expect((await get(`${F}/info/${foreign.data.id}`, {}, agent.token)).code).toBe(404)
})

test('entries come in by sheet, all of them or none', async () => {
  const id = await newPurpose()
  await newCompany()
  const [title, code] = [`中秋礼盒${titled}`, `KHT${companies}`]
  const head = '意向标题,单位编码,售达方编号,规格编码,各月数量,期望价\n'
  const sheet = (row: string) => ({ name: 'in.csv', content: head + row })
  const bad = await importFile(
    app,
    shop.token,
    'purposeFeedback',
    sheet(
      `${title},${code},,${skuCode},2027-08:10,1.00\n${title},NONE,,${skuCode},2027-08:10,1.00\n${title},${code},,${skuCode},2027-08:7,1.00\n`,
    ),
  )
  expect([bad.status, bad.fail]).toEqual([3, 2])
  const errors = await app.db
    .selectFrom('fileTaskRow')
    .select('message')
    .where('taskId', '=', bad.id)
    .orderBy('rowNo')
    .execute()
  expect(errors.map((one) => one.message)).toEqual(['单位编码不存在', '各月数量应为5的倍数'])
  const good = await importFile(
    app,
    shop.token,
    'purposeFeedback',
    sheet(`${title},${code},,${skuCode},2027-08:10;2027-09:5,1.00\n`),
  )
  expect([good.status, good.success]).toEqual([2, 1])
  expect((await get(`${F}/list`, { purposeProductId: id })).data.list).toMatchObject([
    { intendQty: 15, expectPrice: '1.00' },
  ])
})

test('forms are offered the intentions that are answered now, filters all of them', async () => {
  const open = await newPurpose({ purposeTitle: '选项收集中' })
  const early = await newPurpose({
    purposeTitle: '选项未开始',
    startTime: now() + HOUR,
    endTime: now() + 2 * HOUR,
  })
  const closed = await newPurpose({ purposeTitle: '选项已截止' })
  await post(`${P}/close/${closed}`)
  const offered = async (query: Record<string, string | number>) =>
    (await get<{ value: number }[]>(`${P}/all`, query)).data.map((one) => one.value)
  expect(await offered({ keywords: '选项' })).toEqual([open])
  expect(await offered({ keywords: '选项', anyTime: 1 })).toEqual([closed, early, open])
  expect(await offered({ ids: String(closed) })).toEqual([closed])
})

test('an intention is found by its season, leaves with its goods and sums, and entries know whether it is open', async () => {
  const id = await newPurpose({ purposeTitle: '季节意向', season: '2028夏' })
  await newPurpose({ purposeTitle: '季节意向', season: '2028冬' })
  const companyId = await newCompany()
  await post(`${F}/save`, entry(id, companyId))
  const found = await get(`${P}/list`, { season: '8夏' })
  expect(found.data.list.map((row) => row.id)).toEqual([id])
  const [head = [], ...rows] = await exportedSheet(app, shop.token, `${P}/export`, { season: '8夏' })
  expect(rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])))).toMatchObject([
    { 意向标题: '季节意向', 商品: '原味酸奶 180g', 反馈客户数: '1', 意向总量: '30', 状态: '收集中' },
  ])
  const isOpen = async () =>
    (await get(`${F}/list`, { purposeProductId: id })).data.list.map((row) => row.isOpen)
  expect(await isOpen()).toEqual([1])
  await post(`${P}/close/${id}`)
  expect(await isOpen()).toEqual([0])
})

test('a list shows the goods of an intention as they look and are called now', async () => {
  await newPurpose({ season: '2029春' })
  const shown = async () => {
    const { data } = await get(`${P}/list`, { season: '2029春', fields: 'image,productNames,totalQty' })
    return data.list.map(({ image, productNames, totalQty }) => [image, productNames, totalQty])
  }
  await shown()
  await asSystem(app.db, async (tx) => {
    const one = await lockRow(tx, sku, skuId)
    await updateRow(tx, sku, one, { image: '/files/neu.png' })
    await updateRow(tx, product, await lockRow(tx, product, one.productId), { storeName: '新名酸奶' })
  })
  expect(await shown()).toEqual([['/files/neu.png', '新名酸奶', 0]])
})
