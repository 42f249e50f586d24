import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD } from '#app/testing.ts'
import { complete, type WechatApp, wechatApp } from '../../tests/wechat.ts'

let house: WechatApp

beforeAll(async () => {
  house = await wechatApp()
})
afterAll(() => house.close())

const social = (code: string) =>
  house.app.request('GET', '/admin/authorize/login', { query: { code, state: 's' } })
const login = (wxCode: string) =>
  house.app.request<{ token: string; hint: string }>('POST', '/admin/login', {
    body: { account: 'admin', pwd: ADMIN_PASSWORD, key: '', code: '', wxCode },
  })
const pic = async () =>
  (await house.app.request<{ wechatLogin: number }>('GET', '/admin/getLoginPic')).data.wechatLogin
const own = (what: string, token: string, body: unknown = {}) =>
  house.app.request('POST', `/admin/login/wechat/${what}`, { token, body })

test('without an official account nobody signs in with it', async () => {
  expect(await pic()).toBe(0)
  expect(await social('code-o40')).toMatchObject({ code: 409, message: '未配置公众号' })
  expect((await login('code-o40')).data.hint).toBe('微信绑定失败，请稍后在个人中心重试')
})

test('P16-40: a new code with the password binds the account, which then signs in without a password; nobody else gets it', async () => {
  await house.configure(84, complete)
  expect(await pic()).toBe(1)
  const first = await social('code-o40')
  expect([first.code, first.message]).toEqual([404, '该微信未绑定账号，请使用账号密码登录'])
  // The first code is spent.
  expect((await login('code-o40')).data.hint).toBe('微信绑定失败，请稍后在个人中心重试')
  const entered = await login('code-o40~2')
  expect(entered).toMatchObject({ code: 200, data: { hint: '' } })
  expect((await house.app.request('GET', '/admin/logout', { token: entered.data.token })).code).toBe(200)
  const again = await social('code-o40~3')
  expect(again).toMatchObject({ code: 200, data: { account: 'admin', id: 1 } })
  expect(await social('code-o40~3')).toMatchObject({ code: 422, message: '授权信息无效，请重试' })

  const other = await house.app.person()
  expect(await own('bind', other.token, { code: 'code-o40~4' })).toMatchObject({
    code: 409,
    message: '该微信已绑定其他账号',
  })
  expect((await own('bind', other.token, { code: 'code-o41' })).code).toBe(200)
  const logged = await sql<{ params: string }>`select "params"::text from "operLog"
    where "path" = '/admin/login/wechat/bind'`.execute(house.app.db)
  expect(logged.rows).toEqual([{ params: '{}' }])
})

test('who unbinds signs in with the password again, and another account can bind', async () => {
  const { data } = await social('code-o40~5')
  expect((await own('unbind', data.token)).code).toBe(200)
  expect((await own('unbind', data.token)).code).toBe(422)
  expect((await social('code-o40~6')).code).toBe(404)
  const other = await house.app.person()
  expect((await own('bind', other.token, { code: 'code-o40~7' })).code).toBe(200)
})
