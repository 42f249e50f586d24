import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'

let app: TestApp
let token: string
let notes: TestNotes
let place: TestWarehouse

type Row = Record<string, string | number | null>
const report = async (of: string, query: Record<string, string | number>) => {
  const { data, code, message } = await app.request<Row[]>('GET', `/admin/wts/${of}/report`, {
    ...{ token, query: { dateLimit: 'today', warehouseId: place.id, ...query } },
  })
  expect([code, message]).toEqual([200, expect.anything()])
  return data
}
const trips = (query: Record<string, string | number> = {}) => report('deliverySummary', query)
const consigned = (query: Record<string, string | number> = {}) => report('outCityTransportSummary', query)

/** A trip of today that is back, with deliveries of these customers; 10.00 and 10 km for all of it. */
async function tripBack(n: number, customers: readonly string[], loadRate: number) {
  const assignSn = `PC-SUM-${n}`
  await sql`
    with "m" as (insert into "truckModel" ("code", "name", "length", "width", "height", "loadWeight", "loadVolume", "licenceTypes", "tempZones")
      values (${`SM${n}`}, ${`车型${n}`}, 4, 2, 2, 1500, 9.6, '{C1}', '{1}') returning "id"),
    "c" as (insert into "truckCar" ("plateNo", "truckModelId", "insuranceEnd", "inspectionEnd")
      select ${`闽A9000${n}`}, "id", '2099-01-01', '2099-01-01' from "m" returning "id"),
    "d" as (insert into "driver" ("name", "phone", "idCard", "licenceNo", "licenceType", "licenceBegin", "licenceEnd")
      values (${`司机${n}`}, ${`1390000000${n}`}, ${`id-${n}`}, 'x', 'C1', '2020-01-01', '2099-01-01') returning "id")
    insert into "vehicleAssignment" ("assignSn", "warehouseId", "deliveryDate", "truckCarId", "driverId", "planDepartTime", "planBackTime",
      "status", "loadRate", "mileageStart", "mileageEnd", "tollFee")
    select ${assignSn}, ${place.id}, ${today()}::date, "c"."id", "d"."id", now(), now(), 3, ${loadRate}, 100, 110, 1000 from "c", "d"`.execute(
    app.db,
  )
  for (const [at, customer] of customers.entries()) {
    const { deliveryId } = await pickedTask(app.db, notes, place)
    await sql`update "wtsDelivery" set "carrySn" = ${assignSn}, "customer" = ${customer}, "boxCount" = 1, "status" = ${at === 0 ? 4 : 6},
      "planDate" = ${today()}::date, "timeWindow" = '', "signTime" = now(), "collectAmount" = 500, "payStatus" = ${at === 0 ? 2 : 1}
      where "id" = ${deliveryId}`.execute(app.db)
  }
}

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  notes = new TestNotes(app.db)
  place = await openWarehouse(app.db)
  await tripBack(1, ['甲', '乙', '丙'], 96.67)
  await tripBack(2, ['甲'], 50)
})
afterAll(() => app.close())

const ADDED = ['stops', 'deliveries', 'boxes', 'qty', 'weight', 'signed', 'refused', 'km'] as const
const added = (rows: readonly Row[], name: string) =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 1e6) / 1e6

test('W §5.8: the last row of 配送汇总 is the sum of the others, however they are grouped; its rates are counted anew', async () => {
  for (const by of [1, 2, 3, 4, 5, 9]) {
    const rows = await trips({ by })
    const total = rows.at(-1) ?? {}
    const own = rows.slice(0, -1)
    expect(total).toMatchObject({ isTotal: 1, deliveries: 4, boxes: 4, km: 20, fee: '20.00', boxFee: '5.00' })
    expect(total).toMatchObject({ signed: 2, refused: 2, signRate: 50, onTimeRate: 100 })
    expect(total).toMatchObject({ collectDue: '20.00', collectPaid: '10.00' })
    for (const name of [...ADDED, 'trips']) expect(added(own, name)).toBe(total[name])
    expect(added(own, 'fee')).toBe(20)
  }
  const byTrip = await trips({ by: 9 })
  expect(byTrip.map((row) => [row.name, row.trips, row.loadRate])).toEqual([
    ['PC-SUM-1', 1, 96.67],
    ['PC-SUM-2', 1, 50],
    ['合计', 2, 73.34],
  ])
})

test('W §5.8: customers of one trip share its fees by their boxes, to the last cent', async () => {
  const rows = await trips({ by: 5, customer: '' })
  const fees = new Map(rows.map((row) => [row.name, row.fee]))
  expect([...fees].toSorted()).toEqual([
    ['丙', '3.33'],
    ['乙', '3.34'],
    ['合计', '20.00'],
    ['甲', '13.33'],
  ])
})

test('W §5.8: the trips of a group come to what the group does', async () => {
  const groups = await trips({ by: 5 })
  for (const group of groups.slice(0, -1)) {
    const own = await trips({ by: 9, within: 5, key: group.key ?? '' })
    const total = own.at(-1) ?? {}
    for (const name of [...ADDED, 'fee', 'trips']) expect(total[name]).toBe(group[name])
  }
})

test('W §5.8: a trip that has not left, another day and another warehouse are not in it', async () => {
  expect(await trips({ dateLimit: '2020-01-01,2020-01-31' })).toEqual([])
  const other = await openWarehouse(app.db)
  expect(await trips({ warehouseId: other.id })).toEqual([])
  const long = await app.request('GET', '/admin/wts/deliverySummary/report', {
    ...{ token, query: { dateLimit: '2020-01-01,2026-01-31' } },
  })
  expect(long.message).toBe('时间范围最长400天')
})

test('W §15 #27: the row of the day costs what was entered, as its notes do; what stays in the city is not in it', async () => {
  const { rows: cities } = await sql<{ id: number }>`
    select "id" from "systemCity" where "level" = 1 and "isDel" = 0 order by "id" limit 2`.execute(app.db)
  const [from = 0, to = 0] = cities.map((one) => one.id)
  await sql`update "warehouse" set "cityId" = ${from} where "id" = ${place.id}`.execute(app.db)
  const notesOf = [
    { sn: 'TY-SUM-1', city: to, freight: 23_500, status: 2 },
    { sn: 'TY-SUM-2', city: to, freight: 25_400, status: 3 },
    { sn: 'TY-SUM-3', city: from, freight: 9900, status: 1 },
    { sn: 'TY-SUM-4', city: to, freight: 8800, status: 0 },
  ]
  for (const { sn, city, freight, status } of notesOf) {
    await sql`
      insert into "consignmentNote" ("consignSn", "warehouseId", "logisticsProviderId", "toCityId", "consignee", "boxCount", "weight", "volume",
        "freight", "insuranceFee", "status", "dispatchTime", "planArriveDate", "actualArriveTime")
      values (${sn}, ${place.id}, 1, ${city}, '望江门店', 2, 180, 1.2, ${freight}, 2400, ${status}, ${status === 0 ? null : new Date()},
        ${today()}::date, ${status === 2 ? new Date() : null})`.execute(app.db)
  }
  const [day, total] = await consigned()
  expect(day).toMatchObject({
    name: today(),
    notes: 2,
    freight: '441.00',
    insuranceFee: '48.00',
    total: '489.00',
  })
  expect(day).toMatchObject({ kgFee: '1.36', onTimeRate: 100, signRate: 50, troubles: 1, weight: 360 })
  expect(total).toMatchObject({ isTotal: 1, total: '489.00', notes: 2 })
  const papers = await consigned({ by: 9, within: 1, key: today() })
  expect(papers.map((row) => [row.name, row.total])).toEqual([
    ['TY-SUM-1', '235.00'],
    ['TY-SUM-2', '254.00'],
    ['合计', '489.00'],
  ])
  for (const by of [2, 3, 4]) expect((await consigned({ by })).at(-1)).toMatchObject({ total: '489.00' })
})
