import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { newCar, newDriver } from '../../../tests/trips.ts'

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

const at = (hour: number) =>
  Math.floor(new Date(`${today()}T${String(hour).padStart(2, '0')}:00:00+08:00`).getTime() / 1000)
const post = (path: string, body: object = {}) => app.request('POST', path, { token, body })
const ask = (path: string, body: object = {}) => post(`/admin/wts/vehicleAssignment/${path}`, body)

async function plan(more: object = {}) {
  return {
    ...{
      warehouseId: place.id,
      deliveryDate: today(),
      planDepartTime: at(8),
      planBackTime: at(12),
      helperName: '',
    },
    ...{ truckCarId: await newCar(app.db), driverId: await newDriver(app.db), deliveryIds: '', ...more },
  }
}

test('W §15 #21: of two dispatchers who book the same driver for overlapping hours one gets him', async () => {
  const driverId = await newDriver(app.db)
  const [one, two] = [
    await plan({ driverId }),
    await plan({ driverId, planDepartTime: at(11), planBackTime: at(15) }),
  ]
  const answers = await Promise.all([ask('save', one), ask('save', two)])
  expect(answers.map((one) => one.code).toSorted()).toEqual([200, 422])
  expect(answers.find((one) => one.code === 422)?.message).toMatch(/^司机\d+ 该时段已派车（PC\d{14}）$/)
  expect(
    (await ask('save', await plan({ driverId, planDepartTime: at(15), planBackTime: at(18) }))).code,
  ).toBe(200)
  // Whoever is back by then drives on.
  const other = await newDriver(app.db)
  expect((await ask('save', await plan({ driverId: other }))).code).toBe(200)
  const early = await plan({ driverId: other, planDepartTime: at(6), planBackTime: at(8) })
  expect((await ask('save', early)).code).toBe(200)
})

test('W §12: papers, hours and load are looked at before a trip is planned', async () => {
  const expired = await newCar(app.db, { insuranceEnd: '2020-01-01' })
  expect((await ask('save', await plan({ truckCarId: expired }))).message).toBe('车辆保险已过期')
  expect((await ask('save', await plan({ planBackTime: at(7) }))).message).toBe('计划回车须晚于计划发车')
  const { deliveryId } = await pickedTask(app.db, notes, place, { grams: 20_000 })
  const small = await newCar(app.db, { loadWeight: 100 })
  const over = await ask('save', await plan({ truckCarId: small, deliveryIds: String(deliveryId) }))
  expect(over.message).toBe('超出车辆载重：160%（上限100%）')
})

test('W §15 #20: a trip with an intercepted delivery stays; without it the others leave once, and come back', async () => {
  const [one, two, three] = [
    await pickedTask(app.db, notes, place),
    await pickedTask(app.db, notes, place),
    await pickedTask(app.db, notes, place),
  ]
  const ids = [one, two, three].map((made) => made.deliveryId)
  const { data } = await ask('save', await plan({ deliveryIds: ids.join(',') }))
  const id = data.id
  expect((await ask(`depart/${id}`, { mileageStart: 10 })).message).toBe('当前状态为待装车，不能发车')
  await ask(`load/start/${id}`)
  for (const { deliverySn } of [one, two, three])
    expect((await ask('load/scan', { id, code: `${deliverySn}-001` })).code).toBe(200)
  const last = await ask('load/scan', { id, code: one.deliverySn })
  expect(last.data).toMatchObject({ loadedCount: 2, boxCount: 2, left: 2 })
  expect((await ask('load/scan', { id, code: 'PS99999999999999-001' })).message).toBe(
    '无法识别的条码：PS99999999999999-001',
  )
  for (const { deliverySn } of [two, three]) await ask('load/scan', { id, code: deliverySn })
  await post(`/admin/wts/pickList/task/intercept/${one.taskId}`, { intercept: 1 })
  expect((await ask(`depart/${id}`, { mileageStart: 10 })).message).toBe(
    `配送单 ${one.deliverySn} 已拦截，请先卸下`,
  )
  expect(await headOf(app.db, place.id, two.skuId)).toMatchObject({ onHand: 20 })
  expect((await ask('removeDelivery', { id, deliveryIds: String(one.deliveryId) })).code).toBe(200)
  expect((await ask(`depart/${id}`, { mileageStart: 10 })).code).toBe(200)
  expect(await headOf(app.db, place.id, two.skuId)).toMatchObject({ onHand: 12 })
  expect((await ask(`depart/${id}`, { mileageStart: 10 })).message).toBe('当前状态为已发车，不能发车')
  expect((await ask(`back/${id}`, { mileageEnd: 60 })).message).toBe('还有2张配送单未签收，不能回车')
  for (const { deliveryId } of [two, three])
    expect(
      (await post(`/admin/wts/deliveryOrder/sign/${deliveryId}`, { signer: '李', lines: [] })).code,
    ).toBe(200)
  expect((await ask(`back/${id}`, { mileageEnd: 5 })).message).toBe('回车里程不能小于出车里程')
  expect((await ask(`back/${id}`, { mileageEnd: 60, tollFee: '15.00' })).code).toBe(200)
  const trip = await app.db
    .selectFrom('vehicleAssignment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(trip).toMatchObject({ status: 3, mileageEnd: 60, tollFee: 1500, stopCount: 1, boxCount: 4 })
  const car = await app.db
    .selectFrom('truckCar')
    .select(['status', 'mileage'])
    .where('id', '=', trip.truckCarId)
    .executeTakeFirstOrThrow()
  expect(car).toEqual({ status: 1, mileage: 60 })
})

test('W §5.5: deliveries of a trip along a route stand in the order of its stops, those to other places behind them', async () => {
  const made = [
    await pickedTask(app.db, notes, place),
    await pickedTask(app.db, notes, place),
    await pickedTask(app.db, notes, place),
  ]
  const ids = made.map((one) => one.deliveryId)
  for (const [at, shipToId] of [null, 902, 901].entries())
    await sql`update "wtsDelivery" set "shipToId" = ${shipToId} where "id" = ${ids[at]}`.execute(app.db)
  const { rows } = await sql<{ id: number }>`
    insert into "route" ("code", "name", "warehouseId", "weekdays", "stops")
    values ('RT-ORDER', '城区线', ${place.id}, '{1}', '[{"seq":1,"shipToId":901,"timeWindow":"","stayMinutes":null},{"seq":2,"shipToId":902,"timeWindow":"","stayMinutes":null}]')
    returning "id"`.execute(app.db)
  const { data } = await ask('save', await plan({ deliveryIds: ids.join(','), routeId: rows[0]?.id }))
  const stops = await app.request('GET', '/admin/wts/vehicleAssignment/stops', {
    token,
    query: { id: data.id },
  })
  expect(stops.data.list.map((one) => one.id)).toEqual(ids.toReversed())
  const { routeName } = await app.db
    .selectFrom('wtsDelivery')
    .select('routeName')
    .where('id', '=', ids[0] ?? 0)
    .executeTakeFirstOrThrow()
  expect(routeName).toBe('城区线')
})

test('W §5.5: stops warn of vehicles and hours that their ship-to does not take, for whoever sees the trip', async () => {
  const made = [await pickedTask(app.db, notes, place), await pickedTask(app.db, notes, place)]
  const [one, two] = made.map(({ deliveryId }) => deliveryId)
  const { data } = await ask('save', await plan({ deliveryIds: [one, two].join(',') }))
  const { rows } = await sql<{
    id: number
  }>`insert into "shipTo" ("shipToCode", "shipToName", "companyId", "contactName", "contactPhone",
      "districtId", "address", "receiveTo", "truckLimit")
    values ('ST-WARN', '早市', 1, '张三', '13800000000', 1, '早市路1号', '07:30', '{999999}') returning "id"`.execute(
    app.db,
  )
  await sql`update "wtsDelivery" set "shipToId" = ${rows[0]?.id} where "id" = ${two}`.execute(app.db)
  const stops = (as: string) =>
    app.request('GET', '/admin/wts/vehicleAssignment/stops', { token: as, query: { id: data.id } })
  expect((await stops(token)).data).toMatchObject({
    total: 2,
    list: [
      { id: one, warning: '' },
      { id: two, warning: '车型不符合送达方限制；发车时已过收货时间 07:30' },
    ],
  })
  const elsewhere = await openWarehouse(app.db)
  const foreign = await app.person({
    permissions: ['admin:wts:vehicleAssignment:info'],
    ...{ dataScope: 7, scopeIds: { warehouseIds: [elsewhere.id] } },
  })
  expect((await stops(foreign.token)).code).toBe(404)
})

test('W §5.5: what waits is proposed as a trip of a vehicle that is free, and taken as it was proposed', async () => {
  const own = await openWarehouse(app.db)
  const { deliveryId } = await pickedTask(app.db, notes, own, { grams: 20_000 })
  const [truckCarId, driverId] = [await newCar(app.db), await newDriver(app.db)]
  await sql`update "truckCar" set "defaultDriverId" = ${driverId} where "id" = ${truckCarId}`.execute(app.db)
  const late = today().replace(/^\d+/, '2098')
  await sql`update "wtsDelivery" set "planDate" = ${today()}::date where "id" = ${deliveryId}`.execute(app.db)
  const suggest = (query: Record<string, string | number>) =>
    app.request('GET', '/admin/wts/vehicleAssignment/suggest', { token, query: { limit: 20, ...query } })
  expect((await suggest({ deliveryDate: late })).data.list).toEqual([])
  const { data } = await suggest({ warehouseId: own.id, deliveryDate: late })
  expect(data.list).toMatchObject([
    { truckCarId, driverId, deliveryIds: String(deliveryId), boxCount: 2, weight: 160, loadRate: 10.67 },
  ])
  const [one = {}] = data.list
  const { deliveryIds, planDepartTime, planBackTime, routeId }: Record<string, unknown> = one
  const times = { deliveryDate: late, planDepartTime, planBackTime, routeId }
  const taken = await ask(
    'save',
    await plan({ ...times, warehouseId: own.id, truckCarId, driverId, deliveryIds }),
  )
  expect(taken.message).toBe('操作成功')
  expect((await suggest({ warehouseId: own.id, deliveryDate: late })).data.list).toEqual([])
})

test('W §6, §14: drivers see, load, drive and sign their own trips and no others, wherever they belong', async () => {
  const driverId = await newDriver(app.db)
  const mine = await pickedTask(app.db, notes, place)
  const theirs = await pickedTask(app.db, notes, place)
  const own = (await ask('save', await plan({ driverId, deliveryIds: String(mine.deliveryId) }))).data.id
  const other = (await ask('save', await plan({ deliveryIds: String(theirs.deliveryId) }))).data.id
  const codes = ['list', 'info', 'load:start', 'load:scan', 'depart', 'back']
  const driver = await app.person({
    permissions: [
      ...codes.map((one) => `admin:wts:vehicleAssignment:${one}`),
      ...['list', 'info', 'sign'].map((one) => `admin:wts:deliveryOrder:${one}`),
    ],
    dataScope: 6,
  })
  const as = (method: 'GET' | 'POST', path: string, body: object = {}) =>
    app.request<{ id: number; list: { id: number }[] }>(method, `/admin/wts/${path}`, {
      token: driver.token,
      ...(method === 'POST' ? { body } : {}),
    })
  const listed = async (path: string) => (await as('GET', path)).data.list.map((row) => row.id)
  expect(await listed('vehicleAssignment/list')).toEqual([])
  await sql`update "driver" set "adminId" = ${driver.adminId} where "id" = ${driverId}`.execute(app.db)
  expect(await listed('vehicleAssignment/list')).toEqual([own])
  expect(await listed('deliveryOrder/list')).toEqual([mine.deliveryId])
  expect((await as('GET', `vehicleAssignment/info/${other}`)).code).toBe(404)
  expect((await as('POST', `vehicleAssignment/load/start/${other}`)).code).toBe(404)
  expect(
    (await as('POST', `deliveryOrder/sign/${theirs.deliveryId}`, { signer: '李', lines: [] })).code,
  ).toBe(404)
  expect((await as('POST', `vehicleAssignment/load/start/${own}`)).message).toBe('操作成功')
  const scan = { id: own, code: mine.deliverySn }
  expect((await as('POST', 'vehicleAssignment/load/scan', scan)).message).toBe('操作成功')
  expect((await as('POST', `vehicleAssignment/depart/${own}`, { mileageStart: 10 })).message).toBe('操作成功')
  expect(
    (await as('POST', `deliveryOrder/sign/${mine.deliveryId}`, { signer: '李', lines: [] })).message,
  ).toBe('操作成功')
  expect((await as('POST', `vehicleAssignment/back/${own}`, { mileageEnd: 40 })).message).toBe('操作成功')
})
