import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { Tx } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'
import { addSkus, newSource, openVacct, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { assignVacct } from '../vacct/assign.server.ts'
import { freeze, shift, unfreeze } from './hold.server.ts'
import { driftOf } from './invariants.server.ts'
import type { StockSource } from './posting.ts'
import { adjust, endTransit, receive } from './receive.server.ts'
import { allocate, release, reserve, unallocate } from './reserve.server.ts'
import { reverse } from './reverse.server.ts'
import { issue, shipOut } from './ship.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What a step may choose from: a number for each choice, and a quantity in tenths of a piece. */
type Step = readonly [kind: number, a: number, b: number, q: number]

interface World {
  one: TestWarehouse
  two: TestWarehouse
  skus: number[]
  accounts: number[]
  held: StockSource[]
  done: { source: StockSource; action: string }[]
  frozen: { source: StockSource; skuId: number; stockLotId: number }[]
  moving: { source: StockSource; skuId: number; lotId: number }[]
}

const CHANNELS = [1201, 1204, null]

async function act(tx: Tx, w: World, [kind, a, b, tenths]: Step): Promise<void> {
  const q = tenths * 100
  const skuId = w.skus[a % w.skus.length] ?? 0
  const places = [w.one.sections.store, w.one.sections.pick, w.one.sections.staging, w.one.sections.bad]
  const sectionId = places[b % places.length] ?? 0
  const at = { warehouseId: w.one.id, skuId }
  const source = newSource('doc')
  const post = { source, action: 'post' }
  const places_ = await tx
    .selectFrom('stockLot')
    .select(['id', 'lotId', 'sectionId'])
    .where('skuId', '=', skuId)
    .where('warehouseId', '=', w.one.id)
    .orderBy('id')
    .execute()
  const place = places_[b % Math.max(1, places_.length)]
  const held = w.held[(a + b) % Math.max(1, w.held.length)]
  if (kind === 0) {
    await receive(tx, post, [{ lineId: 1, ...at, sectionId, q, price: 100 + (b % 7) * 33 }], 101)
    w.done.push(post)
  } else if (kind === 1) {
    await reserve(tx, source, [{ lineId: 1, ...at, q, channelId: CHANNELS[b % 3] ?? null }])
    w.held.push(source)
  } else if (kind === 2 && held)
    await release(tx, held, b % 2 === 0 ? undefined : [{ lineId: 1, q }], `release:${source.id}`)
  else if (kind === 3 && held)
    await allocate(tx, { source: held, action: `bind:${source.id}` }, [{ lineId: 1, q }])
  else if (kind === 4 && held) await unallocate(tx, { source: held, action: `unbind:${source.id}` })
  else if (kind === 5 && held) {
    const ship = { source: held, action: `ship:${source.id}` }
    await shipOut(tx, ship, [{ lineId: 1, q }], { moveType: 111 })
    w.done.push(ship)
  } else if (kind === 6 && held) {
    const { shipped } = await shipOut(tx, { source: held, action: `ship:${source.id}` }, [{ lineId: 1, q }], {
      moveType: 121,
      toWarehouseId: w.two.id,
    })
    for (const one of shipped) w.moving.push({ source: held, skuId: one.skuId, lotId: one.lotId })
  } else if (kind === 7) {
    const one = w.moving[(a + b) % Math.max(1, w.moving.length)]
    if (one === undefined) return
    const line = { lineId: 1, warehouseId: w.two.id, skuId: one.skuId, lotId: one.lotId, q }
    const next = { source: one.source, action: `in:${source.id}` }
    if (b % 3 === 0) await endTransit(tx, next, [line])
    else if (b % 3 === 1) await endTransit(tx, next, [{ ...line, to: { warehouseId: w.one.id, sectionId } }])
    else await receive(tx, next, [{ ...line, sectionId: w.two.sections.store }], 122)
  } else if (kind === 8 && place) {
    await freeze(tx, post, [{ lineId: source.id, ...at, q, from: { stockLotId: place.id } }])
    w.frozen.push({ source, skuId, stockLotId: place.id })
    w.done.push(post)
  } else if (kind === 9) {
    const one = w.frozen[(a + b) % Math.max(1, w.frozen.length)]
    if (one === undefined) return
    const from = { stockLotId: one.stockLotId }
    const line = { lineId: 1, freezeLineId: one.source.id, warehouseId: w.one.id, skuId: one.skuId, q, from }
    await unfreeze(tx, post, [line])
  } else if (kind === 10 && place)
    await shift(tx, post, [{ lineId: 1, ...at, q, from: { stockLotId: place.id }, toSectionId: sectionId }])
  else if (kind === 11 && place)
    await adjust(tx, post, [
      { lineId: 1, ...at, sectionId: place.sectionId, lotId: place.lotId, q: b % 2 ? q : -q },
    ])
  else if (kind === 12) {
    const vacctId = w.accounts[b % w.accounts.length] ?? 0
    await assignVacct(tx, post, [{ lineId: 1, vacctId, skuId, q: a % 3 === 0 ? -q : q }])
  } else if (kind === 13) {
    await issue(tx, source, { warehouseId: w.one.id, lines: [{ lineId: 1, skuId, q }] })
    w.done.push({ source, action: 'issue' })
  } else if (kind === 14) {
    const one = w.done[(a + b) % Math.max(1, w.done.length)]
    if (one !== undefined) await reverse(tx, one.source, one.action)
  }
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.integer({ min: 0, max: 14 }),
  fc.nat({ max: 20 }),
  fc.nat({ max: 20 }),
  fc.integer({ min: 1, max: 60 }),
)

const RUNS = Number(process.env.TS_STOCK_RUNS ?? 15)

test('W §11: whatever is posted and turned round in whatever order, the books agree after each step', {
  timeout: 120_000,
}, async () => {
  let posted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const [one, two] = [await openWarehouse(app.db), await openWarehouse(app.db)]
      const skus = await addSkus(app.db, 2)
      const accounts = [
        await openVacct(app.db, { warehouseId: one.id, ownerType: 1, ownerId: 1204 }),
        await openVacct(app.db, { warehouseId: one.id, ownerType: 1, ownerId: 1201, mode: 2, overflow: 0 }),
      ]
      const w: World = { one, two, skus, accounts, held: [], done: [], frozen: [], moving: [] }
      // Something to begin with, so that few steps find nothing.
      for (const a of [0, 1]) await asSystem(app.db, (tx) => act(tx, w, [0, a, 0, 60]))
      for (const each of steps) {
        try {
          await asSystem(app.db, (tx) => act(tx, w, each))
          posted++
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
        expect(await driftOf(app.db, null, skus)).toEqual([])
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  // Enough of them did something for it to mean something.
  expect(posted).toBeGreaterThan(RUNS * 8)
})
