import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import {
  addSkus,
  bring,
  headOf,
  newSource,
  openVacct,
  openWarehouse,
  placeOf,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { assignVacct } from '../vacct/assign.server.ts'
import { freeze, unfreeze } from './hold.server.ts'
import { driftOf } from './invariants.server.ts'
import type { ShipType } from './moveTypes.ts'
import type { ReserveLine, StockSource } from './posting.ts'
import { adjust, endTransit, receive } from './receive.server.ts'
import { allocate, release, reserve } from './reserve.server.ts'
import { reverse } from './reverse.server.ts'
import { issue, shipOut } from './ship.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const as = asSystem
let W1: TestWarehouse
let W2: TestWarehouse
let skuId: number

async function begin(storeName = '酸奶') {
  W1 = await openWarehouse(app.db)
  W2 = await openWarehouse(app.db)
  const [made = 0] = await addSkus(app.db, 1, { storeName })
  skuId = made
}

const place = () => ({ warehouseId: W1.id, sectionId: W1.sections.store, skuId })
const hold = (q: number, more: Partial<ReserveLine> = {}, source = newSource('order')) =>
  as(app.db, async (tx) => {
    await reserve(tx, source, [{ lineId: 1, warehouseId: W1.id, skuId, q: q * 1000, ...more }])
    return source
  })
const ship = (source: StockSource, q: number, moveType: ShipType = 111, toWarehouseId?: number) =>
  as(app.db, (tx) =>
    shipOut(tx, { source, action: 'ship' }, [{ lineId: 1, q: q * 1000 }], {
      moveType,
      ...(toWarehouseId === undefined ? {} : { toWarehouseId }),
    }),
  )

/** onHand, reserved, frozen, available, vAlloc, vReserved, public of W1; in transit and on hand of W2. */
async function row() {
  const one = await headOf(app.db, W1.id, skuId)
  const two = await headOf(app.db, W2.id, skuId)
  return [
    one.onHand,
    one.reserved,
    one.frozen,
    one.available,
    one.vAlloc,
    one.vReserved,
    one.publicAvail,
    two.inTransit,
    two.onHand,
  ]
}

test('W §10.1, §15-5: the ledger walk', async () => {
  await begin()
  await bring(app.db, place(), 100, 12)
  expect(await row()).toEqual([100, 0, 0, 100, 0, 0, 100, 0, 0])
  const vacctId = await openVacct(app.db, { warehouseId: W1.id, ownerType: 1, ownerId: 1204 })
  const assign = newSource('vacct')
  await as(app.db, (tx) =>
    assignVacct(tx, { source: assign, action: 'assign' }, [{ lineId: 1, vacctId, skuId, q: 30_000 }]),
  )
  expect(await row()).toEqual([100, 0, 0, 100, 30, 0, 70, 0, 0])
  const order1201 = await hold(20, { channelId: 1201 })
  expect(await row()).toEqual([100, 20, 0, 80, 30, 0, 50, 0, 0])
  await hold(10, { channelId: 1204 })
  expect(await row()).toEqual([100, 30, 0, 70, 30, 10, 50, 0, 0])
  const from = await placeOf(app.db, place())
  const DJ = newSource('freeze')
  await as(app.db, (tx) =>
    freeze(tx, { source: DJ, action: 'post' }, [
      { lineId: DJ.id, warehouseId: W1.id, skuId, q: 15_000, from },
    ]),
  )
  expect(await row()).toEqual([100, 30, 15, 55, 30, 10, 35, 0, 0])
  await ship(order1201, 20)
  expect(await row()).toEqual([80, 10, 15, 55, 30, 10, 35, 0, 0])
  const DB = await hold(25, {}, newSource('transfer'))
  expect(await row()).toEqual([80, 35, 15, 30, 30, 10, 10, 0, 0])
  await ship(DB, 25, 121, W2.id)
  expect(await row()).toEqual([55, 10, 15, 30, 30, 10, 10, 25, 0])
  await as(app.db, (tx) =>
    receive(
      tx,
      { source: DB, action: 'receive:1' },
      [{ lineId: 1, warehouseId: W2.id, skuId, q: 24_000, sectionId: W2.sections.store }],
      122,
    ),
  )
  expect(await row()).toEqual([55, 10, 15, 30, 30, 10, 10, 1, 24])
  await as(app.db, (tx) =>
    unfreeze(tx, { source: newSource('unfreeze'), action: 'post' }, [
      { lineId: 1, freezeLineId: DJ.id, warehouseId: W1.id, skuId, q: 5000, from },
    ]),
  )
  expect(await row()).toEqual([55, 10, 10, 35, 30, 10, 15, 1, 24])
  await as(app.db, (tx) =>
    adjust(
      tx,
      { source: newSource('count'), action: 'post' },
      [{ lineId: 1, warehouseId: W1.id, skuId, sectionId: W1.sections.store, q: -3000 }],
      { count: { countSn: 'PD1' } },
    ),
  )
  expect(await row()).toEqual([52, 10, 10, 32, 30, 10, 12, 1, 24])
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ amount: 62_400 })
  const [lotId] = [await lotOf(skuId)]
  await as(app.db, (tx) =>
    endTransit(tx, { source: DB, action: 'diff' }, [
      { lineId: 1, warehouseId: W2.id, skuId, lotId, q: 1000 },
    ]),
  )
  expect(await headOf(app.db, W2.id, skuId)).toMatchObject({ inTransit: 0, onHand: 24, amount: 28_800 })
  const lost = await app.db
    .selectFrom('stockMove')
    .select('transitAmount')
    .where('moveType', '=', 123)
    .where('skuId', '=', skuId)
    .executeTakeFirst()
  expect(lost?.transitAmount).toBe(-1200)
  await expect(
    as(app.db, (tx) =>
      unfreeze(tx, { source: newSource('unfreeze'), action: 'post' }, [
        { lineId: 1, freezeLineId: DJ.id, warehouseId: W1.id, skuId, q: 11_000, from },
      ]),
    ),
  ).rejects.toThrow('解冻数量超过剩余冻结数量 10')
  expect(await driftOf(app.db)).toEqual([])
})

async function lotOf(sku: number): Promise<number> {
  const lot = await app.db.selectFrom('lot').select('id').where('skuId', '=', sku).executeTakeFirstOrThrow()
  return lot.id
}

test('W §10.2: moving average, and the last piece takes what is left', async () => {
  await begin()
  await bring(app.db, place(), 52, 12)
  await bring(app.db, place(), 48, 13)
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 100, amount: 124_800 })
  const avg = async () =>
    (
      await app.db
        .selectFrom('stock')
        .select('avgCost')
        .where('skuId', '=', skuId)
        .where('warehouseId', '=', W1.id)
        .executeTakeFirstOrThrow()
    ).avgCost
  expect(await avg()).toBe(12.48)
  const { shipped } = await ship(await hold(7), 7)
  expect(shipped.map((one) => one.amount)).toEqual([8736])
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 93, amount: 116_064 })
  await begin()
  await as(app.db, (tx) =>
    receive(
      tx,
      { source: newSource('stockin'), action: 'post' },
      [{ lineId: 1, ...place(), q: 3000, amount: 1000 }],
      161,
    ),
  )
  const amounts = []
  for (const _ of [1, 2, 3]) amounts.push((await ship(await hold(1), 1)).shipped[0]?.amount)
  expect(amounts).toEqual([333, 334, 333])
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 0, amount: 0 })
  expect(await driftOf(app.db)).toEqual([])
})

test('W §10.11: one line over the accounts of company and channel and the public pool', async () => {
  await begin()
  await bring(app.db, place(), 15, 1)
  const company = await openVacct(app.db, { warehouseId: W1.id, ownerType: 2, ownerId: 77 })
  const channel = await openVacct(app.db, { warehouseId: W1.id, ownerType: 1, ownerId: 1204 })
  await as(app.db, (tx) =>
    assignVacct(tx, { source: newSource('vacct'), action: 'assign' }, [
      { lineId: 1, vacctId: company, skuId, q: 6000 },
    ]),
  )
  const buyer = { channelId: 1204, companyId: 77 }
  const source = await hold(10, buyer)
  const pools = await app.db
    .selectFrom('stockReserve')
    .select(['vacctId', 'qty'])
    .where('sourceSn', '=', source.sn)
    .orderBy('vacctId')
    .execute()
  expect(pools).toEqual([
    { vacctId: 0, qty: 4 },
    { vacctId: company, qty: 6 },
  ])
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ publicAvail: 5, available: 5, vReserved: 6 })
  await as(app.db, (tx) => release(tx, source))
  await sql`update "stockVacct" set "overflow" = 0 where "id" = ${company}`.execute(app.db)
  await expect(hold(10, buyer)).rejects.toThrow('库存不足：酸奶 可用 6，需要 10')
  expect(channel).toBeGreaterThan(0)
  expect(await driftOf(app.db)).toEqual([])
})

test('W §15-10: an exclusive account keeps its stock for its channel', async () => {
  await begin()
  await bring(app.db, place(), 30, 1)
  const vacctId = await openVacct(app.db, { warehouseId: W1.id, ownerType: 1, ownerId: 1204 })
  const assign = (q: number) =>
    as(app.db, (tx) =>
      assignVacct(tx, { source: newSource('vacct'), action: 'assign' }, [{ lineId: 1, vacctId, skuId, q }]),
    )
  await assign(30_000)
  await expect(hold(1, { channelId: 1201 })).rejects.toThrow('库存不足：酸奶 可用 0，需要 1')
  await expect(hold(1)).rejects.toThrow('公共可用库存不足：酸奶 公共可用 0，30 已分配给虚拟账户')
  const order = await hold(30, { channelId: 1204 })
  await expect(assign(-1000)).rejects.toThrow('账户可用数量不足，可用 0')
  await ship(order, 30)
  const item = await app.db
    .selectFrom('stockVacctItem')
    .select(['qty', 'reserved', 'shipped'])
    .where('vacctId', '=', vacctId)
    .executeTakeFirst()
  expect(item).toEqual({ qty: 0, reserved: 0, shipped: 30 })
  expect(await driftOf(app.db)).toEqual([])
})

test('W §10.3, §15-8: FEFO leaves out what expires too soon, and empties remainders first', async () => {
  W1 = await openWarehouse(app.db)
  const [made = 0] = await addSkus(app.db, 1, { batchManaged: 1, shelfLifeDays: 365 })
  skuId = made
  const day = (days: number) => new Date(Date.now() + (days + 1) * 86_400_000).toISOString().slice(0, 10)
  const lots = [
    ['L1', 45, 30],
    ['L2', 121, 8],
    ['L3', 121, 5],
    ['L4', 184, 50],
  ] as const
  for (const [lotNo, left, pieces] of lots)
    await bring(app.db, place(), pieces, 1, { lotNo, expiryDate: day(left) })
  const source = await hold(20)
  const bound = await as(app.db, (tx) =>
    allocate(tx, { source, action: 'allocate' }, [{ lineId: 1, minDays: 60 }]),
  )
  expect(bound.map((one) => [one.lotNo, one.q / 1000])).toEqual([
    ['L3', 5],
    ['L2', 8],
    ['L4', 7],
  ])
  const again = await as(app.db, (tx) =>
    allocate(tx, { source, action: 'allocate' }, [{ lineId: 1, minDays: 60 }]),
  )
  expect(again).toHaveLength(3)
  expect((await ship(source, 20)).shipped.map((one) => one.lotNo)).toEqual(['L3', 'L2', 'L4'])
  await expect(bring(app.db, place(), 1, 1)).rejects.toThrow('测试商品 已启用批次管理，请输入批次号')
  await expect(bring(app.db, place(), 1, 1, { lotNo: 'L9' })).rejects.toThrow('请输入生产日期')
  await expect(bring(app.db, place(), 1, 1, { lotNo: 'L9', productionDate: day(3) })).rejects.toThrow(
    '生产日期不能晚于今天',
  )
  await expect(bring(app.db, place(), 1, 1, { lotNo: 'L4', expiryDate: day(185) })).rejects.toThrow(
    '批次 L4 已存在，生产日期为',
  )
  expect(await driftOf(app.db)).toEqual([])
})

test('W §15-9: what is in transit is received, or ends as a loss; never more', async () => {
  await begin()
  await bring(app.db, place(), 40, 10)
  const DB = await hold(25, {}, newSource('transfer'))
  await ship(DB, 25, 121, W2.id)
  const take = (q: number, n: number) =>
    as(app.db, (tx) =>
      receive(
        tx,
        { source: DB, action: `receive:${n}` },
        [{ lineId: 1, warehouseId: W2.id, skuId, q: q * 1000, sectionId: W2.sections.store }],
        122,
      ),
    )
  await take(20, 1)
  await expect(take(6, 2)).rejects.toThrow('收货数量超过在途数量 5')
  await take(4, 2)
  const lotId = await lotOf(skuId)
  await as(app.db, (tx) =>
    endTransit(tx, { source: DB, action: 'diff' }, [
      { lineId: 1, warehouseId: W2.id, skuId, lotId, q: 1000 },
    ]),
  )
  const [one, two] = [await headOf(app.db, W1.id, skuId), await headOf(app.db, W2.id, skuId)]
  expect([one.onHand, two.onHand, two.inTransit, one.amount + two.amount]).toEqual([15, 24, 0, 39_000])
  expect(await driftOf(app.db)).toEqual([])
})

test('W §15-26: a receipt is reversed once, and only while its goods are there', async () => {
  await begin()
  const source = newSource('stockin')
  await as(app.db, (tx) =>
    receive(tx, { source, action: 'post' }, [{ lineId: 1, ...place(), q: 100_000, price: 1200 }], 101),
  )
  const order = await hold(30)
  await ship(order, 30)
  const turn = (of = source, action = 'post') => as(app.db, (tx) => reverse(tx, of, action, '录入错误'))
  await expect(turn()).rejects.toThrow('库存已被使用，无法冲销：酸奶 可冲销 70')
  // A shipment turned round is reserved again, and let go as its own document had reserved it.
  await turn(order, 'ship')
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 100, reserved: 0, amount: 120_000 })
  await turn()
  await expect(turn()).rejects.toThrow('单据已冲销')
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 0, amount: 0 })
  const { rows } = await sql<{
    n: number
  }>`select sum("dOnHand") + sum("dReserved") as "n" from "stockMove" where "skuId" = ${skuId}`.execute(
    app.db,
  )
  expect(rows[0]?.n).toBe(0)
  expect(await driftOf(app.db)).toEqual([])
})

test('W §2.4: goods are given out at once and taken back by their source', async () => {
  await begin()
  await bring(app.db, place(), 5, 2)
  const prize = newSource('prize')
  const give = (q: number, source = prize) =>
    as(app.db, (tx) => issue(tx, source, { warehouseId: W1.id, lines: [{ lineId: 1, skuId, q: q * 1000 }] }))
  await give(2)
  expect((await give(2)).repeated).toBe(true)
  await expect(give(4, newSource('prize'))).rejects.toThrow('库存不足：酸奶 可用 3，需要 4')
  await as(app.db, (tx) => reverse(tx, prize, 'issue'))
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 5, amount: 1000 })
  expect(await driftOf(app.db)).toEqual([])
})

test('W §12: a section that is counted takes and gives nothing, an unsellable one holds what it has', async () => {
  await begin()
  await bring(app.db, place(), 5, 2)
  await bring(app.db, { ...place(), sectionId: W1.sections.bad }, 3, 2)
  expect(await headOf(app.db, W1.id, skuId)).toMatchObject({ onHand: 8, frozen: 3, available: 5 })
  await sql`update "section" set "countSn" = 'PD20261126000001' where "id" = ${W1.sections.store}`.execute(
    app.db,
  )
  const counted = '库区 A01 正在盘点（PD20261126000001），暂不能出入库'
  await expect(bring(app.db, place(), 1, 2)).rejects.toThrow(counted)
  const order = await hold(2)
  await expect(ship(order, 2)).rejects.toThrow('库存不足：酸奶 可用 0，需要 2')
  await expect(bring(app.db, { ...place(), sectionId: W2.sections.store }, 1, 2)).rejects.toThrow(
    '库区不属于该仓库',
  )
  expect(await driftOf(app.db)).toEqual([])
})

test('the entries of the ledger are never changed', async () => {
  await expect(sql`update "stockMove" set "dOnHand" = 0`.execute(app.db)).rejects.toThrow('never changed')
  await expect(sql`delete from "stockMove"`.execute(app.db)).rejects.toThrow('never changed')
})
