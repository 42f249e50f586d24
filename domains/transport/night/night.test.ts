import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { movedDay, today } from '#kit/shared/time.ts'
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
  await sql`update "wareHouseConfig" set "needNightCount" = 1 where "warehouseId" = ${place.id}`.execute(
    app.db,
  )
})
afterAll(() => app.close())

const post = (path: string, body: object = {}) => app.request('POST', path, { token, body })
interface Said {
  id: number
  status: number
  pickSn: string
  isStray: boolean
  list: { id: number; deliverySn: string; boxNo: number; diff: number }[]
}
const night = (path: string, body: object = {}) =>
  app.request<Said>('POST', `/admin/wts/nightCount/${path}`, { token, body })
const trip = (path: string, body: object = {}) => post(`/admin/wts/vehicleAssignment/${path}`, body)
const get = (path: string, query: Record<string, number> = {}) =>
  app.request<Said>('GET', `/admin/wts/nightCount/${path}`, { token, query })

type Made = Awaited<ReturnType<typeof pickedTask>>
/** A trip of a day with so many deliveries of two boxes each. */
async function openTrip(
  count: number,
  day: string,
  { collectAmount = 0 }: { collectAmount?: number } = {},
): Promise<{ id: number; made: Made[] }> {
  const made: Made[] = []
  for (let n = 0; n < count; n++) made.push(await pickedTask(app.db, notes, place, { collectAmount }))
  const at = (hour: number) => Math.floor(Date.parse(`${day}T00:00:00+08:00`) / 1000) + hour * 3600
  const { data } = await trip('save', {
    ...{
      warehouseId: place.id,
      deliveryDate: day,
      planDepartTime: at(8),
      planBackTime: at(12),
      helperName: '',
    },
    ...{ truckCarId: await newCar(app.db), driverId: await newDriver(app.db) },
    deliveryIds: made.map((one) => one.deliveryId).join(','),
  })
  await trip(`load/start/${data.id}`)
  return { id: data.id, made }
}
const generate = (countDate: string, shift = 1) =>
  night('generate', { warehouseId: place.id, countDate, shift })
async function linesOf(id: number) {
  const { data } = await get('lines', { nightCountId: id, limit: 100 })
  return data.list
}
async function goodsOf(lineId: number): Promise<number> {
  const { data } = await get('goods', { lineId })
  return data.list[0]?.id ?? 0
}
const deliveryOf = (id: number) =>
  app.db.selectFrom('wtsDelivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('W §5.6: boxes of the trips of a day are counted once, and a trip leaves once its count is finished', async () => {
  const day = movedDay(today(), 1)
  expect((await generate(day)).message).toBe('没有可夜盘的派车单')
  const { id: tripId, made } = await openTrip(1, day)
  const [one] = made
  for (const { deliverySn } of made) await trip('load/scan', { id: tripId, code: deliverySn })
  expect((await trip(`depart/${tripId}`, { mileageStart: 10 })).message).toBe('派车单尚未夜盘，不能发车')
  const answers = await Promise.all([generate(day), generate(day)])
  expect(answers.map((answer) => answer.code).toSorted()).toEqual([200, 422])
  const id = answers.find((answer) => answer.code === 200)?.data.id
  expect((await get(`info/${id}`)).data).toMatchObject({
    boxCount: 2,
    countedBoxes: 0,
    diffCount: 2,
    status: 0,
  })
  expect((await night('line/scan', { id, code: 'PS99999999999999-001' })).message).toBe(
    '无法识别的条码：PS99999999999999-001',
  )
  for (const _again of [1, 2]) await night('line/scan', { id, code: `${one?.deliverySn}-001` })
  expect((await get(`info/${id}`)).data).toMatchObject({ countedBoxes: 1, diffCount: 1, status: 1 })
  expect((await trip(`depart/${tripId}`, { mileageStart: 10 })).message).toBe('夜盘存在未处理差异，不能发车')
  expect((await night(`finish/${id}`)).data).toEqual({ status: 2, openCount: 1 })
  expect((await night(`finish/${id}`)).message).toBe('还有1处差异未处理，不能完成')
  await night('line/scan', { id, code: `${one?.deliverySn}-002` })
  expect((await night(`finish/${id}`)).data).toEqual({ status: 3, openCount: 0 })
  expect((await get(`info/${id}`)).data).toMatchObject({ accuracy: 100, diffCount: 0 })
  expect((await trip(`depart/${tripId}`, { mileageStart: 10 })).code).toBe(200)
})

test('W §5.6, §11 #9: 减单 gives a missing box back to the note; what leaves is that much less', async () => {
  const day = movedDay(today(), 2)
  const { id: tripId, made } = await openTrip(1, day, { collectAmount: 8500 })
  const { deliveryId, deliverySn, skuId } = made[0] as Made
  const { data } = await generate(day)
  await night('line/scan', { id: data.id, code: `${deliverySn}-001` })
  const missing = (await linesOf(data.id)).find((line) => line.boxNo === 2)
  const input = { lineId: missing?.id, reason: 1, handling: 2, handleNote: '找不到' }
  expect((await night('line/handle', { ...input, lines: [] })).message).toBe('请填写缺少的商品')
  const lineId = await goodsOf(missing?.id ?? 0)
  expect((await night('line/handle', { ...input, lines: [{ lineId, qty: 9 }] })).message).toBe(
    '减少数量不能超过数量',
  )
  expect((await night('line/handle', { ...input, lines: [{ lineId, qty: 8 }] })).message).toBe(
    '配送单的商品不能全部减掉，请移出派车单后取消拣货',
  )
  expect((await night('line/handle', { ...input, lines: [{ lineId, qty: 3 }] })).code).toBe(200)
  expect((await night('line/handle', { ...input, lines: [{ lineId, qty: 3 }] })).message).toBe('差异已处理')
  expect(notes.heard('reserveLost').at(-1)?.lines).toMatchObject([{ q: 3000 }])
  // 8 pieces for 80.00 and 5.00 of freight to collect: 3 of them are 30.00 less.
  expect(await deliveryOf(deliveryId)).toMatchObject({ totalQty: 5, boxCount: 1, payStatus: 1 })
  expect(await deliveryOf(deliveryId)).toMatchObject({ goodsAmount: 5000, collectAmount: 5500 })
  expect((await night(`finish/${data.id}`)).data.status).toBe(3)
  expect((await get(`info/${data.id}`)).data).toMatchObject({ accuracy: 50, openCount: 0, diffCount: 1 })
  expect((await trip('load/scan', { id: tripId, code: `${deliverySn}-002` })).message).toBe(
    `没有箱 ${deliverySn}-002`,
  )
  await trip('load/scan', { id: tripId, code: `${deliverySn}-001` })
  expect((await trip(`depart/${tripId}`, { mileageStart: 10 })).code).toBe(200)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 15, frozen: 3, reserved: 0 })
})

test('W §5.6: 补货 makes an urgent pick; the trip waits for it and leaves with all', async () => {
  const day = movedDay(today(), 3)
  const { id: tripId, made } = await openTrip(1, day, { collectAmount: 1500 })
  const { deliveryId, deliverySn, skuId } = made[0] as Made
  await trip('load/scan', { id: tripId, code: deliverySn })
  const { data } = await generate(day)
  await night('line/scan', { id: data.id, code: `${deliverySn}-001` })
  await night('line/scan', { id: data.id, code: `${deliverySn}-002`, reason: 4 })
  const broken = (await linesOf(data.id)).find((line) => line.boxNo === 2)
  const lineId = await goodsOf(broken?.id ?? 0)
  const done = await night('line/handle', {
    lineId: broken?.id,
    reason: 4,
    handling: 1,
    lines: [{ lineId, qty: 2 }],
  })
  expect(done.data.pickSn).toMatch(/^JH\d{14}$/)
  expect(await deliveryOf(deliveryId)).toMatchObject({ totalQty: 6, boxCount: 2, loadedCount: 1, status: 1 })
  expect(await deliveryOf(deliveryId)).toMatchObject({ goodsAmount: 6000, collectAmount: 0, payStatus: 0 })
  expect((await night(`finish/${data.id}`)).data.status).toBe(3)
  await trip('load/scan', { id: tripId, code: `${deliverySn}-002` })
  expect((await trip(`depart/${tripId}`, { mileageStart: 10 })).message).toBe(
    `配送单 ${deliverySn} 补货未完成，不能发车`,
  )
  const list = await app.db
    .selectFrom('pickList')
    .selectAll()
    .where('pickSn', '=', done.data.pickSn)
    .executeTakeFirstOrThrow()
  expect((await post(`/admin/wts/pickList/cancel/${list.id}`)).message).toBe(
    '补货的拣货单不能取消，请登记缺货',
  )
  const { id: pickLine } = await app.db
    .selectFrom('pickListLine')
    .select('id')
    .where('pickListId', '=', list.id)
    .executeTakeFirstOrThrow()
  expect((await post('/admin/wts/pickList/line/pick', { lineId: pickLine, qty: 2 })).code).toBe(200)
  expect((await post(`/admin/wts/pickList/finish/${list.id}`)).code).toBe(200)
  expect(await deliveryOf(deliveryId)).toMatchObject({ totalQty: 8, status: 2, payStatus: 1 })
  expect(await deliveryOf(deliveryId)).toMatchObject({ goodsAmount: 8000, collectAmount: 1500 })
  expect((await trip(`depart/${tripId}`, { mileageStart: 10 })).code).toBe(200)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 12, frozen: 2, reserved: 0 })
})

test('W §5.6: a box too many and one that was counted wrong are corrected; a delivery that left the trip is not waited for', async () => {
  const day = movedDay(today(), 4)
  const { id: tripId, made } = await openTrip(2, day)
  const [one, two] = made as [Made, Made]
  const stray = await pickedTask(app.db, notes, place)
  const { data } = await generate(day)
  const scan = await night('line/scan', { id: data.id, code: `${stray.deliverySn}-002` })
  expect(scan.data.isStray).toBe(true)
  await night('line/scan', { id: data.id, code: one.deliverySn })
  await trip('removeDelivery', { id: tripId, deliveryIds: String(two.deliveryId) })
  const open = (await linesOf(data.id)).filter((line) => line.diff !== 0)
  expect(open.map((line) => [line.deliverySn, line.diff])).toEqual([
    [two.deliverySn, -1],
    [two.deliverySn, -1],
    [stray.deliverySn, 1],
  ])
  const lower = { lineId: open[0]?.id, reason: 1, handling: 2, lines: [{ lineId: 1, qty: 1 }] }
  expect((await night('line/handle', lower)).message).toBe('配送单已不在该派车单，请更正')
  expect((await night('line/handle', { lineId: open[2]?.id, reason: 3, handling: 1 })).message).toBe(
    '多出的箱不能补货或减单，请换货或更正',
  )
  for (const line of open)
    expect((await night('line/handle', { lineId: line.id, reason: 3, handling: 4 })).code).toBe(200)
  expect((await night(`finish/${data.id}`)).data).toEqual({ status: 3, openCount: 0 })
  expect((await get(`info/${data.id}`)).data).toMatchObject({ boxCount: 2, countedBoxes: 2, diffCount: 0 })
  expect((await generate(day)).message).toBe('没有可夜盘的派车单')
  expect((await generate(day, 2)).code).toBe(200)
})
