import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { Tx } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { addSkus, bring, labelSku, openWarehouse } from '../../../tests/stock.ts'
import { finishList } from '../pick/finish.server.ts'
import { pickLine } from '../pick/picking.server.ts'
import { makeWave } from '../pick/wave.server.ts'
import { scanSort } from '../sort/sorting.server.ts'
import { driftOf } from '../stock/invariants.server.ts'

let app: TestApp
let notes: TestNotes
beforeAll(async () => {
  app = await testApp()
  notes = new TestNotes(app.db)
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const as = <T>(work: (tx: Tx) => Promise<T>) => asSystem(app.db, work)

/** A line to pick, of goods that stand in a section; a batch of two tasks when `tasks` is 2. */
async function openLine(at: 'store' | 'staging', qty: number, tasks = 1) {
  const place = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1)
  await labelSku(app.db, skuId, `69${skuId}`)
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections[at], skuId }, 50)
  for (let n = 0; n < tasks; n++) await notes.open(place.id, [{ skuId, qty }])
  const wish = {
    planDate: null,
    channelIds: [],
    logisticsModes: [],
    priority: null,
    maxTasks: null,
    taskIds: [],
  }
  await as((tx) =>
    makeWave(tx, { ...wish, warehouseId: place.id, onlyComplete: 0, pickType: tasks > 1 ? 2 : 1 }),
  )
  const { rows } = await sql<{ id: number; pickListId: number }>`
    select l."id", l."pickListId" from "pickListLine" l join "pickList" p on p."id" = l."pickListId" where p."warehouseId" = ${place.id}`.execute(
    app.db,
  )
  return { place, skuId, lineId: rows[0]?.id ?? 0, pickListId: rows[0]?.pickListId ?? 0 }
}

const pick = (lineId: number, qty: number, scanId: string) =>
  as((tx) => pickLine(tx, { lineId, qty, lotNo: '', reason: '', scanId }))
const pickedOf = async (lineId: number) =>
  (
    await app.db
      .selectFrom('pickListLine')
      .select('pickedQty')
      .where('id', '=', lineId)
      .executeTakeFirstOrThrow()
  ).pickedQty

test('W §7: a scan of a pick counts once, from a shelf and from the staging section, however often and at once it comes', async () => {
  for (const at of ['store', 'staging'] as const) {
    const { lineId, pickListId } = await openLine(at, 4)
    await Promise.all([1, 2, 3, 4].map(() => pick(lineId, 1, `${at}-1`)))
    expect(await pickedOf(lineId), at).toBe(1)
    await pick(lineId, 1, `${at}-2`)
    await pick(lineId, 2, `${at}-3`)
    await pick(lineId, 1, `${at}-2`)
    expect(await pickedOf(lineId), at).toBe(4)
    await as((tx) => finishList(tx, pickListId))
    // What was counted is answered as then, though nothing can be picked any more.
    await pick(lineId, 2, `${at}-3`)
    await expect(pick(lineId, 1, `${at}-4`)).rejects.toThrow('当前状态为已完成，不能拣货')
    expect(await pickedOf(lineId), at).toBe(4)
  }
})

test('W §7: a scan that was refused leaves nothing behind, and counts when it is put right', async () => {
  const { lineId } = await openLine('store', 2)
  await expect(pick(lineId, 3, 'right-1')).rejects.toThrow('超出应拣数量')
  await pick(lineId, 2, 'right-1')
  expect(await pickedOf(lineId)).toBe(2)
})

test('W §7: a number of a scan belongs to one job and one line', async () => {
  const [one, other] = [await openLine('store', 2), await openLine('store', 2)]
  await pick(one.lineId, 1, 'own-1')
  await expect(pick(other.lineId, 1, 'own-1')).rejects.toThrow('扫码号已用于其他作业')
  expect(await pickedOf(other.lineId)).toBe(0)
})

test('W §7: a scan of sorting that is sent again is answered as the first time', async () => {
  const { lineId, pickListId, skuId } = await openLine('store', 3, 2)
  await pick(lineId, 6, '')
  await as((tx) => finishList(tx, pickListId))
  const { id } = await app.db
    .selectFrom('sortOrder')
    .select('id')
    .where('pickListId', '=', pickListId)
    .executeTakeFirstOrThrow()
  const sort = (qty: number, scanId: string, lineId: number | null = null, code = `69${skuId}`) =>
    as((tx) => scanSort(tx, { id, code, lineId, slotNo: null, qty, scanId }))
  const first = await sort(3, 'sort-1')
  expect(first).toEqual({ slotNo: 1, slots: [{ slotNo: 2, qty: 3 }] })
  await sort(1, 'sort-2')
  expect(await sort(3, 'sort-1')).toEqual(first)
  const order = await app.db
    .selectFrom('sortOrder')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(order.sortedQty).toBe(4)
  // A handheld names the line it found, whatever its code looks like; one of another order is none.
  const lines = await app.db
    .selectFrom('sortOrderLine')
    .select(['id', 'slotNo'])
    .where('sortOrderId', '=', id)
    .execute()
  const second = lines.find((one) => one.slotNo === 2)?.id ?? 0
  await expect(sort(3, 'sort-3', second)).rejects.toThrow('超出应分数量')
  const named = await Promise.all([1, 2].map(() => sort(2, 'sort-4', second, `(01)069012345678${skuId}`)))
  expect(named).toEqual([1, 2].map(() => ({ slotNo: 2, slots: [] })))
  await expect(sort(1, 'sort-5', 0)).rejects.toThrow('商品不在本单中')
})
