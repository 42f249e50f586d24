// Many people save at once. Architecture §4.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await testApp({}, 20)
  shop = await openShop(app)
})
afterAll(() => app.close())

/** How many of the saves were answered how. */
async function saveAtOnce(count: number): Promise<Record<string, number>> {
  const saved = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      app.request('POST', '/admin/store/product/save', {
        token: shop.token,
        body: shop.form({ storeName: `同时${index}` }),
      }),
    ),
  )
  const told: Record<string, number> = {}
  for (const { code, message } of saved) {
    const text = code === 200 ? '200' : `${code} ${message.replace(/（\w+）/, '')}`
    told[text] = (told[text] ?? 0) + 1
  }
  return told
}

test('300 products are saved at once, each with a code of its own', async () => {
  expect(await saveAtOnce(300)).toEqual({ 200: 300 })
  const { rows } = await sql<{ codes: number }>`
    select count(distinct "productCode") as "codes" from "product" where "storeName" like '同时%'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ codes: 300 }])
}, 120_000)
