import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { driftOf } from '#domains/warehouse/stock/invariants.server.ts'
import { today } from '#kit/shared/time.ts'
import { openPartners } from '../../../tests/partners.ts'
import { mapPlace, numberGoods, sapApp } from '../../../tests/sapApp.ts'
import { addSkus, bring, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { newCar, newDriver } from '../../../tests/trips.ts'

let app: TestApp
let token: string
let send: Awaited<ReturnType<typeof sapApp>>
let place: TestWarehouse
let skuId = 0
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  send = await sapApp(app, token)
  place = await openWarehouse(app.db)
  await mapPlace(app.db, place.id, 'P100')
  const [made = 0] = await addSkus(app.db, 1)
  skuId = made
  await numberGoods(app.db, [skuId])
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 100, 2)
  const partners = await openPartners(app)
  const companyId = await partners.company({ orgName: '送达单位' })
  const shoudaId = await partners.shouda(companyId, { shoudaName: '送达售达方' })
  await sql`update "shouda" set "shoudaNum" = 'AG1' where "id" = ${shoudaId}`.execute(app.db)
  await sql`insert into "shipTo" ("shipToCode", "shipToName", "companyId", "contactName", "contactPhone", "districtId", "address")
    values ('WE1', '望江门店', ${companyId}, '李二', '13900000002', 350102, '仓前街2号')`.execute(app.db)
})
afterAll(() => app.close())

const post = async <D = { id: number }>(path: string, body: object = {}) => {
  const { code, message, data } = await app.request<D>('POST', `/admin/wts/${path}`, { token, body })
  expect([path, code, message]).toEqual([path, 200, '操作成功'])
  return data
}
const refused = async (path: string, body: object = {}) => {
  const { code, message } = await app.request('POST', `/admin/wts/${path}`, { token, body })
  return [code, message]
}
const get = async <D>(path: string) => (await app.request<D>('GET', `/admin/wts/${path}`, { token })).data

/** What is there of the goods, who holds them, where they stand, and what the ledger says of them, in its order. */
async function book() {
  expect(await driftOf(app.db)).toEqual([])
  const head = await headOf(app.db, place.id, skuId)
  const { rows: held } = await sql<{ qty: number; allocated: number; shipped: number; status: number }>`
    select "qty"::float8 as "qty", "allocated"::float8 as "allocated", "shipped"::float8 as "shipped", "status" from "stockReserve"
    where "skuId" = ${skuId} order by "id"`.execute(app.db)
  const { rows: stands } = await sql<{ sectionId: number; onHand: number }>`
    select "sectionId", "onHand"::float8 as "onHand" from "stockLot" where "skuId" = ${skuId} and "onHand" > 0 order by "id"`.execute(
    app.db,
  )
  const { rows: moves } = await sql<{ moveType: number }>`
    select "moveType" from "stockMove" where "skuId" = ${skuId} order by "id"`.execute(app.db)
  return {
    ...{ onHand: head.onHand, reserved: head.reserved, available: head.available, amount: head.amount },
    ...{ held, stands: stands.map((one) => [one.sectionId, one.onHand]) },
    moves: moves.map((one) => one.moveType),
  }
}

test('W §5.1 to §5.5: a delivery of SAP goes from its message to the vehicle, and each step moves the stock once', async () => {
  const message = {
    ...{
      sapDeliveryNo: '8000077001',
      deliveryType: 'LF',
      custType: '10',
      shoudaNum: 'AG1',
      shipToCode: 'WE1',
    },
    ...{ planGiDate: today(), sapPlant: 'P100', sapStorageLocation: 'L001', batchNo: 'B1' },
    lines: [{ itemNo: 10, sapCode: 'M0', qty: 6, meins: 'EA', grossWeight: 3 }],
  }
  const { store, staging } = place.sections
  const begun = {
    ...{ onHand: 100, reserved: 0, available: 100, amount: 20_000, held: [] },
    ...{ stands: [[store, 100]], moves: [101] },
  }
  const first = await send('deliveryOrder', message)
  expect((await send('deliveryOrder', message)).data).toEqual({ id: first.data.id, repeated: true })
  const { id } = first.data
  expect(await book()).toEqual(begun)

  // Two who make its task at once: one does.
  const made = await Promise.all([1, 2].map(() => refused(`sapDeliveryOrder/toTask/${id}`)))
  expect(made.map(([code]) => code).toSorted()).toEqual([200, 409])
  const { taskId } = await get<{ taskId: number }>(`sapDeliveryOrder/info/${id}`)
  const open = { qty: 6, allocated: 0, shipped: 0, status: 1 }
  const reserved = { ...begun, reserved: 6, available: 94, held: [open], moves: [101, 191] }
  expect(await book()).toEqual(reserved)
  expect((await send('deliveryOrder', message)).data.repeated).toBe(true)
  expect(await book()).toEqual(reserved)

  await post('pickList/generate', {
    ...{ warehouseId: place.id, pickType: 1, taskIds: String(taskId), onlyComplete: 0 },
  })
  const allocated = { ...reserved, held: [{ ...open, allocated: 6 }], moves: [...reserved.moves, 193] }
  expect(await book()).toEqual(allocated)

  const { list: lists } = await get<{ list: { id: number }[] }>(`pickList/list?warehouseId=${place.id}`)
  const listId = lists[0]?.id ?? 0
  const { list: lines } = await get<{ list: { id: number; qty: number }[] }>(
    `pickList/lines?pickListId=${listId}`,
  )
  expect(lines).toMatchObject([{ qty: 6 }])
  const scan = { lineId: lines[0]?.id ?? 0, qty: 6, scanId: 'journey-1', code: 'M0' }
  await post('pickList/line/pick', scan)
  // The handheld sends it again.
  await post('pickList/line/pick', scan)
  await post(`pickList/finish/${listId}`)
  const picked = {
    ...allocated,
    stands: [
      [store, 94],
      [staging, 6],
    ],
    moves: (await book()).moves,
  }
  expect(picked.moves.filter((one) => one === 131)).toHaveLength(2)
  expect(await book()).toEqual(picked)

  const { list: own } = await get<{ list: { id: number; pickedQty: number }[] }>(
    `pickList/task/lines?taskId=${taskId}`,
  )
  expect(own).toMatchObject([{ pickedQty: 6 }])
  const { id: deliveryId } = await post(`deliveryOrder/check/${taskId}`, {
    ...{ boxCount: 2, weight: null },
    lines: own.map((one) => ({ taskLineId: one.id, qty: one.pickedQty })),
  })
  expect(await book()).toEqual(picked)
  const delivery = await get<{ deliverySn: string }>(`deliveryOrder/info/${deliveryId}`)
  expect(delivery).toMatchObject({ boxCount: 2, status: 0, customer: '望江门店' })

  const hour = (n: number) => Date.parse(`${today()}T${String(n).padStart(2, '0')}:00:00+08:00`) / 1000
  const { id: tripId } = await post('vehicleAssignment/save', {
    ...{ warehouseId: place.id, deliveryDate: today(), planDepartTime: hour(8), planBackTime: hour(12) },
    ...{ truckCarId: await newCar(app.db), driverId: await newDriver(app.db), helperName: '' },
    deliveryIds: String(deliveryId),
  })
  await post(`vehicleAssignment/load/start/${tripId}`)
  expect(await refused(`vehicleAssignment/depart/${tripId}`, { mileageStart: 10 })).toEqual([
    409,
    expect.any(String),
  ])
  await post('vehicleAssignment/load/scan', { id: tripId, code: delivery.deliverySn })
  expect(await book()).toEqual(picked)

  const departed = await Promise.all(
    [1, 2].map(() => refused(`vehicleAssignment/depart/${tripId}`, { mileageStart: 10 })),
  )
  expect(departed.map(([code]) => code).toSorted()).toEqual([200, 409])
  const gone = {
    ...{ onHand: 94, reserved: 0, available: 94, amount: 18_800, stands: [[store, 94]] },
    held: [{ qty: 6, allocated: 0, shipped: 6, status: 2 }],
    moves: [...picked.moves, 111],
  }
  expect(await book()).toEqual(gone)
  expect(await get(`sapDeliveryOrder/info/${id}`)).toMatchObject({ status: 3, lines: [{ shippedQty: 6 }] })
  expect(await get(`deliveryOrder/info/${deliveryId}`)).toMatchObject({ status: 3 })

  // Whatever SAP says again, and whoever tells it back twice.
  expect((await send('deliveryOrder', message)).data).toEqual({ id, repeated: true })
  expect((await refused(`sapDeliveryOrder/toTask/${id}`))[0]).toBe(409)
  const back = await Promise.all([1, 2].map(() => refused(`sapDeliveryOrder/postBack/${id}`)))
  expect(back.map(([code]) => code).toSorted()).toEqual([200, 409])
  expect(await book()).toEqual(gone)
  const { rows: issues } = await sql<{ sourceType: string; actionKey: string }>`
    select "sourceType", "actionKey" from "stockPosting" where "id" in (select "postingId" from "stockMove" where "moveType" = 111)`.execute(
    app.db,
  )
  expect(issues).toEqual([{ sourceType: 'sapDeliveryOrder', actionKey: 'ship' }])
  const { rows: told } = await sql<{ payload: object }>`
    select "payload" from "sapOutbox" where "bizType" = 'sapDeliveryOrder' and "bizId" = ${id}`.execute(
    app.db,
  )
  expect(told).toMatchObject([{ payload: { items: [{ itemNo: 10, sapCode: 'M0', qty: 6 }] } }])
})
