import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { formatDate } from '#kit/shared/time.ts'
import { registerNow } from '../../../tests/registering.ts'
import { addSkus, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { declareInbound, type InboundLine } from '../stock/declare.server.ts'
import { markMissed } from './appoint.jobs.ts'

let app: TestApp
let keeper: Person
let place: TestWarehouse
let skuId = 0
const suppliers: number[] = []
const A = '/admin/wts/purchaseAppointment'
const daysOn = (days: number) => formatDate(Date.now() / 1000 + days * 86_400)

beforeAll(async () => {
  app = await testApp()
  const rights = ['list', 'info', 'save', 'update', 'confirm', 'reschedule', 'cancel']
  keeper = await app.person({ permissions: rights.map((one) => `admin:wts:purchaseAppointment:${one}`) })
  place = await openWarehouse(app.db)
  ;[skuId = 0] = await addSkus(app.db, 1)
  for (const name of ['甲供应商', '乙供应商']) {
    const { rows } = await sql<{ id: number }>`
      insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce", "creditCode")
      values (${name}, ${name}, 1, 0, 1, 1, 1, ${name}) returning "id"`.execute(app.db)
    suppliers.push(rows[0]?.id ?? 0)
  }
})
afterAll(() => app.close())

const post = (path: string, body: unknown = {}) =>
  app.request('POST', `${A}${path}`, { token: keeper.token, body })
const told = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}
const form = (more: Record<string, unknown> = {}) => ({
  ...{
    warehouseId: place.id,
    supplierId: suppliers[0],
    arriveDate: daysOn(3),
    slotStart: '09:00',
    boxes: 10,
  },
  ...{ lines: [{ skuId, qty: 12 }], ...more },
})
const bookedOf = async (day: string, start: string) => {
  const { rows } = await sql<{ booked: number; live: number }>`
    select d."booked", (select count(*)::int from "purchaseAppointment" a where a."warehouseId" = d."warehouseId" and a."arriveDate" = d."slotDate"
      and a."slotStart" = d."slotStart" and a."status" not in (5, 6) and a."isDel" = 0) as "live"
    from "dockSlot" d where d."warehouseId" = ${place.id} and d."slotDate" = ${day}::date and d."slotStart" = ${start}`.execute(
    app.db,
  )
  return rows[0]
}

test('W §15 #22: a slot that is full takes nobody else, and again somebody once one gives it up', async () => {
  const first = await post('/save', form())
  const second = await post('/save', form({ supplierId: suppliers[1] }))
  expect([first.code, second.code]).toEqual([200, 200])
  const third = () => told(post('/save', form({ supplierId: suppliers[1] })))
  const full = [422, '该时段已约满，请选择其他时段']
  expect(await Promise.all([third(), told(post('/save', form()))])).toEqual([full, full])
  expect(await told(post(`/cancel/${first.data.id}`, { reason: '改到下周' }))).toEqual([200, '操作成功'])
  const again = await Promise.all([third(), third()])
  expect(again.map(([code]) => code).sort()).toEqual([200, 422])
  expect(await bookedOf(daysOn(3), '09:00')).toEqual({ booked: 2, live: 2 })
})

test('W §5.10: a crowd gets as many places as there are docks, each a dock of its own', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => post('/save', form({ slotStart: '10:00' }))))
  expect(all.filter((one) => one.code === 200)).toHaveLength(2)
  const { data } = await app.request<{ slots: { start: string }[] }>(
    'GET',
    `${A}/slot/list?warehouseId=${place.id}&date=${daysOn(3)}`,
    {
      token: keeper.token,
    },
  )
  const slot = data.slots.find((one) => one.start === '10:00')
  expect(slot).toMatchObject({ capacity: 2, booked: 2, docks: [{ dockNo: 1 }, { dockNo: 2 }] })
})

test('W §5.10: an appointment is moved, its old place is free, and two that change places do not block each other', async () => {
  const day = daysOn(5)
  const ids: number[] = []
  for (const slotStart of ['08:00', '09:00'])
    ids.push((await post('/save', form({ arriveDate: day, slotStart }))).data.id)
  const move = (id: number | undefined, slotStart: string) =>
    post(`/reschedule/${id}`, { arriveDate: day, slotStart, dockNo: null })
  const codes = await Promise.all([move(ids[0], '09:00'), move(ids[1], '08:00')])
  expect(codes.map((one) => one.code)).toEqual([200, 200])
  expect([await bookedOf(day, '08:00'), await bookedOf(day, '09:00')]).toEqual([
    { booked: 1, live: 1 },
    { booked: 1, live: 1 },
  ])
  expect(await told(move(ids[0], '08:30'))).toEqual([422, '该时段不在仓库的预约时间内'])
})

test('W §5.10, §12: what cannot be booked is refused at its field', async () => {
  const refusal = (more: Record<string, unknown>) =>
    told(post('/save', form({ arriveDate: daysOn(6), ...more })))
  expect(await refusal({ arriveDate: daysOn(0) })).toEqual([422, '到货日期最早为明天'])
  expect(await refusal({ plateNo: 'A1' })).toEqual([422, '车牌号格式不正确'])
  expect(await refusal({ lines: [{ skuId, qty: 0 }] })).toEqual([422, '数量必须大于0'])
  expect(await refusal({ boxes: 0 })).toEqual([422, '箱数不能小于1'])
  expect(await refusal({ dockNo: 3 })).toEqual([422, '该仓库只有2个月台'])
  const { data } = await post('/save', form({ arriveDate: daysOn(6), dockNo: 2 }))
  expect(await refusal({ dockNo: 2 })).toEqual([422, '该时段2号月台已被预约'])
  await post(`/confirm/${data.id}`)
  expect(await told(post(`/confirm/${data.id}`))).toEqual([409, '当前状态为已确认，不能确认'])
  expect(await told(post('/update', { id: data.id, version: 2, boxes: 3 }))).toEqual([
    409,
    '当前状态为已确认，不能编辑',
  ])
})

test('W §13: who does not come within two hours has missed it, and the place is free', async () => {
  const day = daysOn(7)
  const { data } = await post('/save', form({ arriveDate: day }))
  const late = await post('/save', form({ arriveDate: day, slotStart: '10:00' }))
  await sql`update "purchaseAppointment" set "arriveDate" = ${daysOn(-1)}::date where "id" = ${data.id}`.execute(
    app.db,
  )
  await sql`update "dockSlot" set "slotDate" = ${daysOn(-1)}::date where "warehouseId" = ${place.id} and "slotDate" = ${day}::date
    and "slotStart" = '09:00'`.execute(app.db)
  expect(await told(post(`/cancel/${data.id}`, { reason: '来不了' }))).toEqual([
    409,
    '距预约时段不足2小时，不能取消',
  ])
  expect(await markMissed(app.db)).toBe(1)
  const { rows } = await sql<{ id: number; status: number }>`
    select "id", "status" from "purchaseAppointment" where "id" in (${data.id}, ${late.data.id}) order by "id"`.execute(
    app.db,
  )
  expect(rows.map((row) => row.status)).toEqual([6, 0])
  expect(await bookedOf(daysOn(-1), '09:00')).toEqual({ booked: 0, live: 0 })
})

test('W §5.10: with purchases, no more is booked than is neither there nor on its way', async () => {
  const open: InboundLine[] = [
    { purchaseLineId: 91, supplierId: suppliers[0] ?? 0, skuId, q: 100_000, price: 350 },
  ]
  const nothing = async () => undefined
  registerNow(
    app.db,
    declareInbound({
      ...{ lock: nothing, received: nothing, returned: nothing },
      openLines: async (_db, sn) => (sn === 'CG1' ? open : []),
      onOrder: async () => [],
    }),
  )
  const on = (more: Record<string, unknown>) => post('/save', form({ arriveDate: daysOn(8), ...more }))
  expect(await told(on({}))).toEqual([422, '请输入采购单'])
  expect(await told(on({ purchaseSns: ['CG1'], supplierId: suppliers[1] }))).toEqual([
    422,
    '采购单CG1不属于该供应商',
  ])
  expect(await told(on({ purchaseSns: ['CG1'], lines: [{ skuId, qty: 60 }] }))).toEqual([200, '操作成功'])
  expect(await told(on({ purchaseSns: ['CG1'], lines: [{ skuId, qty: 41 }] }))).toEqual([
    422,
    '预约数量超过未到数量40',
  ])
  const { data } = await app.request('GET', `${A}/openLines?purchaseSns=CG1&supplierId=${suppliers[0]}`, {
    token: keeper.token,
  })
  expect(data).toMatchObject({ ready: 1, lines: [{ purchaseLineId: 91, openQty: 100, qty: 40 }] })
})
