import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { addSkus, bring } from '../../../tests/stock.ts'
import { warehouseTerms } from '../warehouse.door.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const W = '/admin/warehouse'
const S = '/admin/wms/section'
const C = '/admin/wms/wareHouseConfig'
const post = (path: string, body: unknown = {}, as = token) => app.request('POST', path, { token: as, body })
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', path, { token: as, query })
const said = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}

let named = 0
const form = (more: Record<string, unknown> = {}) => ({
  code: `T-${++named}`,
  name: `测试仓${named}`,
  districtId: 350102,
  address: '五四路1号',
  principal: '王仓',
  phone: '0591-87654321',
  ...more,
})
async function made(more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(`${W}/save`, form(more))
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data.id
}
const zonesOf = async (warehouseId: number) => (await get(`${S}/list`, { warehouseId, limit: 100 })).data.list
const section = (warehouseId: number, more: Record<string, unknown> = {}) => ({
  warehouseId,
  code: `B${++named}`,
  name: `货架${named}`,
  ...more,
})

test('W §4.1: a new warehouse has its system sections, its config and its place', async () => {
  const id = await made({ code: 'FZ-01', name: '福州总仓' })
  const { data } = await get(`${W}/info/${id}`)
  expect(data).toMatchObject({
    ...{ code: 'FZ-01', type: 1, provinceId: 350000, cityId: 350100, logisticsModes: [1, 3] },
    ...{ sectionCount: 6, skuCount: 0, onHand: 0, status: 1 },
  })
  const zones = await zonesOf(id)
  expect(zones.map((one) => [one.code, one.type, one.sellable, one.isSystem, one.barCode])).toEqual([
    ['A01', 1, 1, 1, 'SEC-FZ-01-A01'],
    ['SH', 3, 0, 1, 'SEC-FZ-01-SH'],
    ['FH', 4, 1, 1, 'SEC-FZ-01-FH'],
    ['TH', 5, 0, 1, 'SEC-FZ-01-TH'],
    ['BL', 6, 0, 1, 'SEC-FZ-01-BL'],
    ['CY', 8, 0, 1, 'SEC-FZ-01-CY'],
  ])
  expect((await get(`${C}/info/${id}`)).data).toMatchObject({
    ...{ channelIds: [1201, 1202, 1203, 1204, 1205], priority: 100, cutOffTime: '16:00', needPick: 1 },
    ...{ blind: 1, labelSize: '100x70', weighPrefix: '20-29', warehouseName: '福州总仓' },
  })
  const terms = await warehouseTerms(app.db, [id, 0])
  expect([...terms.keys()]).toEqual([id])
  expect(terms.get(id)?.config).toMatchObject({ allocRule: 1, countMode: 1 })
  // A virtual one has no sections.
  const virtual = await made({ type: 5 })
  expect(await zonesOf(virtual)).toEqual([])
  expect(await said(post(`${S}/save`, section(virtual)))).toEqual([422, '虚拟仓没有库区'])
})

test('W §4.1, §12: a warehouse that cannot be is refused at its fields', async () => {
  const refusal = async (more: Record<string, unknown>) => {
    const answer = await app.request<{ field: string; message: string }[]>('POST', `${W}/save`, {
      token,
      body: form(more),
    })
    return [answer.code, ...answer.data.map(({ field, message }) => `${field} ${message}`)]
  }
  await made({ code: 'TAKEN', sapPlant: '1000', sapStorageLocation: '0001' })
  expect(await refusal({ code: '' })).toEqual([422, 'code 请输入仓库编码'])
  expect(await refusal({ code: 'fz_1' })).toEqual([422, 'code 仓库编码格式不正确'])
  expect(await refusal({ code: 'TAKEN' })).toEqual([422, 'code 仓库编码已存在'])
  expect(await refusal({ name: '' })).toEqual([422, 'name 请输入仓库名称'])
  expect(await refusal({ districtId: null })).toEqual([422, 'districtId 请选择省市区'])
  expect(await refusal({ phone: '12' })).toEqual([422, 'phone 手机号格式不正确'])
  expect(await refusal({ type: 2 })).toEqual([422, 'storeId 请选择所属门店'])
  expect(await refusal({ type: 3 })).toEqual([422, 'supplierId 请选择供应商'])
  expect(await refusal({ type: 4 })).toEqual([422, 'logisticsProviderId 请选择物流商'])
  expect(await refusal({ lng: 119.3 })).toEqual([422, 'lat 经度和纬度须同时填写'])
  expect(await refusal({ logisticsModes: [] })).toEqual([422, 'logisticsModes 请选择支持配送方式'])
  expect(await refusal({ sapPlant: '1000', sapStorageLocation: '0001' })).toEqual([
    422,
    expect.stringContaining('sapStorageLocation 该SAP工厂和库存地点已用于仓库'),
  ])
  // One that is off does not take the pair.
  expect(
    await said(post(`${W}/save`, form({ sapPlant: '1000', sapStorageLocation: '0001', status: 0 }))),
  ).toEqual([200, '操作成功'])
})

test('W §4.1: of the warehouses that serve the same channels one is the default', async () => {
  const isDefault = async (id: number) => Reflect.get((await get(`${W}/info/${id}`)).data, 'isDefault')
  const a = await made({ isDefault: 1 })
  const b = await made()
  expect([await isDefault(a), await isDefault(b)]).toEqual([1, 0])
  expect(await said(post(`${W}/update`, { id: a, isDefault: 0 }))).toEqual([
    422,
    '请在另一个仓库上设置默认仓',
  ])
  await post(`${W}/update`, { id: b, isDefault: 1 })
  expect([await isDefault(a), await isDefault(b)]).toEqual([0, 1])
  // Others that serve other channels have one of their own.
  const { data } = await get(`${C}/info/${a}`)
  await post(`${C}/update`, { id: data.id, channelIds: [1204] })
  expect([await isDefault(a), await isDefault(b)]).toEqual([1, 1])
  await post(`${W}/update/status/${b}`, { status: 0 })
  expect(await isDefault(b)).toBe(0)
})

test('W §4.1, §12: what is used is neither disabled nor deleted, and keeps its code', async () => {
  const id = await made()
  const [zone] = await zonesOf(id)
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '酸奶' })
  await bring(app.db, { warehouseId: id, sectionId: Number(zone?.id), skuId }, 10, 12)
  const off = [409, '仓库存在库存或未完成单据，不能停用']
  expect(await said(post(`${W}/update/status/${id}`, { status: 0 }))).toEqual(off)
  expect(await said(post(`${W}/update`, { id, status: 0 }))).toEqual(off)
  expect((await post(`${W}/delete/${id}`)).code).toBe(409)
  expect(await said(post(`${W}/update`, { id, code: 'OTHER' }))).toEqual([
    422,
    '仓库已有库存变动，不能修改编码',
  ])
  expect((await get(`${W}/list`, { keywords: `测试仓${named - 0}` })).code).toBe(200)
  expect((await get(`${W}/info/${id}`)).data).toMatchObject({ skuCount: 1, onHand: 10 })
  // A store that ships from it.
  const other = await made()
  await post('/admin/system/store/save', {
    ...{ name: '五四店', image: '/a.png', phone: '13800138000', address: '福建省,福州市,鼓楼区' },
    ...{ detailedAddress: '1号', latitude: 26, longitude: 119, warehouseId: other },
  })
  expect(await said(post(`${W}/update/status/${other}`, { status: 0 }))).toEqual([
    409,
    '该仓库已被1个门店使用，不能停用',
  ])
  expect(await said(post(`${W}/delete/${other}`))).toEqual([409, '该仓库已有门店，不能删除'])
  const free = await made()
  expect((await post(`${W}/delete/${free}`)).code).toBe(200)
  expect(await zonesOf(free)).toEqual([])
})

test('W §4.2: zones, bins, their types and what they may not', async () => {
  const id = await made({ code: 'ZB' })
  const other = await made()
  const saved = await post(`${S}/save`, section(id, { code: 'C01', type: 7, sellable: 0 }))
  const zone = saved.data.id
  const bin = (await post(`${S}/save`, section(id, { pid: zone, code: 'C01-01', type: 1 }))).data.id
  expect((await get(`${S}/info/${bin}`)).data).toMatchObject({
    ...{ level: 2, type: 7, sellable: 0, barCode: 'SEC-ZB-C01-01' },
  })
  expect(await said(post(`${S}/save`, section(id, { code: 'C01' })))).toEqual([422, '库区编码已存在'])
  expect((await post(`${S}/save`, section(other, { code: 'C01' }))).code).toBe(200)
  expect(await said(post(`${S}/save`, section(id, { pid: bin })))).toEqual([422, '库位下不能再分库位'])
  expect(await said(post(`${S}/save`, section(other, { pid: zone })))).toEqual([422, '上级库区不属于该仓库'])
  expect(await said(post(`${S}/update`, { id: zone, warehouseId: other }))).toEqual([
    422,
    '仓库保存后不能修改',
  ])
  expect(await said(post(`${S}/delete/${zone}`))).toEqual([409, '请先删除该库区下的库位'])
  // Bins follow their zone.
  await post(`${S}/update`, { id: zone, type: 2 })
  expect((await get(`${S}/info/${bin}`)).data).toMatchObject({ type: 2, sellable: 1 })
  // Never sellable, never not.
  const qc = (await post(`${S}/save`, section(id, { type: 3, sellable: 1 }))).data.id
  expect((await get(`${S}/info/${qc}`)).data).toMatchObject({ sellable: 0 })
  const [a01] = await zonesOf(id)
  const a = Number(a01?.id)
  expect(await said(post(`${S}/delete/${a}`))).toEqual([409, '系统库区不能删除'])
  expect(await said(post(`${S}/update/status/${a}`, { status: 0 }))).toEqual([409, '系统库区不能停用'])
  expect(await said(post(`${S}/update`, { id: a, type: 2 }))).toEqual([422, '系统库区不能修改类型'])
  const tree = await app.request<{ pid: number }[]>('GET', `${S}/tree`, { token, query: { warehouseId: id } })
  expect(tree.data.filter((one) => one.pid === zone)).toHaveLength(1)
  const labels = await app.request<{ barCode: string }[]>('GET', `${S}/print`, {
    token,
    query: { ids: `${bin},${a}` },
  })
  expect(labels.data.map((one) => one.barCode).sort()).toEqual(['SEC-ZB-A01', 'SEC-ZB-C01-01'])
  // Goods stand in bins: the zone above them is not offered, where one asks for zones it is.
  const offered = async (query: Record<string, string | number>) =>
    (
      await app.request<{ value: number }[]>('GET', `${S}/all`, {
        token,
        query: { warehouseId: id, ...query },
      })
    ).data.map((one) => one.value)
  expect(await offered({})).toContain(bin)
  expect(await offered({})).not.toContain(zone)
  expect(await offered({ zones: 1 })).toContain(zone)
  expect(await offered({ zones: 1 })).not.toContain(bin)
})

test('W §4.2, §12: a section with stock keeps its type and stays on; its fill is the fuller of weight and volume', async () => {
  const id = await made()
  const full = (await post(`${S}/save`, section(id, { maxWeight: 100, maxVolume: 10 }))).data.id
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '大米' })
  await app.db.updateTable('sku').set({ weight: 4, volume: 0.1 }).where('id', '=', skuId).execute()
  await bring(app.db, { warehouseId: id, sectionId: full, skuId }, 20, 12)
  expect((await get(`${S}/info/${full}`)).data).toMatchObject({ skuCount: 1, onHand: 20, filled: '80.00' })
  expect(await said(post(`${S}/update`, { id: full, type: 2 }))).toEqual([409, '库区存在库存，不能修改类型'])
  expect(await said(post(`${S}/update/status/${full}`, { status: 0 }))).toEqual([
    409,
    '库区存在库存，不能停用',
  ])
  expect(await said(post(`${S}/delete/${full}`))).toEqual([409, '库区存在库存，不能删除'])
  expect(await said(post(`${S}/save`, section(id, { pid: full })))).toEqual([
    422,
    '上级库区存在库存，不能再分库位',
  ])
  const map = await app.request<{ available: number; sections: { id: number; filled: number | null }[] }>(
    'GET',
    `${W}/map/${id}`,
    { token },
  )
  expect(map.data).toMatchObject({ skuCount: 1, onHand: 20, available: 20 })
  expect(map.data.sections.find((one) => one.id === full)).toMatchObject({ filled: 80, onHand: 20 })
  // Of a zone what stands in its bins; of one that says nothing of how much it holds, nothing is measured.
  const zone = (await post(`${S}/save`, section(id))).data.id
  const bin = (await post(`${S}/save`, section(id, { pid: zone, maxVolume: 1 }))).data.id
  await bring(app.db, { warehouseId: id, sectionId: bin, skuId }, 5, 12)
  const listed = await app.request<{ list: { id: number }[] }>('GET', `${S}/list`, {
    token,
    query: { warehouseId: id, fields: 'skuCount,onHand,filled', limit: 100 },
  })
  const figuresOf = (one: number) => listed.data.list.find((row) => row.id === one)
  expect(figuresOf(full)).toMatchObject({ skuCount: 1, onHand: 20, filled: '80.00' })
  expect(figuresOf(zone)).toMatchObject({ skuCount: 1, onHand: 5, filled: '0.00' })
  expect(figuresOf(bin)).toMatchObject({ skuCount: 1, onHand: 5, filled: '50.00' })
})

test('W §4.3: settings are checked, copied to others, and months are closed by whoever may', async () => {
  const from = await made()
  const to = await made()
  const config = (await get(`${C}/info/${from}`)).data
  const refused = (more: Record<string, unknown>, as = token) =>
    said(post(`${C}/update`, { id: config.id, ...more }, as))
  expect(await refused({ slotStart: '18:00', slotEnd: '08:00' })).toEqual([422, '预约结束须晚于预约开始'])
  expect(await refused({ cutOffTime: '25:00' })).toEqual([422, '截单时间格式不正确'])
  expect(await refused({ overReceivePct: 21 })).toEqual([422, '允许超收(%)应在0到20之间'])
  expect(await refused({ channelIds: [] })).toEqual([422, '请选择服务渠道'])
  expect(await refused({ weighPrefix: '29-20' })).toEqual([422, '称重码前缀的结束不能小于开始'])
  expect(await refused({ weighPrefix: '69' })).toEqual([422, '称重码前缀须在20至29之间'])
  expect(await refused({ closeMonth: '2999-01' })).toEqual([422, '只能关账当月以前的月份'])
  const clerk = await app.person({
    permissions: [`admin:wms:wareHouseConfig:info`, `admin:wms:wareHouseConfig:update`],
  })
  // Without the right to close months the field is neither told nor taken.
  expect(
    (await post(`${C}/update`, { id: config.id, closeMonth: '2020-01', dockCount: 5 }, clerk.token)).code,
  ).toBe(200)
  expect((await get(`${C}/info/${from}`, {}, clerk.token)).data).not.toHaveProperty('closeMonth')
  expect((await get(`${C}/info/${from}`)).data).toMatchObject({ closeMonth: '', dockCount: 5 })
  expect(await refused({ closeMonth: '2020-01', channelIds: [1201], allocRule: 2 })).toEqual([
    200,
    '操作成功',
  ])
  expect(await said(post(`${C}/copy`, { fromId: from, toIds: from }))).toEqual([422, '不能复制到来源仓库'])
  expect(await said(post(`${C}/copy`, { fromId: from, toIds: to }))).toEqual([200, '操作成功'])
  expect((await get(`${C}/info/${to}`)).data).toMatchObject({
    ...{ channelIds: [1201], allocRule: 2, dockCount: 5, closeMonth: '', warehouseId: to },
  })
})

test('W §14, §15-25: who looks after one warehouse sees that one alone, in lists, exports and by its id', async () => {
  const rights = [
    'admin:warehouse:list',
    'admin:warehouse:info',
    'admin:warehouse:export',
    'admin:wms:section:list',
  ]
  const keeper = await app.person({ permissions: [...rights, 'admin:wms:section:info'], dataScope: 4 })
  const own = await made({ staffIds: [keeper.adminId] })
  const foreign = await made()
  const seen = async (path: string) => (await get(path, { limit: 100 }, keeper.token)).data.list
  expect((await seen(`${W}/list`)).map((one) => one.id)).toEqual([own])
  expect(new Set((await seen(`${S}/list`)).map((one) => one.warehouseId))).toEqual(new Set([own]))
  expect((await get(`${W}/info/${foreign}`, {}, keeper.token)).code).toBe(404)
  expect(await said(get(`${W}/map/${foreign}`, {}, keeper.token))).toEqual([404, '数据不存在'])
  const options = await app.request<{ value: number }[]>('GET', `${W}/all`, { token: keeper.token })
  expect(options.data.map((one) => one.value)).toEqual([own])
  expect((await get(`${W}/map/${own}`, {}, keeper.token)).data).not.toHaveProperty('amount')
  const [zone] = await zonesOf(foreign)
  expect((await get(`${S}/info/${zone?.id}`, {}, keeper.token)).code).toBe(404)
  // No longer among its people: nothing is left.
  await post(`${W}/update`, { id: own, staffIds: [] })
  expect(await seen(`${W}/list`)).toEqual([])
  // Whose store it is sees it as well; also whoever sees just their own.
  const shop = await post('/admin/system/store/save', {
    ...{ name: '鼓楼店', image: '/a.png', phone: '13800138000', address: '福建省,福州市,鼓楼区' },
    ...{ detailedAddress: '1号', latitude: 26, longitude: 119 },
  })
  const clerk = await app.person({ permissions: rights, dataScope: 6, storeIds: [shop.data.id] })
  const ofStore = await made({ type: 2, storeId: shop.data.id })
  expect((await get(`${W}/list`, {}, clerk.token)).data.list.map((one) => one.id)).toEqual([ofStore])
})

test('W §14: who sees only their own warehouses looks after the one they make', async () => {
  const maker = await app.person({
    permissions: ['admin:warehouse:save', 'admin:warehouse:list'],
    dataScope: 4,
  })
  const saved = await post(`${W}/save`, form(), maker.token)
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  expect((await get(`${W}/list`, {}, maker.token)).data.list.map((one) => one.id)).toEqual([saved.data.id])
})

test('the log tells the code of a warehouse, which is no secret', async () => {
  const id = await made({ code: 'LOG-1' })
  await post(`${W}/update`, { id, code: 'LOG-2' })
  const { rows } = await sql<{ text: string }>`
    select "changes"::text as "text" from "operLog" where "path" like '%/admin/warehouse/update' order by "id" desc limit 1`.execute(
    app.db,
  )
  expect(rows[0]?.text).toContain('LOG-2')
})
