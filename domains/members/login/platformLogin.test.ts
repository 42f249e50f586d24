import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listening } from '#app/fakes/local.ts'
import { type FakePay, startFakePay } from '#app/fakes/pay.ts'
import type { TestApp } from '#app/testing.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'
import { complete, type WechatApp, wechatApp } from '../../../tests/wechat.ts'

let house: WechatApp
let app: TestApp
let shop: Shoppers
let pay: FakePay & Listening
beforeAll(async () => {
  pay = await startFakePay()
  house = await wechatApp({ TS_FAKE: 'pay', TS_PAY_BASE: pay.base })
  app = house.app
  shop = await openShoppers(app)
  await house.configure(66, { routine_appid: 'wxroutine', routine_appsecret: 'right' })
  await house.configure(84, complete)
})
afterAll(async () => {
  await house.close()
  await pay.stop()
})

const come = async (kind: string, code: string, more: Record<string, unknown> = {}) =>
  shop.ask<{ uid: number; isNew: number }>('/open/customer/login', { kind, code, ...more })
const withPhone = async () => {
  const phone = freshPhone()
  return { phone, phoneCode: await shop.code(phone) }
}
const identitiesOf = async (uid: number) =>
  (
    await app.db
      .selectFrom('userIdentity')
      .select(['type', 'openid'])
      .where('uid', '=', uid)
      .orderBy('type')
      .execute()
  ).map(({ type, openid }) => `${type} ${openid}`)

test('U §2.5: who comes by the official account and then by the mini-program of one platform is one user', async () => {
  const first = await come('wechat', 'code-pub1~u1', await withPhone())
  expect([first.message, first.data.isNew]).toEqual(['操作成功', 1])
  const { uid } = first.data
  const second = await come('routine', 'code-mini1~u1')
  expect(second.data).toMatchObject({ uid, isNew: 0 })
  expect(await identitiesOf(uid)).toEqual(['routine mini1', 'unionid union-u1', 'wechat pub1'])
  // Whose account is bound to no platform stands for itself.
  const other = await come('routine', 'code-mini2', await withPhone())
  expect(other.data.isNew).toBe(1)
  expect(await identitiesOf(other.data.uid)).toEqual(['routine mini2'])
})

test('U §2.5: somebody known before the platform was bound keeps their account, and what leads to another stays there', async () => {
  const one = await come('wechat', 'code-pub3', await withPhone())
  const two = await come('routine', 'code-mini3~u3', await withPhone())
  expect(two.data.uid).not.toBe(one.data.uid)
  const again = await come('wechat', 'code-pub3~u3')
  expect(again.data.uid).toBe(one.data.uid)
  expect(await identitiesOf(two.data.uid)).toContain('unionid union-u3')
  expect(await identitiesOf(one.data.uid)).toEqual(['wechat pub3'])
})

test('U §2.5: two first sign-ins by both accounts of one platform at the same moment become one user', async () => {
  const phones = await Promise.all([withPhone(), withPhone()])
  const both = await Promise.all([
    come('wechat', 'code-pub4~u4', phones[0]),
    come('routine', 'code-mini4~u4', phones[1]),
  ])
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  const uids = both.map(({ data }) => data.uid)
  expect(new Set(uids).size).toBe(1)
  expect((await come('routine', 'code-mini5~u4')).data.uid).toBe(uids[0])
})

test('U §2.5: a code of 支付宝 signs in by its gateway, works once, and is not taken while it does not answer', async () => {
  const made = await come('alipay', 'code-ali1', await withPhone())
  expect([made.message, made.data.isNew]).toEqual(['操作成功', 1])
  expect(await identitiesOf(made.data.uid)).toEqual(['alipay ali1'])
  const spent = await come('alipay', 'code-ali1')
  expect([spent.code, spent.message]).toEqual([422, '授权信息无效，请重试'])
  pay.failNext = 1
  expect((await come('alipay', 'code-ali2')).code).toBe(409)
  expect((await come('alipay', '')).message).toBe('请输入授权码')
})
