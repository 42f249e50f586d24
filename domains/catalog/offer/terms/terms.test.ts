import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { openShop, type Shop } from '../../../../tests/catalogShop.ts'
import { waitsFor } from '../../../../tests/waitsFor.ts'
import { termsFor } from './termsFor.server.ts'

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const T = '/admin/terms/service'
const R = `${T}/relations`
const post = <D = { id: number; changed: number }>(path: string, body: unknown = {}) =>
  app.request<D>('POST', path, { token: shop.token, body })
const get = <D = { list: Record<string, unknown>[]; total: number }>(
  path: string,
  query: Record<string, string | number> = {},
) => app.request<D>('GET', path, { token: shop.token, query })
const hours = (n: number) => toSeconds(new Date()) + n * 3600

async function saveTerms(more: Record<string, unknown> = {}): Promise<number> {
  const saved = await post(`${T}/save`, {
    termName: '七天无理由退换',
    protocolCode: 'refund',
    channelIds: [1201],
    summary: '签收七天内可退',
    content: '<p>第一版</p>',
    status: 1,
    ...more,
  })
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}

const bind = (termsId: number, bindTermsType: number, ...ids: number[]) =>
  post(`${R}/update/binding`, { termsId, bindTermsType, bindIds: ids.join(',') })
const unbind = (termsId: number, bindTermsType: number, ...ids: number[]) =>
  post(`${R}/update/unbind`, { termsId, bindTermsType, bindIds: ids.join(',') })

async function newSku(more: Record<string, unknown> = {}) {
  const productId = await shop.save(more)
  const row = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return { productId, skuId: row.id }
}

const ruling = async (skuId: number, t = new Date()) =>
  (await termsFor(app.db, { skuIds: [skuId], channelId: 1201, t })).get(skuId) ?? []

test('another text is another version; the old one is kept and an order keeps its version', async () => {
  const { productId, skuId } = await newSku()
  const id = await saveTerms()
  await bind(id, 1, productId)
  const [first] = await ruling(skuId)
  expect(first).toMatchObject({ termsId: id, termVersion: 1, protocolCode: 'refund', bindTermsType: 1 })
  await post(`${T}/update`, { id, summary: '只改简述' })
  await post(`${T}/update`, { id, content: '<p>第二版</p><script>alert(1)</script>' })
  const info = await get<Record<string, unknown>>(`${T}/info/${id}`)
  expect(info.data).toMatchObject({
    termVersion: 2,
    content: '<p>第二版</p>',
    bindCount: 1,
    protocolName: '退换货政策',
  })
  // The same text, cleaned, is no other version.
  await post(`${T}/update`, { id, content: '<p>第二版</p><script>alert(1)</script>' })
  expect((await ruling(skuId))[0]).toMatchObject({ termVersion: 2, summary: '只改简述' })
  const kept = await app.db
    .selectFrom('termsVersion')
    .select('content')
    .where('id', '=', first?.versionId ?? 0)
    .executeTakeFirst()
  expect(kept?.content).toBe('<p>第一版</p>')
  // A text for later leaves the one before in force until then.
  await post(`${T}/update`, { id, content: '<p>第三版</p>', effectiveTime: hours(2) })
  expect((await ruling(skuId))[0]?.termVersion).toBe(2)
  expect((await ruling(skuId, new Date(Date.now() + 3 * 3_600_000)))[0]?.termVersion).toBe(3)
  const versions = await get<{ termVersion: number }[]>(`${T}/version/list`, { id })
  expect(versions.data.map((one) => one.termVersion)).toEqual([3, 2, 1])
})

test('of one protocol the nearest wins: 商品 > 分类, nearest first > 品牌 > 门店 > 渠道', async () => {
  const parent = await post('/admin/category/save', { pid: 0, name: '食品', type: 1, sort: 1, status: 1 })
  const child = await post('/admin/category/save', {
    pid: parent.data.id,
    name: '乳制品',
    type: 1,
    sort: 1,
    status: 1,
  })
  const { productId, skuId } = await newSku({ cateId: String(child.data.id) })
  const other = await saveTerms({ termName: '隐私', protocolCode: 'privacy' })
  await bind(other, 4, 1201)
  const winner = async () => (await ruling(skuId)).filter((one) => one.protocolCode === 'member')
  const places: [number, number][] = [
    [4, 1201],
    [3, shop.brandId],
    [2, parent.data.id],
    [2, child.data.id],
    [1, productId],
  ]
  for (const [type, bindId] of places) {
    const id = await saveTerms({ protocolCode: 'member', termName: `会员${type}` })
    expect((await bind(id, type, bindId)).message).toBe('操作成功')
    expect((await winner()).map((one) => [one.termsId, one.bindTermsType])).toEqual([[id, type]])
  }
  const shown = await get<{ channelId: number; termName: string }[]>(`${T}/product/list`, { productId })
  expect(shown.data.map((one) => [one.channelId, one.termName])).toEqual([
    [1201, '隐私'],
    [1201, '会员1'],
  ])
  // Those of other protocols stand beside it; other channels and times are not meant.
  expect((await ruling(skuId)).some((one) => one.termsId === other)).toBe(true)
  expect(await termsFor(app.db, { skuIds: [skuId], channelId: 1205 })).toEqual(new Map([[skuId, []]]))
})

test('C-015: two enabled terms of one protocol and channel are not bound to the same object', async () => {
  const { productId } = await newSku()
  const [first, second] = [await saveTerms(), await saveTerms({ channelIds: [1201, 1202] })]
  expect((await bind(first, 1, productId)).data).toEqual({ changed: 1 })
  // Binding twice changes nothing.
  expect((await bind(first, 1, productId)).data).toEqual({ changed: 0 })
  const clash = await bind(second, 1, productId)
  expect([clash.code, clash.message]).toEqual([422, '该对象已绑定同类条款'])
  const elsewhere = await saveTerms({ channelIds: [1203] })
  expect((await bind(elsewhere, 1, productId)).code).toBe(200)
  const moved = await post(`${T}/update`, { id: elsewhere, channelIds: [1201, 1203] })
  expect([moved.code, moved.message]).toEqual([422, '该对象已绑定同类条款'])
  await post(`${T}/update/status/${second}/0`)
  expect((await bind(second, 1, productId)).code).toBe(200)
  const enabled = await post(`${T}/update/status/${second}/1`)
  expect([enabled.code, enabled.message]).toEqual([422, '该对象已绑定同类条款'])
  await unbind(first, 1, productId)
  expect((await post(`${T}/update/status/${second}/1`)).code).toBe(200)
})

test('two people who bind clashing terms at the same instant: one succeeds', async () => {
  const { productId } = await newSku()
  const [first, second] = [await saveTerms(), await saveTerms()]
  const binds = [first, second].map((id) => () => bind(id, 1, productId))
  const both = await waitsFor(app, "hashtext('termsRelation')", ...binds)
  expect(both.map((one) => one.code).toSorted()).toEqual([200, 422])
})

test('deleted only disabled and unbound; what it is bound to cannot be deleted', async () => {
  const category = await post('/admin/category/save', { pid: 0, name: '酒水', type: 1, sort: 1, status: 1 })
  const id = await saveTerms({ protocolCode: 'user' })
  await bind(id, 2, category.data.id)
  expect((await post(`${T}/delete/${id}`)).message).toBe('请先停用条款')
  await post(`${T}/update/status/${id}/0`)
  const bound = await post(`${T}/delete/${id}`)
  expect([bound.code, bound.message]).toEqual([409, '条款已绑定，不能删除'])
  const guarded = await get('/admin/category/delete', { id: category.data.id })
  expect([guarded.code, guarded.message]).toEqual([409, '该分类下有服务条款，不能删除'])
  await unbind(id, 2, category.data.id)
  expect((await post(`${T}/delete/${id}`)).code).toBe(200)
  expect((await get('/admin/category/delete', { id: category.data.id })).code).toBe(200)
})

test('left what is not bound, right what is; the relations with their time', async () => {
  const { productId } = await newSku({ storeName: '稀有的奶酪' })
  const id = await saveTerms({ protocolCode: 'user' })
  const asked = { termsId: id, keywords: '稀有的奶酪' }
  const side = async (path: string) =>
    (await get(`${R}/${path}/1`, asked)).data.list.map((row) => [row.bindId, row.bindName])
  expect(await side('un/bind/list')).toEqual([[productId, '稀有的奶酪']])
  expect(await side('bind/list')).toEqual([])
  await bind(id, 1, productId)
  expect(await side('un/bind/list')).toEqual([])
  expect(await side('bind/list')).toEqual([[productId, '稀有的奶酪']])
  await bind(id, 4, 1201)
  const channels = await get(`${R}/un/bind/list/4`, { termsId: id })
  expect(channels.data.list.map((row) => row.bindName)).not.toContain('商城')
  const relations = await get(`${R}/bind/list`, { termsId: id })
  expect(relations.data.list.map((row) => row.bindName)).toEqual(['商城', '稀有的奶酪'])
  const relation = relations.data.list[1]
  const wrong = await post(`${R}/update`, { id: relation?.id, startTime: hours(2), endTime: hours(1) })
  expect(wrong.message).toBe('结束时间必须晚于开始时间')
  await post(`${R}/update`, { id: relation?.id, endTime: hours(1), sort: 3 })
  const bound = await get(`${R}/bind/list/1`, asked)
  expect(bound.data.list.map((row) => row.sort)).toEqual([3])
  // Categories of one name are told apart by those above them.
  const above = await post('/admin/category/save', { pid: 0, name: '干货', type: 1, sort: 1, status: 1 })
  await post('/admin/category/save', { pid: above.data.id, name: '坚果', type: 1, sort: 1, status: 1 })
  const nuts = await get(`${R}/un/bind/list/2`, { termsId: id, keywords: '坚果' })
  expect(nuts.data.list).toMatchObject([{ bindName: '坚果', bindCode: '干货' }])
  const nothing = await bind(id, 1, 99_999)
  expect([nothing.code, nothing.message]).toEqual([422, '绑定对象不存在'])
})

test('the terms of a channel, and what a term must say', async () => {
  const id = await saveTerms({ channelIds: [1204], protocolCode: 'supply' })
  const off = await saveTerms({ channelIds: [1204], status: 0 })
  const all = await get<{ id: number }[]>(`${T}/getAll`, { channelId: 1204 })
  expect(all.data.map((one) => one.id)).toEqual([id])
  expect(all.data.map((one) => one.id)).not.toContain(off)
  const said = async (more: Record<string, unknown>) =>
    (
      await post(`${T}/save`, {
        termName: '甲',
        protocolCode: 'user',
        channelIds: [1201],
        summary: '乙',
        content: '丙',
        ...more,
      })
    ).message
  expect(await said({ termName: '' })).toBe('请输入条款名称')
  expect(await said({ content: '' })).toBe('请输入条款内容')
  expect(await said({ channelIds: [] })).toBe('请选择渠道')
  expect(await said({ protocolCode: 'unheard' })).toBe('协议类型不存在')
})

test('a term of a store: nearer than the channel, farther than the brand; the store says what it is bound to', async () => {
  const store = async (name: string) =>
    (
      await post('/admin/system/store/save', {
        name,
        storeType: 1,
        image: '/upload/logo.png',
        phone: '0591-87654321',
        address: '福建省,福州市,鼓楼区',
        detailedAddress: '五四路1号',
        latitude: 26.0745,
        longitude: 119.2965,
      })
    ).data.id
  const [storeId, recycled] = [await store('五四路门店'), await store('停业门店')]
  await get('/admin/system/store/delete', { id: recycled })
  const { skuId } = await newSku()
  const id = await saveTerms({ protocolCode: 'supply', termName: '门店自提须知' })
  const channel = await saveTerms({ protocolCode: 'supply', termName: '商城须知' })
  const unbound = await get(`${R}/un/bind/list/5`, { termsId: id, keywords: '门店' })
  expect(unbound.data.list).toMatchObject([
    { bindId: storeId, bindName: '五四路门店', bindCode: expect.stringMatching(/^MD\d+/) },
  ])
  expect((await bind(id, 5, recycled)).message).toBe('绑定对象不存在')
  expect((await bind(id, 5, storeId)).data).toEqual({ changed: 1 })
  await bind(channel, 4, 1201)
  const bound = await get(`${R}/bind/list/5`, { termsId: id })
  expect(bound.data.list.map((row) => row.bindName)).toEqual(['五四路门店'])
  const relations = await get(`${R}/bind/list`, { termsId: id, bindTermsType: 5 })
  expect(relations.data.list.map((row) => row.bindName)).toEqual(['五四路门店'])
  const winner = async (place: { storeId?: number }) =>
    ((await termsFor(app.db, { skuIds: [skuId], channelId: 1201, ...place })).get(skuId) ?? [])
      .filter((one) => one.protocolCode === 'supply')
      .map((one) => one.termsId)
  expect(await winner({ storeId })).toEqual([id])
  expect(await winner({})).toEqual([channel])
  const brand = await saveTerms({ protocolCode: 'supply', termName: '品牌须知' })
  await bind(brand, 3, shop.brandId)
  expect(await winner({ storeId })).toEqual([brand])
  await get('/admin/system/store/delete', { id: storeId })
  const erased = await get('/admin/system/store/completely/delete', { id: storeId })
  expect([erased.code, erased.message]).toEqual([409, '该门店还有1条服务条款，不能彻底删除'])
})
