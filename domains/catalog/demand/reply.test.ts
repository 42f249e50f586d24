import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { openShop, type Shop } from '../../../tests/catalogShop.ts'
import { bareConsumer } from '../../../tests/consumers.ts'
import { type BuyerReply, saveReply } from '../catalog.door.ts'
import { meanScore, praiseRate, scoresOf } from './reply.rules.ts'

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  await bareConsumer(app.db, 7)
})
afterAll(() => app.close())

const R = '/admin/store/product/reply'
const post = (path: string, body: unknown, token = shop.token) => app.request('POST', path, { token, body })
const get = (path: string, query: Record<string, string | number> = {}, token = shop.token) =>
  app.request('GET', path, { token, query })

async function newProduct(): Promise<{ productId: number; skuId: number }> {
  const productId = await shop.save()
  const row = await app.db
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return { productId, skuId: row.id }
}

let lines = 1000
const reply = (of: { productId: number; skuId: number }, more: Partial<BuyerReply> = {}): BuyerReply => ({
  uid: 7,
  oid: 1,
  orderLineId: ++lines,
  nickname: '林女士',
  avatar: '/upload/u.png',
  productScore: 5,
  serviceScore: 4,
  comment: '很好喝',
  pics: [],
  ...of,
  ...more,
})
const buy = (entry: BuyerReply) => inTransaction(app.db, theSystem, (tx) => saveReply(tx, entry))
const events = async () =>
  (await app.db.selectFrom('outbox').select(['event', 'payload']).orderBy('id').execute()).filter((one) =>
    one.event.startsWith('reply.'),
  )

test('46 good comments of 50 shown ones are 92.00 %', () => {
  expect(praiseRate(46, 50)).toBe('92.00')
  expect(praiseRate(2, 3)).toBe('66.67')
  expect(praiseRate(0, 0)).toBe('0.00')
  expect(meanScore(14, 3)).toBe(4.7)
  expect(
    ['good', 'medium', 'poor'].map((kind) =>
      kind === 'good' || kind === 'medium' || kind === 'poor' ? scoresOf(kind) : [],
    ),
  ).toEqual([[4, 5], [3], [1, 2]])
})

test('the comments of a product with their figures', async () => {
  const of = await newProduct()
  for (let n = 0; n < 46; n++) await buy(reply(of, { productScore: n % 2 === 0 ? 5 : 4 }))
  await buy(reply(of, { productScore: 3, pics: ['/upload/p.jpg'] }))
  for (let n = 0; n < 3; n++) await buy(reply(of, { productScore: 1 }))
  const { replyId } = await buy(reply(of, { productScore: 1, comment: '难喝' }))
  expect((await post(`${R}/update/status/${replyId}`, { status: 0 })).code).toBe(200)
  const shown = await get('/admin/store/product/replyStoreProductId', {
    productId: of.productId,
    type: 'good',
    limit: 10,
  })
  expect(shown.data).toMatchObject({
    sumCount: 50,
    goodCount: 46,
    inCount: 1,
    poorCount: 3,
    picCount: 1,
    replyChance: '92.00',
    replyStar: 4.3,
    total: 46,
    totalPage: 5,
  })
  expect(shown.data.list).toHaveLength(10)
  const pictured = await get('/admin/store/product/replyStoreProductId', {
    productId: of.productId,
    type: 'pic',
  })
  expect(pictured.data.list).toMatchObject([{ productScore: 3, pics: ['/upload/p.jpg'], nickname: '林女士' }])
  // One that is shown again counts at once.
  expect((await post(`${R}/update/status/${replyId}`, { status: 1 })).code).toBe(200)
  const poor = await get('/admin/store/product/replyStoreProductId', {
    productId: of.productId,
    type: 'poor',
    page: 2,
    limit: 3,
  })
  expect(poor.data).toMatchObject({ sumCount: 51, poorCount: 4, total: 4, totalPage: 2, page: 2 })
  expect(poor.data.list).toHaveLength(1)
})

test('a line of an order has one comment, whoever taps twice', async () => {
  const of = await newProduct()
  const entry = reply(of)
  const results = await Promise.allSettled([buy(entry), buy(entry)])
  expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 409, message: '该商品已评价' })
  const done = results.find((one) => one.status === 'fulfilled')
  const id = done?.value.replyId ?? 0
  expect((await get(`${R}/delete/${id}`)).code).toBe(200)
  await expect(buy(entry)).rejects.toMatchObject({ code: 409, message: '该商品已评价' })
  const told = (await events()).filter(
    (one) =>
      JSON.stringify(one.payload).includes(`"replyId": ${id}`) ||
      JSON.stringify(one.payload).includes(`"replyId":${id},`),
  )
  expect(told.map((one) => one.event)).toEqual(['reply.created', 'reply.removed'])
})

test('words that are not to be read keep a comment out, or hidden until it is released', async () => {
  const of = await newProduct()
  const word = (text: string, action: number) =>
    post('/admin/sensitive/words/save', { word: text, category: 9, action })
  const saved = await word('测试拦截词', 1)
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  await word('测试审核词', 3)
  await expect(buy(reply(of, { comment: '这里有测试拦截词' }))).rejects.toMatchObject({
    code: 422,
    message: '内容包含敏感词：测试拦截词',
  })
  const before = (await events()).length
  const held = await buy(reply(of, { comment: '这里有测试审核词' }))
  expect(held.isHeld).toBe(true)
  expect((await events()).length).toBe(before)
  const show = await post(`${R}/update/status/${held.replyId}`, { status: 1 })
  expect([show.code, show.message]).toEqual([409, '评论待人工审核，审核放行后显示'])
  const hits = await get('/admin/sensitive/hit/list', { scene: 'comment' })
  const hit = hits.data.list.find((row) => row.bizId === held.replyId)
  expect((await post(`/admin/sensitive/hit/review/${hit?.id}`, { result: 1 })).code).toBe(200)
  expect((await get(`${R}/info/${held.replyId}`)).data).toMatchObject({ isShow: 1 })
  expect((await events()).length).toBe(before + 1)
})

test('a virtual comment is marked, needs its own permission and tells nobody', async () => {
  const of = await newProduct()
  const form = {
    ...of,
    nickname: '小通',
    avatar: '/upload/u.png',
    productScore: 5,
    serviceScore: 5,
    comment: '不错',
  }
  const person = await app.person({
    permissions: ['admin:store:product:reply:save', 'admin:store:product:reply:list'],
  })
  expect((await post(`${R}/save`, form, person.token)).code).toBe(403)
  const before = (await events()).length
  const saved = await post(`${R}/save`, form)
  expect(saved.code).toBe(200)
  expect((await events()).length).toBe(before)
  const list = await get(`${R}/list`, { productId: of.productId })
  expect(list.data.list).toMatchObject([
    { id: saved.data.id, replyType: 2, productName: '原味酸奶 180g', sku: '默认', isShow: 1 },
  ])
  const other = await newProduct()
  const wrong = await post(`${R}/save`, { ...form, skuId: other.skuId })
  expect([wrong.code, wrong.message]).toEqual([422, '规格不属于该商品'])
  expect((await post(`${R}/save`, { ...form, nickname: '' })).message).toBe('请输入用户名称')
  expect((await post(`${R}/save`, { ...form, productScore: 6 })).message).toBe('商品分数格式不正确')
})

test('an answer is given to several comments, a second one replaces it and both are logged', async () => {
  const of = await newProduct()
  const first = await buy(reply(of, { nickname: '第一位' }))
  const second = await buy(reply(of, { nickname: '第二位', productScore: 2 }))
  const ids = [first.replyId, second.replyId]
  const open = { productId: of.productId, isReply: 0 }
  expect((await get(`${R}/list`, open)).data.total).toBe(2)
  await post(`${R}/comment`, { ids, merchantReplyContent: '谢谢您的支持' })
  await post(`${R}/comment`, { ids: [first.replyId], merchantReplyContent: '欢迎再来' })
  expect((await get(`${R}/list`, open)).data.total).toBe(0)
  const list = await get(`${R}/list`, { productSearch: '酸奶', nickname: '第', productId: of.productId })
  expect(list.data.list.map((row) => row.merchantReplyContent)).toEqual(['谢谢您的支持', '欢迎再来'])
  const poor = await get(`${R}/list`, { productId: of.productId, score: 'poor,medium' })
  expect(poor.data.list.map((row) => row.nickname)).toEqual(['第二位'])
  const { rows } = {
    rows: await app.db.selectFrom('operLog').select('changes').where('title', '=', '回复评论').execute(),
  }
  expect(JSON.stringify(rows)).toContain('谢谢您的支持')
  expect(JSON.stringify(rows)).toContain('欢迎再来')
})
