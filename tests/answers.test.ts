// The fields that the specification names in answers many parts rely on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ADMIN_PASSWORD } from '../app/testing.ts'

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

test('P-074, P-159, P-160: the rows of the product picker and its categories', async () => {
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
  const list = await app.request('GET', '/admin/store/product/list', {
    token,
    query: { page: 1, limit: 20, cateId: '', keywords: '', type: '1' },
  })
  expect(list.data).toMatchObject({ list: [], total: 0 })
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
