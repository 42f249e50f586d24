import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { checkUidTables, forgottenTables } from '#kit/server/consumers.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'
import { CODE_PATTERN, inviteLink } from './invite.rules.ts'
import { codeExpire, inviteConsumers } from './inviteJobs.server.ts'

const I = '/admin/user/invitation'

let app: TestApp
let token: string
let shop: Shoppers
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  shop = await openShoppers(app)
})
afterAll(() => app.close())

const post = <T = { id: number; num: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const told = ({ code, message }: { code: number; message: string }) => [code, message]

test('U §5.2: five thousand codes are made at once, all different and well formed; beyond that is refused', async () => {
  const made = await post(`${I}/batch`, { name: '大批', codeType: 3, num: 5000, maxNum: 1 })
  expect([made.code, made.data.num]).toEqual([200, 5000])
  const rows = await app.db
    .selectFrom('invitationCode')
    .select(['code', 'maxNum'])
    .where('name', '=', '大批')
    .execute()
  expect([rows.length, new Set(rows.map((row) => row.code)).size]).toEqual([5000, 5000])
  expect(rows.every((row) => CODE_PATTERN.test(row.code) && row.maxNum === 1)).toBe(true)
  expect((await post(`${I}/batch`, { name: '太多', codeType: 3, num: 5001 })).code).toBe(422)
  expect(told(await post(`${I}/batch`, { name: '会员', codeType: 3, num: 0 }))[0]).toBe(422)
})

test('a code is somebody’s by its type; its name is taken once; what has been used stays', async () => {
  expect(told(await post(`${I}/save`, { name: '员工码', codeType: 1 }))).toEqual([422, '请选择归属人'])
  expect((await post(`${I}/save`, { name: '坏码', codeType: 3, code: 'O0I1O0' })).code).toBe(422)
  const first = await post(`${I}/save`, { name: '好码', codeType: 3, code: 'ABCDEF' })
  expect(first.code).toBe(200)
  expect(told(await post(`${I}/save`, { name: '同码', codeType: 3, code: 'ABCDEF' }))).toEqual([
    422,
    '邀请码已存在',
  ])
  expect(
    told(
      await post(`${I}/save`, { name: '倒', codeType: 3, startTime: 2_000_000_000, endTime: 1_900_000_000 }),
    ),
  ).toEqual([422, '结束时间须晚于开始时间'])
  const uid = (await shop.login(freshPhone(), { inviteCode: 'ABCDEF' })).data.uid
  expect(told(await post(`${I}/delete/${first.data.id}`, { id: String(first.data.id) }))).toEqual([
    409,
    '邀请码已被使用，不能删除，可以停用',
  ])
  expect(told(await post(`${I}/update`, { id: first.data.id, maxNum: 1 }))[0]).toBe(200)
  expect(told(await shop.login(freshPhone(), { inviteCode: 'ABCDEF' }))).toEqual([409, '邀请码已用完'])

  // The first order is noted once; the list counts it, and the users are found by the code.
  const [heard] = inviteConsumers
  const paid = new Date('2026-01-02T03:04:05Z')
  for (const time of [paid, new Date('2026-02-02T03:04:05Z')])
    await asSystem(app.db, (tx) => heard?.handle(tx, { uid, time }) ?? Promise.resolve())
  const list = await app.request<{ list: Record<string, unknown>[] }>('GET', `${I}/list`, {
    token,
    query: { keywords: 'ABCDEF' },
  })
  expect(list.data.list[0]).toMatchObject({ used: '1/1', registerNum: 1, firstNum: 1, firstRate: '100.00' })
  const record = await app.db
    .selectFrom('inviteRecord')
    .select('firstOrderTime')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  expect(record.firstOrderTime).toEqual(paid)
  const users = await app.request('GET', '/admin/user/list', { token, query: { code: 'ABCDEF' } })
  expect(users.data.list.map((row) => row.id)).toEqual([uid])
})

test('codes whose time is over are switched off, and say so to who comes by them', async () => {
  const saved = await post(`${I}/save`, { name: '过期', codeType: 3, code: 'GHJKLM', endTime: 2_000_000_000 })
  await sql`update "invitationCode" set "endTime" = now() - interval '1 second' where "id" = ${saved.data.id}`.execute(
    app.db,
  )
  expect(await codeExpire.run(app.db)).toBe(1)
  expect(told(await shop.login(freshPhone(), { inviteCode: 'GHJKLM' }))).toEqual([409, '邀请码已过期'])
  const check = await app.request<{ fault: string }>('GET', `${I}/check`, {
    token,
    query: { code: 'ghjklm' },
  })
  expect(check.data.fault).toBe('邀请码已过期')
  expect(inviteLink('', 'https://shop.example.com/', 'ABCDEF')).toBe(
    'https://shop.example.com/?inviteCode=ABCDEF',
  )
  expect(inviteLink('https://a.example.com/p?x=1', '', 'ABCDEF')).toBe(
    'https://a.example.com/p?x=1&inviteCode=ABCDEF',
  )
  expect(inviteLink('', '', 'ABCDEF')).toBe('')
})

test('doors §3: a table of consumers that nobody speaks for stops the start', async () => {
  expect(await forgottenTables(app.db)).toEqual([])
  await sql`create table "forgottenBasket" ("id" integer, "uid" integer)`.execute(app.db)
  await expect(checkUidTables(app.db)).rejects.toThrow('Nobody says what becomes of forgottenBasket')
  await sql`drop table "forgottenBasket"`.execute(app.db)
})
