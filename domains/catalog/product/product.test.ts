import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop, sku, specs } from '../../../tests/catalogShop.ts'
import { budget } from '../../../tests/ownTime.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const P = '/admin/store/product'

interface Info {
  id: number
  version: number
  auditStatus: number
  platformStatus: number
  isShow: number
  storeName: string
  sort: number
  cost?: string
  price: string
  stock: number
  completeness: number
  attrValue: { id: number; suk: string; skuCode: string; price: string; cost?: string; stock: number }[]
  channelStates: { channelId: number; platformStatus: number }[]
}

async function info(id: number, token = shop.token): Promise<Info> {
  const answer = await app.request<Info>('GET', `${P}/info/${id}`, { token })
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data
}

async function update(id: number, body: Record<string, unknown>, token = shop.token) {
  return app.request('POST', `${P}/update`, { token, body: { id, ...body } })
}

const MAKER = [
  'admin:store:product:save',
  'admin:store:product:update',
  'admin:store:product:info',
  'admin:store:product:list',
  'admin:store:product:putOnShell',
  'admin:store:product:cost',
  'admin:product:examine:save',
]

async function onShelf(more: Record<string, unknown> = {}): Promise<number> {
  const id = await shop.save({ ...more, submit: 1 })
  const passed = await app.request('POST', '/admin/product/examine/save', {
    token: shop.token,
    body: { id, auditStatus: 1 },
  })
  expect(passed.code).toBe(200)
  const put = await app.request('GET', `${P}/putOnShell/${id}`, { token: shop.token })
  expect(put.code, put.message).toBe(200)
  return id
}

async function tabCount(type: number): Promise<number> {
  const tabs = await app.request<{ type: number; count: number }[]>('GET', `${P}/tabs/headers`, {
    token: shop.token,
  })
  return tabs.data.find((one) => one.type === type)?.count ?? -1
}

test('C9-1 created with submit, passed by another person, put on the shelf of both channels', async () => {
  const maker = await app.person({ permissions: MAKER })
  const judge = await app.person({ permissions: ['admin:product:examine:save'] })
  const before = await tabCount(1)
  const saved = await app.request('POST', `${P}/save`, {
    token: maker.token,
    body: shop.form({ submit: 1 }),
  })
  expect(saved.message).toBe('操作成功')
  const { id } = saved.data
  expect((await info(id)).auditStatus).toBe(0)
  const passed = await app.request('POST', '/admin/product/examine/save', {
    token: judge.token,
    body: { ids: [id], auditStatus: 1 },
  })
  expect(passed.message).toBe('操作成功')
  const put = await app.request<{ changed: number; fail: unknown[] }>('GET', `${P}/putOnShell/${id}`, {
    token: maker.token,
  })
  expect(put.data).toEqual({ changed: 2, fail: [] })
  const after = await info(id)
  expect(after.auditStatus).toBe(1)
  expect(after.channelStates).toEqual([
    { channelId: 1201, platformStatus: 5 },
    { channelId: 1202, platformStatus: 5 },
  ])
  expect(await tabCount(1)).toBe(before + 1)
  const prices = await app.request('GET', `${P}/price/history`, {
    token: shop.token,
    query: { skuId: after.attrValue[0]?.id ?? 0 },
  })
  expect(prices.data.list.map((row) => [row.channelId, row.price]).toSorted()).toEqual([
    [1201, '12.80'],
    [1202, '12.80'],
  ])
  const log = await app.request('GET', '/admin/product/operatelog/list', {
    token: shop.token,
    query: { productId: id },
  })
  expect(log.data.list.map((row) => row.action)).toEqual(['上架', '审核通过', '提交', '新增'])
  const list = await app.request('GET', `${P}/list`, {
    token: maker.token,
    query: { type: '1', keywords: String(id) },
  })
  expect(list.data.list.map((row) => [row.id, row.productName, row.storeName])).toEqual([
    [id, '原味酸奶 180g', '原味酸奶 180g'],
  ])
  // What was done since is counted at once.
  expect(log.data.total).toBe(4)
  const off = await app.request('GET', `${P}/offShell/${id}`, { token: shop.token })
  const on = await app.request('GET', `${P}/putOnShell/${id}`, { token: shop.token })
  expect([off.message, on.message]).toEqual(['操作成功', '操作成功'])
  const later = await app.request('GET', '/admin/product/operatelog/list', {
    token: shop.token,
    query: { productId: id, page: 2, limit: 4 },
  })
  expect([later.data.list.map((row) => row.action), later.data.total]).toEqual([['提交', '新增'], 6])
  const again = await app.request('GET', `${P}/putOnShell/${id}`, { token: maker.token })
  expect([again.code, again.data]).toEqual([200, { changed: 0, fail: [] }])
})

test('C9-2 nobody decides what they handed in themselves', async () => {
  const maker = await app.person({ permissions: MAKER })
  const saved = await app.request('POST', `${P}/save`, { token: maker.token, body: shop.form({ submit: 1 }) })
  const own = await app.request('POST', '/admin/product/examine/save', {
    token: maker.token,
    body: { id: saved.data.id, auditStatus: 1 },
  })
  expect([own.code, own.message]).toEqual([422, '不能审核自己提交的单据'])
  expect((await info(saved.data.id)).auditStatus).toBe(0)
})

test('C9-2 a holder of everything decides their own, marked in trace and log, unless the setting forbids it', async () => {
  const admin = await app.admin()
  const examine = (id: number) =>
    app.request('POST', '/admin/product/examine/save', { token: admin, body: { id, auditStatus: 1 } })
  const make = async (token: string): Promise<number> =>
    (await app.request('POST', `${P}/save`, { token, body: shop.form({ submit: 1 }) })).data.id
  const own = await make(admin)
  expect((await examine(own)).code).toBe(200)
  const trace = (id: number) =>
    app.db
      .selectFrom('documentDecision')
      .select('action')
      .where('type', '=', 'product')
      .where('documentId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  expect(await trace(own)).toEqual({ action: 'passOwn' })
  const logged = await sql<{ text: string }>`select "changes"::text as "text" from "operLog"
    where "path" = '/admin/product/examine/save' order by "id" desc limit 1`.execute(app.db)
  expect(logged.rows[0]?.text).toContain('自审')

  const forbid = (value: string) =>
    app.request('POST', '/admin/system/config/saveuniq', {
      token: admin,
      body: { key: 'forbid_own_examine', value },
    })
  expect((await forbid('1')).code).toBe(200)
  const next = await make(admin)
  const refused = await examine(next)
  expect([refused.code, refused.message]).toEqual([422, '不能审核自己提交的单据'])
  const maker = await app.person({ permissions: MAKER })
  const other = await make(maker.token)
  expect((await examine(other)).code).toBe(200)
  expect(await trace(other)).toEqual({ action: 'pass' })
  expect((await forbid('0')).code).toBe(200)
  expect((await examine(next)).code).toBe(200)
})

test('C9-3 of two who opened the same version the second one is refused', async () => {
  const id = await shop.save()
  await update(id, { storeInfo: '一' })
  await update(id, { storeInfo: '二' })
  const opened = await info(id)
  expect(opened.version).toBe(3)
  const first = await update(id, { version: 3, storeName: '甲改的' })
  const second = await update(id, { version: 3, storeName: '乙改的' })
  expect([first.code, second.code, second.message]).toEqual([200, 409, '数据已被他人修改，请刷新后重试'])
  const now = await info(id)
  expect([now.version, now.storeName]).toEqual([4, '甲改的'])
})

test('C9-4 controlled fields stay while the product is on a shelf, others change', async () => {
  const id = await onShelf()
  const opened = await info(id)
  const named = await update(id, { storeName: '另一个名称', sort: 5 })
  expect([named.code, named.message]).toEqual([409, '商品已上架，请先下架或提交商品资料修改'])
  const priced = await update(id, { attrValue: [sku({ 规格: '默认' }, { price: '13.00' })] })
  expect(priced.code).toBe(409)
  expect((await info(id)).version).toBe(opened.version)
  const sorted = await update(id, { sort: 9 })
  expect(sorted.code).toBe(200)
  expect([(await info(id)).sort, (await info(id)).storeName]).toEqual([9, '原味酸奶 180g'])
})

test('a controlled change off the shelf sends an approved product back to 待审核', async () => {
  const id = await onShelf()
  await app.request('GET', `${P}/offShell/${id}`, { token: shop.token })
  expect((await update(id, { storeName: '改名酸奶' })).code).toBe(200)
  expect((await info(id)).auditStatus).toBe(0)
  const put = await app.request('GET', `${P}/putOnShell/${id}`, { token: shop.token })
  expect([put.code, put.message]).toEqual([409, '商品未审核通过'])
})

test('C9-12 deleted for good only without stock, and taken back into the recycle bin with the same id', async () => {
  const id = await shop.save()
  const skuId = (await info(id)).attrValue[0]?.id ?? 0
  const get = (path: string, query: Record<string, string | number> = {}) =>
    app.request('GET', path, { token: shop.token, query })
  expect((await get(`${P}/delete/${id}`)).code).toBe(200)
  expect((await update(id, { sort: 1 })).message).toBe('商品在回收站，请先恢复')
  await app.db.updateTable('sku').set({ stock: 3 }).where('id', '=', skuId).execute()
  const held = await get(`${P}/delete/${id}`, { type: 'delete' })
  expect([held.code, held.message]).toEqual([409, '商品存在库存，不能删除'])
  await app.db.updateTable('sku').set({ stock: 0 }).where('id', '=', skuId).execute()
  expect((await get(`${P}/delete/${id}`, { type: 'delete' })).code).toBe(200)
  expect((await get(`${P}/info/${id}`)).code).toBe(404)
  const deleted = await get(`${P}/deleted/list`, { keywords: '酸奶' })
  expect(deleted.data.list.map((row) => [row.id, row.adminName])).toEqual([[id, '管理员']])
  expect((await get(`${P}/recoveryId`, { id })).code).toBe(200)
  expect((await get(`${P}/deleted/list`)).data.list).toEqual([])
  const bin = await get(`${P}/list`, { type: '5', keywords: String(id) })
  expect(bin.data.list.map((row) => row.id)).toEqual([id])
  expect((await info(id)).attrValue.map((one) => one.id)).toEqual([skuId])
  expect((await get(`${P}/restore/${id}`)).code).toBe(200)
  expect((await info(id)).isShow).toBe(0)
})

test('C9-13 a sku with stock stays, one without goes and comes back with its id', async () => {
  const id = await shop.save(specs({ 原味: {}, 草莓: {} }))
  const [plain, berry] = (await info(id)).attrValue
  await app.db
    .updateTable('sku')
    .set({ stock: 5 })
    .where('id', '=', plain?.id ?? 0)
    .execute()
  const without = await update(id, specs({ 红枣: {} }))
  expect([without.code, without.message]).toEqual([409, '规格“原味”仍有库存或未完成单据，不能移除'])
  expect((await info(id)).attrValue.map((one) => one.suk)).toEqual(['原味', '草莓'])
  expect((await update(id, specs({ 原味: {} }))).code).toBe(200)
  expect((await info(id)).attrValue.map((one) => one.suk)).toEqual(['原味'])
  expect((await update(id, specs({ 原味: {}, 草莓: { price: '14.00' } }))).code).toBe(200)
  const now = await info(id)
  expect(now.attrValue.map((one) => [one.id, one.suk, one.price])).toEqual([
    [plain?.id, '原味', '12.80'],
    [berry?.id, '草莓', '14.00'],
  ])
  expect(now.stock).toBe(5)
})

test('C9-14 barcodes have a right check digit and belong to one product', async () => {
  const wrong = await app.request('POST', `${P}/save`, {
    token: shop.token,
    body: shop.form({ barCode: '6901234567893' }),
  })
  const right = await app.request('POST', `${P}/save`, {
    token: shop.token,
    body: shop.form({ barCode: '6901234567892' }),
  })
  const taken = await app.request('POST', `${P}/save`, {
    token: shop.token,
    body: shop.form({ attrValue: [sku({ 规格: '默认' }, { barCode: '6901234567892' })] }),
  })
  const { productCode } = (
    await app.request<{ productCode: string }>('GET', `${P}/info/${right.data.id}`, { token: shop.token })
  ).data
  expect([wrong.code, wrong.message]).toEqual([422, '商品条码校验位不正确'])
  expect(right.code).toBe(200)
  expect([taken.code, taken.message]).toEqual([422, `该条码已被商品${productCode}使用`])
})

test('of two simultaneous creates with one barcode exactly one succeeds', async () => {
  for (const barCode of ['4006381333931', '4006381333948', '4006381333955']) {
    const answers = await Promise.all(
      ['甲', '乙', '丙'].map((storeName) =>
        app.request('POST', `${P}/save`, { token: shop.token, body: shop.form({ storeName, barCode }) }),
      ),
    )
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, 422, 422])
    const held = await app.db
      .selectFrom('product')
      .select('id')
      .where('barCode', '=', barCode)
      .where('isDel', '=', 0)
      .execute()
    expect(held).toHaveLength(1)
  }
})

test('of two simultaneous creates with one product code exactly one succeeds', async () => {
  const answers = await Promise.all(
    ['甲', '乙'].map((storeName) =>
      app.request('POST', `${P}/save`, {
        token: shop.token,
        body: shop.form({ storeName, productCode: 'TWICE-1' }),
      }),
    ),
  )
  expect(answers.map((one) => one.code).toSorted()).toEqual([200, 422])
  expect(answers.find((one) => one.code === 422)?.message).toBe('商品编码已存在')
})

test('C9-18 without the permission for costs they are nowhere, and an update keeps them', async () => {
  const id = await shop.save()
  const clerk = await app.person({
    permissions: [
      'admin:store:product:info',
      'admin:store:product:list',
      'admin:store:product:update',
      'admin:store:product:productAttrValuelist',
      'admin:product:operatelog:list',
      'admin:product:examine:info:by',
    ],
  })
  const seen = await info(id, clerk.token)
  expect(seen).not.toHaveProperty('cost')
  expect(seen.attrValue).toHaveLength(1)
  expect(seen.attrValue[0]).not.toHaveProperty('cost')
  const list = await app.request('GET', `${P}/list`, {
    token: clerk.token,
    query: { type: '2', keywords: String(id), withAttrValue: 1 },
  })
  expect(list.data.list).toHaveLength(1)
  expect(list.body).not.toMatch(/8\.00|"cost"/)
  const skus = await app.request('GET', `${P}/productAttrValuelist`, {
    token: clerk.token,
    query: { productId: id },
  })
  expect(skus.body).not.toMatch(/8\.00|"cost"/)
  const examined = await app.request('GET', `/admin/product/examine/info/by/${id}`, { token: clerk.token })
  expect(examined.code).toBe(200)
  expect(examined.body).not.toMatch(/8\.00|"cost"/)
  const { cost: _cost, ...line } = sku({ 规格: '默认' }, { price: '13.50', cost: undefined })
  expect((await update(id, { attrValue: [line] }, clerk.token)).code).toBe(200)
  const now = await info(id)
  expect([now.price, now.cost, now.attrValue[0]?.cost]).toEqual(['13.50', '8.00', '8.00'])
  expect((await update(id, { attrValue: [{ ...line, cost: '9.00' }] })).code).toBe(200)
  const log = await app.request('GET', '/admin/product/operatelog/list', {
    token: clerk.token,
    query: { productId: id },
  })
  expect(log.body).not.toContain('9.00')
})

test('C9-19 a page that loads putOnShell as an image has no session header and changes nothing', async () => {
  const id = await shop.save()
  const image = await app.request('GET', `${P}/putOnShell/${id}`)
  expect(image.code).toBe(401)
  expect((await info(id)).platformStatus).toBe(0)
})

test('a violation takes the product off every shelf until it is released', async () => {
  const id = await onShelf()
  const violated = await app.request('POST', `${P}/violation`, {
    token: shop.token,
    body: { ids: [id], reason: '虚假宣传' },
  })
  expect(violated.code).toBe(200)
  expect((await info(id)).channelStates.map((one) => one.platformStatus)).toEqual([13, 13])
  const put = await app.request('GET', `${P}/putOnShell/${id}`, { token: shop.token })
  expect([put.code, put.message]).toEqual([409, '商品因违规下架，请先解除违规'])
  const left = await update(id, { channels: [1203] })
  expect(left.code).toBe(200)
  await update(id, { channels: [1201, 1202] })
  expect((await info(id)).platformStatus).toBe(13)
  const released = await app.request('POST', `${P}/release/${id}`, {
    token: shop.token,
    body: { reason: '已整改' },
  })
  expect(released.code).toBe(200)
  expect((await info(id)).platformStatus).toBe(11)
})

test('with its last sku a product leaves the shelf of a channel', async () => {
  const id = await onShelf(specs({ 原味: {}, 草莓: {} }))
  const skuIds = (await info(id)).attrValue.map((one) => one.id)
  const off = (ids: number[]) =>
    app.request('POST', `${P}/attr/value/batch/offShellList`, {
      token: shop.token,
      body: { skuIds: ids, channelIds: [1202], reason: '换季' },
    })
  expect((await off(skuIds.slice(0, 1))).data).toEqual({ success: 1, fail: [] })
  expect((await info(id)).channelStates).toContainEqual({ channelId: 1202, platformStatus: 5 })
  await off(skuIds.slice(1))
  expect((await info(id)).channelStates).toEqual([
    { channelId: 1201, platformStatus: 5 },
    { channelId: 1202, platformStatus: 11 },
  ])
  const logged = await app.db.selectFrom('shelfLog').selectAll().where('productId', '=', id).execute()
  expect(logged).toHaveLength(6)
})

test('a repository product is copied without its codes', async () => {
  const id = await shop.save({ barCode: '5901234123457' })
  const copy = await app.request('POST', `/admin/storerepo/product/copy/${id}`, { token: shop.token })
  expect(copy.code, copy.message).toBe(200)
  const row = await app.db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', copy.data.id)
    .executeTakeFirstOrThrow()
  expect([row.storeName, row.barCode, row.auditStatus, row.repoStatus]).toEqual(['原味酸奶 180g', '', -1, 0])
})

test('600 specifications are saved within 2 s and opened within 1 s', async () => {
  const sizes = Array.from({ length: 30 }, (_, index) => `S${index}`)
  const colours = Array.from({ length: 20 }, (_, index) => `C${index}`)
  const lines = sizes.flatMap((size) =>
    colours.map((colour) => sku({ 尺码: size, 颜色: colour }, { stock: 1 })),
  )
  const many = {
    specType: 1,
    attr: [
      { attrName: '尺码', attrValues: sizes },
      { attrName: '颜色', attrValues: colours },
    ],
    attrValue: lines,
  }
  // The database works too, so the time is that of the clock.
  const clock = () => performance.now()
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const start = clock()
    return [await work(), clock() - start]
  }
  const [id, created] = await timed(() => shop.save(many))
  const [opened, opening] = await timed(() => info(id))
  expect(opened.attrValue).toHaveLength(600)
  expect(opened.attrValue[21]?.suk).toBe('S1,C1')
  const changed = lines.map((line, index) => ({
    ...line,
    id: opened.attrValue[index]?.id,
    price: `${13 + index}.00`,
  }))
  const [saved, saving] = await timed(() => update(id, { ...many, attrValue: changed }))
  expect(saved.code, saved.message).toBe(200)
  const now = await info(id)
  expect([now.price, now.attrValue[599]?.price]).toEqual(['13.00', '612.00'])
  const rows = await app.db
    .selectFrom('skuPrice')
    .select('id')
    .where('sourceId', '=', id)
    .where('endTime', 'is', null)
    .execute()
  expect(rows).toHaveLength(1200)
  expect(created).toBeLessThan(budget(2000, clock))
  expect(saving).toBeLessThan(budget(2000, clock))
  expect(opening).toBeLessThan(budget(1000, clock))
  const short = await app.request('GET', `${P}/list`, {
    token: shop.token,
    query: { type: '2', keywords: opened.attrValue[599]?.skuCode ?? '' },
  })
  expect(short.data.list.map((row) => row.id)).toEqual([id])
}, 60_000)

test('more than 1000 skus and two lines of a single specification are refused', async () => {
  const values = Array.from({ length: 40 }, (_, index) => String(index))
  const attr = ['甲', '乙'].map((attrName) => ({ attrName, attrValues: values }))
  const lines = values.flatMap((one) => values.map((other) => sku({ 甲: one, 乙: other })))
  const save = (more: Record<string, unknown>) =>
    app.request('POST', `${P}/save`, { token: shop.token, body: shop.form(more) })
  expect((await save({ specType: 1, attr, attrValue: lines.slice(0, 1001) })).message).toBe(
    '规格组合不能超过1000个',
  )
  const two = [sku({ 规格: '默认' }), sku({ 规格: '默认' })]
  expect((await save({ attrValue: two })).message).toBe('单规格商品只能有一条规格')
})

test('a list shows the new name of a brand as soon as it was renamed', async () => {
  const id = await shop.save({ storeName: '换牌酸奶' })
  const shown = async () => {
    const answer = await app.request('GET', '/admin/storerepo/product/list', {
      token: shop.token,
      query: { keywords: '换牌' },
    })
    return answer.data.list.map((row) => [row.id, row.brandName])
  }
  const before = await shown()
  expect(before).toEqual([[id, expect.stringMatching(/^通商乳业/)]])
  await app.request('POST', '/admin/product/brand/update', {
    token: shop.token,
    body: { id: shop.brandId, brandName: '新通商乳业' },
  })
  expect(await shown()).toEqual([[id, '新通商乳业']])
})
