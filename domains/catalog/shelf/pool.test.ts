import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const P = '/admin/store/product'
const post = (path: string, body: unknown = {}, token = shop.token) =>
  app.request('POST', path, { token, body })
const get = (path: string, query: Record<string, string | number> = {}) =>
  app.request('GET', path, { token: shop.token, query })
const said = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return [code, message]
}
const DONE = [200, '操作成功']

async function approved(name: string): Promise<{ id: number; skuId: number }> {
  const id = await shop.save({ storeName: name, submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const { id: skuId } = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  return { id, skuId }
}

const counts = async (kind: string, keywords: string) => {
  const answer = await app.request<{ type: number; name: string; count: number }[]>(
    'GET',
    `${P}/headers/tabs`,
    {
      token: shop.token,
      query: { kind, keywords },
    },
  )
  return answer.data.map((one) => one.count)
}

test('a paid price: into the pool, set, decided, shelved, taken off, changed, removed', async () => {
  const { id, skuId } = await approved('付费甲品')
  const draft = await shop.save({ storeName: '付费草稿' })
  expect(await said(get(`${P}/putPaidProduct/${draft}`))).toEqual([409, '商品未审核通过'])
  expect(await said(get(`${P}/putPaidProduct/${id}`))).toEqual(DONE)
  expect(await said(get(`${P}/putPaidProduct/${id}`))).toEqual(DONE)
  expect(await counts('pay', '付费甲品')).toEqual([0, 1, 0, 0])
  const dear = await app.request<{ field: string }[]>('POST', `${P}/update/VipProduct`, {
    token: shop.token,
    body: { id, rows: [{ skuId, vipPrice: '12.80' }] },
  })
  expect([dear.code, dear.message, dear.data[0]?.field]).toEqual([422, '会员价须低于售价', 'rows.0.vipPrice'])
  expect(
    await said(post(`${P}/update/VipProduct`, { id, rows: [{ skuId, vipPrice: '10.80' }], perLimit: 5 })),
  ).toEqual(DONE)
  expect(await counts('pay', '付费甲品')).toEqual([0, 0, 1, 0])
  expect(await said(get(`${P}/putPayOnShell/${id}`))).toEqual([409, '会员价未审核通过'])
  expect(await said(post(`${P}/updateVipProductPrice`, { id, rows: [{ skuId, vipPrice: '9.00' }] }))).toEqual(
    [409, '当前状态为待审核，不能编辑'],
  )
  const examine = (body: Record<string, unknown>, token?: string) =>
    said(post('/admin/product/examine/payProduct/save', { ids: String(id), ...body }, token))
  expect(await examine({ auditStatus: 2 })).toEqual([422, '请输入驳回原因'])
  expect(await examine({ auditStatus: 1 })).toEqual(DONE)
  expect(await examine({ auditStatus: 1 })).toEqual([409, '单据审核通过，不能重复审核'])
  expect(await said(get(`${P}/putPayOnShell/${id}`))).toEqual([409, '商品未在商城或个人渠道上架'])
  await get(`${P}/putOnShell/${id}`)
  expect(await said(get(`${P}/putPayOnShell/${id}`))).toEqual(DONE)
  expect(await counts('pay', '付费甲品')).toEqual([1, 0, 0, 0])
  expect(await said(post(`${P}/updateVipProductPrice`, { id, rows: [{ skuId, vipPrice: '9.00' }] }))).toEqual(
    [409, '请先将商品从付费区下架'],
  )
  const list = await get('/admin/product/pay/list', { keywords: '付费甲品', type: '1' })
  expect(list.data.list[0]).toMatchObject({
    productName: '付费甲品',
    vipPrice: '10.80',
    saved: '2.00',
    validity: '长期',
  })
  expect(await said(get(`${P}/offPaidProduct/${id}`))).toEqual([409, '请先将商品从付费区下架'])
  expect(await said(get(`${P}/offPayShell/${id}`))).toEqual(DONE)
  expect(await said(post(`${P}/updateVipProductPrice`, { id, rows: [{ skuId, vipPrice: '9.00' }] }))).toEqual(
    DONE,
  )
  const info = await app.request<{ diff: unknown; auditStatus: number; history: { action: string }[] }>(
    'GET',
    `/admin/product/pay/info/${list.data.list[0]?.id}`,
    { token: shop.token },
  )
  expect(info.data.auditStatus).toBe(0)
  expect(info.data.diff).toEqual([{ label: '规格“默认” 会员价', before: '10.80', after: '9.00' }])
  expect(info.data.history.map((one) => one.action)).toEqual(['提交', '通过（自审）', '提交'])
  expect(await examine({ auditStatus: 2, opinion: '太低' })).toEqual(DONE)
  expect(await counts('pay', '付费甲品')).toEqual([0, 0, 0, 1])
  expect(await said(get(`${P}/offPaidProduct/${id}`))).toEqual(DONE)
  expect(await counts('pay', '付费甲品')).toEqual([0, 0, 0, 0])
})

test('nobody decides the paid price they set themselves', async () => {
  const { id, skuId } = await approved('付费乙品')
  const maker = await app.person({
    permissions: [
      'admin:store:product:putPaidProduct',
      'admin:store:product:update:VipProduct',
      'admin:product:examine:payProduct:save',
    ],
  })
  await app.request('GET', `${P}/putPaidProduct/${id}`, { token: maker.token })
  await post(`${P}/update/VipProduct`, { id, rows: [{ skuId, vipPrice: '10.00' }] }, maker.token)
  expect(
    await said(post('/admin/product/examine/payProduct/save', { id, auditStatus: 1 }, maker.token)),
  ).toEqual([422, '不能审核自己提交的单据'])
})

test('a price of members keeps to the floor', async () => {
  const { id, skuId } = await approved('付费丙品')
  await sql`insert into "skuPrice" ("skuId", "channelId", "scopeType", "scopeId", "price", "otPrice", "minRate",
      "sourceType", "sourceId", "sourceLineId")
    values (${skuId}, 0, 9, 0, 1000, 1000, 10, 'basePrice', 1, 1)`.execute(app.db)
  const maker = await app.person({
    permissions: ['admin:store:product:putPaidProduct', 'admin:store:product:update:VipProduct'],
  })
  await app.request('GET', `${P}/putPaidProduct/${id}`, { token: maker.token })
  const save = async (vipPrice: string) => {
    const body = { id, rows: [{ skuId, vipPrice }] }
    const answer = await app.request<{ field: string }[] | null>('POST', `${P}/update/VipProduct`, {
      token: maker.token,
      body,
    })
    return [answer.code, answer.message, answer.data?.[0]?.field]
  }
  expect(await save('8.99')).toEqual([422, '售价不能低于最低限价 9.00 元', 'rows.0.vipPrice'])
  expect(await save('9.00')).toEqual([200, '操作成功', undefined])
})

test('points: the approval shelves, off keeps the setting, in again needs no new decision', async () => {
  const { id, skuId } = await approved('积分甲品')
  await app.db.updateTable('sku').set({ stock: 10 }).where('id', '=', skuId).execute()
  const row = (more: Record<string, unknown> = {}) => ({
    skuId,
    integralPrice: 100,
    integralCash: '1.00',
    integralStock: 10,
    ...more,
  })
  expect(await said(get(`${P}/putisIntegralProduct/${id}`))).toEqual(DONE)
  const save = (rows: unknown[]) => said(post(`${P}/update/IntegralProduct`, { id, rows }))
  expect(await save([row({ integralPrice: 0 })])).toEqual([422, '兑换积分不能小于1'])
  expect(await save([row({ integralStock: 11 })])).toEqual([422, '可兑数量不能大于库存'])
  expect(await save([row()])).toEqual(DONE)
  expect(await said(post('/admin/product/examine/integralProduct/save', { id, auditStatus: 1 }))).toEqual(
    DONE,
  )
  expect(await counts('integral', '积分甲品')).toEqual([1, 0, 0, 0])
  expect(await said(post(`${P}/updateIntegralPrice`, { id, rows: [{ skuId, integralPrice: 80 }] }))).toEqual([
    409,
    '请先将商品从积分区下架',
  ])
  expect(await said(get(`${P}/offisIntegralProduct/${id}`))).toEqual(DONE)
  expect(await counts('integral', '积分甲品')).toEqual([0, 1, 0, 0])
  expect(await said(get(`${P}/putisIntegralProduct/${id}`))).toEqual(DONE)
  expect(await counts('integral', '积分甲品')).toEqual([1, 0, 0, 0])
  await get(`${P}/offisIntegralProduct/${id}`)
  expect(await said(post(`${P}/updateIntegralPrice`, { id, rows: [{ skuId, integralPrice: 80 }] }))).toEqual(
    DONE,
  )
  expect(await counts('integral', '积分甲品')).toEqual([0, 0, 1, 0])
  const list = await get('/admin/product/integral/list', { keywords: '积分甲品' })
  expect(list.data.list[0]).toMatchObject({ integralPrice: 80, integralStock: 10 })
  expect(await said(post(`${P}/updateIntegral`, { ids: String(id), giveIntegral: 7 }))).toEqual(DONE)
  const { giveIntegral } = await app.db
    .selectFrom('product')
    .select('giveIntegral')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(giveIntegral).toBe(7)
})

test('how a product is offered in a channel, and who sees which channels', async () => {
  const { id, skuId } = await approved('渠道甲品')
  const list = await get('/admin/product/channel/list', { keywords: '渠道甲品' })
  expect(list.data.list.map((one) => [one.channelId, one.priceRange, one.limits])).toEqual([
    [1202, '12.80', '1 / 1'],
    [1201, '12.80', '1 / 1'],
  ])
  const [supply] = list.data.list
  const update = (body: Record<string, unknown>) =>
    said(post('/admin/product/channel/update', { id: supply?.id, ...body }))
  expect(await update({ minQty: 6, stepQty: 3, maxQty: 5 })).toEqual([422, '单次上限不能小于起购数量'])
  expect(await update({ minQty: 6, stepQty: 3, maxQty: 60, title: '供应链专供' })).toEqual(DONE)
  expect(
    await said(
      post('/admin/product/channel/visible', {
        ids: String(supply?.id),
        visibleScope: 'orgUser',
      }),
    ),
  ).toEqual(DONE)
  expect(
    await said(
      post('/admin/product/channel/price', {
        id: supply?.id,
        rows: [{ skuId, price: '11.00', otPrice: '15.00' }],
      }),
    ),
  ).toEqual(DONE)
  const info = await app.request<{ limits: string; priceRange: string; visibleScope: string }>(
    'GET',
    `/admin/product/channel/info/${supply?.id}`,
    { token: shop.token },
  )
  expect(info.data).toMatchObject({ limits: '6 / 3，上限60', priceRange: '11.00', visibleScope: 'orgUser' })
  const limited = await app.person({
    permissions: ['admin:product:channel:list', 'admin:product:channel:info'],
    channelIds: [1201],
  })
  const seen = await app.request('GET', '/admin/product/channel/list', {
    token: limited.token,
    query: { keywords: '渠道甲品' },
  })
  expect(seen.data.list.map((one) => one.channelId)).toEqual([1201])
  const hidden = await app.request('GET', `/admin/product/channel/info/${supply?.id}`, {
    token: limited.token,
  })
  expect([hidden.code, hidden.message]).toEqual([404, '数据不存在'])
  expect((await get(`${P}/info/${id}`)).data).toMatchObject({ price: '12.80' })
})

interface Choice {
  list: { id: number; selectable: number; reason: string }[]
}
const choices = async (query: Record<string, string | number>) =>
  (
    await app.request<Choice>('GET', `${P}/editable/data/apply/show/list`, { token: shop.token, query })
  ).data.list.map(({ id, selectable, reason }) => [id, selectable, reason])

test('products are chosen for a pool while they are not in it; gifts have no price for members', async () => {
  const { id } = await approved('可选甲品')
  const ids = String(id)
  expect(await choices({ purpose: 'pay', ids })).toEqual([[id, 1, '']])
  await get(`${P}/putPaidProduct/${id}`)
  expect(await choices({ purpose: 'pay', ids })).toEqual([[id, 0, '已是付费商品']])
  expect(await choices({ purpose: 'integral', ids })).toEqual([[id, 1, '']])
  await app.db.updateTable('product').set({ productKind: 2 }).where('id', '=', id).execute()
  await get(`${P}/offPaidProduct/${id}`)
  expect(await choices({ purpose: 'pay', ids })).toEqual([[id, 0, '只有普通商品和虚拟商品可以加入付费商品']])
  expect(await said(get(`${P}/putPaidProduct/${id}`))).toEqual([
    409,
    '只有普通商品和虚拟商品可以加入付费商品',
  ])
  expect(await said(get(`${P}/putisIntegralProduct/${id}`))).toEqual(DONE)
})

test('who may see a listing: what its channel knows, with objects that exist', async () => {
  const { id } = await approved('可见甲品')
  const listings = await get('/admin/product/channel/list', { keywords: '可见甲品' })
  const [supply, mall] = listings.data.list
  const refused = async (row: typeof supply, visibleScope: string, visibleIds = '') => {
    const body = { ids: String(row?.id), visibleScope, visibleIds }
    const answer = await app.request<{ field: string }[] | null>('POST', '/admin/product/channel/visible', {
      token: shop.token,
      body,
    })
    return [answer.code, answer.message, answer.data?.[0]?.field]
  }
  expect([supply?.channelId, mall?.channelId]).toEqual([1202, 1201])
  expect(await refused(mall, 'company', '1')).toEqual([422, '所选渠道没有该可见范围', 'visibleScope'])
  expect(await refused(supply, 'company')).toEqual([422, '请选择指定对象', 'visibleIds'])
  expect(await refused(supply, 'company', '999999')).toEqual([422, '指定对象不存在或已停用', 'visibleIds'])
  expect(await refused(supply, 'login', '1')).toEqual([200, '操作成功', undefined])
  const { visibleIds } = await app.db
    .selectFrom('productChannel')
    .select('visibleIds')
    .where('productId', '=', id)
    .where('channelId', '=', 1202)
    .executeTakeFirstOrThrow()
  expect(visibleIds).toEqual([])
  const apply = await app.request<{ field: string; message: string }[]>(
    'POST',
    '/admin/product/showApply/save',
    {
      token: shop.token,
      body: {
        applyTitle: '上新',
        channelIds: [1201, 1202],
        reason: '上新',
        lines: [{ productId: id, visibleScope: 'paid' }],
      },
    },
  )
  expect(apply.data).toEqual([{ field: 'lines.0.visibleScope', message: '所选渠道没有该可见范围' }])
})

test('products, skus and settings of a pool say the same where a few fields are asked for alone', async () => {
  const { id } = await approved('几个字段')
  await get(`${P}/putPaidProduct/${id}`)
  const first = async (path: string, query: Record<string, string | number>) => {
    const { data } = await app.request<{ list: Record<string, unknown>[] }>('GET', path, {
      token: shop.token,
      query,
    })
    return data.list.find((one) => one.id === id || one.productId === id) ?? {}
  }
  for (const [path, query] of [
    [`${P}/editable/data/apply/show/list`, { ids: String(id), purpose: 'edit' }],
    [`${P}/productAttrValuelist`, { productId: id }],
    ['/admin/product/pay/list', { limit: 1000 }],
  ] as const) {
    const { version = 0, productId = id, ...whole } = await first(path, query)
    expect(whole.id).toBeDefined()
    for (const [name, value] of Object.entries(whole)) {
      const told = await first(path, { ...query, fields: `productId,${name}` })
      expect({ version, productId, id: whole.id, ...told }, `${path} ${name}`).toEqual({
        ...{ version, productId, id: whole.id },
        [name]: value,
      })
    }
  }
})
