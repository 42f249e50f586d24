import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop, specs } from '../../../tests/catalogShop.ts'
import { productSchedule } from './plan.server.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.close())

const P = '/admin/store/product'
const SHOW = '/admin/product/showApply'
const EDIT = '/admin/product/productEdit'

const post = (path: string, body: unknown = {}, token = shop.token) =>
  app.request('POST', path, { token, body })
const get = (path: string, query: Record<string, string | number> = {}, token = shop.token) =>
  app.request('GET', path, { token, query })

interface Info {
  id: number
  productCode: string
  storeName: string
  price: string
  attrValue: { id: number; price: string; suk: string }[]
  channelStates: { channelId: number; platformStatus: number }[]
}
async function info(id: number): Promise<Info> {
  const answer = await app.request<Info>('GET', `${P}/info/${id}`, { token: shop.token })
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data
}

/** A product that is approved, on no shelf yet. */
async function approved(more: Record<string, unknown> = {}): Promise<number> {
  const id = await shop.save({ ...more, submit: 1 })
  const passed = await post('/admin/product/examine/save', { id, auditStatus: 1 })
  expect(passed.message).toBe('操作成功')
  return id
}
async function onShelf(more: Record<string, unknown> = {}): Promise<number> {
  const id = await approved(more)
  expect((await get(`${P}/putOnShell/${id}`)).code).toBe(200)
  return id
}

const states = async (id: number) =>
  (await info(id)).channelStates.map(({ channelId, platformStatus }) => [channelId, platformStatus])

async function apply(productIds: readonly number[], more: Record<string, unknown> = {}, token = shop.token) {
  return post(
    `${SHOW}/save`,
    {
      applyTitle: '秋季上新',
      channelIds: [1201],
      reason: '上新',
      lines: productIds.map((productId) => ({ productId })),
      submit: 1,
      ...more,
    },
    token,
  )
}

interface ApplyInfo {
  auditStatus: number
  execStatus: number | null
  lines: { productId: number; result: string }[]
}
const applyInfo = async (id: number) =>
  (await app.request<ApplyInfo>('GET', `${SHOW}/info/${id}`, { token: shop.token })).data

/** Plans of a document become due as if their time had come. */
const timePasses = (sourceType: string, id: number) =>
  sql`update "productPlan" set "dueTime" = now() - interval '1 minute'
    where "sourceType" = ${sourceType} and "sourceId" = ${id} and "status" = 0`.execute(app.db)
const runJob = () => productSchedule.run(app.db, {}, new AbortController().signal)

const hour = () => Math.floor(Date.now() / 1000) + 3600

test('C9-5: a price that changed meanwhile is left alone, the other products are changed', async () => {
  const [first, second] = [await onShelf(), await onShelf({ storeName: '另一种酸奶' })]
  const skuId = (await info(first)).attrValue[0]?.id ?? 0
  const saved = await post(`${EDIT}/save`, {
    editTitle: '调价',
    reason: '成本上涨',
    submit: 1,
    lines: [
      { productId: first, skuId, field: 'price', newValue: '13.50' },
      { productId: first, field: 'storeInfo', newValue: '新的简介' },
      { productId: second, field: 'storeName', newValue: '改名酸奶' },
    ],
  })
  expect(saved.message).toBe('操作成功')
  const notice = await post('/admin/product/channel/price', {
    id: (
      await app.db
        .selectFrom('productChannel')
        .select('id')
        .where('productId', '=', first)
        .where('channelId', '=', 1201)
        .executeTakeFirstOrThrow()
    ).id,
    rows: [{ skuId, price: '13.00', otPrice: '15.00' }],
  })
  expect(notice.message).toBe('操作成功')
  const passed = await post(`${EDIT}/examine/${saved.data.id}`, { auditStatus: 1 })
  expect(passed.message).toBe('操作成功')
  const edit = await app.request<{
    execStatus: number
    lines: { productId: number; field: string; oldText: string; result: string }[]
  }>('GET', `${EDIT}/info/${saved.data.id}`, { token: shop.token })
  expect(edit.data.execStatus).toBe(2)
  expect(edit.data.lines.map((line) => [line.field, line.oldText, line.result])).toEqual([
    ['price', '12.80', '原值已变化，未修改'],
    ['storeInfo', '', '原值已变化，未修改'],
    ['storeName', '另一种酸奶', '已执行'],
  ])
  const now = await info(first)
  expect([now.price, now.attrValue[0]?.price]).toEqual(['13.00', '13.00'])
  expect((await info(second)).storeName).toBe('改名酸奶')
  expect(await states(second)).toEqual([
    [1201, 5],
    [1202, 5],
  ])
})

test('a change of prices goes through the price rows of the document', async () => {
  const id = await onShelf()
  const skuId = (await info(id)).attrValue[0]?.id ?? 0
  const saved = await post(`${EDIT}/save`, {
    editTitle: '调价',
    reason: '促销',
    submit: 1,
    lines: [{ productId: id, field: 'price', newValue: '11.5' }],
  })
  expect(saved.message).toBe('操作成功')
  expect((await post(`${EDIT}/examine/${saved.data.id}`, { auditStatus: 1 })).code).toBe(200)
  expect((await info(id)).price).toBe('11.50')
  const rows = await app.db
    .selectFrom('skuPrice')
    .select(['channelId', 'price', 'sourceType', 'sourceId', 'endTime'])
    .where('skuId', '=', skuId)
    .where('endTime', 'is', null)
    .orderBy('channelId')
    .execute()
  expect(rows).toEqual([
    { channelId: 1201, price: 1150, sourceType: 'productEdit', sourceId: saved.data.id, endTime: null },
    { channelId: 1202, price: 1150, sourceType: 'productEdit', sourceId: saved.data.id, endTime: null },
  ])
})

test('what a change cannot be made of is refused at its line', async () => {
  const id = await onShelf(specs({ 原味: {}, 草莓: {} }))
  const lines = async (...given: Record<string, unknown>[]) => {
    const answer = await app.request<{ field: string; message: string }[]>('POST', `${EDIT}/save`, {
      token: shop.token,
      body: { editTitle: '改', reason: '改', lines: given },
    })
    return [answer.code, answer.data?.[0]?.field, answer.data?.[0]?.message]
  }
  expect(await lines({ productId: id, field: 'price', newValue: '1' })).toEqual([
    422,
    'lines.0.skuId',
    '请选择规格',
  ])
  expect(await lines({ productId: id, field: 'giveIntegral', newValue: 'x' })).toEqual([
    422,
    'lines.0.newValue',
    '赠送积分格式不正确',
  ])
  expect(await lines({ productId: id, field: 'storeName', newValue: '原味酸奶 180g' })).toEqual([
    422,
    'lines.0.newValue',
    '新值与原值相同',
  ])
  expect(await lines({ productId: id, field: 'unitId', newValue: '1' })).toEqual([
    422,
    'lines.0.field',
    '修改项格式不正确',
  ])
  expect(await lines({ productId: id, field: 'brandId', newValue: '999999' })).toEqual([
    422,
    'lines.0.newValue',
    '品牌不存在或已停用',
  ])
  const twice = { productId: id, field: 'keyword', newValue: '新词' }
  expect(await lines(twice, twice)).toEqual([422, 'lines.1.field', '修改项重复'])
})

test('C9-10: of two approvers at the same time one passes it, and each sku is logged once per channel', async () => {
  const ids = [await approved(), await approved(), await approved(specs({ 原味: {}, 草莓: {} }))]
  const saved = await apply(ids, { channelIds: [1201, 1202] })
  expect(saved.message).toBe('操作成功')
  const judges = await Promise.all(
    [1, 2].map(() => app.person({ permissions: ['admin:product:showApply:examine'] })),
  )
  const answers = await Promise.all(
    judges.map((one) => post(`${SHOW}/examine/${saved.data.id}`, { auditStatus: 1 }, one.token)),
  )
  expect(answers.map((one) => one.code).toSorted()).toEqual([200, 409])
  expect(answers.find((one) => one.code === 409)?.message).toBe('单据审核通过，不能重复审核')
  const log = await app.db
    .selectFrom('shelfLog')
    .select(['productId', 'skuId', 'channelId', 'source'])
    .where('productId', 'in', ids)
    .execute()
  expect(log).toHaveLength(8)
  expect(new Set(log.map((one) => `${one.skuId}:${one.channelId}`)).size).toBe(8)
  expect(new Set(log.map((one) => one.source))).toEqual(new Set(['申请单']))
  expect((await applyInfo(saved.data.id)).execStatus).toBe(1)
})

test('C9-11: at the planned time two lines are on shelf, the violating one fails and is retried after release', async () => {
  const ids = [await approved(), await approved(), await approved()]
  const saved = await apply(ids, { planShowTime: hour() })
  expect((await post(`${SHOW}/examine/${saved.data.id}`, { auditStatus: 1 })).message).toBe('操作成功')
  expect((await applyInfo(saved.data.id)).execStatus).toBe(0)
  expect(await runJob()).toBe(0)
  expect(await states(ids[0] ?? 0)).toContainEqual([1201, 0])
  await post(`${P}/violation`, { ids: [ids[2]], reason: '虚假宣传' })
  await timePasses('showApply', saved.data.id)
  expect(await runJob()).toBe(3)
  const told = await applyInfo(saved.data.id)
  expect(told.execStatus).toBe(2)
  expect(told.lines.map((line) => line.result)).toEqual(['已执行', '已执行', '商品因违规下架，请先解除违规'])
  expect(await states(ids[0] ?? 0)).toContainEqual([1201, 5])
  expect(await runJob()).toBe(0)
  await post(`${P}/release/${ids[2]}`, { reason: '已整改' })
  expect((await post(`${SHOW}/retry/${saved.data.id}`)).message).toBe('操作成功')
  expect((await applyInfo(saved.data.id)).execStatus).toBe(1)
  expect(await states(ids[2] ?? 0)).toContainEqual([1201, 5])
  const log = await app.db
    .selectFrom('shelfLog')
    .select('id')
    .where('productId', '=', ids[0] ?? 0)
    .execute()
  expect(log).toHaveLength(1)
})

test('a job that is killed half-way goes on with what is left, and two jobs at once do each step once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => approved()))
  const saved = await apply(ids, { planShowTime: hour() })
  await post(`${SHOW}/examine/${saved.data.id}`, { auditStatus: 1 })
  await timePasses('showApply', saved.data.id)
  const stopped = new AbortController()
  const half = productSchedule.run(app.db, {}, stopped.signal)
  setTimeout(() => stopped.abort(), 15)
  await half.catch(() => undefined)
  const done = await Promise.all([runJob(), runJob()])
  expect(done.every((one) => one <= 6)).toBe(true)
  expect((await applyInfo(saved.data.id)).execStatus).toBe(1)
  const log = await app.db.selectFrom('shelfLog').select('productId').where('productId', 'in', ids).execute()
  expect(log.map((one) => one.productId).toSorted()).toEqual(ids.toSorted())
})

test('a product stands in one open document per channel; carried out, cancelled or deleted it is free again', async () => {
  const id = await approved()
  const { productCode } = await info(id)
  const first = await apply([id], { submit: 0 })
  const { applyNo } = (
    await app.request<{ applyNo: string }>('GET', `${SHOW}/info/${first.data.id}`, { token: shop.token })
  ).data
  const second = await apply([id])
  expect([second.code, second.message]).toEqual([409, `商品${productCode}已在单据${applyNo}中`])
  const other = await apply([id], { channelIds: [1202], planShowTime: hour() })
  expect(other.code).toBe(200)
  const edit = await post(`${EDIT}/save`, {
    editTitle: '改',
    reason: '改',
    lines: [{ productId: id, field: 'keyword', newValue: '新词' }],
  })
  expect(edit.code).toBe(409)
  const choice = await app.request<{ list: { id: number; openDocNo: string; selectable: number }[] }>(
    'GET',
    `${P}/editable/data/apply/show/list`,
    { token: shop.token, query: { keywords: productCode, purpose: 'show', channelId: '1201' } },
  )
  expect(choice.data.list.map((one) => [one.id, one.openDocNo, one.selectable])).toEqual([[id, applyNo, 0]])
  expect((await post(`${SHOW}/delete/${first.data.id}`)).code).toBe(200)
  expect((await post(`${SHOW}/examine/${other.data.id}`, { auditStatus: 1 })).code).toBe(200)
  expect((await post(`${SHOW}/cancel/${other.data.id}`)).message).toBe('操作成功')
  expect((await applyInfo(other.data.id)).execStatus).toBe(3)
  expect((await apply([id])).code).toBe(200)
})

test('of two documents that take the same product at the same time one is saved', async () => {
  const id = await approved()
  const answers = await Promise.all([apply([id]), apply([id]), apply([id])])
  expect(answers.map((one) => one.code).toSorted()).toEqual([200, 409, 409])
  const held = await app.db.selectFrom('openDocLine').selectAll().where('productId', '=', id).execute()
  expect(held).toHaveLength(1)
})

test('where only an application shelves, nobody does by hand', async () => {
  const id = await approved()
  const set = (value: number) =>
    post('/admin/system/config/save/form', {
      id: 211,
      fields: [{ name: 'product_show_need_apply', value: String(value) }],
    })
  expect((await set(1)).message).toBe('操作成功')
  const put = await get(`${P}/putOnShell/${id}`)
  expect([put.code, put.message]).toEqual([409, '请通过上架申请上架'])
  const skuId = (await info(id)).attrValue[0]?.id ?? 0
  const batch = await app.request<{ success: number; fail: { reason: string }[] }>(
    'POST',
    `${P}/attr/value/batch/putOnShellList`,
    { token: shop.token, body: { skuIds: [skuId], channelIds: [1201], planTime: hour() } },
  )
  expect([batch.data.success, batch.data.fail[0]?.reason]).toEqual([0, '请通过上架申请上架'])
  const saved = await apply([id], { lines: [{ productId: id, showPrice: '14.00' }] })
  expect((await post(`${SHOW}/examine/${saved.data.id}`, { auditStatus: 1 })).code).toBe(200)
  expect(await states(id)).toEqual([
    [1201, 5],
    [1202, 0],
  ])
  expect((await info(id)).price).toBe('14.00')
  expect((await set(0)).code).toBe(200)
})

test('planned by hand: previewed before, carried out at its time, logged as 定时', async () => {
  const id = await approved(specs({ 原味: {}, 草莓: {} }))
  const skuIds = (await info(id)).attrValue.map((one) => one.id)
  const body = { skuIds, channelIds: [1201, 1203] }
  const preview = await app.request<{ changed: number; failed: number; list: { reason: string }[] }>(
    'POST',
    `${P}/attr/value/batch/preview`,
    { token: shop.token, body: { ...body, action: 'putOnShell' } },
  )
  expect([preview.data.changed, preview.data.failed]).toEqual([2, 2])
  expect(preview.data.list[0]?.reason).toBe('商品未设置销售渠道')
  expect(await states(id)).toEqual([
    [1201, 0],
    [1202, 0],
  ])
  const planned = await app.request<{ success: number }>('POST', `${P}/attr/value/batch/putOnShellList`, {
    token: shop.token,
    body: { ...body, planTime: hour() },
  })
  expect(planned.data.success).toBe(2)
  const steps = await get(`${P}/shelf/plan/list`, {
    keywords: (await info(id)).productCode,
    channelId: '1201',
  })
  const suks = (await info(id)).attrValue.map((one) => one.suk).join('、')
  expect(steps.data.list).toMatchObject([
    { channelId: 1201, suk: suks, productName: '原味酸奶 180g', status: 0 },
  ])
  const rows = await app.request<{ list: { suk: string; planTime: number | null }[] }>(
    'POST',
    `${P}/shelf/list`,
    {
      token: shop.token,
      body: { tab: '2', codes: (await info(id)).productCode, channelId: '1201' },
    },
  )
  expect(rows.data.list.map((one) => [one.suk, one.planTime !== null])).toEqual([
    ['原味', true],
    ['草莓', true],
  ])
  await sql`update "productPlan" set "dueTime" = now() where "productId" = ${id}`.execute(app.db)
  expect(await runJob()).toBe(1)
  expect(await states(id)).toContainEqual([1201, 5])
  const log = await get(`${SHOW}/shelf/log/list`, { productId: id })
  expect(log.data.list.map((one) => [one.suk, one.action, one.source]).toSorted()).toEqual([
    ['原味', '上架', '定时'],
    ['草莓', '上架', '定时'],
  ])
})

test('the plan of a channel replaces the one that waits; what waits can be cancelled', async () => {
  const id = await approved()
  const { id: listing } = await app.db
    .selectFrom('productChannel')
    .select('id')
    .where('productId', '=', id)
    .where('channelId', '=', 1201)
    .executeTakeFirstOrThrow()
  const schedule = (body: Record<string, unknown>) =>
    post('/admin/product/channel/schedule', { ids: listing, ...body })
  expect((await schedule({ showTime: hour() + 60, offTime: hour() })).message).toBe('计划下架须晚于计划上架')
  expect((await schedule({ showTime: hour() })).code).toBe(200)
  expect((await schedule({ showTime: hour(), offTime: hour() + 600 })).code).toBe(200)
  const { productCode } = await info(id)
  const waiting = () => get(`${P}/shelf/plan/list`, { keywords: productCode, status: '0' })
  const plans = await waiting()
  expect(plans.data.list.map((one) => [one.action, one.suk, one.channelId])).toEqual([
    ['offShell', '全部规格', 1201],
    ['putOnShell', '全部规格', 1201],
  ])
  expect(plans.data.total).toBe(2)
  const ids = plans.data.list.map((one) => one.id).join(',')
  const elsewhere = await app.person({
    permissions: ['admin:store:product:shelf:plan:cancel'],
    channelIds: [1202],
  })
  expect((await post(`${P}/shelf/plan/cancel`, { ids }, elsewhere.token)).code).toBe(409)
  expect((await post(`${P}/shelf/plan/cancel`, { ids })).code).toBe(200)
  const { showTime, offTime } = await app.db
    .selectFrom('productChannel')
    .select(['showTime', 'offTime'])
    .where('id', '=', listing)
    .executeTakeFirstOrThrow()
  expect([showTime, offTime]).toEqual([null, null])
  expect((await post(`${P}/shelf/plan/cancel`, { ids })).code).toBe(409)
  expect((await schedule({ showTime: hour() })).code).toBe(200)
  expect((await waiting()).data.total).toBe(1)
  expect((await schedule({})).code).toBe(200)
  expect((await waiting()).data.total).toBe(0)
})

test('an application that takes off what it put on plans both', async () => {
  const id = await approved()
  const wrong = await apply([id], { planShowTime: hour(), planOffTime: hour() - 60 })
  expect([wrong.code, wrong.message]).toEqual([422, '计划下架须晚于计划上架'])
  const saved = await apply([id], { planOffTime: hour() })
  await post(`${SHOW}/examine/${saved.data.id}`, { auditStatus: 1 })
  expect((await applyInfo(saved.data.id)).execStatus).toBe(1)
  expect(await states(id)).toContainEqual([1201, 5])
  await timePasses('showApply', saved.data.id)
  expect(await runJob()).toBe(1)
  expect(await states(id)).toContainEqual([1201, 11])
  const printed = await app.request<unknown[]>('GET', `${SHOW}/print`, {
    token: shop.token,
    query: { ids: saved.data.id },
  })
  expect(printed.data).toHaveLength(1)
})

test('a change is taken back by a new document with the old values', async () => {
  const id = await approved()
  await post(`${P}/update`, { id, keyword: '改过的词', sort: 3 })
  const log = await get('/admin/product/operatelog/list', { productId: id, action: '编辑' })
  const taken = await post(`${EDIT}/takeBack/${log.data.list[0]?.id}`)
  expect(taken.message).toBe('操作成功')
  const edit = await app.request<{ lines: { field: string; oldValue: string; newValue: string }[] }>(
    'GET',
    `${EDIT}/info/${taken.data.id}`,
    { token: shop.token },
  )
  expect(edit.data.lines.map((one) => [one.field, one.oldValue, one.newValue])).toEqual([
    ['keyword', '改过的词', '酸奶'],
  ])
  expect((await post(`${EDIT}/takeBack/${log.data.list[0]?.id}`)).code).toBe(409)
})

test('who may not see costs neither sees nor writes them in a change', async () => {
  const id = await onShelf()
  const clerk = await app.person({
    permissions: ['admin:product:productEdit:save', 'admin:product:productEdit:info'],
  })
  const lines = [{ productId: id, field: 'cost', newValue: '9.50' }]
  const body = { editTitle: '成本', reason: '改成本', lines }
  const refused = await post(`${EDIT}/save`, body, clerk.token)
  expect([refused.code, refused.message]).toEqual([422, '没有修改成本价的权限'])
  const saved = await post(`${EDIT}/save`, body)
  const seen = await get(`${EDIT}/info/${saved.data.id}`, {}, clerk.token)
  expect(seen.code).toBe(200)
  expect(seen.body).not.toMatch(/9\.50|8\.00/)
})

test('copied by id a product begins a form without codes; by address a service is needed', async () => {
  const id = await shop.save({ barCode: '6920202888883' })
  const copy = await app.request<{ info: { storeName: string; productCode: string; barCode: string } }>(
    'POST',
    `${P}/copy/product`,
    { token: shop.token, body: { id } },
  )
  expect(copy.data.info).toMatchObject({ storeName: '原味酸奶 180g', productCode: '', barCode: '' })
  const byUrl = await post(`${P}/copy/product`, { url: 'https://shop.example/1' })
  expect([byUrl.code, byUrl.message]).toEqual([409, '未配置商品采集服务'])
  expect((await post(`${P}/copy/config`)).data).toEqual({ copyType: 1, copyNum: 0 })
})

test('gifts and products of a home block', async () => {
  const id = await onShelf({ storeName: '独特的赠品牛奶' })
  const gifts = await app.request<{ productName: string; suk: string }[]>('GET', `${P}/stringify/gift`, {
    token: shop.token,
    query: { keywords: '独特的赠品' },
  })
  expect(gifts.data.map((one) => [one.productName, one.suk])).toEqual([['独特的赠品牛奶', '默认']])
  const home = await get(`${P}/home/list`, { keywords: '独特的赠品', positionId: 1 })
  expect(home.data.list.map((one) => [one.id, one.checked])).toEqual([[id, 0]])
})

test('two versions of a product are compared field by field', async () => {
  const id = await approved()
  for (const keyword of ['一', '二', '三']) await post(`${P}/update`, { id, keyword })
  const log = await get('/admin/product/operatelog/list', { productId: id, action: '编辑' })
  const [last, , first] = log.data.list
  const compared = await app.request<{ fields: unknown[] }>('GET', '/admin/product/operatelog/compare', {
    token: shop.token,
    query: { productId: id, from: Number(last?.id), to: Number(first?.id) },
  })
  expect(compared.data.fields).toEqual([{ field: 'keyword', label: '商品关键字', before: '一', after: '三' }])
})
