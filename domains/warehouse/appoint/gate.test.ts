import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { formatDate } from '#kit/shared/time.ts'
import { addSkus, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'

let app: TestApp
let keeper: Person
let place: TestWarehouse
let skuId = 0
let supplierId = 0
const A = '/admin/wts/purchaseAppointment'
const R = '/admin/wts/appointmentRegister'
const tomorrow = formatDate(Date.now() / 1000 + 86_400)

beforeAll(async () => {
  app = await testApp()
  const rights = ['list', 'info', 'save', 'update', 'delete', 'call', 'unload:start', 'unload:end', 'leave']
  keeper = await app.person({
    permissions: [
      ...['save', 'confirm', 'info'].map((one) => `admin:wts:purchaseAppointment:${one}`),
      ...rights.map((one) => `admin:wts:appointmentRegister:${one}`),
    ],
  })
  place = await openWarehouse(app.db)
  ;[skuId = 0] = await addSkus(app.db, 1)
  const { rows } = await sql<{ id: number }>`
    insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce", "creditCode")
    values ('G1', '到货供应商', 1, 0, 1, 1, 1, 'G1') returning "id"`.execute(app.db)
  supplierId = rows[0]?.id ?? 0
})
afterAll(() => app.close())

const post = (path: string, body: unknown = {}) => app.request('POST', path, { token: keeper.token, body })
const told = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}
const vehicle = (plateNo = '闽A12345') => ({
  ...{ warehouseId: place.id, plateNo, driverName: '王师傅', driverPhone: '13800138000' },
  arriveTime: Math.floor(Date.now() / 1000),
})
const infoOf = async (path: string, id: number) =>
  (await app.request<Record<string, unknown>>('GET', `${path}/info/${id}`, { token: keeper.token })).data

async function appointed(slotStart: string, lines: object[] = [{ skuId, qty: 12 }]): Promise<number> {
  const { data } = await post(`${A}/save`, {
    ...{ warehouseId: place.id, supplierId, arriveDate: tomorrow, slotStart, boxes: 4, lines },
  })
  await post(`${A}/confirm/${data.id}`)
  return data.id
}

test('W §5.10: a vehicle is registered, called, unloaded and leaves, and its goods wait in a receipt', async () => {
  const appointId = await appointed('09:00')
  const { data } = await post(`${R}/save`, { ...vehicle(), appointId })
  expect(await infoOf(R, data.id)).toMatchObject({ queueNo: 1, supplierId, dockNo: 1, status: 0 })
  expect(await infoOf(A, appointId)).toMatchObject({ status: 2 })
  expect(await told(post(`${R}/save`, { ...vehicle(), appointId }))).toEqual([
    409,
    '当前状态为已到货，不能登记到货',
  ])
  expect(await told(post(`${R}/unload/start/${data.id}`))).toEqual([409, '当前状态为待叫号，不能开始卸货'])
  expect(await told(post(`${R}/call/${data.id}`, { dockNo: 1 }))).toEqual([200, '操作成功'])
  const starts = await Promise.all([0, 1].map(() => post(`${R}/unload/start/${data.id}`)))
  expect(starts.map((one) => one.code).sort()).toEqual([200, 409])
  const { stockinId, registerSn } = await infoOf(R, data.id)
  expect(await infoOf(A, appointId)).toMatchObject({ status: 3 })
  const drafts = await app.db
    .selectFrom('stockin')
    .selectAll()
    .where('sourceSn', '=', String(registerSn))
    .execute()
  expect(drafts).toMatchObject([
    {
      ...{ id: stockinId, type: 6, auditStatus: -1, supplierId, warehouseId: place.id, totalQty: 12 },
      lines: [{ skuId, qty: 12, sectionId: place.sections.store, productName: '测试商品' }],
    },
  ])
  expect(await told(post(`${R}/unload/end/${data.id}`, { exception: 1 }))).toEqual([200, '操作成功'])
  expect(await infoOf(A, appointId)).toMatchObject({ status: 4 })
  await post(`${R}/leave/${data.id}`)
  expect(await infoOf(R, data.id)).toMatchObject({
    status: 4,
    exception: 1,
    waitMinutes: 0,
    unloadMinutes: 0,
  })
  expect(await told(post(`${R}/leave/${data.id}`))).toEqual([409, '当前状态为已离场，不能离场'])
})

test('W §5.10: who comes unasked says of whom, and a dock serves one vehicle at a time', async () => {
  expect(await told(post(`${R}/save`, vehicle()))).toEqual([422, '请选择供应商'])
  expect(await told(post(`${R}/save`, { ...vehicle('A1'), supplierId }))).toEqual([422, '车牌号格式不正确'])
  const ids: number[] = []
  for (const plate of ['闽A11111', '闽A22222'])
    ids.push((await post(`${R}/save`, { ...vehicle(plate), supplierId })).data.id)
  const [first, second] = [await infoOf(R, ids[0] ?? 0), await infoOf(R, ids[1] ?? 0)]
  expect(Number(second.queueNo)).toBe(Number(first.queueNo) + 1)
  expect(await told(post(`${R}/call/${ids[0]}`, { dockNo: 3 }))).toEqual([422, '该仓库只有2个月台'])
  expect((await post(`${R}/call/${ids[0]}`, { dockNo: 2 })).code).toBe(200)
  expect(await told(post(`${R}/call/${ids[1]}`, { dockNo: 2 }))).toEqual([422, '2号月台正由闽A11111使用'])
  const { data } = await app.request<Record<string, unknown>[]>('GET', `${R}/board?warehouseId=${place.id}`, {
    token: keeper.token,
  })
  expect(data).toMatchObject([
    { plateNo: '闽A11111', dockNo: 2, status: 1, supplier: '到货供应商' },
    { plateNo: '闽A22222', status: 0 },
  ])
})

test('W §5.10: cold goods are measured, and a registration made by mistake gives its appointment back', async () => {
  const [cold = 0] = await addSkus(app.db, 1, { storeName: '冰淇淋' })
  await sql`update "product" set "storageCondition" = 4 where "id" = (select "productId" from "sku" where "id" = ${cold})`.execute(
    app.db,
  )
  const appointId = await appointed('10:00', [{ skuId: cold, qty: 1 }])
  const arriving = { ...vehicle('闽A33333'), appointId }
  expect(await told(post(`${R}/save`, arriving))).toEqual([422, '冷藏冷冻商品请输入到货温度'])
  const { data } = await post(`${R}/save`, { ...arriving, temperature: -18.5 })
  expect(await infoOf(R, data.id)).toMatchObject({ temperature: -18.5 })
  expect(await told(post(`${R}/delete/${data.id}`))).toEqual([200, '操作成功'])
  expect(await infoOf(A, appointId)).toMatchObject({ status: 1 })
})
