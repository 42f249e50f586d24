import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'

let app: TestApp
let token: string
let shop: Shoppers
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  shop = await openShoppers(app)
})
afterAll(() => app.close())

const post = <T = { id: number }>(path: string, body: unknown = {}) =>
  app.request<T>('POST', path, { token, body })
const config = async (fields: Record<string, unknown>, type = 'base') => {
  const now = await app.request<{ version: number; fields: object }>('GET', '/admin/user/configInfo', {
    token,
    query: { type, channelId: 0 },
  })
  const saved = await post('/admin/user/save/config', {
    ...{ type, channelId: 0, version: now.data.version },
    fields: { ...now.data.fields, ...fields },
  })
  expect(saved.message).toBe('操作成功')
}
const users = async (phone: string): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as "n" from "user" where "phone" = ${phone}`.execute(app.db)
  return rows[0]?.n ?? 0
}
const told = ({ code, message }: { code: number; message: string }) => [code, message]

test('U §18-8: twenty parallel registrations of a new phone give one uid; the account and the figures are there once', async () => {
  const phone = freshPhone()
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () =>
      shop.ask<{ uid: number; isNew: number }>('/open/customer/login', {
        kind: 'phone',
        phone,
        code: await shop.code(phone),
      }),
    ),
  )
  // Of codes to one phone the latest works, and each once.
  const done = answers.filter((one) => one.code === 200)
  expect(done.length).toBeGreaterThan(0)
  const again = await Promise.all([shop.login(phone), shop.login(freshPhone())])
  expect(again[0]?.code).toBe(200)
  expect(new Set([...done, ...again.slice(0, 1)].map((one) => one.data.uid)).size).toBe(1)
  expect(await users(phone)).toBe(1)
  const uid = again[0]?.data.uid ?? 0
  const accounts = await app.db.selectFrom('account').select('id').where('uid', '=', uid).execute()
  const stats = await app.db.selectFrom('userStat').select('id').where('uid', '=', uid).execute()
  expect([accounts.length, stats.length]).toEqual([1, 1])
})

test('U §18-8: two first sign-ins that have proved the same phone at the same moment become one user', async () => {
  const phone = freshPhone()
  const { register } = await import('./register.server.ts')
  const { holdPhone, userOfPhone } = await import('../user/userMake.server.ts')
  const { asSystem } = await import('#kit/server/transaction.ts')
  const come = () =>
    asSystem(app.db, async (tx) => {
      await holdPhone(tx, phone)
      const known = await userOfPhone(tx, phone)
      if (known !== undefined) return known.id
      return (
        await register(tx, {
          values: { phone, channelId: 1201 },
          inviteCode: '',
          spreadUid: null,
          isListed: false,
        })
      ).id
    })
  const uids = await Promise.all(Array.from({ length: 20 }, come))
  expect(new Set(uids).size).toBe(1)
  expect(await users(phone)).toBe(1)
})

test('U §18-33: of fifty who come by a code for one, one is registered and nothing is left of the others', async () => {
  await config({ register_mode: 2 })
  const saved = await post<{ id: number }>('/admin/user/invitation/save', {
    name: '首批',
    codeType: 3,
    maxNum: 1,
    code: 'FEWEST22',
  })
  expect(saved.message).toBe('操作成功')
  const phones = Array.from({ length: 50 }, freshPhone)
  const answers = await Promise.all(phones.map((phone) => shop.login(phone, { inviteCode: 'fewest22' })))
  const texts = answers.map((one) => (one.code === 200 ? 'in' : one.message))
  expect(texts.filter((one) => one === 'in')).toHaveLength(1)
  expect(texts.filter((one) => one === '邀请码已用完')).toHaveLength(49)
  const { rows } = await sql<{ users: number; used: number; records: number }>`
    select (select count(*)::int from "user" where "phone" = any(${sql.val(phones)}::text[])) as "users",
      "usedNum" as "used", (select count(*)::int from "inviteRecord" where "codeId" = ${saved.data.id}) as "records"
    from "invitationCode" where "id" = ${saved.data.id}`.execute(app.db)
  expect(rows[0]).toEqual({ users: 1, used: 1, records: 1 })
  expect(told(await shop.login(freshPhone()))).toEqual([422, '当前仅限邀请注册'])
  expect(told(await shop.login(freshPhone(), { inviteCode: 'NOTTHERE' }))).toEqual([422, '邀请码不存在'])
  // Who is known signs in without a code.
  const known = phones[texts.indexOf('in')] ?? ''
  expect((await shop.login(known)).data.isNew).toBe(0)
  await config({ register_mode: 1 })
})

test('U §2.5: the order of the checks — name list, way of registration, code — and what a code gives', async () => {
  const phone = freshPhone()
  const listed = await post('/admin/user/nameList/save', {
    ...{ listType: 2, objectType: 2, objectValue: phone, scenes: [1], reason: '骗保' },
  })
  expect(listed.message).toBe('操作成功')
  await config({ register_mode: 3 })
  expect(told(await shop.login(phone, { inviteCode: 'NOTTHERE' }))).toEqual([422, '操作异常，请联系客服'])
  expect(told(await shop.login(freshPhone(), { inviteCode: 'NOTTHERE' }))).toEqual([
    422,
    '当前仅限白名单注册',
  ])
  const white = freshPhone()
  await post('/admin/user/nameList/save', {
    ...{ listType: 1, objectType: 2, objectValue: white, scenes: [1], reason: '内测' },
  })
  expect((await shop.login(white)).code).toBe(200)
  await config({ register_mode: 1 })
  const group = await post<{ id: number }>('/admin/user/group/save', { groupName: '受邀', groupType: 1 })
  await post('/admin/user/invitation/save', {
    ...{
      name: '拉新',
      codeType: 4,
      ownerId: (await shop.login(white)).data.uid,
      code: 'FREND222',
      groupId: group.data.id,
    },
  })
  const come = await shop.login(freshPhone(), { inviteCode: 'FREND222' })
  expect(come.message).toBe('操作成功')
  const made = await app.db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', come.data.uid)
    .executeTakeFirstOrThrow()
  const inviter = (await shop.login(white)).data.uid
  expect([made.groupId, made.spreadUid, made.path]).toEqual([
    group.data.id,
    inviter,
    expect.stringContaining(String(inviter)),
  ])
  const record = await app.db
    .selectFrom('inviteRecord')
    .selectAll()
    .where('uid', '=', made.id)
    .executeTakeFirstOrThrow()
  expect([record.inviterUid, record.rewardStatus]).toEqual([inviter, 1])
  const grown = await app.db
    .selectFrom('user')
    .select('experience')
    .where('id', '=', inviter)
    .executeTakeFirstOrThrow()
  expect(grown.experience).toBe(10)
  await app.db
    .updateTable('invitationCode')
    .set({ endTime: new Date(Date.now() - 1000) })
    .where('code', '=', 'FREND222')
    .execute()
  expect(told(await shop.login(freshPhone(), { inviteCode: 'FREND222' }))).toEqual([409, '邀请码已过期'])
})

test('a wrong code, a used code and a disabled user are refused; an application signs in by number only with the scope', async () => {
  const phone = freshPhone()
  const code = await shop.code(phone)
  const enter = (given: string) => shop.ask('/open/customer/login', { kind: 'phone', phone, code: given })
  expect(told(await enter('000000'))).toEqual([422, '验证码错误'])
  expect((await enter(code)).code).toBe(200)
  expect(told(await enter(code))).toEqual([422, '验证码错误'])
  const { uid, customerToken } = (await shop.login(phone)).data
  expect((await shop.ask<{ uid: number }>('/open/customer/login', { kind: 'uid', uid })).data.uid).toBe(uid)
  const few = await openShoppers(app, ['order'])
  expect((await few.ask('/open/customer/login', { kind: 'uid', uid })).code).toBe(403)
  expect((await shop.ask<{ code: string }>('/open/invite/code', {}, customerToken)).data.code).toMatch(
    /^[A-HJ-NP-Z2-9]{8}$/,
  )
  const off = await post(`/admin/user/update/status/${uid}`, { status: 0, reason: '异常' })
  expect(off.message).toBe('操作成功')
  expect(told(await shop.login(phone))).toEqual([409, '账号已被停用，请联系客服'])
  // Disabling has ended the session.
  expect((await shop.ask('/open/invite/code', {}, customerToken)).code).toBe(401)
})
