import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { makeUsers } from '../../../tests/tags.ts'
import { checkName, isWhite } from './check.server.ts'

const LIST = '/admin/user/nameList'
let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const send = <T = { id: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const row = (more: Record<string, unknown>) => ({
  listType: 2,
  objectType: 1,
  scenes: [3],
  reason: '刷券',
  ...more,
})
async function listed(more: Record<string, unknown>): Promise<number> {
  const answer = await send(`${LIST}/save`, row(more))
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data.id
}
const hitsOf = async (nameId: number) =>
  (
    await sql<{ scene: number; uid: number | null; value: string; ip: string }>`
      select "scene", "uid", "value", "ip" from "nameHit" where "nameId" = ${nameId} order by "id"`.execute(
      app.db,
    )
  ).rows

const SHUT = { code: 422, message: '操作异常，请联系客服' }

test('U §18-37: black in scene 3, white in scene 4: a coupon is refused with one hit, a seckill passes; the same row is there once', async () => {
  const [uid = 0] = await makeUsers(app, 1)
  const both = await Promise.all([1, 2].map(() => send(`${LIST}/save`, row({ objectValue: String(uid) }))))
  expect(both.map((one) => one.code).toSorted()).toEqual([200, 422])
  expect(both.find((one) => one.code === 422)).toMatchObject({
    message: '该对象已在黑名单中',
    data: [{ field: 'objectValue', message: '该对象已在黑名单中' }],
  })
  const black = both.find((one) => one.code === 200)?.data.id ?? 0
  await listed({ objectValue: String(uid), listType: 1, scenes: [4], reason: '员工' })

  await expect(checkName(app.db, 3, { uid })).rejects.toMatchObject(SHUT)
  expect(await checkName(app.db, 4, { uid })).toEqual({ white: true })
  expect(await checkName(app.db, 5, { uid })).toEqual({ white: false })
  expect(await hitsOf(black)).toEqual([{ scene: 3, uid, value: String(uid), ip: '' }])
  const { rows } = await sql`select "hitNum" from "nameList" where "id" = ${black}`.execute(app.db)
  expect(rows).toEqual([{ hitNum: 1 }])
})

test('U §5.1: a hit stands though the caller is undone; white counts more than black', async () => {
  const [uid = 0] = await makeUsers(app, 1, { phone: '13900000037' })
  const black = await listed({ objectType: 2, objectValue: '13900000037', scenes: [2] })
  await expect(asSystem(app.db, (tx) => checkName(tx, 2, { uid, ip: '10.0.0.9' }))).rejects.toMatchObject({
    code: 422,
    message: '当前账号暂不能下单，请联系客服',
  })
  expect(await hitsOf(black)).toEqual([{ scene: 2, uid, value: '13900000037', ip: '10.0.0.9' }])
  await listed({ objectValue: String(uid), listType: 1, scenes: [2] })
  expect(await checkName(app.db, 2, { uid })).toEqual({ white: true })
  expect(await isWhite(app.db, 2, { uid })).toBe(true)
})

test('U §5.1: networks hold their addresses, addresses are found within longer ones, time and state count', async () => {
  const net = await listed({ objectType: 5, objectValue: '121.40.1.77/24', scenes: [1] })
  const { rows } = await sql`select "objectValue" from "nameList" where "id" = ${net}`.execute(app.db)
  expect(rows).toEqual([{ objectValue: '121.40.1.0/24' }])
  const again = await send(`${LIST}/save`, row({ objectType: 5, objectValue: '121.40.1.0/24', scenes: [1] }))
  expect(again.message).toBe('该对象已在黑名单中')
  await expect(checkName(app.db, 1, { ip: '121.40.1.200' })).rejects.toMatchObject(SHUT)
  await expect(checkName(app.db, 1, { ip: '::ffff:121.40.1.200' })).rejects.toMatchObject(SHUT)
  expect(await checkName(app.db, 1, { ip: '121.40.2.1' })).toEqual({ white: false })
  expect(await checkName(app.db, 1, { ip: 'not an address' })).toEqual({ white: false })

  await listed({ objectType: 6, objectValue: '鼓楼区 八一七路1号', scenes: [2] })
  await expect(checkName(app.db, 2, { address: '福建省福州市鼓楼区八一七路1号3层' })).rejects.toMatchObject({
    code: 422,
  })

  const now = Math.floor(Date.now() / 1000)
  await listed({ objectType: 4, objectValue: 'device-0001', scenes: [6], startTime: now + 3600 })
  expect(await checkName(app.db, 6, { device: 'device-0001' })).toEqual({ white: false })
  const off = await listed({ objectType: 4, objectValue: 'device-0002', scenes: [6] })
  await send(`${LIST}/update/status/${off}`, { status: 0 })
  expect(await checkName(app.db, 6, { device: 'device-0002' })).toEqual({ white: false })
})

test.each([
  [1, 'abc', '用户格式不正确'],
  [1, '987654321', '用户不存在'],
  [2, '1380000123', '手机号格式不正确'],
  [3, 'x y', 'openid格式不正确'],
  [4, '#', '设备号格式不正确'],
  [5, '300.1.1.1', 'IP段格式不正确'],
  [5, '10.0.0.0/33', 'IP段格式不正确'],
  [6, '路1号', '收货地址格式不正确'],
])('U §14: an object of type %i that is none: %s', async (objectType, objectValue, message) => {
  const answer = await send(`${LIST}/save`, row({ objectType, objectValue }))
  expect([answer.code, answer.message]).toEqual([422, message])
  expect(answer.data).toEqual([{ field: 'objectValue', message }])
})

test('U §5.1, §10.1: phones are told in part without the right to them; a check keeps nothing', async () => {
  await listed({ objectType: 2, objectValue: '13700000001', scenes: [8] })
  const clerk = await app.person({
    permissions: ['admin:user:nameList:list', 'admin:user:nameList:check'],
    dataScope: 1,
  })
  const { data } = await app.request('GET', `${LIST}/list`, {
    token: clerk.token,
    query: { keywords: '13700000001', listType: '2' },
  })
  expect(data.list.map((one) => one.objectValue)).toEqual(['137****0001'])
  const tried = await send<{ result: string; text: string }>(
    `${LIST}/check`,
    { scene: 8, phone: '13700000001' },
    clerk.token,
  )
  expect(tried.data).toMatchObject({ result: 'black', text: '操作异常，请联系客服' })
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as "n" from "nameHit" where "scene" = 8`.execute(app.db)
  expect(rows[0]?.n).toBe(0)
})
