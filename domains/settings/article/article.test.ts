import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { declareUse } from '#kit/server/refs.ts'
import { ended, startWorker } from '../../../tests/importing.ts'
import { registerNow } from '../../../tests/registering.ts'
import { waitsFor } from '../../../tests/waitsFor.ts'

let app: TestApp
let token: string
let cid: number

const A = '/admin/article'
const post = (path: string, body: Record<string, unknown> = {}) => app.request('POST', path, { token, body })
const get = (path: string, query: Record<string, string | number> = {}) =>
  app.request('GET', path, { token, query })
const newCategory = async (type: number, name: string, pid = 0): Promise<number> =>
  (await post('/admin/category/save', { type, pid, name })).data.id

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  cid = await newCategory(3, '帮助')
})
afterAll(() => app.close())

const texts = (title: string) => ({
  title,
  author: '小通',
  imageInput: '/files/a.png',
  synopsis: '怎样下单',
  content: '<p>先选商品</p>',
})
async function save(title: string, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(`${A}/save`, { cid, ...texts(title), ...more })
  expect(answer.message).toBe('操作成功')
  return answer.data.id
}
const info = async (id: number) =>
  (await app.request<Record<string, unknown>>('GET', `${A}/info`, { token, query: { id } })).data

test('an article is saved, sanitised, shared under its title, changed with its id in the query, deleted by GET', async () => {
  const id = await save('下单指南', {
    content: '<p onclick="x()">先选<script>alert(1)</script>商品</p><a href="javascript:x()">看</a>',
  })
  expect(await info(id)).toMatchObject({
    title: '下单指南',
    shareTitle: '下单指南',
    shareSynopsis: '怎样下单',
    content: '<p>先选商品</p><a>看</a>',
    visit: 0,
    status: 1,
  })
  const body = { title: '新下单指南' }
  expect((await app.request('POST', `${A}/update`, { token, query: { id }, body })).code).toBe(200)
  expect(await info(id)).toMatchObject({ title: '新下单指南', shareTitle: '下单指南' })
  expect((await get(`${A}/delete`, { id })).code).toBe(200)
  expect((await get(`${A}/info`, { id })).code).toBe(404)
})

test('what is missing is named; only categories of articles are taken', async () => {
  const answer = await app.request<{ message: string }[]>('POST', `${A}/save`, { token, body: {} })
  expect(answer.data.map((one) => one.message)).toEqual([
    '请选择文章分类',
    '请输入标题',
    '请输入作者',
    '请选择图文封面',
    '请输入文章简介',
    '请输入文章内容',
  ])
  const goods = await newCategory(1, '商品类')
  expect(await post(`${A}/save`, { ...texts('错类'), cid: goods })).toMatchObject({
    code: 422,
    data: [{ field: 'cid', message: '请选择文章分类' }],
  })
})

test('the list finds words in title, author and synopsis, and articles below a category; the export as well', async () => {
  const below = await newCategory(3, '售后', cid)
  const other = await newCategory(3, '公告')
  const id = await save('退货说明', { cid: below })
  await save('放假通知', { cid: other, synopsis: '国庆' })
  const found = async (query: Record<string, string | number>) =>
    (await get(`${A}/list`, query)).data.list.map((row) => row.title)
  expect(await found({ cid })).toEqual(['退货说明'])
  expect(await found({ keywords: '国庆' })).toEqual(['放假通知'])
  expect((await get(`${A}/list`, { cid })).data.list[0]).not.toHaveProperty('content')
  const stop = startWorker(app)
  try {
    const { data } = await app.request<{ taskId: number }>('POST', `${A}/export`, {
      token,
      body: { cid: String(cid) },
    })
    expect(await ended(app, data.taskId)).toMatchObject({ status: 2, success: 1 })
  } finally {
    await stop()
  }
  expect((await get('/admin/category/delete', { id: below })).message).toBe('该分类下有文章，不能删除')
  await get(`${A}/delete`, { id })
  expect((await get('/admin/category/delete', { id: below })).code).toBe(200)
})

test('at most news_slides_limit articles in view are banners', async () => {
  const ids: number[] = []
  for (let n = 1; n < 5; n++) ids.push(await save(`轮播${n}`, { isBanner: 1 }))
  ids.push(...(await waitsFor(app, "hashtext('article.isBanner')", () => save('轮播5', { isBanner: 1 }))))
  expect(await post(`${A}/save`, { cid, ...texts('轮播6'), isBanner: 1 })).toMatchObject({
    code: 422,
    message: '轮播文章不能超过5篇',
  })
  const hidden = await save('轮播6', { isBanner: 1, status: 0 })
  expect((await post(`${A}/update/status/${hidden}`, { status: 1 })).message).toBe('轮播文章不能超过5篇')
  await post(`${A}/update/status/${ids[0]}`, { status: 0 })
  expect((await post(`${A}/update/status/${hidden}`, { status: 1 })).code).toBe(200)
})

test('an article in use is not deleted', async () => {
  const id = await save('被引用')
  registerNow(
    app.db,
    declareUse('article', async (_tx, ids) =>
      ids.filter((one) => one === id).map((one) => ({ id: one, place: '自动回复', n: 2 })),
    ),
  )
  expect(await get(`${A}/delete`, { id })).toMatchObject({
    code: 409,
    message: '文章已被2处引用，不能删除',
  })
})

test('P16-33 words of an article: refused, replaced, held back until released', async () => {
  const saved = (more: Record<string, unknown>) => post(`${A}/save`, { cid, ...texts('敏感'), ...more })
  expect(await saved({ content: '<p>代 <b>开</b>发票</p>' })).toMatchObject({
    code: 422,
    message: '内容包含敏感词：代开发票',
    data: [{ field: 'content' }],
  })
  const replaced = await saved({ content: '<p>真是脑<b>残</b></p>' })
  expect(await info(replaced.data.id)).toMatchObject({ content: '<p>真是*<b>*</b></p>', status: 1 })

  const held = await saved({ title: '全网第一' })
  expect(held.data).toMatchObject({ isHeld: true })
  const { id } = held.data
  expect(await info(id)).toMatchObject({ title: '全网第一', status: 0 })
  expect(await post(`${A}/update/status/${id}`, { status: 1 })).toMatchObject({
    code: 409,
    message: '内容待人工审核，审核放行后显示',
  })
  // Nor does another change let it out.
  expect((await post(`${A}/update`, { id, status: 1, sort: 3 })).code).toBe(200)
  expect(await info(id)).toMatchObject({ status: 0, sort: 3 })
  const { list } = (await get('/admin/sensitive/hit/list', { scene: 'article', review: 0 })).data
  expect((await post(`/admin/sensitive/hit/review/${list[0]?.id}`, { result: 1 })).code).toBe(200)
  expect(await info(id)).toMatchObject({ status: 1 })
  // Released once, it may be changed where nothing is said.
  expect((await post(`${A}/update`, { id, sort: 4 })).code).toBe(200)
  expect(await info(id)).toMatchObject({ status: 1, sort: 4 })
})

test('an article is not released into one banner too many', async () => {
  const { data } = await post(`${A}/save`, { cid, ...texts('轮播7'), title: '全网第一', isBanner: 1 })
  expect(data).toMatchObject({ isHeld: true })
  await sql`update "article" set "isBanner" = 1 where "id" in
    (select "id" from "article" where "status" = 1 and "isDel" = 0 limit 5)`.execute(app.db)
  const { list } = (await get('/admin/sensitive/hit/list', { scene: 'article', review: 0 })).data
  const release = () => post(`/admin/sensitive/hit/review/${list[0]?.id}`, { result: 1 })
  expect((await release()).message).toBe('轮播文章不能超过5篇')
  expect(await info(data.id)).toMatchObject({ status: 0 })
  await sql`update "article" set "isBanner" = 0 where "id" <> ${data.id}`.execute(app.db)
  expect((await release()).code).toBe(200)
  expect(await info(data.id)).toMatchObject({ status: 1 })
})

test('a product is bound and let go again', async () => {
  const id = await save('带货')
  expect((await post(`${A}/bind/product`, { id, productId: 99_999_999 })).code).toBe(422)
  expect((await post(`${A}/bind/product`, { id, productId: null })).code).toBe(200)
  expect(await info(id)).toMatchObject({ productId: null })
})
