import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'
import { addSkus, bring, openWarehouse } from '../../../tests/stock.ts'
import { limitFaults } from './wmsProduct.rules.ts'

let app: TestApp
let token: string
let stopWorker: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stopWorker = startWorker(app)
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

const P = '/admin/wms/wmsProduct'
const MASTER = 'admin:store:product:wmsProductInfo'
const post = (path: string, body: unknown = {}, as = token) => app.request('POST', path, { token: as, body })
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', path, { token: as, query })
const faults = async (path: string, body: unknown, as = token) => {
  const answer = await app.request<{ field: string; message: string }[] | null>('POST', path, {
    token: as,
    body,
  })
  return [answer.code, ...(answer.data ?? []).map(({ field, message }) => `${field} ${message}`)]
}
const codeOf = async (skuId: number) =>
  (
    await app.db
      .selectFrom('sku')
      .innerJoin('product', 'product.id', 'sku.productId')
      .select('product.productCode')
      .where('sku.id', '=', skuId)
      .executeTakeFirstOrThrow()
  ).productCode

test('W §4.9: min ≤ safety ≤ max, and the picking limits in order; 0 is no limit', () => {
  expect(limitFaults({ safetyQty: 10, minQty: 5, maxQty: 0 })).toEqual([])
  expect(limitFaults({ safetyQty: 4, minQty: 5, maxQty: 3 })).toEqual([
    { field: 'safetyQty', message: '安全库存不能小于库存下限' },
    { field: 'maxQty', message: '库存上限不能小于安全库存' },
  ])
  expect(limitFaults({ pickMin: 5, pickMax: 5 })).toEqual([
    { field: 'pickMax', message: '拣货区上限须大于下限' },
  ])
})

test('W §4.9: what the product says and what each warehouse is set for it are saved in one go', async () => {
  const { id: warehouseId, sections } = await openWarehouse(app.db)
  const other = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '橄榄油' })
  await bring(app.db, { warehouseId, sectionId: sections.store, skuId }, 10, 12)
  await bring(app.db, { warehouseId: other.id, sectionId: other.sections.store, skuId }, 4, 12)
  const place = {
    ...{ warehouseId, safetyQty: 20, minQty: 10, maxQty: 100 },
    ...{ defaultSectionId: sections.store, pickSectionId: sections.pick, pickMin: 2, pickMax: 12 },
  }
  const { data } = await get(`${P}/info/${skuId}`)
  const saved = await post(`${P}/update`, {
    ...{
      id: skuId,
      version: Reflect.get(data, 'version'),
      boxQty: 12,
      palletQty: 480,
      weight: 1.5,
      volume: 0.002,
    },
    places: [place, { warehouseId: other.id, safetyQty: 5 }],
  })
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  expect((await get(`${P}/info/${skuId}`)).data).toMatchObject({
    ...{ boxQty: 12, palletQty: 480, weight: 1.5, onHand: 14, available: 14, safetyQty: 25 },
    places: [place, { warehouseId: other.id, safetyQty: 5, leadDays: 5, coverDays: 10 }],
  })
  // One warehouse asked for: its limits and its stock alone.
  const rows = (await get(`${P}/list`, { warehouseId, keywords: await codeOf(skuId) })).data.list
  expect(rows).toMatchObject([{ id: skuId, safetyQty: 20, minQty: 10, maxQty: 100, onHand: 10 }])
  // A warehouse that is left out is no longer set.
  await post(`${P}/update`, { id: skuId, places: [place] })
  expect((await get(`${P}/info/${skuId}`)).data).toMatchObject({ places: [{ warehouseId }] })
  const stale = await post(`${P}/update`, { id: skuId, version: Reflect.get(data, 'version'), boxQty: 6 })
  expect([stale.code, stale.message]).toEqual([409, '数据已被他人修改，请刷新后重试'])
})

test('W §4.9, §12: what cannot be is refused at its line', async () => {
  const { id: warehouseId } = await openWarehouse(app.db)
  const other = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1)
  const refused = (place: object) =>
    faults(`${P}/update`, { id: skuId, places: [{ warehouseId: other.id }, { warehouseId, ...place }] })
  expect(await refused({ safetyQty: 1, minQty: 2 })).toEqual([
    422,
    'places.1.safetyQty 安全库存不能小于库存下限',
  ])
  expect(await refused({ defaultSectionId: other.sections.store })).toEqual([
    422,
    'places.1.defaultSectionId 库区不属于该仓库',
  ])
  expect(await refused({ warehouseId: other.id })).toEqual([422, 'places.1.warehouseId 仓库重复'])
  const [cold = 0] = await addSkus(app.db, 1)
  await app.db
    .updateTable('product')
    .set({ storageCondition: 4 })
    .where('id', '=', (select) => select.selectFrom('sku').select('productId').where('id', '=', cold))
    .execute()
  expect(
    await faults(`${P}/update`, {
      id: cold,
      places: [{ warehouseId: other.id, pickSectionId: other.sections.pick }],
    }),
  ).toEqual([422, 'places.0.pickSectionId 温层不符'])
})

test('W §4.9: what the product says is changed by whoever may change that of the product', async () => {
  const { id: warehouseId } = await openWarehouse(app.db)
  const [a = 0, b = 0] = await addSkus(app.db, 2)
  const rights = [
    `admin:wms:wmsProduct:list`,
    `admin:wms:wmsProduct:update`,
    `admin:wms:wmsProduct:batchUpdate`,
  ]
  const clerk = await app.person({ permissions: rights })
  expect((await post(`${P}/update`, { id: a, boxQty: 6 }, clerk.token)).code).toBe(403)
  expect(
    (await post(`${P}/update`, { id: a, places: [{ warehouseId, safetyQty: 3 }] }, clerk.token)).code,
  ).toBe(200)
  const lead = await app.person({ permissions: [...rights, MASTER] })
  expect((await post(`${P}/batchUpdate`, { skuIds: `${a},${b}`, boxQty: 24 }, clerk.token)).code).toBe(403)
  const many = { skuIds: `${a},${b}`, boxQty: 24, warehouseId, safetyQty: 8 }
  expect((await post(`${P}/batchUpdate`, many, lead.token)).code).toBe(200)
  for (const id of [a, b])
    expect((await get(`${P}/info/${id}`)).data).toMatchObject({
      boxQty: 24,
      places: [{ warehouseId, safetyQty: 8 }],
    })
  expect(await faults(`${P}/batchUpdate`, { skuIds: `${a}`, safetyQty: 8 })).toEqual([
    422,
    'warehouseId 请选择仓库',
  ])
  expect((await post(`${P}/batchUpdate`, { skuIds: `${a}` })).message).toBe('请至少填写一项要修改的内容')
})

test('W §4.9: 资料不全 finds what has no weight, volume or box size', async () => {
  const [a = 0] = await addSkus(app.db, 1, { storeName: '缺资料' })
  const [b = 0] = await addSkus(app.db, 1, { storeName: '有资料' })
  await post(`${P}/update`, { id: b, boxQty: 6, weight: 1, volume: 0.1 })
  const found = async (query: Record<string, string>) =>
    (await get(`${P}/list`, { ...query, limit: 200 })).data.list.map((row) => row.id)
  expect(await found({ lacks: '1' })).toContain(a)
  expect(await found({ lacks: '1' })).not.toContain(b)
  expect(await found({ lacks: '0' })).toContain(b)
  expect(await found({ keywords: '有资料' })).toEqual([b])
})

test('W §9, §15-25: a sheet sets many; who looks after one warehouse sees and sets that one alone', async () => {
  const keeper = await app.person({
    permissions: ['admin:wms:wmsProduct:list', 'admin:wms:wmsProduct:info', 'admin:wms:wmsProduct:update'],
    dataScope: 4,
  })
  const made = await post('/admin/warehouse/save', {
    ...{
      code: 'SHEET',
      name: '表格仓',
      districtId: 350102,
      address: '1号',
      principal: '王',
      phone: '13800138000',
    },
    staffIds: [keeper.adminId],
  })
  const own = made.data.id
  const foreign = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '花生油' })
  await bring(app.db, { warehouseId: foreign.id, sectionId: foreign.sections.store, skuId }, 7, 12)
  await post(`${P}/update`, { id: skuId, places: [{ warehouseId: foreign.id, safetyQty: 3 }] })
  const code = 'SHEET-1'
  await app.db
    .updateTable('product')
    .set({ productCode: code })
    .where('productCode', '=', await codeOf(skuId))
    .execute()
  const sheet = (rows: string[][]) =>
    [['商品编码', '箱规', '仓库', '安全库存', '默认库区'], ...rows].map((row) => row.join(',')).join('\n')
  const bring_ = (rows: string[][]) =>
    importFile(app, token, 'wmsProduct', { name: 'a.csv', content: Buffer.from(sheet(rows)) })
  const bad = await bring_([
    [code, '6', 'SHEET', '9', 'Z99'],
    ['NONE', '', '', '', ''],
  ])
  const told = await app.db
    .selectFrom('fileTaskRow')
    .select(['field', 'message'])
    .where('taskId', '=', bad.id)
    .execute()
  expect(told.map((one) => one.message)).toEqual(['库区不属于该仓库', '商品编码不存在'])
  const good = await bring_([[code, '6', 'SHEET', '9', 'A01']])
  expect(good, good.message).toMatchObject({ status: 2, fail: 0 })
  expect((await get(`${P}/info/${skuId}`)).data).toMatchObject({ boxQty: 6, onHand: 7, safetyQty: 12 })
  const seen = await get(`${P}/info/${skuId}`, {}, keeper.token)
  expect(seen.data).toMatchObject({ onHand: 0, safetyQty: 9, places: [{ warehouseId: own, safetyQty: 9 }] })
  // What others are set stays, whatever this person saves.
  await post(`${P}/update`, { id: skuId, places: [] }, keeper.token)
  expect((await get(`${P}/info/${skuId}`)).data).toMatchObject({
    places: [{ warehouseId: foreign.id, safetyQty: 3 }],
  })
  expect(
    await faults(`${P}/update`, { id: skuId, places: [{ warehouseId: foreign.id }] }, keeper.token),
  ).toEqual([422, expect.stringContaining('不存在或无权使用')])
})
