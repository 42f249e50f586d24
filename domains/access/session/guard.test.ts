import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { resetAdmin } from '../access.door.ts'
import { clearFailures, countFailure, readGuards, unlock } from './guard.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => sql`delete from "loginGuard"`.execute(app.db))

const RULES = { lock_times: 5, lock_minutes: 15 }
const OWNER = '10.0.0.1'
const WRONG = '账号或密码错误'

const fail = (account: string, ip: string, from: 'outside' | 'inside' = 'outside') =>
  asSystem(app.db, (tx) => countFailure(tx, account, ip, RULES, WRONG, from))
const lockOf = async (account: string, ip: string): Promise<number> =>
  (await readGuards(app.db, account, ip)).account.minutes
const known = (adminId: number, ip: string) =>
  app.db.updateTable('adminSession').set({ ip }).where('adminId', '=', adminId).execute()

test('five wrong passwords lock an account for the address they came from, and for nobody else', async () => {
  const texts: string[] = []
  for (let n = 0; n < 5; n++) texts.push((await fail('Admin', '203.0.113.9')).message)
  expect(texts).toEqual([
    ...[4, 3, 2, 1].map((n) => `${WRONG}，还可尝试${n}次`),
    '账号已锁定，请15分钟后再试',
  ])
  expect(await lockOf('admin', '203.0.113.9')).toBe(15)
  for (const ip of [OWNER, '203.0.113.10', '203.0.113.']) expect(await lockOf('admin', ip)).toBe(0)
  expect(await lockOf('admin|203.0.113.9', '')).toBe(0)
  // What the owner gets right does not open the stranger's lock, nor the other way round.
  await asSystem(app.db, (tx) => clearFailures(tx, 'admin', OWNER))
  expect(await lockOf('admin', '203.0.113.9')).toBe(15)
})

test('guesses from many addresses slow strangers down, longer each time, and never an address the owner has used', async () => {
  const { adminId, account } = await app.person()
  await known(adminId, OWNER)
  const failures = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) await fail(account, `198.51.100.${n}`)
  }
  const stranger = '192.0.2.1'
  await failures(0, 19)
  expect(await lockOf(account, stranger)).toBe(0)
  const waits: number[] = []
  for (let batch = 0; batch < 7; batch++) {
    await failures(batch === 0 ? 19 : 15 + batch * 5, 20 + batch * 5)
    waits.push(await lockOf(account, stranger))
    expect(await lockOf(account, OWNER)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15])
  // Somebody else's known address helps nobody.
  const other = await app.person()
  await known(other.adminId, stranger)
  expect(await lockOf(account, stranger)).toBe(15)
  await asSystem(app.db, (tx) => unlock(tx, account))
  expect(await lockOf(account, stranger)).toBe(0)
})

test('who is past the password is counted over all addresses, and a stranger never gets there', async () => {
  const { account } = await app.person()
  for (let n = 0; n < 5; n++) await fail(account, `198.51.100.${n}`, 'inside')
  expect(await lockOf(account, OWNER)).toBe(15)
  await expect(asSystem(app.db, (tx) => clearFailures(tx, account, OWNER))).rejects.toThrow('账号已锁定')
})

test('the owner comes in while strangers guess, an administrator sees the lock and lifts it, the command does too', async () => {
  const admin = await app.admin()
  const { adminId, account } = await app.person()
  for (let n = 0; n < 5; n++) await fail(account, '203.0.113.9')
  const listed = async (isLocked: 0 | 1): Promise<unknown[]> =>
    (
      await app.request('GET', '/admin/system/admin/list', {
        token: admin,
        query: { realName: account, isLocked },
      })
    ).data.list.map((row) => row.lockUntil)
  expect(await listed(1)).toEqual([expect.any(Number)])
  expect(await listed(0)).toEqual([])
  const { password } = (
    await app.request<{ password: string }>('POST', `/admin/system/admin/resetPwd/${adminId}`, {
      token: admin,
    })
  ).data
  const login = (pwd: string) =>
    app.request('POST', '/admin/login', { body: { account, pwd, key: '', code: '' } })
  expect((await login(password)).code).toBe(200)
  expect(await lockOf(account, '203.0.113.9')).toBe(15)
  expect((await app.request('POST', `/admin/system/admin/unlock/${adminId}`, { token: admin })).code).toBe(
    200,
  )
  expect(await lockOf(account, '203.0.113.9')).toBe(0)
  for (let n = 0; n < 5; n++) await login('wrong')
  expect((await login(password)).code).toBe(429)
  expect((await login(await resetAdmin(app.db, account))).code).toBe(200)
})
