import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { openPartners, type Partners } from '../../../tests/partners.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { openWarehouse } from '../../../tests/stock.ts'
import { newCar, newDriver } from '../../../tests/trips.ts'

let app: TestApp
let token: string
let partners: Partners
let companyId: number
let warehouseId: number
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  partners = await openPartners(app)
  companyId = await partners.company({})
  warehouseId = (await openWarehouse(app.db)).id
})
afterAll(() => app.close())

let made = 0
const ROUTES = '/admin/wts/routeTable'
const post = (path: string, body: object = {}, as = token) =>
  app.request('POST', `${ROUTES}/${path}`, { token: as, body })
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', `${ROUTES}/${path}`, { token: as, query })
const shipTo = (more: Record<string, unknown> = {}) => partners.shipTo(companyId, more)
const form = (shipToIds: readonly number[], more: object = {}) => ({
  ...{ code: `XL${++made}`, name: `线路${made}`, warehouseId, type: 1, weekdays: [1, 3] },
  ...{ stops: shipToIds.map((shipToId) => ({ shipToId })), ...more },
})

test('W §5.8: stops stand in their order, with the time their ship-to takes goods', async () => {
  const early = await shipTo({ receiveFrom: '08:00', receiveTo: '11:30' })
  const late = await shipTo()
  const stops = [
    { shipToId: late, seq: 9, timeWindow: '14:00-16:00', stayMinutes: 20 },
    { shipToId: early, seq: 2 },
  ]
  const { data } = await post('save', form([], { stops }))
  expect((await get(`info/${data.id}`)).data).toMatchObject({
    stops: [
      { seq: 1, shipToId: early, timeWindow: '08:00-11:30', stayMinutes: null },
      { seq: 2, shipToId: late, timeWindow: '14:00-16:00', stayMinutes: 20 },
    ],
    cutOffTime: '16:00',
    planDepartTime: '07:30',
    stopCount: 2,
  })
  const sheet = (await get('print', { ids: String(data.id) })).data
  expect(sheet).toMatchObject([
    { seq: 1, address: '仓前街2号', contact: '李二', phone: '13900000002', timeWindow: '08:00-11:30' },
    { seq: 2, stayMinutes: 20 },
  ])
})

test('W §5.8: a ship-to belongs to one enabled route per weekday', async () => {
  const id = await shipTo({ shipToName: '望江路便利店' })
  const first = form([id])
  const { data } = await post('save', first)
  const twice = await post('save', form([id, id], { weekdays: [7] }))
  expect([twice.code, twice.message]).toEqual([422, '送达方已在本线路中'])
  const second = await post('save', form([await shipTo(), id], { weekdays: [2, 3] }))
  expect([second.code, second.message]).toEqual([422, `望江路便利店 周三已在线路 ${first.code}`])
  expect((await post('save', form([id], { weekdays: [2] }))).code).toBe(200)
  const off = await post('save', form([id], { weekdays: [3], status: 0 }))
  expect(off.code).toBe(200)
  expect((await post(`update/status/${off.data.id}`, { status: 1 })).message).toBe(
    `望江路便利店 周三已在线路 ${first.code}`,
  )
  await post(`update/status/${data.id}`, { status: 0 })
  expect((await post(`update/status/${off.data.id}`, { status: 1 })).code).toBe(200)
})

test('W §5.8: of two people who put one ship-to on two routes at once one succeeds', async () => {
  const id = await shipTo()
  const answers = await Promise.all([post('save', form([id])), post('save', form([id]))])
  expect(answers.map((one) => one.code).toSorted()).toEqual([200, 422])
})

test('W §5.8: routes are found by weekday, and what they name stays', async () => {
  const id = await shipTo()
  const { data } = await post('save', form([id], { weekdays: [6] }))
  const found = async (weekday: number) =>
    (await get('list', { weekday, limit: 100 })).data.list.some((one) => one.id === data.id)
  expect([await found(6), await found(5)]).toEqual([true, false])
  const removed = await app.request('POST', `/admin/system/org/userAddress/delete/${id}`, { token, body: {} })
  expect(removed.code).toBe(409)
  expect((await post('save', form([id], { code: 'x', planDepartTime: '7点' }))).message).toBe(
    '计划发车格式不正确',
  )
})

test('W §12: the usual driver of a route may drive its usual vehicle', async () => {
  const { rows } = await sql<{ car: number; driver: number }>`
    with m as (insert into "truckModel" ("code", "name", "length", "width", "height", "loadWeight", "licenceTypes")
        values ('RT1', '线路车型', 4, 2, 2, 1500, '{B2}') returning "id"),
      c as (insert into "truckCar" ("plateNo", "truckModelId", "insuranceEnd", "inspectionEnd")
        select '闽A90001', "id", '2099-01-01', '2099-01-01' from m returning "id"),
      d as (insert into "driver" ("name", "phone", "idCard", "licenceNo", "licenceType", "licenceBegin", "licenceEnd")
        values ('林师傅', '13900000091', 'rt', 'x', 'C1', '2020-01-01', '2099-01-01') returning "id")
    select c."id" as "car", d."id" as "driver" from c, d`.execute(app.db)
  const crew = { defaultTruckCarId: rows[0]?.car, defaultDriverId: rows[0]?.driver }
  expect((await post('save', form([], crew))).message).toBe('准驾车型不符')
})

test('W §14: who stands at another warehouse sees no route of this one', async () => {
  const { data } = await post('save', form([], { weekdays: [5] }))
  const stranger = await app.person({
    permissions: ['admin:wts:routeTable:list', 'admin:wts:routeTable:info', 'admin:wts:routeTable:print'],
    dataScope: 4,
  })
  expect((await get('list', {}, stranger.token)).data.total).toBe(0)
  expect((await get(`info/${data.id}`, {}, stranger.token)).code).toBe(404)
  expect((await get('print', { ids: String(data.id) }, stranger.token)).data).toEqual([])
})

test('W §5.5: a trip goes along a route of its own warehouse', async () => {
  const other = await openWarehouse(app.db)
  const { data } = await post('save', form([], { warehouseId: other.id }))
  const { rows } = await sql<{ car: number; driver: number }>`
    with m as (insert into "truckModel" ("code", "name", "length", "width", "height", "loadWeight", "loadVolume", "licenceTypes")
        values ('RT2', '线路车型二', 4, 2, 2, 1500, 9, '{C1}') returning "id"),
      c as (insert into "truckCar" ("plateNo", "truckModelId", "insuranceEnd", "inspectionEnd")
        select '闽A90002', "id", '2099-01-01', '2099-01-01' from m returning "id"),
      d as (insert into "driver" ("name", "phone", "idCard", "licenceNo", "licenceType", "licenceBegin", "licenceEnd")
        values ('黄师傅', '13900000092', 'rt2', 'x', 'C1', '2020-01-01', '2099-01-01') returning "id")
    select c."id" as "car", d."id" as "driver" from c, d`.execute(app.db)
  const trip = {
    ...{ deliveryDate: '2099-01-01', planDepartTime: 4070908800, planBackTime: 4070912400, deliveryIds: '' },
    ...{ truckCarId: rows[0]?.car, driverId: rows[0]?.driver, routeId: data.id, warehouseId },
  }
  const save = (body: object) => app.request('POST', '/admin/wts/vehicleAssignment/save', { token, body })
  const wrong = await save(trip)
  expect([wrong.code, wrong.message]).toEqual([422, '线路不属于该仓库'])
  expect((await save({ ...trip, warehouseId: other.id })).code).toBe(200)
  const removed = await post(`delete/${data.id}`)
  expect([removed.code, removed.message]).toEqual([409, '该线路已被派车单使用，不能删除，可以停用'])
})

test('W §5.8: the routes of a day tell what travels along them by which vehicles, and what still waits for one', async () => {
  const notes = new TestNotes(app.db)
  const place = await openWarehouse(app.db)
  const [served, away] = [await shipTo(), await shipTo()]
  const day = today()
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const body = form([served], { warehouseId: place.id, weekdays: [weekday] })
  const { data: own } = await post('save', body)
  const other = form([away], { warehouseId: place.id, weekdays: [(weekday % 7) + 1] })
  await post('save', other)
  const made = [
    await pickedTask(app.db, notes, place),
    await pickedTask(app.db, notes, place),
    await pickedTask(app.db, notes, place),
  ]
  const ids = made.map((one) => one.deliveryId)
  await sql`update "wtsDelivery" set "planDate" = ${day}::date, "shipToId" = case "id" when ${ids[2]} then ${away}::int else ${served}::int end
    where "id" = any(${sql.val(ids)}::int[])`.execute(app.db)
  const at = (hour: number) => Math.floor(Date.parse(`${day}T00:00:00+08:00`) / 1000) + hour * 3600
  const trip = await app.request('POST', '/admin/wts/vehicleAssignment/save', {
    token,
    body: {
      ...{
        warehouseId: place.id,
        deliveryDate: day,
        planDepartTime: at(8),
        planBackTime: at(12),
        helperName: '',
      },
      ...{ truckCarId: await newCar(app.db), driverId: await newDriver(app.db), routeId: own.id },
      deliveryIds: String(ids[0]),
    },
  })
  expect(trip.message).toBe('操作成功')
  const daily = async (as = token) =>
    (
      await app.request<Record<string, unknown>[]>('GET', `${ROUTES}/daily`, {
        token: as,
        query: { date: day, warehouseId: String(place.id) },
      })
    ).data
  expect(await daily()).toMatchObject([
    {
      ...{ id: own.id, name: body.name, deliveryCount: 2, boxCount: 4, waitingCount: 1, waitingBoxes: 2 },
      ...{
        customers: '望江门店',
        vehicles: expect.stringMatching(/^浙A/),
        trips: expect.stringMatching(/^PC/),
      },
    },
    { id: 0, name: '未定线路', deliveryCount: 1, waitingCount: 1, trips: '' },
  ])
  const narrow = await app.person({
    permissions: ['admin:wts:routeTable:list'],
    ...{ dataScope: 7, scopeIds: { warehouseIds: [warehouseId] } },
  })
  expect(await daily(narrow.token)).toEqual([])
})
