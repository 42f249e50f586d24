import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { openShop, type Shop } from '../../../../tests/catalogShop.ts'
import { registerNow } from '../../../../tests/registering.ts'
import { declareProductMarks } from './marks.server.ts'
import { tagAuto } from './tagAuto.server.ts'

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const T = '/admin/system/tag/product'
const P = '/admin/store/product'
const post = <T = { id: number }>(path: string, body: unknown, token = shop.token) =>
  app.request<T>('POST', path, { token, body })
const list = async (query: Record<string, string | number>) =>
  (await app.request('GET', `${P}/list`, { token: shop.token, query: { type: 2, ...query } })).data.list
const hours = (n: number) => toSeconds(new Date()) + n * 3600

let names = 0
async function saveTag(more: Record<string, unknown> = {}): Promise<number> {
  const saved = await post(`${T}/save`, { tagName: `标签${++names}`, ...more })
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}

async function tagsOf(id: number): Promise<number[]> {
  const row = await app.db
    .selectFrom('product')
    .select('tagIds')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.tagIds
}

const auto = () => tagAuto.run(app.db, {}, new AbortController().signal)

test('binding twice changes nothing, the products are counted, deleting a label takes it off them', async () => {
  const [a, b] = [await shop.save(), await shop.save()]
  const tag = await saveTag({ color: '#ffffff', bgColor: '#d4380d' })
  const bind = { productIds: `${a},${b}`, tagIds: String(tag) }
  expect((await post(`${P}/tag`, bind)).code).toBe(200)
  const versions = () =>
    app.db.selectFrom('product').select(['id', 'version']).where('id', 'in', [a, b]).execute()
  const before = await versions()
  expect((await post(`${P}/tag`, bind)).code).toBe(200)
  expect(await versions()).toEqual(before)
  const rows = await app.request('GET', `${T}/list`, {
    token: shop.token,
    query: { keywords: `标签${names}` },
  })
  expect(rows.data.list.map((row) => [row.id, row.productCount])).toEqual([[tag, 2]])
  expect((await list({ tagId: tag })).map((row) => row.id).toSorted()).toEqual([a, b].toSorted())
  const shown = await list({ keywords: String(a) })
  expect(shown[0]?.labels).toEqual([
    {
      id: tag,
      tagName: `标签${names}`,
      tagType: 1,
      color: '#ffffff',
      bgColor: '#d4380d',
      icon: '',
      position: 1,
    },
  ])
  await post(`${P}/unbindTag`, { productIds: String(a), tagIds: String(tag) })
  expect([await tagsOf(a), await tagsOf(b)]).toEqual([[], [tag]])
  expect((await post(`${T}/delete/${tag}`, {})).code).toBe(200)
  expect(await tagsOf(b)).toEqual([])
  const log = await app.request('GET', '/admin/product/operatelog/list', {
    token: shop.token,
    query: { productId: a },
  })
  expect(log.data.list.map((row) => row.action)).toEqual(['移除标签', '打标签', '新增'])
})

test('only labels that the chosen products carry are offered to be taken off', async () => {
  const [a, b, bare] = [await shop.save(), await shop.save(), await shop.save()]
  const [both, one, other, gone] = [
    await saveTag(),
    await saveTag({ sort: 9 }),
    await saveTag(),
    await saveTag(),
  ]
  await post(`${P}/tag`, { productIds: `${a},${b}`, tagIds: `${both},${gone}` })
  await post(`${P}/tag`, { productIds: String(b), tagIds: String(one) })
  // A disabled label stays at its products, and may be taken off.
  await post(`${T}/update/status/${both}`, { status: 0 })
  await post(`${T}/delete/${gone}`, {})
  const carried = async (...ids: number[]) =>
    (
      await post<{ id: number; productCount: number }[]>(`${P}/tag/carried`, { productIds: ids.join(',') })
    ).data.map((row) => [row.id, row.productCount])
  expect(await carried(a, b, bare)).toEqual([
    [one, 1],
    [both, 2],
  ])
  expect(await carried(a)).toEqual([[both, 1]])
  expect(await carried(bare)).toEqual([])
  expect(other).toBeGreaterThan(0)
  const person = await app.person({ permissions: ['admin:store:product:tag'] })
  expect((await post(`${P}/tag/carried`, { productIds: String(a) }, person.token)).code).toBe(403)
})

test('at most five labels are shown, by their order, and only those in time and enabled', async () => {
  const id = await shop.save()
  const seven = []
  for (let sort = 1; sort <= 7; sort++) seven.push(await saveTag({ sort }))
  const over = await saveTag({ sort: 100, endTime: hours(-1) })
  const off = await saveTag({ sort: 99, status: 0 })
  await post(`${P}/tag`, { productIds: String(id), tagIds: [...seven, over, off].join(',') })
  const [row] = await list({ keywords: String(id) })
  const labels: { id: number }[] = JSON.parse(JSON.stringify(row?.labels))
  expect(labels.map((one) => one.id)).toEqual(seven.toReversed().slice(0, 5))
})

test('automatic labels follow their rules, and leave nothing behind', async () => {
  const fresh = await shop.save()
  const old = await shop.save()
  const promoted = await shop.save()
  const hidden = await shop.save()
  const shelf = [fresh, old, promoted]
  await sql`update "product" set "isShow" = 1 where "id" = any(${sql.val(shelf)}::int[])`.execute(app.db)
  await sql`update "product" set "createTime" = now() - interval '40 days', "sales" = 9, "stock" = 50
    where "id" = ${old}`.execute(app.db)
  await sql`update "product" set "stock" = 50, "sales" = 3 where "id" = ${promoted}`.execute(app.db)
  const isNew = await saveTag({ autoRule: 1, autoValue: 7 })
  const best = await saveTag({ autoRule: 2, autoValue: 1 })
  const scarce = await saveTag({ autoRule: 3, autoValue: 10 })
  const inPromotion = await saveTag({ autoRule: 4 })
  const skus = await app.db.selectFrom('sku').select('id').where('productId', '=', promoted).execute()
  registerNow(
    app.db,
    declareProductMarks(async (_db, skuIds, channelId) => {
      const own = skus.map((one) => one.id).filter((id) => channelId === 1202 && skuIds.includes(id))
      return new Map(own.map((id) => [id, [{ id: 1, name: '满减' }]]))
    }),
  )
  await auto()
  expect(await tagsOf(fresh)).toEqual([isNew, scarce])
  expect(await tagsOf(old)).toEqual([best])
  expect(await tagsOf(promoted)).toEqual([isNew, inPromotion])
  expect(await tagsOf(hidden)).toEqual([])
  expect(await auto()).toBe(0)
  await sql`update "product" set "stock" = 11, "isShow" = 0 where "id" = ${fresh}`.execute(app.db)
  expect(await auto()).toBe(2)
  expect(await tagsOf(fresh)).toEqual([])
})

test('what a label must say', async () => {
  const said = async (more: Record<string, unknown>) =>
    (await post(`${T}/save`, { tagName: '甲', ...more })).message
  expect(await said({ tagName: '十三个字符的标签名称太长了吧' })).toBe('标签名称不能超过12个字符')
  expect(await said({ tagType: 2 })).toBe('请选择图标')
  expect(await said({ color: 'red' })).toBe('文字颜色格式不正确')
  expect(await said({ autoRule: 2 })).toBe('请输入销量名次')
  expect(await said({ startTime: hours(2), endTime: hours(1) })).toBe('结束时间必须晚于开始时间')
  expect(await said({ tagGroup: 'nothing' })).toBe('标签分组不存在')
  expect(await said({})).toBe('操作成功')
  expect(await said({})).toBe('标签名称已存在')
  const id = await shop.save()
  const unknown = await post(`${P}/tag`, { productIds: String(id), tagIds: '99999' })
  expect([unknown.code, unknown.message]).toEqual([422, '商品标签不存在或已停用'])
})
