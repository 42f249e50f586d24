import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_PASSWORD, type TestApp, testApp } from '#app/testing.ts'
import { resetAdmin } from '../access.door.ts'
import { hashPassword } from './password.server.ts'
import { codeOf, stepAt } from './totp.ts'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterAll(() => app.close())
beforeEach(() => sql`delete from "loginGuard"`.execute(app.db))

const PASSWORD = 'Qw1!zxcv'

interface SignedIn {
  token: string
  id: number
  realName: string
  ticket: string
  totpSetup: { secret: string; uri: string } | null
  recoveryCodes: string[]
}
interface Staff {
  token: string
  adminId: number
  account: string
  roleId: number
}

async function staff(): Promise<Staff> {
  const person = await app.person()
  await app.db
    .insertInto('adminPwdHistory')
    .values({ adminId: person.adminId, hash: await hashPassword(PASSWORD) })
    .execute()
  return person
}

const login = (account: string, pwd = PASSWORD) =>
  app.request<SignedIn>('POST', '/admin/login', { body: { account, pwd } })
const second = (ticket: string, totp: string) =>
  app.request<SignedIn>('POST', '/admin/login/totp', { body: { ticket, totp } })
const own = (path: string, token: string, body: Record<string, unknown> = {}) =>
  app.request<{ secret: string; recoveryCodes: string[] }>('POST', `/admin/login/totp/${path}`, {
    token,
    body,
  })

/** A code of `off` intervals from now. */
const codeNow = (secret: string, off = 0): string => codeOf(secret, stepAt(Date.now()) + off)
/** As if the interval of the last code had passed long ago. */
const forgetLast = () => app.db.updateTable('adminTotp').set({ lastStep: 0 }).execute()

async function withTotp(): Promise<Staff & { secret: string; codes: string[] }> {
  const person = await staff()
  const { secret } = (await own('begin', person.token)).data
  const enabled = await own('enable', person.token, { totp: codeNow(secret) })
  expect(enabled.message).toBe('操作成功')
  await forgetLast()
  return { ...person, secret, codes: enabled.data.recoveryCodes }
}

describe('networks', () => {
  test('a person with networks signs in from them only; it is no wrong password', async () => {
    const { adminId, account } = await staff()
    const allow = (ipAllow: unknown) =>
      app.request('POST', '/admin/system/admin/update', { token: admin, body: { id: adminId, ipAllow } })
    expect(await allow(['10.0.0.0/8', '300.1.1.1'])).toMatchObject({
      code: 422,
      message: '允许登录IP格式不正确：300.1.1.1',
    })
    expect((await allow(['10.0.0.0/8', '2001:db8::/32'])).code).toBe(200)
    expect(await login(account)).toMatchObject({ code: 422, message: '当前网络不允许登录' })
    expect((await login(account, 'wrong')).message).toBe('账号或密码错误，还可尝试4次')
    expect((await allow(['10.0.0.0/8', '127.0.0.0/8'])).code).toBe(200)
    expect((await login(account)).code).toBe(200)
  })
})

describe('dynamic password', () => {
  test('a person sets one up, is asked for it, and each code works once', async () => {
    const { account, adminId, secret, codes } = await withTotp()
    expect(codes).toHaveLength(10)
    const asked = (await login(account)).data
    expect(asked).toMatchObject({ token: '', id: 0, realName: '', totpSetup: null })
    expect(asked.ticket).toMatch(/^\w{32}$/)
    const code = codeNow(secret)
    const entered = await second(asked.ticket, code)
    expect(entered.data).toMatchObject({ id: adminId, ticket: '', recoveryCodes: [] })
    expect((await app.request('GET', '/admin/getAdminInfoByToken', { token: entered.data.token })).code).toBe(
      200,
    )
    expect((await second(asked.ticket, codeNow(secret, 1))).message).toBe('登录已超时，请重新登录')
    const again = (await login(account)).data
    expect((await second(again.ticket, code)).message).toBe('动态口令错误，还可尝试4次')
    expect((await second(again.ticket, codeNow(secret, 1))).code).toBe(200)
    const kept = await sql<{ text: string }>`select "secret" || array_to_string("recovery", ',') as "text"
      from "adminTotp" where "adminId" = ${adminId}`.execute(app.db)
    for (const plain of [secret, ...codes]) expect(kept.rows[0]?.text).not.toContain(plain)
  })

  test('a right password does not forgive wrong codes: the fifth locks the account, also in parallel', async () => {
    const { account, secret } = await withTotp()
    const tickets = [(await login(account)).data.ticket, (await login(account)).data.ticket]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => second(tickets[at % 2] ?? '', '000000')),
    )
    const texts = answers.map((answer) => answer.message)
    for (const n of [4, 3, 2, 1])
      expect(texts.filter((text) => text === `动态口令错误，还可尝试${n}次`)).toHaveLength(1)
    expect(texts.filter((text) => text === '账号已锁定，请15分钟后再试')).toHaveLength(8)
    expect(await second(tickets[0] ?? '', codeNow(secret))).toMatchObject({ code: 429 })
    expect(await login(account)).toMatchObject({ code: 429 })
  })

  test('parallel logins with one code: one comes in', async () => {
    const { account, secret } = await withTotp()
    const tickets = await Promise.all([1, 2, 3].map(async () => (await login(account)).data.ticket))
    const code = codeNow(secret)
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, code)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  })

  test('a recovery code stands in once, however it is typed; new ones end the old', async () => {
    const { account, secret, codes, token } = await withTotp()
    const [first = '', other = ''] = codes
    const use = async (code: string) => second((await login(account)).data.ticket, code)
    expect((await use(first.toUpperCase().replace('-', ' '))).code).toBe(200)
    expect((await use(first)).code).toBe(422)
    const renewed = await own('recovery', token, { totp: codeNow(secret) })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    expect((await use(other)).code).toBe(422)
    expect((await use(renewed.data.recoveryCodes[0] ?? '')).code).toBe(200)
  })

  test('a role that demands one: it is set up with the login, and cannot be given up', async () => {
    const person = await staff()
    const demand = (value: string) =>
      app.request('POST', '/admin/system/config/saveuniq', {
        token: admin,
        body: { key: 'totp_roles', value },
      })
    expect((await demand(String(person.roleId))).message).toBe('操作成功')
    const first = (await login(person.account)).data
    const { secret = '', uri = '' } = first.totpSetup ?? {}
    expect(first.token).toBe('')
    expect(uri).toContain(`secret=${secret}`)
    // Another login offers another secret: what was shown before is worth nothing.
    const offered = (await login(person.account)).data
    expect((await second(first.ticket, codeNow(secret))).message).toBe('动态口令错误，还可尝试4次')
    const entered = await second(offered.ticket, codeNow(offered.totpSetup?.secret ?? ''))
    expect(entered.data.recoveryCodes).toHaveLength(10)
    expect((await login(person.account)).data.totpSetup).toBeNull()
    const code = entered.data.recoveryCodes[0] ?? ''
    expect((await own('disable', entered.data.token, { totp: code })).message).toBe(
      '您的角色必须使用动态口令，不能停用',
    )
    expect((await demand('')).code).toBe(200)
    expect((await own('disable', entered.data.token, { totp: code })).code).toBe(200)
    expect((await login(person.account)).data.ticket).toBe('')
  })

  test('wrong codes in the personal centre count as well; nothing of them is logged', async () => {
    const { token, secret, account, adminId } = await withTotp()
    expect((await own('disable', token, { totp: '000000' })).message).toBe('动态口令错误，还可尝试4次')
    expect((await own('begin', token)).message).toBe('动态口令已启用，请先停用')
    const code = codeNow(secret)
    expect((await own('disable', token, { totp: code })).code).toBe(200)
    expect((await own('disable', token, { totp: code })).message).toBe('动态口令未启用')
    expect((await login(account)).data.ticket).toBe('')
    const logged = await sql<{ text: string; path: string }>`
      select "path", "params"::text || "changes"::text as "text" from "operLog"
      where "adminId" = ${adminId} and "path" like '%totp%' order by "id"`.execute(app.db)
    expect(logged.rows.map((row) => row.path.split('/').at(-1))).toEqual(['begin', 'enable', 'disable'])
    for (const { text } of logged.rows) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(code)
    }
  })

  test('an administrator takes it off who lost it; the command does it for the last administrator', async () => {
    const { adminId, account } = await withTotp()
    const reset = () => app.request('POST', `/admin/system/admin/resetTotp/${adminId}`, { token: admin })
    expect((await reset()).code).toBe(200)
    expect((await reset()).message).toBe('该账号未启用动态口令')
    expect((await login(account)).data.ticket).toBe('')
    const lost = await withTotp()
    await app.db
      .updateTable('admin')
      .set({ ipAllow: ['10.0.0.1'] })
      .where('id', '=', lost.adminId)
      .execute()
    const password = await resetAdmin(app.db, lost.account)
    expect((await login(lost.account, password)).data.ticket).toBe('')
  })

  test('a ticket ends after five minutes and is no session', async () => {
    const { account, secret } = await withTotp()
    const { ticket } = (await login(account)).data
    expect((await app.request('GET', '/admin/getMenus', { token: ticket })).code).toBe(401)
    await sql`update "loginTicket" set "expireTime" = now()`.execute(app.db)
    expect((await second(ticket, codeNow(secret))).message).toBe('登录已超时，请重新登录')
    expect((await login('admin', ADMIN_PASSWORD)).data.ticket).toBe('')
  })
})
