import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { Tx } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { registerNow } from '../../../tests/registering.ts'
import { addSkus, bring, newSource, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { declareNote, type NoteFacts } from '../stock/declare.server.ts'
import { driftOf } from '../stock/invariants.server.ts'
import { release, reserve } from '../stock/reserve.server.ts'
import { createShipTask, intercept, withdrawShipTask } from './tasks.server.ts'

let app: TestApp
let place: TestWarehouse
const notes = new Map<number, NoteFacts>()
const nothing = async (): Promise<void> => undefined

beforeAll(async () => {
  app = await testApp()
  place = await openWarehouse(app.db)
  registerNow(
    app.db,
    declareNote({
      async lock(tx: Tx, ids) {
        for (const id of ids.toSorted((a, b) => a - b))
          await sql`select pg_advisory_xact_lock(771, ${id}::int)`.execute(tx)
      },
      facts: async (_db, ids) => ids.flatMap((id) => notes.get(id) ?? []),
      ...{ picked: nothing, taskShort: nothing, reserveLost: nothing },
      ...{ shipped: nothing, signed: nothing, carrier: nothing },
    }),
  )
})
afterAll(async () => {
  expect(await driftOf(app.db, null)).toEqual([])
  await app.close()
})

const as = <T>(work: (tx: Tx) => Promise<T>) => asSystem(app.db, work)
let made = 700

/** A note over goods of which so many pieces stand in A01 and so many are reserved. */
async function newNote({ onHand = 20, reserved = 8, wants = 8 } = {}) {
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '酸奶' })
  await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, onHand)
  const source = newSource('order')
  if (reserved > 0)
    await as((tx) => reserve(tx, source, [{ lineId: 1, warehouseId: place.id, skuId, q: reserved * 1000 }]))
  const noteId = ++made
  const note = {
    ...{ noteId, noteSn: `FH${noteId}`, orderSn: `DD${noteId}`, orderSubSn: `ZD${noteId}` },
    ...{ warehouseId: place.id, channelId: 1201, shippingType: 3, rank: 5 },
    ...{ shoudaId: null, goodsAmount: 8000, collectAmount: 0 },
    shipTo: {
      ...{ shipToId: null, name: '张三', contact: '张三', phone: '13800000000' },
      ...{ address: '福州市鼓楼区', cityId: null, timeWindow: '' },
    },
    lines: [
      { lineId: 11, skuId, q: wants * 1000, reserved: { type: source.type, sn: source.sn, lineId: 1 } },
    ],
  }
  notes.set(noteId, note)
  return { noteId, note, source }
}
const create = (noteId: number) => as((tx) => createShipTask(tx, noteId))
const taskOf = (id: number) =>
  app.db.selectFrom('shipTask').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('shipTaskLine').select(['noteLineId', 'qty', 'amount']).where('taskId', '=', id).execute()
const stands = (id: number, status: 1 | 5) =>
  app.db.updateTable('shipTask').set({ status }).where('id', '=', id).execute()

test('W §5.2: a note gets one ship task with what it says', async () => {
  const { noteId } = await newNote()
  const id = await create(noteId)
  expect(await taskOf(id)).toMatchObject({
    ...{ noteId, deliveryNo: `FH${noteId}`, orderSn: `DD${noteId}`, customer: '张三', status: 0 },
    ...{ totalQty: 8, lineCount: 1, logisticsMode: 3, channelId: 1201, cutOff: '16:00', rank: 5 },
  })
  expect((await taskOf(id)).taskSn).toMatch(/^CR\d{14}$/)
  expect(await linesOf(id)).toEqual([{ noteLineId: 11, qty: 8, amount: 8000 }])
  expect(await create(noteId)).toBe(id)
})

test('W §5.2: a note approved by two at once gets one ship task', async () => {
  const { noteId } = await newNote()
  const ids = await Promise.all([create(noteId), create(noteId), create(noteId)])
  expect(new Set(ids).size).toBe(1)
})

test('W §12: what is not reserved makes no task, nor what another task is to send', async () => {
  const none = await newNote({ reserved: 0 })
  await expect(create(none.noteId)).rejects.toThrow('库存不足：酸奶 可用 0，需要 8')
  const { noteId, note } = await newNote({ reserved: 8, wants: 5 })
  await create(noteId)
  const second = ++made
  notes.set(second, { ...note, noteId: second, noteSn: `FH${second}` })
  await expect(create(second)).rejects.toThrow('库存不足：酸奶 可用 3，需要 5')
})

test('W §5.2: a note is withdrawn in part and whole before it is picked, and may come again', async () => {
  const { noteId } = await newNote()
  const id = await create(noteId)
  const less = (q: number) => as((tx) => withdrawShipTask(tx, noteId, [{ lineId: 11, q: q * 1000 }]))
  await expect(less(9)).rejects.toThrow('撤回数量超过任务数量')
  expect(await less(3)).toBe('withdrawn')
  expect([await linesOf(id), await taskOf(id)]).toMatchObject([
    [{ qty: 5, amount: 5000 }],
    { totalQty: 5, goodsAmount: 5000, status: 0 },
  ])
  expect(await less(5)).toBe('withdrawn')
  expect((await taskOf(id)).status).toBe(9)
  expect(await as((tx) => withdrawShipTask(tx, noteId))).toBe('withdrawn')
  expect(await create(noteId)).not.toBe(id)
})

test('W §15 #19: what is being picked is not withdrawn but intercepted, though the wish is undone', async () => {
  const { noteId } = await newNote()
  const id = await create(noteId)
  await stands(id, 1)
  const wish = as(async (tx) => {
    intercept(tx, noteId)
    expect(await withdrawShipTask(tx, noteId)).toBe('picked')
    throw new Error('商品已拣货，请先取消拣货')
  })
  await expect(wish).rejects.toThrow('商品已拣货，请先取消拣货')
  expect(await taskOf(id)).toMatchObject({ status: 1, interceptFlag: 1 })
})

test('W §12: what has left goes through after-sale', async () => {
  const { noteId, source } = await newNote()
  const id = await create(noteId)
  await stands(id, 5)
  await expect(as((tx) => withdrawShipTask(tx, noteId))).rejects.toThrow('货物已出库，请走售后流程')
  await as((tx) => release(tx, source))
})
