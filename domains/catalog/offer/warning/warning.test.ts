import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { openShop, type Shop } from '../../../../tests/catalogShop.ts'
import { registerNow } from '../../../../tests/registering.ts'
import { cateWarning } from './cateWarning.server.ts'
import { declareWarningSource } from './figures.server.ts'
import { messageOf } from './warning.rules.ts'
import { buyerWarnings } from './warning.server.ts'

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const W = '/admin/product/cateWarning'
const post = <D = { id: number }>(path: string, body: unknown = {}) =>
  app.request<D>('POST', path, { token: shop.token, body })
const get = <D = { list: Record<string, unknown>[]; total: number }>(
  path: string,
  query: Record<string, string | number> = {},
) => app.request<D>('GET', path, { token: shop.token, query })
const hours = (n: number) => toSeconds(new Date()) + n * 3600

let names = 0
async function category(pid = 0): Promise<number> {
  const saved = await post('/admin/category/save', {
    pid,
    name: `分类${++names}`,
    type: 1,
    sort: 1,
    status: 1,
  })
  return saved.data.id
}

async function onSale(cateId: number, stock: number): Promise<number> {
  const id = await shop.save({ cateId: String(cateId), storeName: `奶酪${++names}` })
  await sql`update "product" set "isShow" = 1, "stock" = ${stock} where "id" = ${id}`.execute(app.db)
  return id
}

const form = (more: Record<string, unknown>) => ({
  msgTitle: '库存预警',
  warnType: 2,
  threshold: 10,
  content: '{商品}仅剩{数量}，请及时补货',
  receiverIds: '1',
  notifyWay: [1],
  ...more,
})
async function saveWarning(more: Record<string, unknown>): Promise<number> {
  const saved = await post(`${W}/save`, form(more))
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}

const run = () => cateWarning.run(app.db, {}, new AbortController().signal)
const logOf = async (warningId: number) => (await get(`${W}/log/list`, { warningId })).data.list

test('one message per rule, product and repeatDays; who has read it is shown', async () => {
  const cate = await category()
  const [low] = [await onSale(cate, 3), await onSale(cate, 11)]
  const id = await saveWarning({ cateIds: String(cate), repeatDays: 3 })
  await run()
  expect((await logOf(id)).map((row) => [row.value, row.readers])).toEqual([[3, '']])
  expect((await logOf(id))[0]?.content).toMatch(/^奶酪\d+仅剩3，请及时补货$/)
  await run()
  expect(await logOf(id)).toHaveLength(1)
  const told = await app.db
    .selectFrom('adminNotice')
    .select(['content', 'link'])
    .where('mark', '=', 'prodCateWarning')
    .execute()
  expect(told.map((one) => one.content)).toEqual([expect.stringMatching(/^库存预警：奶酪/)])
  expect(told[0]?.link).toMatch(`/prodCateWarningMsg/info/${id}?log=`)
  const moveBack = (days: number) =>
    sql`update "prodCateWarningLog" set "day" = "day" - ${days}::int where "warningId" = ${id}`.execute(
      app.db,
    )
  await moveBack(2)
  await run()
  expect(await logOf(id)).toHaveLength(1)
  await moveBack(1)
  await run()
  expect((await logOf(id)).map((row) => row.productCode)).toHaveLength(2)
  await sql`update "adminNotice" set "readTime" = now()`.execute(app.db)
  expect((await logOf(id)).every((row) => row.readers !== '')).toBe(true)
  const list = await get(`${W}/list`, { cateId: cate })
  expect(list.data.list.map((row) => [row.id, row.lastTime !== null])).toEqual([[id, true]])
  expect(low).toBeGreaterThan(0)
})

test('two runs at the same instant tell once', async () => {
  const cate = await category()
  await onSale(cate, 1)
  const id = await saveWarning({ cateIds: String(cate) })
  await Promise.all([run(), run()])
  expect(await logOf(id)).toHaveLength(1)
})

test('a category inherits the warnings above it; of one type the nearest wins', async () => {
  const above = await category()
  const below = await category(above)
  const product = await onSale(below, 5)
  const far = await saveWarning({ cateIds: String(above), threshold: 100 })
  await run()
  expect(await logOf(far)).toHaveLength(1)
  await sql`delete from "prodCateWarningLog"`.execute(app.db)
  // The nearer rule decides alone, also when it is quiet.
  const near = await saveWarning({ cateIds: String(below), threshold: 4 })
  await run()
  expect([await logOf(far), await logOf(near)]).toEqual([[], []])
  const soldOut = await saveWarning({ cateIds: String(above), warnType: 5, content: '{商品}已缺货' })
  await sql`update "product" set "stock" = 0 where "id" = ${product}`.execute(app.db)
  await run()
  expect([(await logOf(far)).length, (await logOf(near)).length, (await logOf(soldOut)).length]).toEqual([
    0, 1, 1,
  ])
})

test('days left and days without a sale come from whoever knows them; until then nothing is found', async () => {
  const cate = await category()
  const product = await onSale(cate, 5)
  const id = await saveWarning({ cateIds: String(cate), warnType: 3, content: '{商品}在{仓库}还剩{天数}天' })
  await run()
  expect(await logOf(id)).toEqual([])
  registerNow(
    app.db,
    declareWarningSource(3, async (_db, ids, days) =>
      ids.includes(product) && days === 10
        ? [{ productId: product, value: 6, facts: { 天数: 6, 仓库: '一号仓' } }]
        : [],
    ),
  )
  await run()
  expect((await logOf(id)).map((row) => row.content)).toEqual([expect.stringMatching(/在一号仓还剩6天$/)])
})

test('rules that are off or over tell nothing', async () => {
  const cate = await category()
  await onSale(cate, 1)
  const off = await saveWarning({ cateIds: String(cate), status: 0 })
  const over = await saveWarning({ cateIds: String(cate), endTime: hours(-1) })
  await run()
  expect([await logOf(off), await logOf(over)]).toEqual([[], []])
})

test('buyers are told in their channel and place, of the nearest category', async () => {
  const above = await category()
  const below = await category(above)
  const productId = await onSale(below, 5)
  const { id: skuId } = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  const buyers = {
    warnType: 1,
    channelIds: [1201],
    positions: [1, 3],
    receiverIds: '',
    notifyWay: [],
    threshold: '',
  }
  await saveWarning({ ...buyers, cateIds: String(above), msgTitle: '远', content: '远' })
  await saveWarning({
    ...buyers,
    cateIds: String(below),
    msgTitle: '冷藏',
    content: '{商品}请冷藏',
    needConfirm: 1,
  })
  const at = async (channelId: number, position: 1 | 2) =>
    (await buyerWarnings(app.db, [skuId], channelId, position)).get(skuId)
  expect(await at(1201, 1)).toEqual([
    {
      warningId: expect.any(Number),
      msgTitle: '冷藏',
      content: expect.stringMatching(/^奶酪\d+请冷藏$/),
      needConfirm: 1,
    },
  ])
  expect(await at(1201, 2)).toEqual([])
  expect(await at(1202, 1)).toEqual([])
})

test('what a warning must say; what does not belong to its type is not kept', async () => {
  const cate = await category()
  const said = async (more: Record<string, unknown>) =>
    (await post(`${W}/save`, form({ cateIds: String(cate), ...more }))).message
  expect(await said({ threshold: '' })).toBe('请输入阈值')
  expect(await said({ receiverIds: '' })).toBe('请选择接收人')
  expect(await said({ notifyWay: [] })).toBe('请选择通知方式')
  expect(await said({ warnType: 1 })).toBe('请选择渠道')
  expect(await said({ warnType: 1, channelIds: [1201] })).toBe('请选择展示位置')
  expect(await said({ cateIds: '' })).toBe('请选择商品分类')
  expect(await said({ startTime: hours(2), endTime: hours(1) })).toBe('结束时间必须晚于开始时间')
  const id = await saveWarning({
    cateIds: String(cate),
    warnType: 5,
    threshold: 9,
    channelIds: [1201],
    positions: [1],
  })
  const info = await get<Record<string, unknown>>(`${W}/info/${id}`)
  expect(info.data).toMatchObject({ threshold: null, channelIds: [], positions: [], receiverIds: '1' })
  const guarded = await get('/admin/category/delete', { id: cate })
  expect([guarded.code, guarded.message]).toEqual([409, '该分类下有预警消息，不能删除'])
})

test('variables of a message; one without a value is left out, others stay as they are', () => {
  expect(messageOf('{商品}{数量}{天数}{仓库}{别的}', { 商品: '奶', 数量: 0 })).toBe('奶0{别的}')
})
