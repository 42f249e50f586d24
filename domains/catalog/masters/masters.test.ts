import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'
import { authState } from './brand.rules.ts'

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const post = (path: string, body: unknown) => app.request('POST', path, { token: shop.token, body })
const get = (path: string, query: Record<string, string | number> = {}) =>
  app.request('GET', path, { token: shop.token, query })

test('a new house has units and one storage group per temperature zone', async () => {
  const units = await get('/admin/product/unit/list')
  expect(units.data.total).toBe(15)
  expect(units.data.list[0]).toMatchObject({ unitCode: 'EA', unitName: '件', decimals: 0, productCount: 0 })
  expect(units.data.list.find((row) => row.unitCode === 'KG')).toMatchObject({ decimals: 3, unitType: 2 })
  const groups = await get('/admin/product/sapWmsGroup/list')
  expect(groups.data.list.map((row) => [row.groupCode, row.tempZone])).toEqual([
    ['AMB', 1],
    ['COO', 2],
    ['CHI', 3],
    ['FRO', 4],
  ])
})

test('a unit in use is neither deleted nor given other decimals', async () => {
  await shop.save()
  const removed = await post(`/admin/product/unit/delete/${shop.unitId}`, {})
  expect([removed.code, removed.message]).toEqual([409, '该单位已被使用，不能删除'])
  const changed = await post('/admin/product/unit/update', { id: shop.unitId, decimals: 2 })
  expect([changed.code, changed.message]).toEqual([409, '该单位已被使用，不能修改小数位'])
})

test('a brand is numbered and filed under its letter; one with products stays', async () => {
  const brand = await get(`/admin/product/brand/info/${shop.brandId}`)
  expect(brand.data).toMatchObject({ firstLetter: 'T', authState: 1 })
  expect(String(Reflect.get(brand.data, 'brandCode'))).toMatch(/^PP\d{5}$/)
  const id = await shop.save()
  const removed = await post(`/admin/product/brand/delete/${shop.brandId}`, {})
  expect([removed.code, removed.message]).toEqual([409, '该品牌已被商品使用，不能删除'])
  await post(`/admin/storerepo/product/submit/${id}`, {})
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  await post(`/admin/product/brand/update/status/${shop.brandId}`, { status: 0 })
  const put = await get(`/admin/store/product/putOnShell/${id}`)
  expect([put.code, put.message]).toEqual([409, '商品分类或品牌已停用'])
  await post(`/admin/product/brand/update/status/${shop.brandId}`, { status: 1 })
  expect((await get(`/admin/store/product/putOnShell/${id}`)).code).toBe(200)
})

test('the filter of brands by authorisation finds what the column says', async () => {
  const today = new Date()
  const day = (move: number) => new Date(today.getTime() + move * 86_400_000).toISOString().slice(0, 10)
  const spans: [string, string | null, string | null][] = [
    ['未到', day(5), null],
    ['长期', day(-5), day(200)],
    ['将到', day(-5), day(10)],
    ['已过', day(-50), day(-3)],
  ]
  for (const [brandName, authStart, authEnd] of spans)
    expect(
      (await post('/admin/product/brand/save', { brandName, logo: '/upload/l.png', authStart, authEnd }))
        .code,
    ).toBe(200)
  for (const state of [0, 1, 2, 3]) {
    const list = await get('/admin/product/brand/list', { authState: state })
    expect(list.data.list.every((row) => row.authState === state)).toBe(true)
    expect(list.data.list.map((row) => row.brandName)).toContain(spans[state]?.[0])
  }
  expect(authState('2026-01-01', '2026-12-31', '2026-12-01')).toBe(2)
  expect(authState('2026-01-01', '2026-12-31', '2026-11-30')).toBe(1)
})

test('a category has one active parameter template, whose required parameters a product states', async () => {
  const lines = [{ name: '产地', inputType: 1, isMust: 1 }]
  const template = await post('/admin/product/param/save', {
    paramName: '乳品参数',
    cateIds: String(shop.cateId),
    lines,
  })
  expect(template.code).toBe(200)
  const second = await post('/admin/product/param/save', {
    paramName: '乳品参数二',
    cateIds: String(shop.cateId),
    lines,
  })
  expect([second.code, second.message]).toEqual([422, '该分类已存在参数模板'])
  const without = await post('/admin/store/product/save', shop.form())
  expect([without.code, without.message]).toEqual([422, '请输入产地'])
  const stated = await post(
    '/admin/store/product/save',
    shop.form({ paramValues: [{ name: '产地', value: '呼和浩特' }] }),
  )
  expect(stated.code).toBe(200)
  await post(`/admin/product/param/update/status/${template.data.id}`, { status: 0 })
})

test('of templates of one category that are saved at once, one is active', async () => {
  const category = await post('/admin/category/save', {
    pid: 0,
    name: '并发分类',
    type: 1,
    sort: 1,
    status: 1,
  })
  const saved = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      post('/admin/product/param/save', {
        paramName: `并发参数${index}`,
        cateIds: String(category.data.id),
        lines: [{ name: '产地', inputType: 1, isMust: 0 }],
      }),
    ),
  )
  expect(saved.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(7).fill(422)])
})

test('the template a category names goes before one that names the category', async () => {
  const category = await post('/admin/category/save', { pid: 0, name: '坚果', type: 1, sort: 1, status: 1 })
  const template = (paramName: string, cateIds: number, name: string) =>
    post('/admin/product/param/save', {
      paramName,
      cateIds: String(cateIds),
      lines: [{ name, inputType: 1 }],
    })
  await template('坚果参数', category.data.id, '烘焙方式')
  const other = await template('礼盒参数', shop.cateId, '礼盒尺寸')
  const lines = async () => {
    const found = await get('/admin/product/param/template', { cateId: category.data.id })
    return Reflect.get(found.data, 'lines')
  }
  expect(await lines()).toMatchObject([{ name: '烘焙方式' }])
  await post('/admin/category/update', { id: category.data.id, paramId: other.data.id })
  expect(await lines()).toMatchObject([{ name: '礼盒尺寸' }])
  await post(`/admin/product/param/update/status/${other.data.id}`, { status: 0 })
  expect(await lines()).toMatchObject([{ name: '烘焙方式' }])
})

test('a category with products stays, and shows how many it has', async () => {
  const removed = await get('/admin/category/delete', { id: shop.cateId })
  expect([removed.code, removed.message]).toEqual([409, '该分类下有商品，不能删除'])
  const tree = await app.request<{ id: number; productCount: number }[]>('GET', '/admin/category/list/tree', {
    token: shop.token,
    query: { type: 1 },
  })
  expect(tree.data.find((node) => node.id === shop.cateId)?.productCount).toBe(3)
})

test('a storage group is told to SAP when it was changed, and again on demand', async () => {
  const saved = await post('/admin/product/sapWmsGroup/save', {
    groupCode: 'CAN',
    groupName: '罐头',
    tempZone: 1,
  })
  const { id } = saved.data
  await post('/admin/product/sapWmsGroup/update', { id, mixBatch: 1 })
  expect((await post(`/admin/product/sapWmsGroup/pushSap/${id}`, {})).code).toBe(200)
  const rows = await app.db
    .selectFrom('sapOutbox')
    .select(['bizSn', 'payload'])
    .where('bizType', '=', 'sapWmsGroup')
    .where('bizId', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map((row) => row.bizSn)).toEqual(['CAN', 'CAN', 'CAN'])
  expect(rows[1]?.payload).toMatchObject({ head: { groupName: '罐头', mixBatch: 1 } })
})

test('a parameter template tells how many products its categories have, at once', async () => {
  const category = await post('/admin/category/save', { pid: 0, name: '蜜饯', type: 1, sort: 9, status: 1 })
  const template = async (paramName: string, cateIds: string) => {
    const lines = [{ name: '产地', inputType: 1 }]
    return (await post('/admin/product/param/save', { paramName, cateIds, lines, status: 0 })).data.id
  }
  const both = await template('蜜饯及乳品', `${category.data.id},${shop.cateId}`)
  const one = await template('蜜饯参数', String(category.data.id))
  const counts = async () => {
    const { list } = (await get('/admin/product/param/list', { keywords: '蜜饯' })).data
    return [both, one].map((id) => list.find((row) => row.id === id)?.productCount)
  }
  const [before = 0] = await counts()
  expect(await counts()).toEqual([before, 0])
  const of = await shop.save({ cateId: String(category.data.id) })
  // One that is in both categories counts once.
  await shop.save({ cateId: `${category.data.id},${shop.cateId}` })
  expect(await counts()).toEqual([Number(before) + 2, 2])
  await get(`/admin/store/product/delete/${of}`)
  expect(await counts()).toEqual([Number(before) + 2, 2])
  expect((await get(`/admin/store/product/delete/${of}`, { type: 'delete' })).code).toBe(200)
  expect(await counts()).toEqual([Number(before) + 1, 1])
  await post('/admin/product/param/update', { id: one, cateIds: String(shop.cateId) })
  expect((await counts())[1]).toBe(Number(before) + 1)
})
