import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { registerNow } from '../../../tests/registering.ts'
import { addSkus, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { declareInbound } from '../stock/declare.server.ts'
import { endForecasts } from './forecast.jobs.ts'

let app: TestApp
let keeper: Person
let place: TestWarehouse
let supplierId = 0
const F = '/admin/wts/singleItemForecast'
const RIGHTS = ['list', 'info', 'save', 'update', 'delete', 'compute', 'effect', 'toAppointment', 'cancel']

beforeAll(async () => {
  app = await testApp()
  keeper = await app.person({ permissions: RIGHTS.map((one) => `admin:wts:singleItemForecast:${one}`) })
  place = await openWarehouse(app.db)
  const { rows } = await sql<{ id: number }>`
    insert into "supplier" ("supplierCode", "supplierName", "supplierType", "districtId", "settleType", "auditStatus", "inForce")
    values ('F1', '预测供应商', 1, 0, 1, 1, 1) returning "id"`.execute(app.db)
  supplierId = rows[0]?.id ?? 0
})
afterAll(() => app.close())

const post = (path: string, body: unknown = {}) =>
  app.request('POST', `${F}${path}`, { token: keeper.token, body })
const told = async (answer: ReturnType<typeof post>) => {
  const { code, message } = await answer
  return [code, message]
}
const infoOf = async (id: number) =>
  (await app.request<Record<string, unknown>>('GET', `${F}/info/${id}`, { token: keeper.token })).data
const period = { periodStart: movedDay(today(), 1), periodEnd: movedDay(today(), 14) }

/** Goods of which 18.4 left each day, as the example of §10.7 has them. */
async function sold(): Promise<number> {
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '预测酸奶' })
  await sql`update "product" set "boxQty" = 12, "palletQty" = 576 where "id" = (select "productId" from "sku" where "id" = ${skuId})`.execute(
    app.db,
  )
  await sql`insert into "wmsProduct" ("skuId", "warehouseId", "safetyQty", "leadDays", "coverDays") values (${skuId}, ${place.id}, 40, 5, 10)`.execute(
    app.db,
  )
  await sql`insert into "stock" ("skuId", "warehouseId", "onHand", "inTransit") values (${skuId}, ${place.id}, 85, 24)`.execute(
    app.db,
  )
  await sql`insert into "stockDaily" ("day", "warehouseId", "skuId", "open", "outQty", "close")
    select ${today()}::date - n, ${place.id}, ${skuId}, 100, 18.4, 81.6 from generate_series(1, 28) as n`.execute(
    app.db,
  )
  return skuId
}

test('W §10.7: what sold 18.4 a day should come as 13 boxes on one pallet; computing again changes the draft', async () => {
  const skuId = await sold()
  registerNow(
    app.db,
    declareInbound({
      ...{ lock: async () => undefined, received: async () => undefined, returned: async () => undefined },
      openLines: async () => [],
      onOrder: async (_db, skuIds) => skuIds.map((one) => ({ skuId: one, warehouseId: place.id, q: 60_000 })),
    }),
  )
  const compute = () =>
    app.request('POST', `${F}/compute`, {
      token: keeper.token,
      body: { warehouseId: place.id, supplierId, ...period },
    })
  const both = await Promise.all([compute(), compute()])
  expect(both.map((one) => one.data)).toEqual(
    expect.arrayContaining([
      { made: 1, changed: 0 },
      { made: 0, changed: 1 },
    ]),
  )
  const { list } = (await app.request('GET', `${F}/list?keywords=`, { token: keeper.token })).data
  expect(list).toHaveLength(1)
  expect(await infoOf(Number(list[0]?.id))).toMatchObject({
    ...{ skuId, avgDaily: 18.4, available: 85, inTransit: 24, onOrder: 60, suggestQty: 156, planQty: 156 },
    ...{ boxes: 13, pallets: 1, forecastQty: 257.6, status: 0, source: 1, storeName: '预测酸奶' },
    expectDate: movedDay(today(), 5),
  })
})

const form = (skuId: number, more: Record<string, unknown> = {}) => ({
  ...{ warehouseId: place.id, skuId, supplierId, ...period, planQty: 24, source: 2, ...more },
})

test('W §5.10: of a sku one forecast counts at a time, whoever is first', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const ids = [(await post('/save', form(skuId))).data.id, (await post('/save', form(skuId))).data.id]
  const answers = await Promise.all(ids.map((id) => post(`/effect/${id}`)))
  expect(answers.map((one) => one.code).sort()).toEqual([200, 409])
  expect(answers.find((one) => one.code === 409)?.message).toMatch(/^该商品在此期间已有生效的预测 YB/)
  const later = { periodStart: movedDay(today(), 15), periodEnd: movedDay(today(), 20) }
  const other = await post('/save', form(skuId, later))
  expect((await post(`/effect/${other.data.id}`)).code).toBe(200)
  const won = ids[answers.findIndex((one) => one.code === 200)] ?? 0
  expect(await told(post('/update', { id: won, version: 2, planQty: 3 }))).toEqual([
    409,
    '当前状态为已生效，不能编辑',
  ])
  expect(await told(post(`/cancel/${won}`))).toEqual([200, '操作成功'])
  expect((await post(`/effect/${ids.find((id) => id !== won)}`)).code).toBe(200)
  expect(await told(post('/save', form(skuId, { periodEnd: today() })))).toEqual([
    422,
    '期间结束不能早于期间开始',
  ])
})

test('W §5.10: when its period is over, a forecast says how right it was', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const start = movedDay(today(), -10)
  const { data } = await post(
    '/save',
    form(skuId, { periodStart: start, periodEnd: movedDay(today(), -1), forecastQty: 90 }),
  )
  await post(`/effect/${data.id}`)
  await sql`insert into "stockDaily" ("day", "warehouseId", "skuId", "open", "inQty", "outQty", "close")
    select ${start}::date + n, ${place.id}, ${skuId}, 50, 8, 10, 48 from generate_series(0, 9) as n`.execute(
    app.db,
  )
  await endForecasts(app.db)
  expect(await infoOf(data.id)).toMatchObject({ status: 3, actualIn: 80, actualOut: 100, accuracy: 90 })
})
