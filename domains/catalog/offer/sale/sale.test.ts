import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { theSystem } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { AppError } from '#kit/shared/errors.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { openShop, type Shop, specs } from '../../../../tests/catalogShop.ts'
import { importFile, startWorker } from '../../../../tests/importing.ts'
import { listProducts, productCards } from './cards.server.ts'
import { checkSellable, type SaleTerms } from './checkSellable.server.ts'
import { licenceNeeds } from './licenceNeeds.server.ts'
import { skuFacts } from './skuFacts.server.ts'

let app: TestApp
let shop: Shop
let companyId: number
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  stop = startWorker(app)
  const { rows } = await sql<{ id: number }>`
    insert into "company" ("orgName", "orgCode", "channelIds", "orgLevelId", "provinceId", "cityId", "districtId", "inForce")
    values ('华中商贸', 'KH000001', '{1202}', 3, 1, 1, 1, 1) returning "id"`.execute(app.db)
  companyId = rows[0]?.id ?? 0
})
afterAll(async () => {
  await stop()
  await app.close()
})

const P = '/admin/store/product'
const D = `${P}/directory`
const post = <T = { id: number; changed: number }>(path: string, body: unknown = {}) =>
  app.request<T>('POST', path, { token: shop.token, body })
const get = (path: string, query: Record<string, string | number> = {}) =>
  app.request('GET', path, { token: shop.token, query })
const hours = (n: number) => toSeconds(new Date()) + n * 3600

async function onShelf(more: Record<string, unknown> = {}) {
  const productId = await shop.save({ ...more, submit: 1 })
  await post('/admin/product/examine/save', { id: productId, auditStatus: 1 })
  const put = await get(`${P}/putOnShell/${productId}`)
  if (put.code !== 200) throw new Error(put.message)
  const skus = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .orderBy('id')
    .execute()
  return { productId, skuId: skus[0]?.id ?? 0, skuIds: skus.map((one) => one.id) }
}

const terms = (more: Partial<SaleTerms> = {}): SaleTerms => ({
  company: { id: companyId },
  orgLevelId: 3,
  onlyDirectory: 1,
  payer: { id: 4, productLimit: 0 },
  ...more,
})

async function refusal(
  skuId: number,
  pieces: number,
  who: SaleTerms | null = null,
  channelId = 1202,
): Promise<string> {
  try {
    await checkSellable(app.db, { channelId, terms: who, lines: [{ skuId, q: pieces * 1000 }] })
    return ''
  } catch (error) {
    if (error instanceof AppError && error.code === 422) return error.message
    throw error
  }
}

test('only what is on the shelf of the channel is sold, from 起订量 on and by 倍数', async () => {
  const { productId, skuId, skuIds } = await onShelf({
    ...specs({ 原味: {}, 草莓: {} }),
    minBuy: 2,
    stepBuy: 2,
  })
  const off = '商品原味酸奶 180g已下架或不在该渠道销售'
  expect(await refusal(skuId, 1)).toBe('原味酸奶 180g起订量为2')
  expect(await refusal(skuId, 3)).toBe('原味酸奶 180g须按2的倍数下单')
  expect(await refusal(skuId, 4)).toBe('')
  expect(await refusal(skuId, 4, null, 1203)).toBe(off)
  expect(await refusal(99_999, 4)).toBe('商品已下架或不在该渠道销售')
  // What the channel says for itself comes first.
  await app.db
    .updateTable('productChannel')
    .set({ minQty: 6, stepQty: 3, offSkuIds: skuIds.slice(1) })
    .where('productId', '=', productId)
    .where('channelId', '=', 1202)
    .execute()
  expect(await refusal(skuId, 4)).toBe('原味酸奶 180g起订量为6')
  expect(await refusal(skuId, 8)).toBe('原味酸奶 180g须按3的倍数下单')
  expect(await refusal(skuId, 9)).toBe('')
  expect(await refusal(skuIds[1] ?? 0, 9)).toBe(off)
  expect(await refusal(skuIds[1] ?? 0, 4, null, 1201)).toBe('')
  await get(`${P}/offShell/${productId}`, { channelId: 1202 })
  expect(await refusal(skuId, 9)).toBe(off)
})

test('a company held to the catalogue buys in 1202 only what covers it now', async () => {
  const { productId, skuId } = await onShelf()
  const outside = '该商品不在贵单位采购目录内'
  const put = async (more: Record<string, unknown>) =>
    (await post(`${D}/${productId}`, { isDirectory: 1, ...more })).message
  expect(await refusal(skuId, 1, terms())).toBe(outside)
  expect(await refusal(skuId, 1, terms({ onlyDirectory: 0 }))).toBe('')
  expect(await refusal(skuId, 1, terms(), 1201)).toBe('')
  expect(await put({})).toBe('操作成功')
  expect(await refusal(skuId, 1, terms())).toBe('')
  expect(await put({ scopeType: 2, scopeIds: [companyId] })).toBe('操作成功')
  expect(await refusal(skuId, 1, terms())).toBe('')
  expect(await refusal(skuId, 1, terms({ company: { id: companyId + 1 } }))).toBe(outside)
  await sql`update "productDirectory" set "scopeType" = 1, "scopeIds" = '{3}' where "productId" = ${productId}`.execute(
    app.db,
  )
  expect(await refusal(skuId, 1, terms())).toBe('')
  expect(await refusal(skuId, 1, terms({ orgLevelId: 4 }))).toBe(outside)
  await put({ startTime: hours(1) })
  expect(await refusal(skuId, 1, terms())).toBe(outside)
  await put({ endTime: hours(-1) })
  expect(await refusal(skuId, 1, terms())).toBe(outside)
  await put({})
  await post(`${D}/batch`, { productIds: String(productId), isDirectory: 0 })
  expect(await refusal(skuId, 1, terms())).toBe(outside)
})

test('a payer with 限定商品 pays only for its agreements', async () => {
  const { skuId } = await onShelf()
  const limited = terms({ onlyDirectory: 0, payer: { id: 4, productLimit: 1 } })
  expect(await refusal(skuId, 1, limited)).toBe('该付款方不可购买此商品')
  await sql`insert into "payerProduct" ("payerId", "skuId", "startDate", "endDate")
    values (4, ${skuId}, '2020-01-01', '2099-12-31')`.execute(app.db)
  expect(await refusal(skuId, 1, limited)).toBe('')
})

test('the catalogue: list with the product, filters, batch, taken out keeps for whom it was in', async () => {
  const first = await onShelf({ storeName: '目录内的咖啡' })
  const second = await onShelf({ storeName: '目录内的红茶' })
  const both = `${first.productId},${second.productId}`
  const done = await post(`${D}/batch`, {
    productIds: both,
    isDirectory: 1,
    directoryNo: 'ML-9',
    scopeType: 2,
    scopeIds: [companyId],
  })
  expect(done.data).toEqual({ changed: 2 })
  await post(`${D}/batch`, { productIds: String(second.productId), isDirectory: 0 })
  const rows = async (query: Record<string, string | number>) =>
    (await get(`${D}/list`, query)).data.list.map((row) => [row.productName, row.isDirectory, row.scopeNames])
  expect(await rows({ keywords: 'ML-9' })).toEqual([
    ['目录内的红茶', 0, '华中商贸'],
    ['目录内的咖啡', 1, '华中商贸'],
  ])
  expect(await rows({ keywords: '咖啡' })).toEqual([['目录内的咖啡', 1, '华中商贸']])
  expect(await rows({ keywords: 'ML-9', isDirectory: 1 })).toHaveLength(1)
  expect(await rows({ keywords: 'ML-9', companyId })).toHaveLength(1)
  expect(await rows({ keywords: 'ML-9', companyId: companyId + 1 })).toEqual([])
  expect(await rows({ keywords: 'ML-9', cateId: shop.cateId })).toHaveLength(2)
  const bad = await post(`${D}/${first.productId}`, { isDirectory: 1, scopeType: 2 })
  expect(bad.message).toBe('请选择指定对象')
  expect((await post(`${D}/99999`, { isDirectory: 1 })).code).toBe(404)
})

test('two who add the same product at the same instant: one row', async () => {
  const { productId } = await onShelf()
  const both = await Promise.all([1, 2].map(() => post(`${D}/${productId}`, { isDirectory: 1 })))
  expect(both.map((one) => one.code)).toEqual([200, 200])
  const rows = await app.db
    .selectFrom('productDirectory')
    .select('id')
    .where('productId', '=', productId)
    .execute()
  expect(rows).toHaveLength(1)
})

test('the catalogue is imported by product code; one bad row and nothing is written', async () => {
  const { productId } = await onShelf({ productCode: 'DIR-1' })
  const sheet = (...lines: string[]) => ({
    name: '目录.csv',
    content: ['商品编码,目录编号,目录内,适用,指定对象,开始时间,结束时间', ...lines].join('\n'),
  })
  const refused = await importFile(
    app,
    shop.token,
    'productDirectory',
    sheet(
      'DIR-1,ML-7,是,指定单位,华中商贸,,',
      'DIR-404,ML-7,是,全部企业,,,',
      'DIR-1,ML-8,是,指定单位,没有的单位,,',
    ),
  )
  expect([refused.success, refused.fail]).toEqual([0, 2])
  const written = await importFile(
    app,
    shop.token,
    'productDirectory',
    sheet('dir-1,ML-7,是,指定单位,华中商贸,,'),
  )
  expect([written.success, written.fail, written.message]).toEqual([1, 0, ''])
  const row = await app.db
    .selectFrom('productDirectory')
    .selectAll()
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  expect([row.directoryNo, row.isDirectory, row.scopeType, row.scopeIds]).toEqual(['ML-7', 1, 2, [companyId]])
})

test('facts of skus: measures of one base unit, packing units, licences of the categories above', async () => {
  const parent = await post('/admin/category/save', {
    pid: 0,
    name: '烟酒食品',
    type: 1,
    sort: 1,
    status: 1,
    needLicences: [110],
  })
  const child = await post('/admin/category/save', {
    pid: parent.data.id,
    name: '食品',
    type: 1,
    sort: 1,
    status: 1,
    needLicences: [109],
  })
  const units = await app.request<{ value: number }[]>('GET', '/admin/product/unit/all', {
    token: shop.token,
  })
  const box = units.data.find((one) => one.value !== shop.unitId)?.value
  const { productId, skuId } = await onShelf({
    cateId: String(child.data.id),
    weight: 0.25,
    volume: 0.0012,
    shelfLifeDays: 21,
    batchManaged: 1,
    productUnits: [{ unitId: box, ratio: 24, isSale: 1 }],
  })
  const [facts] = await skuFacts(app.db, [skuId, skuId])
  expect(facts).toMatchObject({
    skuId,
    productId,
    productKind: 0,
    g: 250,
    cm3: 1200,
    categoryPath: [parent.data.id, child.data.id],
    brandId: shop.brandId,
    deliveryTypes: [1],
    needLicences: [110, 109],
    refundable: 1,
    shelfLifeDays: 21,
    batchManaged: 1,
    units: [{ unitId: box, ratio: 24, isSale: 1 }],
  })
  await expect(skuFacts(app.db, [skuId, 99_999])).rejects.toThrow('商品不存在')
  expect(await licenceNeeds(app.db, [companyId, 99_999])).toEqual(new Map([[companyId, ['109', '110']]]))
  await get(`${P}/offShell/${productId}`)
  expect(await licenceNeeds(app.db, [companyId])).toEqual(new Map())
})

test('cards show the cheapest sku for the terms, in the order asked; lists answer the tab 出售中', async () => {
  const first = await onShelf({
    ...specs({ 原味: { price: '12.80' }, 草莓: { price: '9.90' } }),
    storeName: '卡片甲',
  })
  const second = await onShelf({ storeName: '卡片乙' })
  const cards = await productCards(app.db, [second.productId, first.productId, 99_999], { channelId: 1202 })
  expect(cards.map((one) => [one.productName, one.price, one.isShow])).toEqual([
    ['卡片乙', 1280, 1],
    ['卡片甲', 990, 1],
  ])
  const elsewhere = await productCards(app.db, [first.productId], { channelId: 1205 })
  expect(elsewhere.map((one) => [one.price, one.isShow])).toEqual([[null, 0]])
  const listed = await listProducts(app.db, theSystem, {
    page: 1,
    limit: 5,
    ...unfiltered,
    keywords: '卡片甲',
    type: '',
    cateId: '',
    channelId: '',
    priceMin: null,
    priceMax: null,
  })
  expect(listed.list.map((row) => row.id)).toEqual([first.productId])
})
