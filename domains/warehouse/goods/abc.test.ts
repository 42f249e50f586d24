import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { addSkus, bring, newSource, openWarehouse } from '../../../tests/stock.ts'
import { reserve } from '../stock/reserve.server.ts'
import { shipOut } from '../stock/ship.server.ts'
import { classifyGoods } from './abc.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('W §4.9, §13: once a month goods get their class by what was shipped of them in whole months before', async () => {
  const { id: warehouseId, sections } = await openWarehouse(app.db)
  const skus = await addSkus(app.db, 4)
  const ship = (skuId: number, pieces: number) =>
    asSystem(app.db, async (tx) => {
      const source = newSource('order')
      const reserved = { type: source.type, sn: source.sn, lineId: 1 }
      await reserve(tx, source, [{ lineId: 1, warehouseId, skuId, q: pieces * 1000 }])
      await shipOut(tx, { source, action: 'ship' }, [{ lineId: 1, q: pieces * 1000, reserved }], {
        moveType: 111,
      })
    })
  for (const skuId of skus) await bring(app.db, { warehouseId, sectionId: sections.store, skuId }, 200, 10)
  const [first = 0, second = 0, third = 0] = skus
  await ship(first, 80)
  await ship(second, 12)
  await ship(third, 8)
  // Nothing was shipped before this month: nothing is said of the goods.
  expect(await classifyGoods(app.db)).toBe(0)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update "stockMove" set "createTime" = now() - interval '32 days' where "moveType" = 111`.execute(
      tx,
    )
  })
  const classes = async () => {
    const { rows } = await sql<{ abcClass: string | null }>`
      select p."abcClass" from "sku" k join "product" p on p."id" = k."productId" where k."id" = any(${sql.val(skus)}::int[])
      order by k."id"`.execute(app.db)
    return rows.map((row) => row.abcClass)
  }
  expect(await classifyGoods(app.db)).toBe(4)
  expect(await classes()).toEqual(['A', 'B', 'B', 'C'])
  expect(await classifyGoods(app.db)).toBe(0)
})
