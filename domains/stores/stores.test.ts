import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { pageOf } from '#kit/server/list.ts'
import { importFile, startWorker } from '../../tests/importing.ts'
import { registerNow } from '../../tests/registering.ts'
import { readPoint, storeFaults } from './store.rules.ts'
import { declareStoreOrders, isStoreStaff, storeTerms } from './stores.door.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const S = '/admin/system/store'
const post = (path: string, body: unknown, as = token) => app.request('POST', path, { token: as, body })
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', path, { token: as, query })

let named = 0
const form = (more: Record<string, unknown> = {}) => ({
  name: `通商门店${++named}`,
  storeType: 1,
  image: '/upload/logo.png',
  phone: '0591-87654321',
  address: '福建省,福州市,鼓楼区',
  detailedAddress: '五四路1号',
  latitude: 26.0745,
  longitude: 119.2965,
  ...more,
})
async function newStore(more: Record<string, unknown> = {}): Promise<number> {
  const saved = await post(`${S}/save`, form(more))
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  return saved.data.id
}
const staff = (storeId: number, uid: number, more: Record<string, unknown> = {}) => ({
  storeId,
  uid,
  staffName: `店员${uid}`,
  ...more,
})

test('a store is numbered, and shown, hidden, recycled and brought back', async () => {
  const id = await newStore()
  const info = await get(`${S}/info`, { id })
  expect(info.data).toMatchObject({ id, isShow: 1, businessStatus: 1, staffCount: 0, waitingOrders: 0 })
  expect(String(Reflect.get(info.data, 'storeCode'))).toMatch(/^MD\d{5}$/)
  const counts = async () => (await get(`${S}/getCount`)).data
  const before = await counts()
  expect((await get(`${S}/update/status`, { id, status: 'false' })).code).toBe(200)
  const hidden = await counts()
  expect(hidden).toMatchObject({
    show: Number(Reflect.get(before, 'show')) - 1,
    hide: Number(Reflect.get(before, 'hide')) + 1,
  })
  expect((await get(`${S}/completely/delete`, { id })).message).toBe('门店不在回收站')
  await get(`${S}/delete`, { id })
  expect((await get(`${S}/list`, { status: 2 })).data.list.map((row) => row.id)).toContain(id)
  expect((await get(`${S}/list`)).data.list.map((row) => row.id)).not.toContain(id)
  expect((await get(`${S}/update/status`, { id, status: 1 })).message).toBe('门店在回收站，请先恢复')
  await get(`${S}/recovery`, { id })
  expect((await get(`${S}/list`, { status: 0 })).data.list.map((row) => row.id)).toContain(id)
  await get(`${S}/delete`, { id })
  expect((await get(`${S}/completely/delete`, { id })).code).toBe(200)
  expect((await get(`${S}/info`, { id })).code).toBe(404)
})

test('a store that cannot be is refused at its fields', async () => {
  const refusal = async (more: Record<string, unknown>) => {
    const answer = await post(`${S}/save`, form(more))
    return [answer.code, answer.message]
  }
  expect(await refusal({ name: '' })).toEqual([422, '请输入门店名称'])
  expect(await refusal({ image: '' })).toEqual([422, '请选择门店logo'])
  expect(await refusal({ latitude: null })).toEqual([422, '请选择经纬度'])
  expect(await refusal({ latitude: 91 })).toEqual([422, '纬度应在-90到90之间'])
  expect(await refusal({ storeType: 2 })).toEqual([422, '请选择所属单位'])
  expect(await refusal({ phone: '12345' })).toEqual([422, '手机号码格式不正确'])
  expect(await refusal({ dayTime: '18:00,09:00' })).toEqual([422, '结束时间不能早于开始时间'])
  expect(await refusal({ dayTime: '9:00,18:00' })).toEqual([422, '营业时间格式不正确'])
  expect(await refusal({ validTime: '2026-12-31,2026-01-01' })).toEqual([422, '结束时间不能早于开始时间'])
  expect(await refusal({ address: '福州' })).toEqual([422, '省市区格式不正确'])
  const taken = form()
  await post(`${S}/save`, taken)
  expect(await refusal({ name: taken.name })).toEqual([422, '门店名称已存在'])
  expect(storeFaults({ ...taken, dayTime: '09:00,09:00' })).toEqual([])
})

test('a point is read as map pages copy it', () => {
  expect(readPoint('26.074512, 119.29651')).toEqual({ latitude: 26.074512, longitude: 119.29651 })
  expect(readPoint('-33.9，151.2')).toEqual({ latitude: -33.9, longitude: 151.2 })
  expect(readPoint('119.29,26.07')).toBeNull()
  expect(readPoint('福州市')).toBeNull()
})

test('the list is filtered by city, type and words', async () => {
  const id = await newStore({ address: '浙江省,杭州市,西湖区', storeType: 3, name: '西湖自提点' })
  const found = async (query: Record<string, string | number>) =>
    (await get(`${S}/list`, query)).data.list.map((row) => row.id)
  expect(await found({ city: '浙江省' })).toEqual([id])
  expect(await found({ city: '浙江省,杭州市' })).toEqual([id])
  expect(await found({ city: '浙江省,杭州' })).toEqual([])
  expect(await found({ storeType: 3 })).toEqual([id])
  expect(await found({ keywords: '西湖' })).toEqual([id])
  const update = await app.request('POST', `${S}/update`, {
    token,
    query: { id },
    body: { name: '断桥自提点' },
  })
  expect(update.code).toBe(200)
  expect(await found({ keywords: '断桥' })).toEqual([id])
})

test('C9-28: one row per store and person; a hidden store is not offered, but its staff still verify', async () => {
  const x = await app.person({ permissions: [`admin:system:store:order:list`], dataScope: 4 })
  const s = await newStore()
  expect((await post(`${S}/staff/save`, staff(s, x.adminId))).code).toBe(200)
  const again = await post(`${S}/staff/save`, staff(s, x.adminId, { staffName: '换个名字' }))
  expect([again.code, again.message]).toEqual([422, '该员工已是此门店店员'])

  const totals = { orderTotalPrice: 12345, refundTotalPrice: 1000, refundTotal: 1 }
  const order = {
    id: 1,
    orderSn: 'DD20261121000001',
    storeId: s,
    storeName: '通商门店',
    realName: '林女士',
    userPhone: '13800000000',
    totalNum: 2,
    payPrice: 12345,
    refundPrice: 1000,
    statusText: '待核销',
    isVerified: 0 as const,
    verifyName: '',
    verifyTime: null,
    createTime: new Date(),
  }
  const none = await post(`${S}/order/list`, { storeId: s }, x.token)
  expect(none.data).toMatchObject({
    total: 0,
    orderTotalPrice: '0.00',
    refundTotalPrice: '0.00',
    refundTotal: 0,
  })
  registerNow(
    app.db,
    declareStoreOrders({
      list: async (_db, _who, input) => ({ ...pageOf([order], 1, input), ...totals }),
      waiting: async (_db, ids) => new Map(ids.filter((id) => id === s).map((id) => [id, 4])),
      verified: async () => new Map([[`${s}:${x.adminId}`, 9]]),
    }),
  )
  const listed = await get(`${S}/list`, {
    keywords: String(Reflect.get((await get(`${S}/info`, { id: s })).data, 'name')),
  })
  expect(listed.data.list.map((row) => [row.id, row.waitingOrders, row.staffCount])).toEqual([[s, 4, 1]])
  const options = async () =>
    (await app.request<{ value: number }[]>('GET', `${S}/all`, { token, query: { isPickup: 1 } })).data.map(
      (one) => one.value,
    )
  expect(await options()).toContain(s)
  expect((await get(`${S}/update/status`, { id: s, status: 0 })).code).toBe(200)
  expect(await options()).not.toContain(s)
  expect(await storeTerms(app.db, s)).toMatchObject({ isShow: 0, businessStatus: 1, deliveryFee: 0 })
  expect(await isStoreStaff(app.db, x.adminId, s)).toBe(true)
  const orders = await post(`${S}/order/list`, { storeId: s }, x.token)
  expect(orders.data).toMatchObject({ total: 1, orderTotalPrice: '123.45', refundTotalPrice: '10.00' })
  expect(orders.data.list[0]).toMatchObject({ orderSn: order.orderSn, payPrice: '123.45' })
  const people = await get(`${S}/staff/list`, { storeId: s })
  expect(people.data.list[0]).toMatchObject({ account: x.account, verified: 9 })
  // What it is made of need not be asked for.
  const some = await get(`${S}/staff/list`, { storeId: s, fields: 'staffName,verified' })
  expect(some.data.list[0]).toMatchObject({ verified: 9 })
  expect(some.data.list[0]).not.toHaveProperty('account')
  const named = await get(`${S}/staff/list`, { storeId: s, fields: 'staffName' })
  expect(named.data.list[0]).not.toHaveProperty('verified')
  await get(`${S}/delete`, { id: s })
  expect((await get(`${S}/completely/delete`, { id: s })).message).toBe(
    '该门店还有4个待核销订单，不能彻底删除',
  )
})

test('two at once make one 店长 of a store, and it shows who it is', async () => {
  const a = await app.person()
  const b = await app.person()
  const s = await newStore()
  const answers = await Promise.all([
    post(`${S}/staff/save`, staff(s, a.adminId, { roleType: 1 })),
    post(`${S}/staff/save`, staff(s, b.adminId, { roleType: 1 })),
  ])
  expect(answers.map((one) => one.code).sort()).toEqual([200, 422])
  expect(answers.find((one) => one.code === 422)?.message).toMatch(/^该门店已有店长店员\d+，请先调整其岗位$/)
  const manager = answers[0].code === 200 ? a : b
  const other = answers[0].code === 200 ? b : a
  expect((await get(`${S}/info`, { id: s })).data).toMatchObject({ managerId: manager.adminId })
  const row = (await get(`${S}/staff/list`, { storeId: s })).data.list[0]
  await get(`${S}/staff/update/status`, { id: Number(row?.id), status: 0 })
  expect((await get(`${S}/info`, { id: s })).data).toMatchObject({ managerId: null })
  expect((await post(`${S}/staff/save`, staff(s, other.adminId, { roleType: 1 }))).code).toBe(200)
  const back = await get(`${S}/staff/update/status`, { id: Number(row?.id), status: 1 })
  expect(back.message).toMatch(/^该门店已有店长/)
})

test('staff see the stores they stand in and nothing of the others', async () => {
  const permissions = ['list', 'info', 'getCount', 'staff:list', 'staff:info', 'staff:save', 'export'].map(
    (name) => `admin:system:store:${name}`,
  )
  const person = await app.person({ permissions, dataScope: 4 })
  const own = await newStore()
  const other = await newStore()
  expect((await get(`${S}/list`, {}, person.token)).data.total).toBe(0)
  await post(`${S}/staff/save`, staff(own, person.adminId))
  const stranger = await app.person()
  await post(`${S}/staff/save`, staff(other, stranger.adminId))
  const list = await get(`${S}/list`, {}, person.token)
  expect(list.data.list.map((row) => row.id)).toEqual([own])
  expect((await get(`${S}/getCount`, {}, person.token)).data).toMatchObject({ show: 1, hide: 0, recycle: 0 })
  expect((await get(`${S}/info`, { id: other }, person.token)).message).toBe('数据不存在')
  const people = await get(`${S}/staff/list`, {}, person.token)
  expect(people.data.list.map((row) => row.uid)).toEqual([person.adminId])
  const there = await post(`${S}/staff/save`, staff(other, stranger.adminId + 1000), person.token)
  expect([there.code, there.message]).toEqual([422, '门店不存在或无权使用'])
  expect((await post(`${S}/order/list`, { storeId: other }, person.token)).code).toBe(403)
})

test('whoever is disabled stands in no store any more', async () => {
  const person = await app.person({ permissions: ['admin:system:store:list'], dataScope: 4 })
  const s = await newStore()
  await post(`${S}/staff/save`, staff(s, person.adminId, { roleType: 1 }))
  expect((await get(`${S}/list`, {}, person.token)).data.total).toBe(1)
  const disabled = await get('/admin/system/admin/updateStatus', { id: person.adminId, status: 0 })
  expect(disabled.code).toBe(200)
  expect((await get(`${S}/staff/list`, { storeId: s })).data.list[0]).toMatchObject({ status: 0 })
  expect((await get(`${S}/info`, { id: s })).data).toMatchObject({ managerId: null, staffCount: 0 })
  expect(await isStoreStaff(app.db, person.adminId, s)).toBe(false)
})

test('a phone of the staff is masked for who may not see it', async () => {
  const s = await newStore()
  const person = await app.person({ permissions: ['admin:system:store:staff:list'] })
  await post(`${S}/staff/save`, staff(s, person.adminId, { phone: '13812345678' }))
  const seen = await get(`${S}/staff/list`, { storeId: s }, person.token)
  expect(seen.data.list[0]?.phone).toBe('138****5678')
  expect((await get(`${S}/staff/list`, { storeId: s })).data.list[0]?.phone).toBe('13812345678')
})

test('a QR code leads to the page of the store', async () => {
  await post('/admin/system/config/saveuniq?key=site_url&value=https%3A%2F%2Fshop.example%2F', {})
  const id = await newStore()
  const codes = await app.request<Record<string, unknown>[]>('GET', `${S}/print`, {
    token,
    query: { ids: id },
  })
  expect(codes.data[0]).toMatchObject({ id, place: '福建省福州市鼓楼区五四路1号' })
  expect(codes.data[0]?.link).toBe(`https://shop.example/store/${id}`)
})

test('stores come in by sheet, all of them or none; a known code changes its store', async () => {
  const stop = startWorker(app)
  const head = '门店编码,门店名称,门店类型,手机号码,省市区,详细地址,纬度,经度,营业时间\n'
  const row = (code: string, name: string, hours: string) =>
    `${code},${name},直营,13800000000,"福建省,厦门市,思明区",中山路2号,24.47,118.08,"${hours}"\n`
  const sheet = (rows: string) => ({ name: 'stores.csv', content: head + rows })
  const bad = await importFile(
    app,
    token,
    'store',
    sheet(row('', '导入甲', '09:00,21:00') + row('', '导入乙', '21:00,09:00')),
  )
  expect([bad.status, bad.fail]).toEqual([3, 1])
  expect((await get(`${S}/list`, { keywords: '导入' })).data.total).toBe(0)
  const good = await importFile(
    app,
    token,
    'store',
    sheet(row('XM001', '导入甲', '09:00,21:00') + row('', '导入乙', '')),
  )
  expect([good.status, good.success]).toEqual([2, 2])
  await importFile(app, token, 'store', sheet(row('xm001', '导入甲改名', '10:00,21:00')))
  const list = await get(`${S}/list`, { keywords: '导入' })
  expect(list.data.list.map((one) => [one.storeCode, one.name, one.dayTime])).toEqual([
    [expect.stringMatching(/^MD\d{5}$/), '导入乙', ''],
    ['xm001', '导入甲改名', '10:00,21:00'],
  ])
  await stop()
})
