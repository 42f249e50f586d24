import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeApple, startFakeApple } from '#app/fakes/apple.ts'
import type { Listening } from '#app/fakes/local.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'

let app: TestApp
let shop: Shoppers
let apple: FakeApple & Listening
beforeAll(async () => {
  apple = await startFakeApple()
  app = await testApp({ TS_APPLE_BASE: apple.base })
  shop = await openShoppers(app)
})
afterAll(async () => {
  await app?.close()
  await apple?.stop()
})

const CLIENT = 'cn.example.shop'
const come = (code: string, more: Record<string, unknown> = {}) =>
  shop.ask<{ uid: number; isNew: number }>('/open/customer/login', { kind: 'apple', code, ...more })
const withPhone = async () => {
  const phone = freshPhone()
  return { phone, phoneCode: await shop.code(phone) }
}
const tokenOf = (sub: string, more: Record<string, unknown> = {}, kid?: string) =>
  apple.token(sub, { aud: CLIENT, ...more }, kid)
const save = async (values: Record<string, string>) =>
  (
    await app.request('POST', '/admin/system/config/save/form', {
      token: await app.admin(),
      body: { id: 85, fields: Object.entries(values).map(([name, value]) => ({ name, value })) },
    })
  ).message

test('U §2.5: Sign in with Apple asks for its form first', async () => {
  expect(await come(tokenOf('a0'))).toMatchObject({ code: 409, message: '未配置Apple登录' })
  expect(await save({ apple_login_open: '1' })).toBe('请输入应用标识')
  expect(await save({ apple_login_open: '1', apple_client_ids: `web.example, ${CLIENT}` })).toBe('操作成功')
})

test('U §2.5: a token of Apple signs in its owner, as one user; by its keys, which are read once', async () => {
  const made = await come(tokenOf('a1'), await withPhone())
  expect([made.message, made.data.isNew]).toEqual(['操作成功', 1])
  const again = await come(tokenOf('a1', { aud: 'web.example' }))
  expect(again.data).toMatchObject({ uid: made.data.uid, isNew: 0 })
  const rows = await app.db
    .selectFrom('userIdentity')
    .select(['type', 'openid'])
    .where('uid', '=', made.data.uid)
    .execute()
  expect(rows).toEqual([{ type: 'apple', openid: 'a1' }])
  expect(apple.asked).toBe(1)
})

test('U §2.5: a token signs in once, also of ten at once; refused for its phone it may come again', async () => {
  const late = tokenOf('a3')
  expect(await come(late)).toMatchObject({ code: 422, message: '请绑定手机号' })
  expect((await come(late, await withPhone())).message).toBe('操作成功')
  const token = tokenOf('a3', { iat: Math.floor(Date.now() / 1000) - 1 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => come(token)))
  expect(answers.map(({ message }) => message).sort()).toEqual(
    [...Array.from({ length: 9 }, () => '授权信息无效，请重试'), '操作成功'].sort(),
  )
  await sql`update "usedToken" set "createTime" = now() - interval '2 days'`.execute(app.db)
  expect((await come(tokenOf('a3', { iat: Math.floor(Date.now() / 1000) - 2 }))).message).toBe('操作成功')
  expect(await app.db.selectFrom('usedToken').select('hash').execute()).toHaveLength(1)
})

test('U §2.5: what Apple has not signed for us, just now, signs nobody in', async () => {
  const now = Math.floor(Date.now() / 1000)
  const [head = '', body = '', sign = ''] = tokenOf('a1').split('.')
  const other = Buffer.from(
    JSON.stringify({ iss: 'https://appleid.apple.com', aud: CLIENT, sub: 'a2', iat: now, exp: now + 600 }),
  )
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'key1' })).toString('base64url')
  for (const token of [
    'no token',
    `${head}.${body}`,
    `${head}.${other.toString('base64url')}.${sign}`,
    `${none}.${body}.`,
    `${none}.${body}.${sign}`,
    tokenOf('a1', { aud: 'another.app' }),
    tokenOf('a1', { iss: 'https://example.com' }),
    tokenOf('a1', { exp: now - 3600 }),
    tokenOf('a1', { iat: now - 3600 }),
    tokenOf('a1', { sub: '' }),
    tokenOf('a1', {}, 'key9'),
  ])
    expect(await come(token)).toMatchObject({ code: 422, message: '授权信息无效，请重试' })
  // Names that nobody has published are not asked for again and again.
  expect(apple.asked).toBe(1)
})
