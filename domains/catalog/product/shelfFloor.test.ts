import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop, specs } from '../../../tests/catalogShop.ts'
import { BELOW_FLOOR } from '../price/price.rules.ts'
import { productSchedule } from '../shelf/plan.server.ts'

let app: TestApp
let shop: Shop
/** may shelve and apply, but not below the floor */
let clerk: string

const P = '/admin/store/product'
const SHOW = '/admin/product/showApply'
const TEXT = '售价不能低于最低限价 13.50 元'

const post = (path: string, body: unknown = {}, token = shop.token) =>
  app.request('POST', path, { token, body })
const get = (path: string, token = shop.token) => app.request('GET', path, { token })

const CLERK = [
  'admin:store:product:putOnShell',
  'admin:store:product:attr:value:batch:putOnShellList',
  'admin:product:channel:schedule',
  'admin:product:showApply:save',
  'admin:product:showApply:examine',
  'admin:product:showApply:retry',
]

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  clerk = (await app.person({ permissions: CLERK })).token
})
afterAll(() => app.close())

/** An approved product with two skus, of which one lies below its floor: 12.80 against 13.50. */
async function tooCheap(): Promise<{ id: number; low: number; fine: number }> {
  const id = await shop.save({ ...specs({ 原味: { price: '12.80' }, 草莓: { price: '14.00' } }), submit: 1 })
  await post('/admin/product/examine/save', { id, auditStatus: 1 })
  const rows = await app.db
    .selectFrom('sku')
    .select(['id', 'suk'])
    .where('productId', '=', id)
    .orderBy('id')
    .execute()
  const lines = rows.map((row) => ({ skuId: row.id, basePrice: '15.00', minRate: 10 }))
  const base = await post('/admin/product/basePrice/save', {
    priceTitle: '基础价',
    effectTime: Math.floor(Date.now() / 1000) - 60,
    lines,
    submit: 1,
  })
  const passed = await post(`/admin/product/basePrice/examine/${base.data.id}`, { auditStatus: 1 })
  expect(passed.message).toBe('操作成功')
  const [low, fine] = [rows[0]?.id ?? 0, rows[1]?.id ?? 0]
  return { id, low, fine }
}

const stateOf = async (id: number) => {
  const rows = await app.db
    .selectFrom('productChannel')
    .select('platformStatus')
    .where('productId', '=', id)
    .orderBy('channelId')
    .execute()
  return rows.map((row) => row.platformStatus)
}

const due = (id: number) =>
  sql`update "productPlan" set "dueTime" = now() - interval '1 minute' where "productId" = ${id}`.execute(
    app.db,
  )
const runJob = () => productSchedule.run(app.db, {}, new AbortController().signal)
const soon = () => Math.floor(Date.now() / 1000) + 3600

test('C9-7: what lies below its floor is put on a shelf only by those who may', async () => {
  const { id } = await tooCheap()
  expect(await get(`${P}/putOnShell/${id}`, clerk)).toMatchObject({ code: 422, message: TEXT })
  expect(await stateOf(id)).toEqual([0, 0])
  const manager = await app.person({ permissions: [...CLERK, BELOW_FLOOR] })
  expect((await get(`${P}/putOnShell/${id}`, manager.token)).data).toEqual({ changed: 2, fail: [] })
  expect(await stateOf(id)).toEqual([5, 5])
})

test('of skus put on in a batch, those below their floor are told one by one', async () => {
  const { id, low, fine } = await tooCheap()
  const put = await post(
    `${P}/attr/value/batch/putOnShellList`,
    { skuIds: [low, fine], channelIds: [1201] },
    clerk,
  )
  expect(put.data).toEqual({ success: 1, fail: [{ skuId: low, channelId: 1201, reason: TEXT }] })
  expect(await stateOf(id)).toEqual([5, 0])
})

test('the plan of a channel asks for the floor at its time, for the person who planned it', async () => {
  const { id } = await tooCheap()
  const listing = await app.db
    .selectFrom('productChannel')
    .select('id')
    .where('productId', '=', id)
    .where('channelId', '=', 1201)
    .executeTakeFirstOrThrow()
  const planned = await post(
    '/admin/product/channel/schedule',
    { ids: String(listing.id), showTime: soon() },
    clerk,
  )
  expect(planned.message).toBe('操作成功')
  await due(id)
  await runJob()
  expect(await stateOf(id)).toEqual([0, 0])
  const plan = await app.db
    .selectFrom('productPlan')
    .select('result')
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  expect(plan.result).toBe(TEXT)
  await post('/admin/product/channel/schedule', { ids: String(listing.id), showTime: soon() })
  await due(id)
  await runJob()
  expect(await stateOf(id)).toEqual([5, 0])
})

test('an application below the floor needs a maker or an examiner who may; its failed lines can be let through', async () => {
  const { id } = await tooCheap()
  const body = {
    applyTitle: '上新',
    channelIds: [1201],
    reason: '上新',
    submit: 1,
    lines: [{ productId: id }],
  }
  const saved = await post(`${SHOW}/save`, body, clerk)
  const examiner = await app.person({ permissions: CLERK })
  const passed = await post(`${SHOW}/examine/${saved.data.id}`, { auditStatus: 1 }, examiner.token)
  expect(passed.message).toBe('操作成功')
  expect(await stateOf(id)).toEqual([0, 0])
  expect(await post(`${SHOW}/retry/${saved.data.id}`, {}, clerk)).toMatchObject({ code: 200 })
  expect(await stateOf(id)).toEqual([0, 0])
  expect(await post(`${SHOW}/retry/${saved.data.id}`)).toMatchObject({ code: 200 })
  expect(await stateOf(id)).toEqual([5, 0])

  const other = await tooCheap()
  const made = await post(`${SHOW}/save`, { ...body, lines: [{ productId: other.id }] })
  await post(`${SHOW}/examine/${made.data.id}`, { auditStatus: 1 }, examiner.token)
  expect(await stateOf(other.id)).toEqual([5, 0])
})
