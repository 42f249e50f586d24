import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { formatDate } from '#kit/shared/time.ts'
import { budget } from '../../../tests/ownTime.ts'
import { addSkus, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { lastReceipt } from './shelf.server.ts'

let app: TestApp
let token: string
let lead: Person
let keeper: Person
let place: TestWarehouse
const S = '/admin/wms/stockin'
const ALL = ['list', 'info', 'save', 'update', 'delete', 'submit', 'withdraw', 'examine', 'reverse']
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  const permissions = [...ALL.map((one) => `admin:wms:stockin:${one}`), 'admin:wms:stock:cost']
  keeper = await app.person({ permissions })
  lead = await app.person({ permissions })
  place = await openWarehouse(app.db)
})
afterAll(() => app.close())

const post = (path: string, body: unknown = {}, as = keeper.token) =>
  app.request('POST', `${S}${path}`, { token: as, body })
const told = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}
const today = () => formatDate(Date.now() / 1000)
const daysAgo = (days: number) => formatDate(Date.now() / 1000 - days * 86_400)
const form = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) => ({
  ...{ type: 6, warehouseId: place.id, bizDate: today() },
  lines: lines.map((line) => ({ sectionId: place.sections.store, qty: 1, ...line })),
  ...more,
})
async function made(lines: Record<string, unknown>[], more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post('/save', form(lines, more))
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data.id
}
async function stockOf(skuId: number) {
  const { rows } = await sql<{ onHand: number; available: number; amount: number; frozen: number }>`
    select "onHand"::float8 as "onHand", "available"::float8 as "available", "amount"::int as "amount", "frozen"::float8 as "frozen"
    from "stock" where "skuId" = ${skuId} and "warehouseId" = ${place.id}`.execute(app.db)
  return rows[0]
}
const postings = async (id: number) =>
  (
    await app.db
      .selectFrom('stockPosting')
      .select('id')
      .where('sourceType', '=', 'stockin')
      .where('sourceId', '=', id)
      .execute()
  ).length

test('W §15-4: a receipt examined twice at once posts once', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const id = await made([{ skuId, qty: 100, price: '12.00' }], { submit: 1 })
  expect(await stockOf(skuId)).toBeUndefined()
  const version = 2
  const decide = () => post(`/examine/${id}`, { id, version, auditStatus: 1 }, lead.token)
  const codes = (await Promise.all([decide(), decide()])).map((one) => one.code).sort()
  expect(codes).toEqual([200, 409])
  expect(await stockOf(skuId)).toEqual({ onHand: 100, available: 100, amount: 120_000, frozen: 0 })
  expect(await postings(id)).toBe(1)
})

test('W §15-12, 13: whoever wrote a receipt does not decide it, and a rejection has a reason', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const id = await made([{ skuId, qty: 5 }], { submit: 1 })
  expect(await told(post(`/examine/${id}`, { auditStatus: 1 }))).toEqual([422, '不能审核自己提交的单据'])
  expect(await told(post(`/examine/${id}`, { auditStatus: 2 }, lead.token))).toEqual([422, '请输入驳回原因'])
  expect(await told(post(`/examine/${id}`, { auditStatus: 2, opinion: '数量不对' }, lead.token))).toEqual([
    200,
    '操作成功',
  ])
  expect(await stockOf(skuId)).toBeUndefined()
  await post('/update', {
    id,
    version: 3,
    lines: [{ skuId, sectionId: place.sections.store, qty: 6 }],
    submit: 1,
  })
  await post(`/examine/${id}`, { auditStatus: 1 }, lead.token)
  expect((await stockOf(skuId))?.onHand).toBe(6)
})

test('W §15-26: a receipt is turned round once, and not when its goods have left', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const id = await made([{ skuId, qty: 100, price: '2.00' }], { submit: 1 })
  expect(await told(post(`/reverse/${id}`, { reason: '录错' }))).toEqual([409, '入库单未审核通过，不能冲销'])
  await post(`/examine/${id}`, { auditStatus: 1 }, lead.token)
  await sql`update "stock" set "reserved" = 30 where "skuId" = ${skuId}`.execute(app.db)
  const [code, message] = await told(post(`/reverse/${id}`, { reason: '录错' }))
  expect([code, message]).toEqual([422, expect.stringMatching(/^库存已被使用，无法冲销：.+ 可冲销 70$/)])
  await sql`update "stock" set "reserved" = 0 where "skuId" = ${skuId}`.execute(app.db)
  expect(await told(post(`/reverse/${id}`, { reason: '录错' }))).toEqual([200, '操作成功'])
  expect(await stockOf(skuId)).toMatchObject({ onHand: 0, amount: 0 })
  expect(await told(post(`/reverse/${id}`, { reason: '再来' }))).toEqual([409, '单据已冲销'])
})

test('W §15-7, §10.4: goods that are too old are taken only by who may, with a reason', async () => {
  expect(lastReceipt('2026-01-01', 180, 66)).toBe('2026-03-03')
  const [skuId = 0] = await addSkus(app.db, 1, { batchManaged: 1, shelfLifeDays: 180 })
  await sql`update "product" set "receiveRatio" = 66 where "id" = (select "productId" from "sku" where "id" = ${skuId})`.execute(
    app.db,
  )
  // 180 days of life, 119 must be left: 61 days may have passed.
  const line = (days: number, more = {}) => ({
    skuId,
    lotNo: `L${days}`,
    productionDate: daysAgo(days),
    ...more,
  })
  await made([line(61)], { submit: 1 })
  const late = form([line(62)], { submit: 1 })
  expect(await told(post('/save', late))).toEqual([422, `低于允收比例：最晚收货日期 ${daysAgo(1)}`])
  const boss = await app.person({
    permissions: [...ALL.map((one) => `admin:wms:stockin:${one}`), 'admin:wms:stockin:forceAccept'],
  })
  expect((await post('/save', late, boss.token)).message).toMatch(/仍要收货请在备注写明原因$/)
  const forced = await post('/save', form([line(62, { remark: '促销急用' })], { submit: 1 }), boss.token)
  expect(forced.code).toBe(200)
  await post(`/examine/${forced.data.id}`, { auditStatus: 1 }, lead.token)
  const { rows } = await sql<{
    expiryDate: string
  }>`select "expiryDate"::text from "lot" where "skuId" = ${skuId}`.execute(app.db)
  expect(rows).toEqual([{ expiryDate: daysAgo(62 - 180) }])
})

test('W §12: what cannot be received is refused at its field', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const [lotted = 0] = await addSkus(app.db, 1, { storeName: '酸奶', batchManaged: 1, shelfLifeDays: 21 })
  const other = await openWarehouse(app.db)
  const refusal = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
    told(post('/save', form(lines, more)))
  expect(await refusal([{ skuId, qty: 0 }])).toEqual([422, '数量必须大于0'])
  expect(await refusal([{ skuId, qty: 1.5 }])).toEqual([422, '该商品不支持小数数量'])
  expect(await refusal([{ skuId, qty: 1.2345 }])).toEqual([422, '实收数量最多3位小数'])
  expect(await refusal([{ skuId, sectionId: other.sections.store }])).toEqual([422, '库区不属于该仓库'])
  expect(await refusal([{ skuId, grade: 'B' }])).toEqual([422, '次品和报废只能放入不良品区'])
  expect(await refusal([{ skuId, rejectQty: 2 }])).toEqual([422, '请选择拒收原因'])
  expect(await refusal([{ skuId }], { bizDate: daysAgo(-1) })).toEqual([422, '业务日期不能晚于今天'])
  expect(await refusal([{ skuId }], { bizDate: daysAgo(8) })).toEqual([422, '业务日期最多早于今天7天'])
  expect(await refusal([{ skuId }], { type: 2 })).toEqual([422, '该类型的入库单由系统生成'])
  expect(await refusal([{ skuId }, { skuId }])).toEqual([422, '与第1行的商品、库区和批次相同，请合并'])
  const id = await made([{ skuId: lotted }], { submit: 1 })
  expect(await told(post(`/examine/${id}`, { auditStatus: 1 }, lead.token))).toEqual([
    422,
    '酸奶 已启用批次管理，请输入批次号',
  ])
})

test('W §4.3: a warehouse that asks nobody lets receipts pass by themselves, told as the system', async () => {
  await sql`update "wareHouseConfig" set "autoExamineTypes" = '{stockin}' where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
  const [skuId = 0] = await addSkus(app.db, 1)
  const id = await made([{ skuId, qty: 3 }], { submit: 1 })
  const { data } = await app.request('GET', `${S}/info/${id}`, { token })
  expect(data).toMatchObject({ auditStatus: 1, auditBy: null, opinion: '系统自动审核' })
  expect((await stockOf(skuId))?.onHand).toBe(3)
  await sql`update "wareHouseConfig" set "autoExamineTypes" = '{}' where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
})

test('a receipt of 1,231 lines is saved and examined within two seconds', async () => {
  const skus = await addSkus(app.db, 1231)
  const start = performance.now()
  const id = await made(
    skus.map((skuId) => ({ skuId, qty: 12, price: '3.50' })),
    { submit: 1 },
  )
  expect((await post(`/examine/${id}`, { auditStatus: 1 }, lead.token)).code).toBe(200)
  expect(performance.now() - start).toBeLessThan(budget(2000, () => performance.now()))
  expect(await postings(id)).toBe(1)
})
