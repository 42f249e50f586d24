import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { addSkus, bring, headOf, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { shipOut } from '../ship/issue.server.ts'

let app: TestApp
let token: string
let picker: Person
let other: Person
let notes: TestNotes
let place: TestWarehouse
const PICKS = '/admin/wts/pickList'
const DELIVERIES = '/admin/wts/deliveryOrder'

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  notes = new TestNotes(app.db)
  place = await openWarehouse(app.db)
  const permissions = ['list', 'info', 'claim', 'line:pick', 'line:short', 'finish'].map(
    (one) => `admin:wts:pickList:${one}`,
  )
  picker = await app.person({ permissions })
  other = await app.person({ permissions })
})
afterAll(() => app.close())

const post = (path: string, body: object = {}, as = token) => app.request('POST', path, { token: as, body })
const said = async (answer: ReturnType<typeof post>) => (await answer).message

/** The one line of the pick list of a note over goods of its own, waved alone. */
async function waved(
  skuId: number,
  qty: number,
): Promise<{ taskId: number; lineId: number; pickListId: number }> {
  const { taskId } = await notes.open(place.id, [{ skuId, qty }])
  const made = await post(`${PICKS}/generate`, {
    warehouseId: place.id,
    pickType: 1,
    taskIds: String(taskId),
    onlyComplete: 0,
  })
  expect(made).toMatchObject({ code: 200, data: { taskCount: 1, shortCount: 0 } })
  const { rows } = await sql<{ lineId: number; pickListId: number }>`
    select l."id" as "lineId", l."pickListId" from "pickListLine" l join "pickShare" h on h."pickLineId" = l."id"
    join "shipTaskLine" k on k."id" = h."taskLineId" where k."taskId" = ${taskId}`.execute(app.db)
  return { taskId, lineId: rows[0]?.lineId ?? 0, pickListId: rows[0]?.pickListId ?? 0 }
}

test('W §2.6: another lot needs a reason; one that expires later also the permission', async () => {
  const [skuId = 0] = await addSkus(app.db, 1, { batchManaged: 1 })
  const at = { warehouseId: place.id, sectionId: place.sections.store, skuId }
  for (const [lotNo, days] of [
    ['B1', 60],
    ['B2', 90],
  ] as const)
    await bring(app.db, at, 10, undefined, { lotNo, expiryDate: movedDay(today(), days) })
  const { lineId } = await waved(skuId, 4)
  const pick = (lotNo: string, reason: string, as: string) =>
    post(`${PICKS}/line/pick`, { lineId, qty: 1, lotNo, reason }, as)
  expect(await said(pick('B2', '', picker.token))).toBe('请输入改批原因')
  expect(await said(pick('B2', '外箱破损', picker.token))).toBe('没有权限访问。')
  expect(await said(pick('B9', '外箱破损', picker.token))).toBe('批次 B9 可用数量不足，可用 0')
  expect((await pick('B2', '外箱破损', token)).code).toBe(200)
  const line = await app.db
    .selectFrom('pickListLine')
    .selectAll()
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ pickedQty: 1, changedLotNo: 'B2', changeReason: '外箱破损' })
})

test('W §5.2: a list that one picker claimed is not claimed by another, until somebody assigns it', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 10)
  const { pickListId, lineId } = await waved(skuId, 2)
  expect((await post(`${PICKS}/claim/${pickListId}`, {}, picker.token)).code).toBe(200)
  expect(await said(post(`${PICKS}/claim/${pickListId}`, {}, other.token))).toBe('拣货单已由其他人领取')
  expect(await said(post(`${PICKS}/line/pick`, { lineId, qty: 1 }, other.token))).toBe('拣货单已由其他人领取')
  expect((await post(`${PICKS}/assign`, { ids: String(pickListId), pickerId: other.adminId })).code).toBe(200)
  expect((await post(`${PICKS}/line/pick`, { lineId, qty: 2 }, other.token)).code).toBe(200)
  expect(await said(post(`${PICKS}/cancel/${pickListId}`))).toBe('已开始拣货，不能取消')
})

test('W §5.2: with 只取库存齐全 what lacks goods waits on; urgent tasks come first', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 6)
  const one = await notes.open(place.id, [{ skuId, qty: 2 }])
  const two = await notes.open(place.id, [{ skuId, qty: 4 }])
  expect((await post(`${PICKS}/task/priority`, { ids: String(two.taskId), priority: 1 })).code).toBe(200)
  // A count has taken what the first would need.
  await sql`update "stockReserve" set "released" = "qty" where "sourceSn" = ${one.source.sn}`.execute(app.db)
  const made = await post(`${PICKS}/generate`, {
    warehouseId: place.id,
    taskIds: `${one.taskId},${two.taskId}`,
    onlyComplete: 1,
  })
  expect(made).toMatchObject({ code: 200, data: { taskCount: 1, shortCount: 1 } })
  const { rows } = await sql<{ status: number }>`
    select "status" from "shipTask" where "id" in (${one.taskId}, ${two.taskId}) order by "id"`.execute(
    app.db,
  )
  expect(rows.map((row) => row.status)).toEqual([0, 1])
  expect(await said(post(`${PICKS}/task/priority`, { ids: String(two.taskId), priority: 2 }))).toBe(
    '只有待拣货和缺货的任务可以设置优先级',
  )
  await sql`update "stockReserve" set "released" = 0 where "sourceSn" = ${one.source.sn}`.execute(app.db)
})

test('W §5.3: a task is checked by its weight, within three per cent or fifty grams; a delivery taken back is checked anew', async () => {
  const { taskId, deliveryId } = await pickedTask(app.db, notes, place, { grams: 500 })
  expect((await post(`${DELIVERIES}/cancel/${deliveryId}`)).code).toBe(200)
  const check = (weight: number) => post(`${DELIVERIES}/check/${taskId}`, { boxCount: 1, weight, lines: [] })
  expect(await said(check(4.13))).toBe('重量不符：应为 4 kg')
  expect((await check(4.12)).code).toBe(200)
  expect(await said(check(4))).toBe('当前状态为已复核，不能复核')
})

test('W §5.4: goods are fetched with the code alone, and the receipt comes back once they are signed for', async () => {
  const { deliveryId, skuId } = await pickedTask(app.db, notes, place)
  await sql`update "wtsDelivery" set "pickupCode" = '482913' where "id" = ${deliveryId}`.execute(app.db)
  expect(await said(post(`${DELIVERIES}/receiptBack`, { ids: String(deliveryId) }))).toBe(
    '当前状态为待安排，不能收回回单',
  )
  expect(await said(post(`${DELIVERIES}/pickup/${deliveryId}`, { code: '111111' }))).toBe('提货码不正确')
  expect((await post(`${DELIVERIES}/pickup/${deliveryId}`, { code: '482913' })).code).toBe(200)
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 12, reserved: 0 })
  const { rows } =
    await sql`select 1 from "stockout" where "type" = 1 and "auditStatus" = 1 and "totalQty" = 8 and "sourceSn" =
    (select "deliveryNo" from "wtsDelivery" where "id" = ${deliveryId})`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect((await post(`${DELIVERIES}/receiptBack`, { ids: String(deliveryId) })).code).toBe(200)
})

test('W §4.3: without picking goods leave only where the warehouse allows it, and once', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 10)
  const { noteId } = await notes.open(place.id, [{ skuId, qty: 4 }])
  const ship = () => asSystem(app.db, (tx) => shipOut(tx, noteId, [{ lineId: noteId * 10, q: 4000 }]))
  await expect(ship()).rejects.toThrow('该仓库须经拣货出库，不能快速发货')
  await sql`update "wareHouseConfig" set "needPick" = 0 where "warehouseId" = ${place.id}`.execute(app.db)
  await ship()
  await ship()
  expect(await headOf(app.db, place.id, skuId)).toMatchObject({ onHand: 6, reserved: 0 })
})

test('W §5.3: the rows of the product table sum up to its totals', async () => {
  const own = await openWarehouse(app.db)
  const skus = await addSkus(app.db, 2)
  for (const skuId of skus)
    await bring(app.db, { warehouseId: own.id, sectionId: own.sections.store, skuId }, 20)
  const [a = 0, b = 0] = skus
  await notes.open(own.id, [
    { skuId: a, qty: 3 },
    { skuId: b, qty: 5 },
  ])
  await notes.open(own.id, [{ skuId: a, qty: 4 }])
  await sql`update "shipTask" set "planDate" = ${today()}::date where "warehouseId" = ${own.id}`.execute(
    app.db,
  )
  const { data } = await app.request<{
    columns: string[]
    rows: { skuId: number; totalQty: number; parts: number[] }[]
    totals: number[]
    totalQty: number
  }>('GET', '/admin/wts/productTable/report', { token, query: { planDate: today(), warehouseId: own.id } })
  expect(data).toMatchObject({ columns: ['望江门店'], totals: [12], totalQty: 12 })
  expect(data.rows.map((row) => [row.skuId, row.totalQty])).toEqual([
    [a, 7],
    [b, 5],
  ])
  for (const row of data.rows) expect(row.parts.reduce((sum, one) => sum + one, 0)).toBe(row.totalQty)
})
