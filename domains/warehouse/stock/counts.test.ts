import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import {
  addSkus,
  bring,
  newSource,
  openWarehouse,
  placeOf,
  type TestWarehouse,
} from '../../../tests/stock.ts'
import { freeze, shift, unfreeze } from './hold.server.ts'
import { reserve } from './reserve.server.ts'
import { shipOut } from './ship.server.ts'

let app: TestApp
let token: string
let keeper: string
let W: TestWarehouse
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  W = await openWarehouse(app.db)
  const other = await openWarehouse(app.db)
  const person = await app.person({
    permissions: ['admin:wms:stock:list', 'admin:wms:stock:places'],
    dataScope: 7,
    scopeIds: { warehouseIds: [other.id] },
  })
  keeper = person.token
})
afterAll(() => app.close())

const LISTS = ['stock/list', 'stock/lot/list', 'stock/places', 'stock/section/list']

/** Heads, places with goods, places with goods that may be taken, sections: rows and totals, which must agree. */
async function counted(who = token) {
  const counts: number[] = []
  for (const path of LISTS) {
    const query = { warehouseId: W.id, limit: 100 }
    const { data } = await app.request<{ list: unknown[]; total: number }>('GET', `/admin/wms/${path}`, {
      token: who,
      query,
    })
    expect([path, data.total]).toEqual([path, data.list.length])
    counts.push(data.total)
  }
  return counts
}

test('W §4.4: counts of stock are taken anew when a head is made and when a place is filled, taken up, freed and emptied', async () => {
  expect(await counted()).toEqual([0, 0, 0, 0])
  const [skuId = 0, second = 0] = await addSkus(app.db, 2)
  const at = { warehouseId: W.id, sectionId: W.sections.store, skuId }
  await bring(app.db, at, 5, 3)
  expect(await counted()).toEqual([1, 1, 1, 1])
  await bring(app.db, at, 1, 3)
  expect(await counted()).toEqual([1, 1, 1, 1])
  await bring(app.db, { ...at, skuId: second }, 2, 3)
  expect(await counted()).toEqual([2, 2, 2, 2])
  expect(await counted(keeper)).toEqual([0, 0, 0, 0])

  const from = await placeOf(app.db, at)
  const line = { lineId: 1, warehouseId: W.id, skuId, q: 6000 }
  const DJ = newSource('freeze')
  const held = { ...line, lineId: DJ.id, from }
  await asSystem(app.db, (tx) => freeze(tx, { source: DJ, action: 'post' }, [held]))
  expect(await counted()).toEqual([2, 2, 1, 2])
  const JD = { source: newSource('unfreeze'), action: 'post' }
  await asSystem(app.db, (tx) => unfreeze(tx, JD, [{ ...line, from, freezeLineId: DJ.id }]))
  expect(await counted()).toEqual([2, 2, 2, 2])

  const moved = { source: newSource('shift'), action: 'post' }
  await asSystem(app.db, (tx) => shift(tx, moved, [{ ...line, q: 2000, from, toSectionId: W.sections.pick }]))
  expect(await counted()).toEqual([2, 3, 3, 3])

  const order = newSource('order')
  await asSystem(app.db, (tx) => reserve(tx, order, [line]))
  await asSystem(app.db, (tx) => shipOut(tx, { source: order, action: 'ship' }, [line], { moveType: 111 }))
  expect(await counted()).toEqual([2, 1, 1, 1])
})
