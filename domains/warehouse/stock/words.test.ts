import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { preparedName } from '#kit/server/prepared.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { formatDate, movedDay, startOfDay, today, toSeconds } from '#kit/shared/time.ts'
import { addSkus, newSource, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { closeDays } from './daily.server.ts'
import { movesOfSkus } from './moveSkus.server.ts'
import { receive } from './receive.server.ts'

/** More than are found one by one. */
const MANY = 1100

let app: TestApp
let token: string
let W: TestWarehouse
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  W = await openWarehouse(app.db)
})
afterAll(() => app.close())

type Rows = { list: Record<string, unknown>[]; total: number }
const get = async (path: string, query: Record<string, string | number> = {}) => {
  const { code, message, data } = await app.request<Rows>('GET', `/admin/wms/${path}`, { token, query })
  expect([path, code, message]).toEqual([path, 200, '操作成功'])
  return data
}

/** Moves of one sku at a time, entered as the ledger has them. */
const move = (skuId: number, at: Date, q: number, times = 1) =>
  sql`insert into "stockMove" ("postingId", "seq", "moveType", "physical", "direction", "warehouseId", "skuId", "dOnHand", "amount",
      "onHandAfter", "availableAfter", "sourceType", "sourceId", "sourceSn", "createTime")
    select (select coalesce(max("postingId"), 0) + 1000000 from "stockMove"), n, 101, 1, 1, ${W.id}, ${skuId}, ${q}, ${q * 200}, 0, 0, 'test', n, 'T', ${at}
    from generate_series(1, ${times}) n`.execute(app.db)

test('what there was on a day is the same from the closed day before it and from the figures of now', async () => {
  const [skuId = 0] = await addSkus(app.db, 1)
  const ago = (days: number) => startOfDay(new Date(), -days)
  await move(skuId, ago(10), 100)
  await move(skuId, ago(5), -30)
  await move(skuId, new Date(), 7)
  await sql`insert into "stock" ("warehouseId", "skuId", "onHand", "amount") values (${W.id}, ${skuId}, 77, ${77 * 200})`.execute(
    app.db,
  )
  const shown = async () => {
    const found = []
    for (const days of [1, 4, 7, 12]) {
      const date = movedDay(today(), -days)
      const { list, total } = await get('stock/asof', { date, skuId })
      found.push([days, total, ...list.map((row) => [row.onHand, row.inTransit, row.amount])])
    }
    return found
  }
  const told = [
    [1, 1, [70, 0, '140.00']],
    [4, 1, [70, 0, '140.00']],
    [7, 1, [100, 0, '200.00']],
    [12, 0],
  ]
  // The last is nearer to the first move, the others to now.
  expect(await shown()).toEqual(told)
  await closeDays(app.db, ago(6))
  expect(await shown()).toEqual(told)
  expect(await closeDays(app.db, new Date())).toBe(1)
  expect(await shown()).toEqual(told)
  const { rows } = await sql<{ last: string }>`select max("day") as "last" from "stockDaily"`.execute(app.db)
  expect(rows).toEqual([{ last: formatDate(toSeconds(ago(5))) }])
})

test('a word that very many skus have finds what each of them has, in every list of the ledger', async () => {
  const skus = await addSkus(app.db, MANY, { storeName: '云雾绿茶' })
  const lines = skus.map((skuId, at) => ({
    lineId: at + 1,
    ...{ warehouseId: W.id, sectionId: W.sections.store, skuId, q: 1000, price: 100 },
  }))
  await asSystem(app.db, (tx) => receive(tx, { source: newSource('stockin'), action: 'post' }, lines, 101))
  const [last, before] = skus.toReversed()
  const lists = [
    'stock/list',
    'stock/lot/list',
    'stock/section/list',
    'stock/places',
    'recordLog/list',
    'stocklog/list',
  ]
  const found = async () => {
    for (const path of lists) {
      const { list, total } = await get(path, { keywords: '云雾绿', limit: 2 })
      expect([path, total, list.map((row) => row.skuId)]).toEqual([path, MANY, [last, before]])
    }
  }
  const asked = async (keywords: string) => {
    const where = sql.join(await movesOfSkus(app.db, { keywords }), sql` and `)
    return sql`select "id" from "stockMove" where ${where}`.compile(app.db).sql
  }
  const conditions = async (keywords: string) => (await asked(keywords)).split(' and ').length
  await found()
  expect(await conditions('云雾绿')).toBe(1)
  // A plan for any of its values is made for no list of so many.
  const text = await asked('云雾绿')
  expect(Array.from({ length: 40 }, () => preparedName(text)).at(-1)).toBeUndefined()
  // Now the newest moves are those of another sku: the list begins at the last of these.
  const [other = 0] = await addSkus(app.db, 1, { storeName: '别的茶' })
  await move(other, new Date(), 1, 6000)
  await found()
  expect(await conditions('云雾绿')).toBe(2)
  // Few are found by their index, and begin nowhere.
  expect(await conditions('别的茶')).toBe(1)
  // The word finds many skus, none of which has ever moved.
  await addSkus(app.db, MANY, { storeName: '无货红茶' })
  for (const path of lists) expect([path, (await get(path, { keywords: '无货红' })).total]).toEqual([path, 0])
})

test('the skus of a word are kept until a product changes', async () => {
  await addSkus(app.db, MANY, { storeName: '雨前龙井' })
  const totalOf = async () => (await get('stock/list', { keywords: '雨前龙井' })).total
  expect(await totalOf()).toBe(0)
  const [more = 0] = await addSkus(app.db, 1, { storeName: '雨前龙井' })
  const line = { lineId: 1, warehouseId: W.id, sectionId: W.sections.store, skuId: more, q: 1000, price: 100 }
  await asSystem(app.db, (tx) => receive(tx, { source: newSource('stockin'), action: 'post' }, [line], 101))
  expect(await totalOf()).toBe(0)
  await asSystem(app.db, async (tx) => touch(tx, 'product'))
  expect(await totalOf()).toBe(1)
})
