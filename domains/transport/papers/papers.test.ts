import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { newCar, newDriver } from '../../../tests/trips.ts'
import { attachWatch } from './attachWatch.server.ts'

let app: TestApp
let token: string
let notes: TestNotes
let place: TestWarehouse
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  notes = new TestNotes(app.db)
  place = await openWarehouse(app.db)
})
afterAll(() => app.close())

interface Paper {
  type: number
  name: string
  lotNo: string
  copies: number
  needBack: number
  backQty: number
}
const post = (path: string, body: object = {}) => app.request('POST', `/admin/wts/${path}`, { token, body })
const get = <T>(path: string, query: Record<string, string | number> = {}) =>
  app.request<T>('GET', `/admin/wts/${path}`, { token, query })
interface Sheet {
  status: number
  carrySn: string
  driverId: number | null
  copies: number
  openCount: number
  lines: Paper[]
}
const sheetOf = async (id: number) => (await get<Sheet>(`attachmentSheet/info/${id}`)).data
interface Cover {
  id: number
  carrySn: string
  boxCount: number
  deliveryCount: number
  sheetCount: number
  printCount: number
}
const coverOf = async (carrySn: string, query = {}) =>
  (await get<{ list: Cover[] }>('coverPage/list', { keywords: carrySn, ...query })).data.list[0]

async function openTrip(deliveryIds: readonly number[]) {
  const at = (hour: number) => Math.floor(Date.parse(`${today()}T00:00:00+08:00`) / 1000) + hour * 3600
  const driverId = await newDriver(app.db)
  const { data } = await post('vehicleAssignment/save', {
    ...{ warehouseId: place.id, deliveryDate: today(), planDepartTime: at(8), planBackTime: at(12) },
    ...{ truckCarId: await newCar(app.db), driverId, helperName: '', deliveryIds: deliveryIds.join(',') },
  })
  const { assignSn } = await app.db
    .selectFrom('vehicleAssignment')
    .select('assignSn')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  return { id: data.id, assignSn, driverId }
}

test('W §5.6: papers are proposed, follow their delivery onto its trip, leave with it and come back in parts', async () => {
  const one = await pickedTask(app.db, notes, place)
  await sql`update "wtsDeliveryLine" set "lotNo" = 'L1' where "deliveryId" = ${one.deliveryId}`.execute(
    app.db,
  )
  const { deliveryId } = one
  const { data: proposed } = await get<Paper[]>('attachmentSheet/propose', { deliveryId })
  expect(proposed).toMatchObject([
    { type: 3, name: '送货回单', copies: 1, needBack: 1 },
    { type: 2, lotNo: 'L1', copies: 1, needBack: 0 },
  ])
  type Waiting = { total: number; list: { id: number; phone: string }[] }
  const waiting = async (query: Record<string, string | number> = {}, as = token) => {
    const asked = { keywords: one.deliverySn, ...query }
    return (
      await app.request<Waiting>('GET', '/admin/wts/attachmentSheet/waiting', { token: as, query: asked })
    ).data
  }
  await sql`update "wtsDelivery" set "phone" = '13912345678' where "id" = ${deliveryId}`.execute(app.db)
  const whole = { id: deliveryId, boxCount: 2, status: 0, phone: '13912345678' }
  expect(await waiting()).toMatchObject({ total: 1, list: [whole] })
  const clerk = await app.person({ permissions: ['admin:wts:attachmentSheet:save'] })
  expect((await waiting({}, clerk.token)).list).toMatchObject([{ id: deliveryId, phone: '139****5678' }])
  expect(await waiting({ page: 2 })).toMatchObject({ total: 1, list: [] })
  const lines = [...proposed, { type: 6, name: '周转箱', no: '', lotNo: '', copies: 3, needBack: 1 }]
  const { data } = await post('attachmentSheet/save', { deliveryId, lines, remark: '' })
  expect(await waiting()).toMatchObject({ total: 0, list: [] })
  expect((await post('attachmentSheet/save', { deliveryId, lines, remark: '' })).message).toMatch(
    /^配送单已有附表 FB\d{14}$/,
  )
  expect(await sheetOf(data.id)).toMatchObject({ status: 0, carrySn: '', copies: 5, openCount: 4 })
  expect((await post('attachmentSheet/back', { id: data.id, lines: [{ lineNo: 1, qty: 1 }] })).message).toBe(
    '当前状态为待交，不能登记回收',
  )
  const trip = await openTrip([deliveryId])
  expect(await sheetOf(data.id)).toMatchObject({ carrySn: trip.assignSn, driverId: trip.driverId })
  expect(await coverOf(trip.assignSn)).toMatchObject({ boxCount: 2, deliveryCount: 1, sheetCount: 1 })
  await post('vehicleAssignment/removeDelivery', { id: trip.id, deliveryIds: String(deliveryId) })
  expect(await sheetOf(data.id)).toMatchObject({ carrySn: '', driverId: null })
  expect(await coverOf(trip.assignSn)).toMatchObject({ boxCount: 0, deliveryCount: 0, sheetCount: 0 })
  await post('vehicleAssignment/addDelivery', { id: trip.id, deliveryIds: String(deliveryId) })
  await post(`vehicleAssignment/load/start/${trip.id}`)
  await post('vehicleAssignment/load/scan', { id: trip.id, code: one.deliverySn })
  expect((await post(`vehicleAssignment/depart/${trip.id}`, { mileageStart: 1 })).code).toBe(200)
  expect(await sheetOf(data.id)).toMatchObject({ status: 1 })
  expect((await post('attachmentSheet/update', { id: data.id, lines, remark: '' })).message).toBe(
    '当前状态为已随车，不能编辑',
  )
  const back = (lineNo: number, qty: number) =>
    post('attachmentSheet/back', { id: data.id, lines: [{ lineNo, qty }] })
  expect((await back(2, 1)).message).toBe('该行不需回收')
  expect((await back(3, 4)).message).toBe('回收份数不能超过未回收3')
  await back(3, 2)
  expect(await sheetOf(data.id)).toMatchObject({ status: 2, openCount: 2 })
  await back(3, 1)
  await back(1, 1)
  const done = await sheetOf(data.id)
  expect(done).toMatchObject({ status: 3, openCount: 0 })
  expect(done.lines.map((line) => line.backQty)).toEqual([1, 0, 3])
  expect((await post(`attachmentSheet/delete/${data.id}`)).code).toBe(409)
})

test('W §5.6: a front sheet is kept for each trip, counted as it is printed, gone when the trip is cancelled', async () => {
  const one = await pickedTask(app.db, notes, place)
  const trip = await openTrip([one.deliveryId])
  const made = await post('attachmentSheet/save', {
    deliveryId: one.deliveryId,
    lines: [{ type: 1, name: '发票', no: '', lotNo: '', copies: 1, needBack: 0 }],
    remark: '',
  })
  const cover = await coverOf(trip.assignSn, { unprinted: 1 })
  expect(cover).toMatchObject({ sheetCount: 1, printCount: 0 })
  const sheets = await get<{ id: number }[]>('coverPage/sheets', { id: cover?.id ?? 0 })
  expect(sheets.data).toEqual([{ id: made.data.id }])
  await post('coverPage/print', { ids: String(cover?.id) })
  expect(await coverOf(trip.assignSn, { unprinted: 1 })).toBeUndefined()
  expect(await coverOf(trip.assignSn)).toMatchObject({ printCount: 1 })
  expect((await post(`attachmentSheet/delete/${made.data.id}`)).code).toBe(200)
  expect(await coverOf(trip.assignSn)).toMatchObject({ sheetCount: 0 })
  await post(`vehicleAssignment/cancel/${trip.id}`)
  expect(await coverOf(trip.assignSn)).toBeUndefined()
})

test('W §13: once a day keepers and drivers are told of papers that are out for more than three days', async () => {
  const keeper = await app.person()
  const account = await app.person()
  const house = await openWarehouse(app.db)
  await sql`update "warehouse" set "staffIds" = array[${keeper.adminId}::int] where "id" = ${house.id}`.execute(
    app.db,
  )
  const driverId = await newDriver(app.db)
  await sql`update "driver" set "adminId" = ${account.adminId} where "id" = ${driverId}`.execute(app.db)
  let deliveryId = 900_000_000
  const sheet = (sn: string, daysOut: number, open: number) =>
    sql`insert into "attachSheet" ("attachSn", "warehouseId", "deliveryId", "bizDate", "driverId", "openCount", "copies", "status", "sentTime")
      values (${sn}, ${house.id}, ${++deliveryId}, current_date, ${driverId}, ${open}, ${open}, 1, now() - make_interval(days => ${daysOut}))`.execute(
      app.db,
    )
  await sheet('FB1', 5, 2)
  await sheet('FB2', 6, 1)
  await sheet('FB3', 1, 4)
  const told = async (id: number) => {
    const { rows } = await sql<{ content: string }>`
      select "content" from "adminNotice" where "adminId" = ${id} order by "id"`.execute(app.db)
    return rows.map((row) => row.content)
  }
  const run = () => attachWatch.run(app.db, {}, new AbortController().signal)
  await run()
  await run()
  expect(await told(keeper.adminId)).toEqual([
    expect.stringContaining('有2张附表随车超过3天，共3份未回收，最早的是FB1'),
  ])
  expect(await told(account.adminId)).toHaveLength(1)
})
