import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { jobOf } from '#kit/server/jobs.ts'
import { openShop, type Shop, specs } from '../../../tests/catalogShop.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const compare = () => jobOf(app.db, 'catalog.productFigures')?.run(app.db, {}, new AbortController().signal)
const productOf = (id: number) =>
  app.db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const skusOf = (id: number) =>
  app.db.selectFrom('sku').selectAll().where('productId', '=', id).orderBy('id').execute()
const reports = () => app.db.selectFrom('errorLog').select(['path', 'message']).execute()

/** A product on the shelf of its two channels. */
async function onShelf(): Promise<number> {
  const id = await shop.save(specs({ 原味: { price: '12.80' }, 草莓: { price: '13.80' } }))
  await app.db.updateTable('product').set({ auditStatus: 1, repoStatus: 1 }).where('id', '=', id).execute()
  const answer = await app.request('GET', `/admin/store/product/putOnShell/${id}`, { token: shop.token })
  expect(answer).toMatchObject({ code: 200, data: { changed: 2 } })
  return id
}

test('products that show what they are made of are left alone', async () => {
  const id = await onShelf()
  const before = await productOf(id)
  expect(await compare()).toBe(0)
  expect(await productOf(id)).toEqual(before)
  expect(await reports()).toEqual([])
})

test('drifted prices, stock and shelf figures are put right, noted in the history and reported', async () => {
  const id = await onShelf()
  const before = await productOf(id)
  const skus = await skusOf(id)
  await app.db.updateTable('product').set({ price: 1, stock: 9, isShow: 0 }).where('id', '=', id).execute()
  await app.db
    .updateTable('sku')
    .set({ price: 2 })
    .where('id', '=', skus[1]?.id ?? 0)
    .execute()

  expect(await compare()).toBe(1)
  expect(await productOf(id)).toEqual(before)
  expect((await skusOf(id)).map((one) => one.price)).toEqual([1280, 1380])
  const log = await app.db
    .selectFrom('productOperateLog')
    .selectAll()
    .where('productId', '=', id)
    .where('source', '=', '系统')
    .execute()
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log[0]?.fields)).toContain('"before":"0.01"')
  expect(await reports()).toEqual([
    {
      path: 'job:catalog.productFigures',
      message: `1个商品的价格、库存或上架状态与明细不符，已校正：${before.productCode}`,
    },
  ])
  expect(await compare()).toBe(0)
})

test('a product that must not be on the shelf is reported, not moved', async () => {
  const id = await onShelf()
  await app.db.updateTable('product').set({ repoStatus: 2 }).where('id', '=', id).execute()
  expect(await compare()).toBe(1)
  const row = await productOf(id)
  expect(row.isShow).toBe(1)
  expect((await reports()).map((one) => one.message)).toContain(
    `1个商品不符合上架条件但仍在架：${row.productCode}`,
  )
})

test('product.shelfChanged tells every channel that changed its state', async () => {
  const id = await onShelf()
  await app.request('GET', `/admin/store/product/offShell/${id}`, {
    token: shop.token,
    query: { channelId: 1202, reason: '换季' },
  })
  const events = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', 'product.shelfChanged')
    .where('key', '=', String(id))
    .orderBy('id')
    .execute()
  expect(events.map((one) => one.payload)).toEqual([
    { productId: id, channelId: 1201, from: 0, to: 5, reason: '' },
    { productId: id, channelId: 1202, from: 0, to: 5, reason: '' },
    { productId: id, channelId: 1202, from: 5, to: 11, reason: '换季' },
  ])
})
