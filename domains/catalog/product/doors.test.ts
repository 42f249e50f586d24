import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { openShop, type Shop, sku, specs } from '../../../tests/catalogShop.ts'
import { sapType } from '../../sap/types.server.ts'

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const P = '/admin/store/product'
const R = '/admin/storerepo/product'
const post = <T = { id: number; list: Record<string, unknown>[] }>(
  path: string,
  body: unknown,
  token = shop.token,
) => app.request<T>('POST', path, { token, body })
const get = <T = { list: Record<string, unknown>[]; total: number }>(
  path: string,
  query: Record<string, string | number> = {},
  token = shop.token,
) => app.request<T>('GET', path, { token, query })

async function groupId(code: string): Promise<number> {
  const row = await app.db
    .selectFrom('sapWmsGroup')
    .select('id')
    .where('groupCode', '=', code)
    .executeTakeFirstOrThrow()
  return row.id
}

/** A form of the repository: the master fields, without what is about selling. */
async function master(more: Record<string, unknown> = {}) {
  const { deliveryTypes: _deliveryTypes, channels: _channels, isPostage: _isPostage, ...form } = shop.form()
  const families = await get<{ dictValue: string }[]>('/admin/platform/data/product/family/list')
  return {
    ...form,
    productFamily: families.data[0]?.dictValue,
    wmsGroupId: await groupId('AMB'),
    ...more,
  }
}

test('the repository keeps an article, the product centre sells the same record', async () => {
  const saved = await post(`${R}/save`, await master())
  expect(saved.message).toBe('操作成功')
  const { id } = saved.data
  const foreign = await post(`${R}/update`, { id, channels: [1201] })
  expect([foreign.code, foreign.message]).toEqual([422, '不支持的参数：channels'])
  const drafts = await get(`${R}/list`, { type: 2, keywords: String(id) })
  expect(drafts.data.list.map((row) => row.id)).toEqual([id])
  expect((await post(`${R}/submit/${id}`, {})).code).toBe(200)
  const edit = await post(`${R}/update`, { id, storeInfo: '改' })
  expect([edit.code, edit.message]).toEqual([409, '当前状态为待审核，不能编辑'])
  expect((await post(`${R}/withdraw/${id}`, {})).code).toBe(200)
  await post(`${R}/submit/${id}`, {})
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const without = await get(`${P}/putOnShell/${id}`)
  expect([without.code, without.message]).toEqual([409, '商品未设置销售渠道'])
  expect((await post(`${P}/update`, { id, channels: [1203], deliveryTypes: [1], isPostage: 1 })).code).toBe(
    200,
  )
  expect((await get(`${P}/putOnShell/${id}`)).code).toBe(200)
  const disabled = await post(`${R}/update/status/${id}`, { status: 0 })
  expect([disabled.code, disabled.message]).toEqual([409, '请先下架商品'])
  await get(`${P}/offShell/${id}`)
  expect((await post(`${R}/update/status/${id}`, { status: 0 })).code).toBe(200)
  expect((await get(`${P}/putOnShell/${id}`)).message).toBe('商品已停用')
})

test('a rejection needs a reason, and a decision is made once', async () => {
  const id = await shop.save({ submit: 1 })
  const examine = (body: Record<string, unknown>) => post('/admin/product/examine/save', { id, ...body })
  expect((await examine({ auditStatus: 2 })).message).toBe('请输入驳回原因')
  expect((await examine({ auditStatus: 2, opinion: '图片不清' })).code).toBe(200)
  const twice = await examine({ auditStatus: 1 })
  expect([twice.code, twice.message]).toEqual([409, '单据审核驳回，不能重复审核'])
  await post(`${P}/update`, { id, storeName: '清晰的酸奶', submit: 1 })
  const decided = await get<{ diff: Record<string, unknown>[]; history: Record<string, unknown>[] }>(
    `/admin/product/examine/info/by/${id}`,
  )
  expect(decided.data.diff).toContainEqual({
    field: 'storeName',
    label: '商品名称',
    before: '原味酸奶 180g',
    after: '清晰的酸奶',
  })
  expect(decided.data.history.map((row) => [row.action, row.opinion])).toEqual([
    ['提交', ''],
    ['驳回（自审）', '图片不清'],
    ['提交', ''],
  ])
})

test.each([
  ['a parent category', { name: '上级分类', pid: 0 }, '请选择末级商品分类'],
  ['a category of another type', { name: '他类', pid: 0, type: 3 }, '商品分类不存在或已停用'],
])('%s is refused', async (_what, values, message) => {
  const category = await post('/admin/category/save', {
    type: 1,
    sort: 1,
    status: 1,
    ...values,
  })
  const { id } = category.data
  if (!('type' in values))
    await post('/admin/category/save', { name: '下级', type: 1, pid: id, sort: 1, status: 1 })
  const saved = await post(`${P}/save`, shop.form({ cateId: String(id) }))
  expect([saved.code, saved.message]).toEqual([422, message])
})

test.each([
  ['unknown unit', { unitId: undefined, unitName: '打' }, 422, '单位不存在，请先在计量单位中维护'],
  ['packing ratio 1', { productUnits: [{ unitId: 1, ratio: 1 }] }, 422, '换算率须大于1'],
  ['alert after the end', { shelfLifeDays: 10, shelfAlertDays: 10 }, 422, '临期预警天数须小于保质期'],
  ['pallet of broken boxes', { boxQty: 12, palletQty: 100 }, 422, '托规须为箱规的整数倍'],
  ['typed stock of goods', { stockMode: 1 }, 422, '自填库存仅适用于虚拟商品'],
  ['no brand of that id', { brandId: 99999 }, 422, '品牌不存在或已停用'],
  ['no name', { storeName: ' ' }, 422, '请输入商品名称'],
  ['no channel', { channels: [] }, 422, '请选择销售渠道'],
])('%s is refused', async (_what, more, code, message) => {
  const saved = await post(`${P}/save`, shop.form(more))
  expect([saved.code, saved.message]).toEqual([code, message])
})

test('the storage group has the temperature zone of the product', async () => {
  const wrong = await post(`${P}/save`, shop.form({ wmsGroupId: await groupId('FRO'), storageCondition: 1 }))
  expect([wrong.code, wrong.message]).toEqual([422, 'SAP仓储分组与储存条件的温层不一致'])
})

test('a combination holds plain goods only', async () => {
  const plain = await shop.save(specs({ 原味: {}, 草莓: {} }))
  const info = await get<{ attrValue: { id: number }[] }>(`${P}/info/${plain}`)
  const comboLines = info.data.attrValue.map((one) => ({ skuId: one.id, num: 2 }))
  const combo = await shop.save({ productKind: 3, comboLines })
  const shown = await get<{ comboLines: Record<string, unknown>[]; attrValue: { id: number }[] }>(
    `${P}/info/${combo}`,
  )
  expect(shown.data.comboLines.map((line) => [line.suk, line.num, line.productName])).toEqual([
    ['原味', 2, '原味酸奶 180g'],
    ['草莓', 2, '原味酸奶 180g'],
  ])
  const nested = [...comboLines.slice(1), { skuId: shown.data.attrValue[0]?.id, num: 1 }]
  const refused = await post(`${P}/save`, shop.form({ productKind: 3, comboLines: nested }))
  expect([refused.code, refused.message]).toEqual([422, '组合商品不能包含组合商品'])
  const single = await post(`${P}/save`, shop.form({ productKind: 3, comboLines: comboLines.slice(1) }))
  expect(single.message).toBe('组合明细至少2行')
})

test('kind and packing ratio are locked once there is stock; other data of the warehouse is not', async () => {
  const units = [{ unitId: 3, ratio: 12, barCode: '16901234567899' }]
  const id = await shop.save({ productUnits: units })
  await app.db.updateTable('sku').set({ stock: 4 }).where('productId', '=', id).execute()
  const kind = await post(`${P}/update`, { id, productKind: 2 })
  expect([kind.code, kind.message]).toEqual([409, '商品已产生业务数据，不能修改商品类型'])
  const ratio = await post(`${P}/wmsProductInfo/${id}`, { productUnits: [{ unitId: 3, ratio: 24 }] })
  expect([ratio.code, ratio.message]).toEqual([409, '商品已产生业务数据，不能修改换算率'])
  const batch = await post(`${P}/wmsProductInfo/${id}`, { batchManaged: 1 })
  expect(batch.code).toBe(409)
  const saved = await post(`${P}/wmsProductInfo/${id}`, { boxQty: 12, palletQty: 480, weight: 2.5 })
  expect(saved.message).toBe('操作成功')
  const found = await get(`${P}/list`, { type: 2, keywords: '16901234567899' })
  expect(found.data.list.map((row) => [row.id, row.boxQty, row.storageCondition])).toEqual([[id, 12, 1]])
})

test('typed stock of virtual goods is kept and summed', async () => {
  const id = await shop.save({
    productKind: 1,
    stockMode: 1,
    ...specs({ 月卡: { stock: 30 }, 年卡: { stock: 12, price: '9.90' } }),
  })
  const info = await get<{ stock: number; price: string; attrValue: { stock: number }[] }>(`${P}/info/${id}`)
  expect([info.data.stock, info.data.price, info.data.attrValue.map((one) => one.stock)]).toEqual([
    42,
    '9.90',
    [30, 12],
  ])
  const goods = await shop.save({ attrValue: [sku({ 规格: '默认' }, { stock: 50 })] })
  const real = await get<{ stock: number }>(`${P}/info/${goods}`)
  expect(real.data.stock).toBe(0)
})

test('a price change follows in channels without a price of their own', async () => {
  const id = await shop.save({ channels: [1201, 1202, 1203] })
  const info = await get<{ attrValue: { id: number }[] }>(`${P}/info/${id}`)
  const skuId = info.data.attrValue[0]?.id ?? 0
  await app.db
    .updateTable('skuPrice')
    .set({ price: 999 })
    .where('skuId', '=', skuId)
    .where('channelId', '=', 1203)
    .execute()
  await post(`${P}/update`, { id, attrValue: [sku({ 规格: '默认' }, { price: '13.00' })] })
  const open = await app.db
    .selectFrom('skuPrice')
    .select(['channelId', 'price'])
    .where('skuId', '=', skuId)
    .where('endTime', 'is', null)
    .orderBy('channelId')
    .execute()
  expect(open.map((row) => [row.channelId, row.price])).toEqual([
    [1201, 1300],
    [1202, 1300],
    [1203, 999],
  ])
  const history = await get(`${P}/price/history`, { skuId, channelId: 1201 })
  expect(history.data.list.map((row) => [row.price, row.endTime === null])).toEqual([
    ['13.00', true],
    ['12.80', false],
  ])
})

test('the search finds a product by the last digits of any of its barcodes', async () => {
  const id = await shop.save({ productUnits: [{ unitId: 3, ratio: 6, barCode: '16934567890129' }] })
  const searched = async (keywords: string) => {
    const groups = await get<{ type: string; records: { id: number }[] }[]>('/admin/search', { keywords })
    return groups.data.find((one) => one.type === 'product')?.records.map((one) => one.id) ?? []
  }
  expect(await searched('890129')).toEqual([id])
  expect(await searched('16934567890129')).toEqual([id])
})

test('products are found by codes, barcodes and names, and what is not found is told', async () => {
  const id = await shop.save({ productCode: 'FIND-1', storeName: '燕麦奶', barCode: '6923456789012' })
  const found = await post<{ list: Record<string, unknown>[]; notFound: string[] }>(`${P}/search/list`, {
    codes: ['find-1', 'FIND-1-01', 'NO-SUCH'],
  })
  expect(found.data.list.map((row) => row.id)).toEqual([id])
  expect(found.data.notFound).toEqual(['NO-SUCH'])
  const named = await post(`${P}/search/list`, { nameLike: '麦奶', barCodes: ['6923456789012'] })
  expect(named.data.list.map((row) => row.id)).toEqual([id])
  for (const [what, value] of [
    ['productCode', 'find-1'],
    ['barCode', '6923456789012'],
    ['skuCode', 'FIND-1-01'],
    ['storeName', '燕麦奶'],
  ]) {
    const exists = await get<{ isExist: boolean; id: number }>(`${P}/isexist/${what}/${value}`)
    expect([exists.data.isExist, exists.data.id], what).toEqual([true, id])
    const own = await get<{ isExist: boolean }>(`${P}/isexist/${what}/${value}`, { excludeId: id })
    expect(own.data.isExist, what).toBe(false)
  }
  expect((await get(`${P}/isexist/colour/red`)).code).toBe(422)
  const other = await shop.save({ storeName: '豆奶' })
  const short = await get<{ ids: string; list: { unitName: string; price: string }[]; total: number }>(
    `${P}/stringify`,
    { ids: `${other},${id}` },
  )
  expect(short.data.ids).toBe(`${other},${id}`)
  expect(short.data.list[0]).toMatchObject({ unitName: '盒', price: '12.80' })
})

test('the picker asks for type 1 and gets names and categories; other filters narrow lists and tabs alike', async () => {
  const id = await shop.save({ submit: 1, storeName: '选择器商品' })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  await get(`${P}/putOnShell/${id}`, { channelId: 1201 })
  const query = { keywords: '选择器', cateId: shop.cateId, brandId: shop.brandId, channelId: 1201 }
  const picked = await get(`${P}/list`, { type: '1', ...query })
  expect(picked.data.list).toHaveLength(1)
  expect(picked.data.list[0]).toMatchObject({ id, productName: '选择器商品', unitName: '盒' })
  expect(String(picked.data.list[0]?.cateValues)).toMatch(/^乳品/)
  expect(picked.data.list[0]).not.toHaveProperty('attrValue')
  const tabs = await get<{ type: number; count: number }[]>(`${P}/tabs/headers`, query)
  expect(tabs.data.map((one) => [one.type, one.count])).toEqual([
    [1, 1],
    [2, 0],
    [3, 1],
    [4, 0],
    [5, 0],
    [6, 0],
    [7, 0],
    [8, 0],
  ])
  expect((await get(`${P}/list`, { type: '1', ...query, priceMin: '20.00' })).data.total).toBe(0)
})

test('a person limited to channels shelves only those', async () => {
  const id = await shop.save({ submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const limited = await app.person({
    permissions: ['admin:store:product:putOnShell', 'admin:store:product:info'],
    channelIds: [1202],
  })
  const put = await get<{ changed: number }>(`${P}/putOnShell/${id}`, {}, limited.token)
  expect(put.data.changed).toBe(1)
  const seen = await get<{ channelStates: unknown[] }>(`${P}/info/${id}`, {}, limited.token)
  expect(seen.data.channelStates).toEqual([{ channelId: 1202, platformStatus: 5 }])
})

test('with the switch on, products come onto the shelf by application only', async () => {
  const id = await shop.save({ submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const turn = (value: string) =>
    app.request('POST', '/admin/system/config/saveuniq', {
      token: shop.token,
      body: { key: 'product_show_need_apply', value },
    })
  expect((await turn('1')).message).toBe('操作成功')
  const put = await get(`${P}/putOnShell/${id}`)
  expect([put.code, put.message]).toEqual([409, '请通过上架申请上架'])
  await turn('0')
  expect((await get(`${P}/putOnShell/${id}`)).code).toBe(200)
})

const queue = (bizType: string, bizId: number) =>
  app.db
    .selectFrom('sapOutbox')
    .selectAll()
    .where('bizType', '=', bizType)
    .where('bizId', '=', bizId)
    .orderBy('id')
    .execute()

test('an approved product is told to SAP, as are later changes of what SAP knows; the number SAP gives is kept once', async () => {
  const saved = await post(`${R}/save`, { ...(await master()), submit: 1 })
  const { id } = saved.data
  expect(await queue('product', id)).toEqual([])
  expect(await post(`${R}/pushSap/${id}`, {})).toMatchObject({
    code: 409,
    message: '商品未审核通过，不能推送',
  })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const [first] = await queue('product', id)
  expect(first).toMatchObject({
    action: 'create',
    payload: {
      head: { storeName: '原味酸奶 180g', wmsGroupCode: 'AMB', unitCode: expect.any(String), units: [] },
      items: [{ skuCode: expect.any(String), suk: '默认' }],
    },
  })
  // What SAP is not told changes without it.
  await post(`${R}/update`, { id, storeInfo: '每天一杯' })
  expect(await queue('product', id)).toHaveLength(1)
  await post(`${R}/update`, { id, boxQty: 12 })
  await post(`${P}/wmsProductInfo/${id}`, { palletQty: 120 })
  expect((await post(`${R}/pushSap/${id}`, {})).code).toBe(200)
  expect(await queue('product', id)).toHaveLength(4)

  const { onResult } = sapType(app.db, 'product')
  await asSystem(app.db, async (tx) => onResult?.(tx, id, true, '100200', ''))
  const row = await get<{ sapCode: string }>(`${R}/info/${id}`)
  expect(row.data.sapCode).toBe('100200')
  const other = await post(`${R}/save`, { ...(await master()), submit: 1 })
  await asSystem(app.db, async (tx) => onResult?.(tx, other.data.id, true, '100200', ''))
  const refused = await get<{ sapCode: string; sapDescription: string }>(`${R}/info/${other.data.id}`)
  expect(refused.data.sapCode).toBe('')
  expect(refused.data.sapDescription).toMatch(/^SAP返回的物料号100200已被商品P\d{8}使用$/)
})

test('what a product lacks for SAP is said, and it waits until that is there', async () => {
  const id = await shop.save({ submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  expect(await queue('product', id)).toEqual([])
  const row = await get<{ sapDescription: string; isMayPushSap: number }>(`${R}/info/${id}`)
  expect(row.data).toMatchObject({ sapDescription: '缺少产品族、SAP仓储分组', isMayPushSap: 0 })
  const { productFamily, wmsGroupId } = await master()
  await post(`${R}/update`, { id, productFamily, wmsGroupId })
  expect(await queue('product', id)).toHaveLength(1)
})

test('paid members see their price beside the others while the product is in their pool', async () => {
  const id = await shop.save({ submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const skus = () =>
    get<{ list: { id: number; vipPrice: string | null }[] }>(`${P}/productAttrValuelist`, { productId: id })
  const [one] = (await skus()).data.list
  expect(one?.vipPrice).toBeNull()
  await get(`${P}/putOnShell/${id}`)
  await get(`${P}/putPaidProduct/${id}`)
  const rows = [{ skuId: one?.id, vipPrice: '10.90' }]
  expect((await post(`${P}/updateVipProductPrice`, { id, rows })).message).toBe('操作成功')
  await post('/admin/product/examine/payProduct/save', { id, auditStatus: 1 })
  expect((await get(`${P}/putPayOnShell/${id}`)).message).toBe('操作成功')
  expect((await skus()).data.list).toMatchObject([{ vipPrice: '10.90' }])
})

test('what is sold needs a freight template or free delivery, virtual goods neither', async () => {
  const refused = await post(`${P}/save`, shop.form({ isPostage: 0, submit: 1 }))
  expect(refused).toMatchObject({ code: 422, data: [{ field: 'tempId', message: '请选择运费模板' }] })
  expect((await post(`${P}/save`, shop.form({ isPostage: 0, productKind: 1, submit: 1 }))).code).toBe(200)
  const id = await shop.save({ submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  expect(await post(`${P}/update`, { id, isPostage: 0 })).toMatchObject({
    code: 422,
    message: '请选择运费模板',
  })
  const template = await post('/admin/express/shipping/templates/save', {
    name: '全国包邮',
    type: 1,
    appoint: 0,
  })
  expect((await post(`${P}/update`, { id, isPostage: 0, tempId: template.data.id })).code).toBe(200)
})
