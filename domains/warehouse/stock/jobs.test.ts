import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import {
  addSkus,
  bring,
  headOf,
  newSource,
  openVacct,
  openWarehouse,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { assignVacct } from '../vacct/assign.server.ts'
import { lock, unlock } from './activity.server.ts'
import { closeDays } from './daily.server.ts'
import { available } from './figures.server.ts'
import { driftOf } from './invariants.server.ts'
import { cacheStock, recallEnded, reconcile, releaseExpired } from './jobs.server.ts'
import { markNear, unsellableLots } from './lotWatch.server.ts'
import { reserve } from './reserve.server.ts'
import { ledgerStock } from './selfKept.server.ts'
import { shipOut } from './ship.server.ts'

let app: TestApp
let W1: TestWarehouse
beforeAll(async () => {
  app = await testApp()
  W1 = await openWarehouse(app.db)
})
afterAll(() => app.close())

const as = asSystem
const at = (skuId: number, of = W1) => ({ warehouseId: of.id, sectionId: of.sections.store, skuId })
const one = async (wish = {}) => (await addSkus(app.db, 1, wish))[0] ?? 0
const hold = (skuId: number, q: number, more = {}) => {
  const source = newSource('order')
  const line = { lineId: 1, warehouseId: W1.id, skuId, q: q * 1000, ...more }
  return as(app.db, async (tx) => {
    await reserve(tx, source, [line], { expireTime: new Date(Date.now() - 1000) })
    return source
  })
}

test('W §13: what expired and is bound to no lot is released, once', async () => {
  const skuId = await one()
  await bring(app.db, at(skuId), 5, 1)
  await hold(skuId, 3)
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ reserved: 3 })
  expect(await releaseExpired(app.db)).toBe(1)
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ reserved: 0 })
  expect(await releaseExpired(app.db)).toBe(0)
})

test('W §13: products show what is available, and typed stock stands in the virtual warehouse', async () => {
  const skuId = await one()
  await bring(app.db, at(skuId), 8, 1)
  await hold(skuId, 3)
  await cacheStock(app.db, new Date(Date.now() - 60_000))
  const shown = async (id: number) => {
    const sku = await app.db
      .selectFrom('sku')
      .select(['stock', 'productId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const product = await app.db
      .selectFrom('product')
      .select('stock')
      .where('id', '=', sku.productId)
      .executeTakeFirstOrThrow()
    return [sku.stock, product.stock, sku.productId]
  }
  expect((await shown(skuId)).slice(0, 2)).toEqual([5, 5])
  const typed = await one({ stockMode: 1 })
  // What it showed before it was ever typed into the ledger still counts.
  await sql`update "sku" set "stock" = 4 where "id" = ${typed}`.execute(app.db)
  expect(await ledgerStock.onHand(app.db, [typed])).toEqual(new Map([[typed, 4]]))
  const [, , productId = 0] = await shown(typed)
  const type = (stock: number) =>
    as(app.db, (tx) => ledgerStock.adjust(tx, productId, [{ skuId: typed, stock }]))
  await type(7)
  await type(2.5)
  expect(await ledgerStock.onHand(app.db, [typed])).toEqual(new Map([[typed, 2.5]]))
  const [found] = await available(app.db, [typed], { channelId: 1201 })
  expect(found).toMatchObject({ skuId: typed, available: 2500 })
  const moves = await app.db
    .selectFrom('stockMove')
    .select('dOnHand')
    .where('skuId', '=', typed)
    .where('moveType', '=', 167)
    .orderBy('id')
    .execute()
  expect(moves.map((row) => row.dOnHand)).toEqual([7, -4.5])
})

test('W §10.4, §15-7: a lot is near its expiry, and must not be sold, from the days its product says', async () => {
  const skuId = await one({ batchManaged: 1, shelfLifeDays: 180 })
  await sql`update "product" set "shelfAlertDays" = 100, "receiveRatio" = 66, "deliverRatio" = 50
    where "id" = (select "productId" from "sku" where "id" = ${skuId})`.execute(app.db)
  await bring(app.db, at(skuId), 6, 1, { lotNo: 'A', productionDate: '2026-01-01' })
  const lot = await app.db
    .selectFrom('lot')
    .select(['id', 'expiryDate'])
    .where('skuId', '=', skuId)
    .executeTakeFirstOrThrow()
  expect(lot.expiryDate).toBe('2026-06-30')
  const near = async (day: string) => {
    await markNear(app.db, day)
    return (await app.db.selectFrom('lot').select('near').where('id', '=', lot.id).executeTakeFirstOrThrow())
      .near
  }
  expect([await near('2026-03-21'), await near('2026-03-22')]).toEqual([0, 1])
  const unsold = async (day: string) =>
    (await unsellableLots(app.db, day)).filter((row) => row.skuId === skuId).map((row) => [row.reason, row.q])
  expect(await unsold('2026-04-01')).toEqual([])
  expect(await unsold('2026-04-02')).toEqual([[4, 6000]])
  expect(await unsold('2026-07-01')).toEqual([[5, 6000]])
})

test('Screens §6: stock that is near its expiry is something to keep an eye on, within the data scope', async () => {
  const READ = 'admin:wms:stock:list'
  const foreign = await app.person({ permissions: [READ], dataScope: 4 })
  const token = await app.admin()
  const watched = async (by: string) => {
    const { data } = await app.request<{ watches: { key: string; n: number; to: string }[] }>(
      'GET',
      '/admin/home/cards',
      { token: by },
    )
    return data.watches.find(({ key }) => key === 'stock.near')
  }
  const before = (await watched(token))?.n ?? 0
  const skuId = await one({ batchManaged: 1, shelfLifeDays: 180 })
  await sql`update "product" set "shelfAlertDays" = 100
    where "id" = (select "productId" from "sku" where "id" = ${skuId})`.execute(app.db)
  await bring(app.db, at(skuId), 6, 1, { lotNo: 'N', productionDate: movedDay(today(), -150) })
  await markNear(app.db, today())
  expect(await watched(token)).toMatchObject({ n: before + 1, to: '/wms/stock?flag=near' })
  expect((await watched(foreign.token))?.n ?? 0).toBe(0)
})

test('W §11-11: days are closed one after the other, and one opens as the one before closed', async () => {
  const skuId = await one()
  await bring(app.db, at(skuId), 10, 2)
  const source = newSource('order')
  await as(app.db, (tx) => reserve(tx, source, [{ lineId: 1, warehouseId: W1.id, skuId, q: 4000 }]))
  await as(app.db, (tx) =>
    shipOut(tx, { source, action: 'ship' }, [{ lineId: 1, q: 4000 }], { moveType: 111 }),
  )
  const DAY = 86_400_000
  await closeDays(app.db, new Date(Date.now() + DAY))
  await bring(app.db, at(skuId), 5, 2)
  // The second receipt is of a day that is closed already.
  const rows = await app.db.selectFrom('stockDaily').selectAll().where('skuId', '=', skuId).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    open: 0,
    inQty: 10,
    outQty: 4,
    close: 6,
    amount: 1200,
    moves: { 101: 10, 111: -4 },
  })
  expect(await closeDays(app.db, new Date(Date.now() + DAY))).toBe(0)
})

test('W §4.10: an account that ended gives back what it has not reserved', async () => {
  const skuId = await one()
  await bring(app.db, at(skuId), 10, 1)
  const vacctId = await openVacct(app.db, { warehouseId: W1.id, ownerType: 2, ownerId: 501 })
  await as(app.db, (tx) =>
    assignVacct(tx, { source: newSource('vacct'), action: 'assign' }, [
      { lineId: 1, vacctId, skuId, q: 8000 },
    ]),
  )
  await hold(skuId, 3, { companyId: 501 })
  await sql`update "stockVacct" set "endTime" = now() - interval '1 minute' where "id" = ${vacctId}`.execute(
    app.db,
  )
  expect(await recallEnded(app.db)).toBe(1)
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ vAlloc: 3, vReserved: 3, publicAvail: 7 })
  const records = await app.db
    .selectFrom('stockVacctRecord')
    .select(['type', 'qty', 'qtyAfter'])
    .where('vacctId', '=', vacctId)
    .orderBy('id')
    .execute()
  expect(records).toEqual([
    { type: 1, qty: 8, qtyAfter: 8 },
    { type: 3, qty: 3, qtyAfter: 8 },
    { type: 7, qty: -5, qtyAfter: 3 },
  ])
  expect(await recallEnded(app.db)).toBe(0)
})

test('W §2.5: an activity keeps its stock in the warehouses that serve it, by priority, and gives the rest back', async () => {
  const near = await openWarehouse(app.db, { channelIds: [1203], priority: 1 })
  const far = await openWarehouse(app.db, { channelIds: [1203], priority: 2 })
  const skuId = await one({ storeName: '月饼' })
  await bring(app.db, at(skuId, near), 4, 1)
  await bring(app.db, at(skuId, far), 10, 1)
  const activity = newSource('seckill')
  activity.id %= 1_000_000_000
  const keep = (q: number) =>
    as(app.db, (tx) => lock(tx, activity, [{ skuId, q: q * 1000, channelIds: [1203] }]))
  await expect(keep(20)).rejects.toThrow('库存不足：月饼 可用 14，需要 20')
  await keep(9)
  await keep(9)
  expect([await headOf(app.db, near.id, skuId), await headOf(app.db, far.id, skuId)]).toMatchObject([
    { vAlloc: 4 },
    { vAlloc: 5 },
  ])
  const buyer = { channelId: 1203, activityId: activity.id }
  expect(
    (await available(app.db, [skuId], buyer))
      .filter((row) => [near.id, far.id].includes(row.warehouseId))
      .map((row) => row.available),
  ).toEqual([4000, 5000])
  await as(app.db, (tx) => unlock(tx, activity))
  expect([await headOf(app.db, near.id, skuId), await headOf(app.db, far.id, skuId)]).toMatchObject([
    { vAlloc: 0 },
    { vAlloc: 0 },
  ])
  expect(await driftOf(app.db)).toEqual([])
})

test('W §13: the nightly check tells what does not agree, and repairs nothing', async () => {
  const skuId = await one()
  await bring(app.db, at(skuId), 3, 1)
  expect(await reconcile(app.db, null)).toEqual([])
  await sql`update "stock" set "onHand" = 9 where "skuId" = ${skuId}`.execute(app.db)
  expect((await reconcile(app.db, null)).map((row) => [row.rule, row.stored, row.summed])).toEqual([
    ['1 lots onHand', 9, 3],
    ['1 onHand', 9, 3],
  ])
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 9 })
  await sql`update "stock" set "onHand" = 3 where "skuId" = ${skuId}`.execute(app.db)
})

test('W §15-3: orders that want the same goods in another order wait for each other and all are served', {
  timeout: 60_000,
}, async () => {
  const skus = await addSkus(app.db, 2)
  for (const skuId of skus) await bring(app.db, at(skuId), 1000, 1)
  const orders = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? skus : skus.toReversed()))
  await Promise.all(
    orders.map((both) =>
      as(app.db, (tx) =>
        reserve(
          tx,
          newSource('order'),
          both.map((skuId, n) => ({ lineId: n + 1, warehouseId: W1.id, skuId, q: 1000 })),
        ),
      ),
    ),
  )
  for (const skuId of skus) expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ reserved: 200 })
})
