import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { shipOut } from '#domains/warehouse/warehouse.door.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'

let app: TestApp
let token: string
let notes: TestNotes
let place: TestWarehouse
let providerId = 0
let [from, to] = [0, 0]

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  notes = new TestNotes(app.db)
  place = await openWarehouse(app.db)
  const { rows: cities } = await sql<{ id: number }>`
    select "id" from "systemCity" where "level" = 1 and "isDel" = 0 order by "id" limit 2`.execute(app.db)
  from = cities[0]?.id ?? 0
  to = cities[1]?.id ?? 0
  await sql`update "warehouse" set "cityId" = ${from} where "id" = ${place.id}`.execute(app.db)
  const line = {
    fromCityId: from,
    toCityId: to,
    tempZone: null,
    firstQty: 100,
    firstFee: 8000,
    nextQty: 10,
    nextFee: 650,
  }
  const { rows } = await sql<{ id: number }>`
    insert into "logisticsProvider" ("providerCode", "providerName", "districtId", "settleType", "priceMode", "priceLines", "auditStatus", "inForce", "status")
    values ('WL1', '顺达物流', 0, 1, 1, ${JSON.stringify([{ ...line, minFee: 10_000, hours: 24 }])}::jsonb, 1, 1, 1) returning "id"`.execute(
    app.db,
  )
  providerId = rows[0]?.id ?? 0
})
afterAll(() => app.close())

const ask = (path: string, body: object = {}) =>
  app.request('POST', `/admin/wts/consignmentNote/${path}`, { token, body })

test('W §15 #27: a note costs what the price line says, another freight needs a reason; its goods are issued once', async () => {
  const { deliveryId, noteId, skuId } = await pickedTask(app.db, notes, place, { grams: 22_500 })
  await sql`update "wtsDelivery" set "totalVolume" = 1.2 where "id" = ${deliveryId}`.execute(app.db)
  const note = {
    ...{ warehouseId: place.id, logisticsProviderId: providerId, toCityId: to, goodsName: '酸奶' },
    ...{ volumeFactor: 250, deliveryFee: '20.00', declaredValue: '8000.00', insuranceRate: 3, payMethod: 3 },
    deliveryIds: String(deliveryId),
  }
  expect((await ask('save', { ...note, freight: '235.00' })).message).toBe('请输入运费差异原因')
  const { data, code } = await ask('save', { ...note, freight: '235.00', freightReason: '协议价' })
  expect(code).toBe(200)
  const stored = await app.db
    .selectFrom('consignmentNote')
    .selectAll()
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    ...{ chargeWeight: 300, baseFreight: 21_000, insuranceFee: 2400, freight: 23_500, weight: 180 },
    ...{ consignee: '望江门店', boxCount: 2 },
  })
  expect((await ask(`dispatch/${data.id}`)).message).toBe('请先填写运单号')
  const { deliveryIds: _same, ...rest } = note
  const change = { ...rest, id: data.id, waybillNo: 'SD001', freight: null, deliveryIds: '' }
  expect((await ask('update', change)).code).toBe(200)
  expect((await ask(`dispatch/${data.id}`)).code).toBe(200)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 12, reserved: 0 })
  expect((await ask(`dispatch/${data.id}`)).message).toBe('当前状态为运输中，不能交运')
  await asSystem(app.db, (tx) => shipOut(tx, noteId, [{ lineId: noteId * 10, q: 8000 }]))
  const { rows } =
    await sql`select 1 from "stockPosting" where "sourceType" = 'deliveryNote' and "sourceId" = ${noteId}`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
  expect(
    (await ask('track', { id: data.id, tracks: [{ time: 1_800_000_000, place: '南平', text: '中转' }] }))
      .code,
  ).toBe(200)
  await ask('track', { id: data.id, tracks: [{ time: 1_700_000_000, place: '莆田', text: '揽收' }] })
  const read = await app.request<{ tracks: { time: number; place: string }[] }>(
    'GET',
    `/admin/wts/consignmentNote/info/${data.id}`,
    { token },
  )
  expect(read.data.tracks).toMatchObject([
    { time: 1_700_000_000, place: '莆田' },
    { time: 1_800_000_000, place: '南平' },
  ])
  expect((await ask(`sign/${data.id}`, { signer: '张三' })).code).toBe(200)
  const after = await app.db
    .selectFrom('consignmentNote')
    .selectAll()
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ status: 2, freight: 25_400, tracks: [{ place: '莆田' }, { place: '南平' }] })
})

test('W §5.7: one note goes to one place, and a note that is cancelled gives its deliveries back', async () => {
  const one = await pickedTask(app.db, notes, place)
  const two = await pickedTask(app.db, notes, place)
  await sql`update "wtsDelivery" set "address" = '别处' where "id" = ${two.deliveryId}`.execute(app.db)
  const note = (deliveryIds: string) => ({
    ...{
      warehouseId: place.id,
      logisticsProviderId: providerId,
      toCityId: to,
      goodsName: '酸奶',
      volumeFactor: 250,
    },
    ...{ payMethod: 3, deliveryIds },
  })
  expect((await ask('save', note(`${one.deliveryId},${two.deliveryId}`))).message).toBe(
    '一张托运单只能有一个收货地址',
  )
  const { data } = await ask('save', note(String(one.deliveryId)))
  expect((await ask('save', note(String(one.deliveryId)))).message).toBe('当前状态为已安排，不能安排')
  expect((await ask(`cancel/${data.id}`)).code).toBe(200)
  const row = await app.db
    .selectFrom('wtsDelivery')
    .select(['status', 'carrySn'])
    .where('id', '=', one.deliveryId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 0, carrySn: '' })
})
