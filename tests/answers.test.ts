// The fields that the specification names in answers many parts rely on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ADMIN_PASSWORD } from './adminPassword.ts'
import { openShop } from './catalogShop.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

test('P-175: a login takes account, pwd, key, code and wxCode and answers a token', async () => {
  const body = { account: 'admin', pwd: ADMIN_PASSWORD, key: '', code: '', wxCode: '' }
  const answer = await app.request('POST', '/admin/login', { body })
  expect(answer.data.token).toMatch(/^[A-Za-z0-9]{32}$/)
})

test('P-157, P-176: the person of a session', async () => {
  const answer = await app.request('GET', '/admin/getAdminInfoByToken', { token, query: { token } })
  expect(answer.data).toMatchObject({
    name: 'admin',
    avatar: expect.any(String),
    introduction: expect.any(String),
    roles: ['admin'],
    permissions: ['*:*:*'],
    realName: expect.any(String),
  })
})

test('P-074, P-160: what the product picker asks, and its categories', async () => {
  const category = await app.request('POST', '/admin/category/save', {
    token,
    body: { type: 1, pid: 0, name: '耳机' },
  })
  expect(category.code).toBe(200)
  const tree = await app.request<Record<string, unknown>[]>('GET', '/admin/category/list/tree', {
    token,
    query: { status: -1, type: 1 },
  })
  expect(tree.data).toEqual([expect.objectContaining({ id: category.data.id, name: '耳机' })])
  // Hidden ones as well, with what lies below them.
  const below = await app.request('POST', '/admin/category/save', {
    token,
    body: { type: 1, pid: category.data.id, name: '入耳式', status: 0 },
  })
  const both = await app.request<Record<string, unknown>[]>('GET', '/admin/category/list/tree', {
    token,
    query: { status: -1, type: 1 },
  })
  expect(both.data).toEqual([
    expect.objectContaining({
      id: category.data.id,
      child: [expect.objectContaining({ id: below.data.id, name: '入耳式' })],
    }),
  ])
  const list = await app.request('GET', '/admin/store/product/list', {
    token,
    query: { page: 1, limit: 20, cateId: '', keywords: '', type: '1' },
  })
  expect(list.data).toMatchObject({ list: [], total: 0 })
})

test('P-159: a row of the product picker', async () => {
  const shop = await openShop(app)
  const id = await shop.save({ storeName: '降噪耳机', submit: 1 })
  await app.request('POST', '/admin/product/examine/save', {
    token,
    body: { id, auditStatus: 1, opinion: '' },
  })
  await app.request('GET', `/admin/store/product/putOnShell/${id}`, { token })
  const { data } = await app.request<{ list: object[]; total: number }>('GET', '/admin/store/product/list', {
    token,
    query: { page: 1, limit: 20, cateId: String(shop.cateId), keywords: '降噪', type: '1' },
  })
  expect(data).toMatchObject({
    total: 1,
    list: [
      { id, image: '/upload/a.jpg', productName: '降噪耳机', cateValues: expect.stringMatching(/^乳品\d+$/) },
    ],
  })
})

test('C-016: what a product has beside itself is kept and read', async () => {
  const shop = await openShop(app)
  const post = (path: string, body: object) => app.request<{ id: number }>('POST', path, { token, body })
  const get = async (path: string, query: Record<string, string | number> = {}) => {
    const answer = await app.request<{ list: object[] }>('GET', path, { token, query })
    expect([path, answer.code]).toEqual([path, 200])
    return answer.data
  }
  const id = await shop.save({ storeName: '有声音箱', submit: 1 })
  expect((await post('/admin/product/examine/save', { id, auditStatus: 1, opinion: '可以' })).code).toBe(200)
  const tag = await post('/admin/system/tag/product/save', { tagName: '新品' })
  await post('/admin/store/product/tag', { productIds: [id], tagIds: [tag.data.id] })
  const rule = await post('/admin/store/product/rule/save', {
    ruleName: '颜色',
    ruleValue: JSON.stringify([{ value: '颜色', detail: ['黑', '白'] }]),
  })
  await post('/admin/store/product/reply/save', {
    productId: id,
    nickname: '顾客',
    avatar: '/upload/a.jpg',
    productScore: 5,
    serviceScore: 5,
    comment: '很好',
  })
  await post(`/admin/store/product/directory/${id}`, { isDirectory: 1, scopeType: 0 })

  const P = '/admin/store/product'
  expect(await get(`${P}/info/${id}`)).toMatchObject({
    storeName: '有声音箱',
    attrValue: [{ price: '12.80' }],
  })
  expect((await get(`${P}/productAttrValuelist`, { productId: id })).list).not.toEqual([])
  expect((await get('/admin/system/tag/product/list')).list).toMatchObject([
    { tagName: '新品', productCount: 1 },
  ])
  expect((await get(`${P}/rule/list`)).list).toMatchObject([{ id: rule.data.id, ruleName: '颜色' }])
  expect((await get(`${P}/reply/list`)).list).toMatchObject([{ productId: id, comment: '很好' }])
  expect(await get(`/admin/product/examine/info/by/${id}`)).toMatchObject({
    history: expect.arrayContaining([expect.objectContaining({ opinion: '可以' })]),
  })
  expect((await get('/admin/product/operatelog/list', { productId: id })).list.length).toBeGreaterThan(1)
  expect((await get(`${P}/directory/list`)).list).toMatchObject([{ productId: id, isDirectory: 1 }])
  expect((await get('/admin/product/store/img/list')).list).not.toEqual([])
  expect((await get('/admin/product/store/img/log/list')).list).toEqual([])
})

test('P-162: an article has what the specification names', async () => {
  const category = await app.request('POST', '/admin/category/save', {
    token,
    body: { type: 3, pid: 0, name: '帮助' },
  })
  const saved = await app.request('POST', '/admin/article/save', {
    token,
    body: {
      cid: category.data.id,
      title: '怎样下单',
      author: '小通',
      imageInput: '/files/a.png',
      synopsis: '先选商品',
      content: '<p>先选商品</p>',
    },
  })
  const info = await app.request<Record<string, unknown>>('GET', '/admin/article/info', {
    token,
    query: { id: saved.data.id },
  })
  const named =
    'id author cid content imageInput isBanner isHot shareSynopsis shareTitle sort synopsis title url'
  expect(Object.keys(info.data)).toEqual(expect.arrayContaining(named.split(' ')))
})
