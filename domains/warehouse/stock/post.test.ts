import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { addSkus, bring, headOf, newSource, openWarehouse } from '../../../tests/stock.ts'
import { driftOf } from './invariants.server.ts'
import { release, reserve } from './reserve.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('W §15-1: of 50 that reserve 1 of 10 at once exactly 10 succeed', async () => {
  const { id: warehouseId, sections } = await openWarehouse(app.db)
  const [skuId = 0] = await addSkus(app.db, 1, { storeName: '酸奶' })
  await bring(app.db, { warehouseId, sectionId: sections.store, skuId }, 10, 12)
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      asSystem(app.db, (tx) =>
        reserve(tx, newSource('order'), [{ lineId: 1, warehouseId, skuId, q: 1000, channelId: 1201 }]),
      ),
    ),
  )
  const refused = results.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(40)
  expect(refused.map((one) => one.reason.message)).toEqual(Array(40).fill('库存不足：酸奶 可用 0，需要 1'))
  expect(await headOf(app.db, warehouseId, skuId)).toMatchObject({
    onHand: 10,
    reserved: 10,
    available: 0,
    amount: 12_000,
  })
  const moves = await app.db
    .selectFrom('stockMove')
    .select('id')
    .where('skuId', '=', skuId)
    .where('moveType', '=', 191)
    .execute()
  expect(moves).toHaveLength(10)
  expect(await driftOf(app.db)).toEqual([])
})

test('W §15-2: all lines are reserved or none', async () => {
  const { id: warehouseId, sections } = await openWarehouse(app.db)
  const [a = 0, b = 0] = await addSkus(app.db, 2, { storeName: '牛奶' })
  await bring(app.db, { warehouseId, sectionId: sections.store, skuId: a }, 5, 12)
  const source = newSource('order')
  const lines = [a, b].map((skuId, at) => ({ lineId: at + 1, warehouseId, skuId, q: at === 0 ? 2000 : 1000 }))
  await expect(asSystem(app.db, (tx) => reserve(tx, source, lines))).rejects.toThrow(
    '库存不足：牛奶 可用 0，需要 1',
  )
  expect(await headOf(app.db, warehouseId, a)).toMatchObject({ reserved: 0 })
  await asSystem(app.db, (tx) => reserve(tx, source, lines.slice(0, 1)))
  const again = await asSystem(app.db, (tx) => reserve(tx, source, lines.slice(0, 1)))
  expect(again).toEqual([{ lineId: 1, warehouseId, skuId: a, vacctId: 0, q: 2000 }])
  expect(await headOf(app.db, warehouseId, a)).toMatchObject({ reserved: 2 })
  await asSystem(app.db, (tx) => release(tx, source))
  await asSystem(app.db, (tx) => release(tx, source))
  expect(await headOf(app.db, warehouseId, a)).toMatchObject({ reserved: 0, available: 5 })
  expect(await driftOf(app.db)).toEqual([])
})
