import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { jobOf } from '#kit/server/jobs.ts'
import { account, complete, type WechatApp, wechatApp } from '../../../tests/wechat.ts'
import { pageSignature } from '../page.server.ts'
import { openidOf } from '../wechat.door.ts'
import { askPlatform } from './platform.server.ts'

let house: WechatApp

beforeAll(async () => {
  house = await wechatApp()
})
afterAll(() => house.close())

const page = (url: string, headers: Record<string, string> = {}) =>
  house.app.request<Record<string, unknown>>('GET', '/admin/wechat/config', { query: { url }, headers })
const menu = () => askPlatform(house.app.db, 'wechat', { path: 'cgi-bin/menu/delete' }, z.unknown())

test('P §11.4: pages are signed as in the worked example', () => {
  const url = 'https://admin.example.cn/login?redirect=%2F'
  expect(pageSignature('kgt8ON7yVITDhtdwci0qeQ', 'Wm3WZYTPz0wzccnW', 1767225600, url)).toBe(
    '19f6beba43d9a1040b65aa8d3e8af6c235e5d63f',
  )
})

test('M-028, M-065: the page configuration is for pages of this installation, without a session', async () => {
  const url = 'https://admin.example.cn/login?redirect=%2F'
  expect(await page(url)).toMatchObject({ code: 409, message: '未配置公众号' })
  await house.configure(84, complete)
  const { data } = await page(url)
  expect(data).toMatchObject({
    appId: account.appId,
    url,
    debug: false,
    openBase: 'https://open.weixin.qq.com',
  })
  const { nonceStr, timestamp, signature } = data
  expect(signature).toBe(pageSignature('ticket-1', String(nonceStr), Number(timestamp), url))
  expect((await page('https://evil.example/')).message).toBe('页面地址不在授权域名内')
  expect((await page('https://shop.example.cn/a', { host: 'shop.example.cn' })).code).toBe(200)
  expect((await page(`${url}#/x`)).message).toBe('页面地址格式不正确')
  expect(house.fake.heard.filter((one) => one.path === 'cgi-bin/ticket/getticket')).toHaveLength(1)
})

test('one token serves everybody, sealed; of many who need a new one, one fetches it', async () => {
  const before = house.fake.tokens
  await Promise.all(Array.from({ length: 10 }, menu))
  expect(house.fake.tokens).toBe(before)
  house.fake.expire()
  await Promise.all(Array.from({ length: 10 }, menu))
  expect(house.fake.tokens).toBe(before + 1)
  const kept = await house.app.db.selectFrom('wechatShared').selectAll().execute()
  expect(kept.map((row) => row.name).sort()).toEqual(['ticket.wechat', 'token.wechat'])
  expect(JSON.stringify(kept)).not.toContain('fake-')
  const logged = await house.app.db.selectFrom('outCallLog').selectAll().execute()
  expect(JSON.stringify(logged)).not.toMatch(/fake-|right|access_token/)
})

test('a lease of a process that died is taken over when its time is up', async () => {
  house.fake.expire()
  await sql`insert into "wechatShared" ("name", "value", "expireTime")
    values ('lease.token.wechat', 'dead', now() + interval '300 milliseconds')`.execute(house.app.db)
  await menu()
})

test('M-074: the job takes new tokens before the old ones end, of both accounts', async () => {
  await house.configure(66, { routine_appid: 'wxroutine', routine_appsecret: 'right' })
  const run = jobOf(house.app.db, 'wechat.token')?.run
  const stop = new AbortController().signal
  expect(await run?.(house.app.db, {}, stop)).toBe(3)
  const before = house.fake.tokens
  await run?.(house.app.db, {}, stop)
  expect(house.fake.tokens).toBe(before)
  await sql`update "wechatShared" set "expireTime" = now() + interval '9 minutes' where "name" = 'token.wechat'`.execute(
    house.app.db,
  )
  await run?.(house.app.db, {}, stop)
  expect(house.fake.tokens).toBe(before + 1)
})

test('a code works once; another number than that of a bad code is told as it is', async () => {
  const { db } = house.app
  expect(await openidOf(db, 'code-o1', 'wechat')).toBe('o1')
  await expect(openidOf(db, 'code-o1', 'wechat')).rejects.toThrow('授权信息无效，请重试')
  await expect(openidOf(db, 'nonsense', 'wechat')).rejects.toThrow('授权信息无效，请重试')
  expect(await openidOf(db, 'code-o1~routine', 'routine')).toBe('o1')
  house.fake.refuse('sns/oauth2/access_token', 48001)
  await expect(openidOf(db, 'code-o2', 'wechat')).rejects.toThrow('微信接口错误：48001 接口未授权')
})

test('测试连接 asks for a token whatever is kept; the overview tells the last error', async () => {
  const tried = () =>
    house.app.request('POST', '/admin/system/config/test/84', { token: house.token, body: {} })
  expect(await tried()).toMatchObject({ code: 200, data: { message: '连接正常' } })
  await house.configure(84, { wechat_appsecret: 'wrong' })
  expect((await tried()).message).toBe('微信接口错误：40125 AppSecret无效')
  const overview = await house.app.request<{ lastError: { message: string } }>(
    'GET',
    '/admin/wechat/overview',
    {
      token: house.token,
    },
  )
  expect(overview.data.lastError.message).toBe('token 微信接口错误：40125 AppSecret无效')
})

test('nobody there, and what cannot be read, are told as such', async () => {
  await house.configure(84, { wechat_appsecret: 'right' })
  const base = house.app.house.context.settings.wechatApiBase
  house.app.house.context.settings.wechatApiBase = 'http://127.0.0.1:9'
  await expect(menu()).rejects.toThrow('微信接口异常：')
  house.app.house.context.settings.wechatApiBase = base
})
