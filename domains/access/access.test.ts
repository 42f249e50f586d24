import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_PASSWORD, type TestApp, testApp } from '#app/testing.ts'
import { text } from '#kit/fields/shared.ts'
import { asSomebodyElse } from '#kit/server/database.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import { rowScope } from '#kit/server/scope.ts'
import { asSystem, inTransaction } from '#kit/server/transaction.ts'
import { entity } from '#kit/shared/entity.ts'
import { endSessions, resetAdmin, seedMenus } from './access.door.ts'
import { adminExporting } from './admin/admin.server.ts'
import { adminImport } from './admin/adminImport.server.ts'
import { firstAdmin } from './admin/firstAdmin.server.ts'
import { sweepSessions } from './session/session.server.ts'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterAll(() => app.close())

const PASSWORD = 'Qw1!zxcv'
let made = 0

async function roleId(code: string): Promise<number> {
  const row = await app.db
    .selectFrom('role')
    .select('id')
    .where('roleCode', '=', code)
    .executeTakeFirstOrThrow()
  return row.id
}

async function deptId(): Promise<number> {
  return (await app.db.selectFrom('dept').select('id').orderBy('id').executeTakeFirstOrThrow()).id
}

/** A member of staff made through the front door, whose password need not be changed. */
async function staff(roles?: number[]): Promise<{ id: number; account: string }> {
  const account = `staff${++made}`
  const answer = await app.request('POST', '/admin/system/admin/save', {
    token: admin,
    body: {
      account,
      pwd: PASSWORD,
      realName: `员工${made}`,
      roles: (roles ?? [await roleId('admin')]).join(','),
      phone: `138${String(made).padStart(8, '0')}`,
      deptId: await deptId(),
    },
  })
  expect(answer.message).toBe('操作成功')
  await app.db.updateTable('admin').set({ pwdReset: 0 }).where('id', '=', answer.data.id).execute()
  await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
  return { id: answer.data.id, account }
}

interface SignedIn {
  token: string
  pwdExpired: number
  pwdLeftDays: number | null
}
const login = (account: string, pwd = PASSWORD) =>
  app.request<SignedIn>('POST', '/admin/login', { body: { account, pwd } })

const info = (token: string) =>
  app.request<{ permissions: string[]; phone: string; pwdExpired: number; reason: string }>(
    'GET',
    '/admin/getAdminInfoByToken',
    { token },
  )

async function menuIds(...codes: string[]): Promise<number[]> {
  const rows = await app.db.selectFrom('menu').select(['id', 'perms']).where('isDel', '=', 0).execute()
  return rows.filter((row) => codes.some((code) => row.perms.split(',').includes(code))).map((row) => row.id)
}

describe('login', () => {
  test('P16-2: 20 parallel wrong passwords are counted to five, then the account is locked until unlocked', async () => {
    const { id, account } = await staff()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(account, 'wrong')))
    const texts = answers.map((answer) => answer.message)
    for (const n of [4, 3, 2, 1])
      expect(texts.filter((text) => text === `账号或密码错误，还可尝试${n}次`)).toHaveLength(1)
    expect(texts.filter((text) => text.startsWith('账号已锁定，请'))).toHaveLength(16)
    const guard = await app.db
      .selectFrom('loginGuard')
      .selectAll()
      .where('key', '=', account)
      .executeTakeFirstOrThrow()
    expect(guard.failCount).toBe(5)
    expect(await login(account)).toMatchObject({ code: 429, message: '账号已锁定，请15分钟后再试' })
    const listed = await app.request('GET', '/admin/system/admin/list', {
      token: admin,
      query: { isLocked: 1 },
    })
    expect(listed.data.list.map((row) => row.id)).toEqual([id])
    expect((await app.request('POST', `/admin/system/admin/unlock/${id}`, { token: admin })).code).toBe(200)
    expect((await login(account)).code).toBe(200)
  })

  test('a second lock within a day lasts twice as long, a row of failures ends with a login', async () => {
    const { account } = await staff()
    const fail = async (times: number): Promise<string> => {
      let text = ''
      for (let n = 0; n < times; n++) text = (await login(account, 'wrong')).message
      return text
    }
    expect(await fail(4)).toBe('账号或密码错误，还可尝试1次')
    expect((await login(account)).code).toBe(200)
    expect(await fail(5)).toBe('账号已锁定，请15分钟后再试')
    await sql`update "loginGuard" set "lockUntil" = now() where "key" like ${`${account}|%`}`.execute(app.db)
    expect(await fail(1)).toBe('账号或密码错误，还可尝试4次')
    await sql`delete from "loginGuard" where "scope" = 'ip'`.execute(app.db)
    expect(await fail(4)).toBe('账号已锁定，请30分钟后再试')
    await sql`delete from "loginGuard" where "scope" = 'ip'`.execute(app.db)
  })

  test('P16-3: an account that does not exist is answered with the same texts and in the same time', async () => {
    const { account } = await staff()
    const forget = () => sql`delete from "loginGuard"`.execute(app.db)
    const timed = async (name: string): Promise<{ message: string; ms: number }> => {
      const start = performance.now()
      const { message } = await login(name, 'wrong')
      return { message, ms: performance.now() - start }
    }
    for (let n = 0; n < 5; n++) expect((await timed('nobody')).message).toBe((await timed(account)).message)
    expect((await login('nobody', 'wrong')).message).toBe('账号已锁定，请15分钟后再试')
    const guards = await app.db
      .selectFrom('loginGuard')
      .select('failCount')
      .where('key', 'in', [account, 'nobody'])
      .execute()
    expect(guards.map((guard) => guard.failCount)).toEqual([5, 5])
    // Each pair is taken within a tenth of a second, now one first and now the other, so that other work of the
    // machine falls on both; the median of their ratios leaves out the pairs it fell on unevenly.
    const ratios: number[] = []
    for (let n = 0; n < 41; n++) {
      await forget()
      const names = n % 2 === 0 ? ['nobody', account] : [account, 'nobody']
      const times = new Map<string, number>()
      for (const name of names) times.set(name, (await timed(name)).ms)
      ratios.push((times.get('nobody') ?? 0) / (times.get(account) ?? 0))
    }
    await forget()
    const median = ratios.sort((a, b) => a - b)[20]
    expect(median).toBeGreaterThan(0.8)
    expect(median).toBeLessThan(1.2)
  }, 30_000)

  test('20 failures from one address over any accounts block the address', async () => {
    await sql`delete from "loginGuard"`.execute(app.db)
    for (let n = 0; n < 20; n++) expect((await login(`someone${n}`, 'x')).code).toBe(422)
    expect(await login('admin', ADMIN_PASSWORD)).toMatchObject({
      code: 429,
      message: '登录过于频繁，请稍后再试',
    })
    await sql`delete from "loginGuard"`.execute(app.db)
  })

  test('disabled, outside the days of validity, without an enabled role', async () => {
    const { id, account } = await staff()
    const set = (values: Record<string, unknown>) =>
      app.db.updateTable('admin').set(values).where('id', '=', id).execute()
    await set({ status: 0 })
    expect((await login(account)).message).toBe('账号已停用，请联系管理员')
    await set({ status: 1, validTo: new Date(Date.now() - 1000) })
    expect((await login(account)).message).toBe('账号不在有效期内')
    await set({ validTo: null, roles: [] })
    expect((await login(account)).message).toBe('账号未分配角色，请联系管理员')
    const logs = await app.db
      .selectFrom('loginLog')
      .select(['result', 'message'])
      .where('adminId', '=', id)
      .orderBy('id')
      .execute()
    expect(logs).toEqual([
      { result: 0, message: '账号已停用，请联系管理员' },
      { result: 0, message: '账号不在有效期内' },
      { result: 0, message: '账号未分配角色，请联系管理员' },
    ])
  })

  test('without an official account a code of it stops nothing, and signing in by it is refused', async () => {
    const { account } = await staff()
    const body = { account, pwd: PASSWORD, wxCode: 'c' }
    const answer = await app.request<{ hint: string }>('POST', '/admin/login', { body })
    expect(answer).toMatchObject({ code: 200, data: { hint: '微信绑定失败，请稍后在个人中心重试' } })
    expect(await app.request('GET', '/admin/authorize/login', { query: { code: 'c' } })).toMatchObject({
      code: 409,
      message: '未配置公众号',
    })
  })
})

describe('password', () => {
  const change = (token: string, oldPassword: string, password: string, confirmPassword = password) =>
    app.request('POST', '/admin/login/update/password', {
      token,
      body: { oldPassword, password, confirmPassword },
    })

  test('P16-4: the last day warns, the next refuses everything but the change, without a new login after it', async () => {
    const { id, account } = await staff()
    const setDaysAgo = async (days: number, minutes: number): Promise<void> => {
      await sql`update "admin" set "pwdUpdateTime" = now() - make_interval(days => ${days}) + make_interval(mins => ${minutes})
        where "id" = ${id}`.execute(app.db)
      await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
    }
    await setDaysAgo(90, 1)
    expect((await login(account)).data).toMatchObject({ pwdExpired: 0, pwdLeftDays: 1 })
    await setDaysAgo(90, 0)
    const { token, pwdExpired } = (await login(account)).data
    expect(pwdExpired).toBe(1)
    const list = () => app.request<{ reason: string }>('GET', '/admin/system/admin/list', { token })
    expect(await list()).toMatchObject({
      code: 409,
      message: '密码已过期，请进行修改密码',
      data: { reason: 'pwdExpired' },
    })
    expect((await info(token)).data.pwdExpired).toBe(1)
    expect((await change(token, PASSWORD, 'Xy2?newer')).code).toBe(200)
    expect((await list()).code).toBe(200)
  })

  test('P16-5: history and policy; a wrong old password counts; other sessions end', async () => {
    const { id, account } = await staff()
    const { token } = (await login(account)).data
    const other = (await login(account)).data.token
    expect((await change(token, 'wrong', 'Aa1!bbbb')).message).toBe('原密码不正确，还可尝试4次')
    expect((await change(token, PASSWORD, 'Aa1!bbbb', 'Aa1!bbbc')).message).toBe('两次输入密码不一致')
    let old = PASSWORD
    for (const next of ['Aa1!bbbb', 'Aa1!cccc', 'Aa1!dddd']) {
      expect((await change(token, old, next)).code).toBe(200)
      old = next
    }
    expect((await change(token, old, 'Aa1!bbbb')).message).toBe('新密码不能与最近5次使用的密码相同')
    expect((await change(token, old, `X1!${account}`)).message).toBe('密码不能包含账号或手机号')
    expect((await change(token, old, 'Aa1!aaaa')).code).toBe(200)
    expect(await info(other)).toMatchObject({ code: 401, data: { reason: 'pwdChanged' } })
    expect((await info(token)).code).toBe(200)
    const logged = await sql<{
      text: string
    }>`select "params"::text || "changes"::text as "text" from "operLog"
      where "path" = '/admin/login/update/password' and "adminId" = ${id}`.execute(app.db)
    expect(logged.rows).toHaveLength(4)
    for (const { text } of logged.rows) expect(text).not.toMatch(/scrypt|Aa1!/)
  })

  test('a reset gives a random password that has to be changed, and ends the sessions', async () => {
    const { id, account } = await staff()
    const { token } = (await login(account)).data
    const answer = await app.request<{ password: string }>('POST', `/admin/system/admin/resetPwd/${id}`, {
      token: admin,
    })
    expect(await info(token)).toMatchObject({ code: 401, data: { reason: 'pwdChanged' } })
    expect((await login(account)).code).toBe(422)
    expect((await login(account, answer.data.password)).data.pwdExpired).toBe(1)
  })
})

describe('sessions', () => {
  test('P16-6: ten parallel logins leave exactly five sessions, the others were kicked', async () => {
    const { id, account } = await staff()
    const tokens: string[] = []
    for (let n = 0; n < 5; n++) tokens.push((await login(account)).data.token)
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(account)))
    tokens.push(...answers.map((answer) => answer.data.token))
    const active = await app.db
      .selectFrom('adminSession')
      .select('id')
      .where('adminId', '=', id)
      .where('endTime', 'is', null)
      .execute()
    expect(active).toHaveLength(5)
    const found = await Promise.all(tokens.map((token) => info(token)))
    expect(found.filter((answer) => answer.code === 200)).toHaveLength(5)
    for (const answer of found.filter((one) => one.code !== 200))
      expect(answer).toMatchObject({ code: 401, data: { reason: 'kicked' } })
  })

  test('P16-7: one of two sessions ended, by the person or by an administrator; the other goes on', async () => {
    const { account } = await staff()
    const one = (await login(account)).data.token
    const two = (await login(account)).data.token
    interface Row {
      id: number
      isCurrent: number
    }
    const list = await app.request<Row[]>('GET', '/admin/login/session/list', { token: two })
    const other = list.data.find((row) => row.isCurrent === 0)?.id ?? 0
    const own = list.data.find((row) => row.isCurrent === 1)?.id ?? 0
    expect(list.data).toHaveLength(2)
    const kick = (id: number) => app.request('POST', `/admin/login/session/kick/${id}`, { token: two })
    expect((await kick(own)).message).toBe('不能强退当前会话')
    expect((await kick(other)).code).toBe(200)
    expect(await info(one)).toMatchObject({ code: 401, data: { reason: 'kicked' } })
    expect((await info(two)).code).toBe(200)
    const log = await app.db
      .selectFrom('operLog')
      .select('businessType')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(log).toEqual([{ businessType: 7 }])
    await asSystem(app.db, (tx) => endSessions(tx, { ids: [own] }, 'kicked'))
    expect(await info(two)).toMatchObject({ code: 401, data: { reason: 'kicked' } })
  })

  test('own log-ins are counted on each page, one behind the last included; nobody else’s are among them', async () => {
    const { account } = await staff()
    await login((await staff()).account)
    await login(account, 'wrong')
    await login(account)
    const { token } = (await login(account)).data
    interface Logins {
      list: { result: number }[]
      total: number
      totalPage: number
    }
    const page = async (query: Record<string, string | number>) => {
      const { data } = await app.request<Logins>('GET', '/admin/login/log/list', { token, query })
      return [data.list.map((row) => row.result), data.total, data.totalPage]
    }
    expect(await page({ limit: 2 })).toEqual([[1, 1], 3, 2])
    expect(await page({ limit: 2, page: 2 })).toEqual([[0], 3, 2])
    expect(await page({ limit: 2, page: 3 })).toEqual([[], 3, 2])
    const dateLimit = '2020-01-01,2020-01-02'
    expect(await page({ dateLimit })).toEqual([[], 0, 1])
    expect(await page({ dateLimit, page: 2 })).toEqual([[], 0, 1])
  })

  test('a session of another person cannot be ended as one of one’s own', async () => {
    const { account } = await staff()
    const { token } = (await login(account)).data
    const foreign = await app.db
      .selectFrom('adminSession')
      .select('id')
      .where('endTime', 'is', null)
      .limit(1)
      .execute()
    expect((await app.request('POST', `/admin/login/session/kick/${foreign[0]?.id}`, { token })).code).toBe(
      404,
    )
  })

  test('logout, expiry at the next call and by the job', async () => {
    const { id, account } = await staff()
    const one = (await login(account)).data.token
    expect((await app.request('GET', '/admin/logout', { token: one })).code).toBe(200)
    expect(await info(one)).toMatchObject({ code: 401, data: { reason: 'loggedOut' } })
    expect((await app.request('GET', '/admin/logout', { token: one })).code).toBe(200)
    const expire = () =>
      sql`update "adminSession" set "expireTime" = now() where "adminId" = ${id} and "endTime" is null`.execute(
        app.db,
      )
    const two = (await login(account)).data.token
    await expire()
    expect(await info(two)).toMatchObject({ code: 401, data: { reason: 'expired' } })
    const three = (await login(account)).data.token
    await expire()
    expect(await sweepSessions(app.db)).toBe(1)
    expect(await info(three)).toMatchObject({ code: 401, data: { reason: 'expired' } })
  })

  test('activity prolongs a session, at most to its last hour, and is written once a minute', async () => {
    const { id, account } = await staff()
    const { token } = (await login(account)).data
    const read = () =>
      app.db.selectFrom('adminSession').selectAll().where('adminId', '=', id).executeTakeFirstOrThrow()
    const fresh = await read()
    await info(token)
    expect((await read()).lastTime).toEqual(fresh.lastTime)
    await sql`update "adminSession" set "lastTime" = now() - interval '2 minutes', "loginTime" = now() - interval '23 hours'
      where "adminId" = ${id}`.execute(app.db)
    await info(token)
    const later = await read()
    expect(later.lastTime.getTime()).toBeGreaterThanOrEqual(fresh.lastTime.getTime())
    expect(later.expireTime.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
  })

  test('a person is told the name of their position, not its code', async () => {
    const { adminId, token } = await app.person()
    await app.db.updateTable('admin').set({ position: '2' }).where('id', '=', adminId).execute()
    expect((await info(token)).data).toMatchObject({ position: '2', positionName: '部门经理' })
    await app.db.updateTable('admin').set({ position: 'gone' }).where('id', '=', adminId).execute()
    expect((await info(token)).data).toMatchObject({ position: 'gone', positionName: '' })
  })

  test('two different tokens, a wrong one and none are nobody', async () => {
    expect((await info('')).code).toBe(401)
    expect((await info('x'.repeat(32))).code).toBe(401)
    const answer = await app.request('GET', '/admin/getAdminInfoByToken', {
      token: admin,
      headers: { authorization: `Bearer ${'x'.repeat(32)}` },
    })
    expect(answer.code).toBe(401)
    const asked = await app.request('GET', '/admin/getAdminInfoByToken', {
      token: admin,
      query: { token: 'x'.repeat(32) },
    })
    expect(asked.code).toBe(401)
  })
})

describe('permissions', () => {
  test('P16-11: no permission, no such call', async () => {
    const { token } = await app.person({ permissions: ['admin:system:dept:list'] })
    expect((await app.request('GET', '/admin/system/dept/list', { token })).code).toBe(200)
    expect(await app.request('GET', '/admin/system/admin/list', { token })).toMatchObject({
      code: 403,
      message: '没有权限访问。',
    })
    expect(await app.request('GET', '/nonsense', { token })).toMatchObject({
      status: 404,
      code: 404,
      message: '接口不存在',
    })
  })

  test('P16-12: a right taken away is gone at the next call, and the version tells', async () => {
    const permissions = ['admin:system:role:list', 'admin:system:dept:save']
    const person = await app.person({ permissions })
    const save = () =>
      app.request('POST', '/admin/system/dept/save', {
        token: person.token,
        body: { deptName: `部门${++made}` },
      })
    const before = await save()
    expect(before.code).toBe(200)
    const kept = await app.db
      .selectFrom('roleMenu')
      .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
      .select('menuId')
      .where('rid', '=', person.roleId)
      .where('perms', '=', permissions[0] ?? '')
      .execute()
    const update = await app.request('POST', '/admin/system/role/update', {
      token: admin,
      body: { id: person.roleId, rules: kept.map((row) => row.menuId).join(',') },
    })
    expect(update.message).toBe('操作成功')
    expect((await save()).code).toBe(403)
    const after = await app.request('GET', '/admin/system/role/list', { token: person.token })
    expect(after.code).toBe(200)
    expect(Number(after.headers['x-perm-version'])).toBeGreaterThan(Number(before.headers['x-perm-version']))
    expect((await info(person.token)).data.permissions).toEqual([permissions[0]])
  })

  test('P16-13: nobody gives on what they do not hold, nor the pages of the role admin, nor to themselves', async () => {
    const permissions = ['admin:system:role:save', 'admin:system:admin:update', 'admin:system:menu:list']
    const c = await app.person({ permissions, level: 20 })
    const save = (rules: number[], more: Record<string, unknown> = {}) =>
      app.request('POST', '/admin/system/role/save', {
        token: c.token,
        body: {
          roleName: `新角色${++made}`,
          roleCode: `new_${made}`,
          dataScope: 6,
          rules: rules.join(','),
          ...more,
        },
      })
    expect(await save(await menuIds('admin:system:dept:save'))).toMatchObject({
      code: 422,
      message: '不能授予超出本人权限的角色',
    })
    const rulesPage = await app.db
      .selectFrom('menu')
      .select('id')
      .where('systemKey', '=', 'access.menu')
      .executeTakeFirstOrThrow()
    expect((await save([rulesPage.id])).message).toBe('该菜单仅限管理员角色')
    expect((await save([999_999])).message).toBe('菜单不存在或已删除')
    const own = (await menuIds('admin:system:admin:update')).filter((id) => id > rulesPage.id).slice(-1)
    expect((await save(own, { level: 21 })).message).toBe('级别不能高于本人级别')
    expect((await save(own, { roleCode: 'Admin' })).code).toBe(422)
    expect((await save(own)).code).toBe(200)
    const give = (id: number, role: number) =>
      app.request('POST', '/admin/system/admin/update', { token: c.token, body: { id, roles: String(role) } })
    expect((await give(c.adminId, await roleId('admin'))).message).toBe('不能操作本人账号')
    const lower = await app.person({ level: 5 })
    expect((await give(lower.adminId, await roleId('admin'))).message).toBe('不能授予超出本人权限的角色')
    const higher = await app.person({ level: 30 })
    expect((await give(higher.adminId, lower.roleId)).message).toBe('无权操作更高级别的账号')
    expect((await give(lower.adminId, c.roleId)).code).toBe(200)
  })

  test('P16-14: of the last two administrators only one can disable the other', async () => {
    const adminRole = await roleId('admin')
    const a = await staff()
    const b = await staff()
    await app.db
      .updateTable('admin')
      .set({ status: 0 })
      .where(sql<boolean>`"roles" @> ${[adminRole]}`)
      .where('id', 'not in', [a.id, b.id])
      .execute()
    await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
    const [one, two] = [(await login(a.account)).data.token, (await login(b.account)).data.token]
    const disable = (token: string, id: number) =>
      app.request('GET', '/admin/system/admin/updateStatus', { token, query: { id, status: 0 } })
    // Both are held where they guard each other, so that neither finds its session ended already.
    let answers: Promise<{ code: number; message: string }[]> = Promise.resolve([])
    await asSystem(app.db, async (tx) => {
      await sql`select 1 from "role" where "id" = ${adminRole} for update`.execute(tx)
      answers = Promise.all([disable(one, b.id), disable(two, a.id)])
      for (let waiting = 0; waiting < 2; ) {
        const found = await asSomebodyElse(() =>
          sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where "wait_event_type" = 'Lock' and "datname" = current_database()`.execute(app.db),
        )
        waiting = found.rows[0]?.n ?? 0
      }
    })
    const codes = (await answers).sort((x, y) => x.code - y.code)
    expect(codes).toMatchObject([{ code: 200 }, { code: 409, message: '至少保留一个可用的超级管理员' }])
    await sql`update "admin" set "status" = 1`.execute(app.db)
    await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
    admin = await app.admin()
  })

  test('menus: what is granted with the way up, own page always; the whole tree for the role admin', async () => {
    interface Item {
      component: string
      menuType: string
      childList: Item[]
    }
    const pages = (items: Item[]): string[] =>
      items.flatMap((item) => [...(item.component === '' ? [] : [item.component]), ...pages(item.childList)])
    const { token, roleId: rid } = await app.person()
    const node = await app.db
      .selectFrom('menu')
      .select('id')
      .where('systemKey', '=', 'access.dept')
      .executeTakeFirstOrThrow()
    expect(pages((await app.request<Item[]>('GET', '/admin/getMenus', { token })).data)).toEqual([
      '/dashboard',
      '/maintain/user',
    ])
    await app.db.insertInto('roleMenu').values({ rid, menuId: node.id }).execute()
    await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
    const granted = await app.request<Item[]>('GET', '/admin/getMenus', { token })
    expect(pages(granted.data)).toEqual([
      '/dashboard',
      '/operation/roleManager/organisation',
      '/maintain/user',
    ])
    expect(granted.data[1]?.menuType).toBe('M')
    const all = pages((await app.request<Item[]>('GET', '/admin/getMenus', { token: admin })).data)
    expect(all).toContain('/operation/roleManager/promiseRules')
  })

  test('permission list and trace', async () => {
    interface Call {
      path: string
      buttons: string[]
      roles: string[]
    }
    const code = 'admin:system:dept:save'
    const person = await app.person({ permissions: [code] })
    const list = await app.request<Call[]>('GET', '/admin/system/permission/list', { token: admin })
    const call = list.data.find((one) => one.path === '/admin/system/dept/save')
    expect(call?.buttons).toContain('组织部门/新增')
    expect(call?.roles).toContain(`角色${person.account}`)
    const trace = (adminId: number, asked: string) =>
      app.request('GET', '/admin/system/permission/trace', { token: admin, query: { adminId, code: asked } })
    expect((await trace(person.adminId, code)).data).toMatchObject({
      allowed: true,
      paths: [{ roleId: person.roleId, dataScope: 1 }],
    })
    expect((await trace(person.adminId, 'admin:system:dept:delete')).data).toMatchObject({ allowed: false })
  })
})

describe('staff, roles, menus, departments', () => {
  test('an account is unique for ever and cannot be changed; lists hide phones and never hold a hash', async () => {
    const { id, account } = await staff()
    const save = (more: Record<string, unknown>) =>
      app.request('POST', '/admin/system/admin/save', {
        token: admin,
        body: {
          account: 'neu',
          pwd: PASSWORD,
          realName: '新',
          roles: '1',
          phone: '13911112222',
          deptId: 1,
          ...more,
        },
      })
    expect((await save({ account: account.toUpperCase() })).message).toBe('账号已存在')
    expect((await save({ account: '张三' })).message).toBe('账号格式不正确')
    expect((await save({ phone: '12345' })).message).toBe('请填写正确的手机号')
    expect((await save({ pwd: 'short' })).message).toBe('密码长度须为8到30个字符')
    expect((await save({ deptId: '' })).message).toBe('请选择部门')
    const update = await app.request('POST', '/admin/system/admin/update', {
      token: admin,
      body: { id, account: 'other' },
    })
    expect(update.message).toBe('账号不可修改')
    const list = await app.request('GET', '/admin/system/admin/list', {
      token: admin,
      query: { realName: account, deptId: await deptId() },
    })
    expect(list.data.list).toHaveLength(1)
    expect(list.data.list[0]).toMatchObject({ account, level: 99, roleNames: '超级管理员', deptName: '总部' })
    expect(String(list.data.list[0]?.phone)).toMatch(/^138\*{4}\d{4}$/)
    expect(list.body).not.toMatch(/scrypt|openid|pwdHash/)
    expect(
      (await app.request('GET', '/admin/system/admin/delete', { token: admin, query: { id } })).code,
    ).toBe(200)
    expect((await save({ account })).message).toBe('账号已存在')
  })

  test('disabling ends the sessions at once', async () => {
    const { id, account } = await staff()
    const { token } = (await login(account)).data
    const off = await app.request('GET', '/admin/system/admin/updateStatus', {
      token: admin,
      query: { id, status: 0 },
    })
    expect(off.code).toBe(200)
    expect(await info(token)).toMatchObject({ code: 401, data: { reason: 'disabled' } })
  })

  test('sms needs a phone', async () => {
    const { adminId } = await app.person()
    const sms = () =>
      app.request('GET', '/admin/system/admin/update/isSms', { token: admin, query: { id: adminId } })
    expect((await sms()).message).toBe('请先为管理员新增手机号!')
    await app.db.updateTable('admin').set({ phone: '13700001111' }).where('id', '=', adminId).execute()
    expect((await sms()).code).toBe(200)
  })

  test('the role admin stays as it is; a role with members stays; members move with the guards of an edit', async () => {
    const person = await app.person()
    const remove = (id: number) =>
      app.request('GET', '/admin/system/role/delete', { token: admin, query: { id } })
    expect((await remove(await roleId('admin'))).message).toBe('系统角色不可修改')
    expect((await remove(person.roleId)).message).toBe('该角色下还有1名员工')
    const other = await app.person()
    const members = (id: number, body: object) =>
      app.request<{ members: number }>('POST', `/admin/system/role/members/${id}`, { token: admin, body })
    expect((await members(other.roleId, { add: String(person.adminId) })).data.members).toBe(2)
    expect((await members(person.roleId, { remove: String(person.adminId) })).data.members).toBe(0)
    expect((await remove(person.roleId)).code).toBe(200)
    expect((await members(other.roleId, { remove: String(person.adminId) })).message).toMatch(
      /至少须保留一个角色$/,
    )
  })

  test('the tree tells why a node cannot be handed on; buttons share the fate of their page', async () => {
    interface Node {
      name: string
      perms: string
      disabled: boolean
      reason: string
      child: Node[]
    }
    const { token } = await app.person({
      permissions: [
        'admin:system:menu:cache:tree',
        'admin:system:admin:save',
        'admin:system:dept:list',
        'admin:system:dept:info',
      ],
    })
    const tree = await app.request<Node[]>('GET', '/admin/system/menu/cache/tree', { token })
    const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.child)])
    const nodes = flat(tree.data)
    const reasonOf = (code: string) => nodes.find((node) => node.perms.split(',').includes(code))?.reason
    expect(reasonOf('admin:system:admin:save')).toBe('该菜单仅限管理员角色')
    expect(reasonOf('admin:system:dept:list')).toBe('')
    expect(reasonOf('admin:system:dept:save')).toBe('您没有该权限，不能授予他人')
    for (const node of nodes) expect(node.disabled).toBe(node.reason !== '')
  })

  test('a role keeps its ticks through info and update, and its log tells them', async () => {
    const rules = await menuIds('admin:system:dept:list', 'admin:system:dept:save')
    const saved = await app.request('POST', '/admin/system/role/save', {
      token: admin,
      body: {
        roleName: '部门管理',
        roleCode: 'dept_keeper',
        dataScope: 7,
        scopeIds: { storeIds: [7] },
        rules: rules.join(','),
      },
    })
    expect(saved.message).toBe('操作成功')
    interface Node {
      id: number
      checked: boolean
      child: Node[]
    }
    const read = await app.request<{ rules: string; scopeIds: object; menuList: Node[] }>(
      'GET',
      `/admin/system/role/info/${saved.data.id}`,
      { token: admin },
    )
    const ticked = (nodes: Node[]): number[] =>
      nodes.flatMap((node) => [...(node.checked ? [node.id] : []), ...ticked(node.child)])
    const sorted = [...rules].sort((a, b) => a - b)
    expect(read.data.rules).toBe(sorted.join(','))
    expect(read.data.scopeIds).toEqual({ storeIds: [7] })
    expect(ticked(read.data.menuList).sort((a, b) => a - b)).toEqual(sorted)
    const empty = await app.request('POST', '/admin/system/role/update', {
      token: admin,
      body: { id: saved.data.id, scopeIds: {} },
    })
    expect(empty.message).toBe('请选择自定义范围')
    const log = await sql<{ text: string }>`select "changes"::text as "text" from "operLog"
      where "path" = '/admin/system/role/save' order by "id" desc limit 1`.execute(app.db)
    expect(log.rows[0]?.text).toContain('菜单权限')
  })

  test('menus: kinds in their places, four levels, no circle, seeded ones stay', async () => {
    const add = (body: Record<string, unknown>) =>
      app.request<{ id: number; warnings: string[] }>('POST', '/admin/system/menu/add', {
        token: admin,
        body: { name: '节点', ...body },
      })
    const ids: number[] = []
    for (let level = 0; level < 3; level++)
      ids.push((await add({ menuType: 'M', pid: ids.at(-1) ?? 0 })).data.id)
    const page = await add({ menuType: 'C', pid: ids[2], component: '/somewhere', perms: 'a:b:c' })
    expect(page.data.warnings).toEqual(['a:b:c：该权限标识没有对应接口'])
    expect((await add({ menuType: 'C', pid: page.data.id, component: '/deeper' })).message).toBe(
      '菜单最多四级',
    )
    expect((await add({ menuType: 'C', pid: 0, component: '/somewhere' })).message).toBe('组件路径已存在')
    expect((await add({ menuType: 'C', pid: 0 })).message).toBe('请输入组件路径')
    expect((await add({ menuType: 'C', pid: 0, component: 'javascript:x' })).message).toBe(
      '组件路径格式不正确',
    )
    expect((await add({ menuType: 'A', pid: ids[0], perms: 'a:b' })).message).toBe('按钮只能建在菜单之下')
    expect((await add({ menuType: 'A', pid: page.data.id, perms: '*:*:*' })).message).toBe(
      '权限标识格式不正确',
    )
    const update = (body: object) => app.request('POST', '/admin/system/menu/update', { token: admin, body })
    expect((await update({ id: ids[0], pid: ids[2] })).message).toBe('上级菜单不能是本菜单或其下级')
    const remove = (id?: number) => app.request('POST', `/admin/system/menu/delete/${id}`, { token: admin })
    expect((await remove(ids[0])).message).toBe('存在下级菜单，不允许删除')
    expect((await remove(page.data.id)).code).toBe(200)
    const seeded = await app.db
      .selectFrom('menu')
      .select('id')
      .where('systemKey', '=', 'access.own')
      .executeTakeFirstOrThrow()
    expect((await remove(seeded.id)).message).toBe('系统菜单不可删除，可隐藏')
  })

  test('seeding again changes nothing; what a person changed stays, what the code owns comes back', async () => {
    const facts = app.house.context.facts
    const node = app.db.selectFrom('menu').selectAll().where('systemKey', '=', 'access.dept')
    const before = await node.executeTakeFirstOrThrow()
    const count = () =>
      app.db.selectFrom('menu').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
    const n = await count()
    await app.db
      .updateTable('menu')
      .set({ name: '团队', sort: 77, isShow: 0, pid: 0, perms: '' })
      .where('id', '=', before.id)
      .execute()
    await asSystem(app.db, (tx) => seedMenus(tx, facts))
    const after = await node.executeTakeFirstOrThrow()
    expect(after).toMatchObject({ name: '团队', sort: 77, isShow: 0, pid: 0, perms: before.perms })
    expect(await count()).toEqual(n)
    const { name, sort, isShow, pid } = before
    await app.db.updateTable('menu').set({ name, sort, isShow, pid }).where('id', '=', before.id).execute()
  })

  test('departments: unique under one parent, moved with all below, no circle, not deleted while used', async () => {
    const save = (deptName: string, pid = 0) =>
      app.request('POST', '/admin/system/dept/save', { token: admin, body: { deptName, pid } })
    const a = (await save('甲')).data.id
    const b = (await save('乙', a)).data.id
    const c = (await save('丙', b)).data.id
    expect((await save('乙', a)).message).toBe('部门名称已存在')
    expect((await save('乙')).code).toBe(200)
    const move = (id: number, pid: number) =>
      app.request('POST', '/admin/system/dept/update', { token: admin, body: { id, pid } })
    for (const pid of [a, b, c]) expect((await move(a, pid)).message).toBe('上级部门不能是本部门或其下级')
    expect((await move(b, 1)).code).toBe(200)
    const paths = await app.db
      .selectFrom('dept')
      .select('path')
      .where('id', 'in', [b, c])
      .orderBy('id')
      .execute()
    expect(paths).toEqual([{ path: `/1/${b}/` }, { path: `/1/${b}/${c}/` }])
    const remove = (id: number) => app.request('POST', `/admin/system/dept/delete/${id}`, { token: admin })
    expect((await remove(b)).message).toBe('部门下存在下级部门，不允许删除')
    const { adminId } = await app.person({ deptId: c })
    expect((await remove(c)).message).toBe('部门下存在员工，不允许删除')
    await app.db.updateTable('admin').set({ deptId: null }).where('id', '=', adminId).execute()
    expect((await remove(c)).code).toBe(200)
  })
})

describe('scope, import, export', () => {
  test('departments: the own one and below, the own one, those listed; leavers are among the owners', async () => {
    const save = async (deptName: string, pid: number): Promise<number> =>
      (await app.request('POST', '/admin/system/dept/save', { token: admin, body: { deptName, pid } })).data
        .id
    const top = await save('华东', 0)
    const below = await save('上海', top)
    const [boss, clerk, leaver] = [
      await app.person({ deptId: top, dataScope: 2 }),
      await app.person({ deptId: below, dataScope: 3 }),
      await app.person({ deptId: below }),
    ]
    await app.db.updateTable('admin').set({ isDel: 1 }).where('id', '=', leaver.adminId).execute()
    const paper = entity('paper', '单据', { no: text('单号', { max: 20 }) }, { title: 'no', scope: {} })
    const owners = async (token: string): Promise<number[]> => {
      const scope = await rowScope(app.db, await whoOf(app.db, token), paper)
      return [...(scope?.[0]?.[0]?.ids ?? [])].sort((a, b) => a - b)
    }
    expect(await owners(boss.token)).toEqual([boss.adminId, clerk.adminId, leaver.adminId])
    expect(await owners(clerk.token)).toEqual([clerk.adminId, leaver.adminId])
    const head = await app.person({ deptId: top, dataScope: 3 })
    expect(await owners(head.token)).toEqual([boss.adminId, head.adminId])
    const own = await app.person({ deptId: below, dataScope: 6 })
    expect(await owners(own.token)).toEqual([own.adminId])
  })

  test('员工导入: names become ids, what exists is refused, nothing beyond the importer is given', async () => {
    const row = (rowNo: number, values: Record<string, string>) => ({
      rowNo,
      values: { realName: '张三', phone: '13600000001', dept: '总部', roles: '超级管理员', ...values },
    })
    const who = await whoOf(app.db, admin)
    const errors = await adminImport.check(
      app.db,
      who,
      [
        row(2, { account: 'imp1', phone: '13600000001' }),
        row(3, { account: 'IMP1', phone: '13600000002' }),
        row(4, { account: 'admin', phone: '13600000001' }),
        row(5, { account: 'imp2', phone: '13600000003', dept: '火星', roles: '没有', position: '没有' }),
      ],
      new Map(),
    )
    expect(errors).toEqual([
      { rowNo: 3, column: '账号', message: '账号已存在' },
      { rowNo: 4, column: '账号', message: '账号已存在' },
      { rowNo: 4, column: '手机号', message: '手机号已存在' },
      { rowNo: 5, column: '部门', message: '部门不存在' },
      { rowNo: 5, column: '角色', message: '角色不存在或已停用' },
      { rowNo: 5, column: '职位', message: '职位不存在' },
    ])
    const person = await app.person({ permissions: ['admin:system:admin:save'] })
    const lower = await adminImport.check(
      app.db,
      await whoOf(app.db, person.token),
      [row(2, { account: 'imp1' })],
      new Map(),
    )
    expect(lower).toEqual([{ rowNo: 2, column: '角色', message: '不能授予超出本人权限的角色' }])
    const written = await inTransaction(app.db, who, (tx) =>
      adminImport.write(tx, who, [row(2, { account: 'imp1', position: '店长' })], new Map()),
    )
    expect(written).toEqual([])
    expect((await login('imp1')).message).toBe('账号或密码错误，还可尝试4次')
    const found = await app.request('GET', '/admin/system/admin/picker', {
      token: person.token,
      query: { keywords: 'imp1' },
    })
    expect(found.data.list).toMatchObject([{ account: 'imp1', deptName: '总部', disabled: 0 }])
    const chunks: (readonly Record<string, unknown>[])[] = []
    for await (const part of adminExporting.rows(app.db, who, { realName: 'imp1' })) chunks.push(part)
    expect(chunks.flat()).toMatchObject([{ account: 'imp1', phone: '136****0001', roles: '超级管理员' }])
    expect(JSON.stringify(chunks)).not.toContain('scrypt')
  })
})

describe('first start', () => {
  test('P16-36: the first administrator is made once, the file goes with the first change of the password', async () => {
    expect(await asSystem(app.db, (tx) => firstAdmin(tx, app.house.context))).toBeNull()
    const rollBack = new Error('only looked')
    const { adminPassword: _given, ...settings } = app.house.context.settings
    const empty = { ...app.house.context, settings }
    let password: string | null = null
    await asSystem(app.db, async (tx) => {
      await tx.deleteFrom('admin').execute()
      password = (await firstAdmin(tx, empty))?.password ?? null
      await expect(
        tx
          .deleteFrom('admin')
          .execute()
          .then(() => firstAdmin(tx, { ...empty, settings: { ...settings, adminPassword: 'admin' } })),
      ).rejects.toThrow('TS_ADMIN_PASSWORD：密码长度须为8到30个字符')
      throw rollBack
    }).catch((error: unknown) => expect(error).toBe(rollBack))
    expect(password).toMatch(/^.{16}$/)
    const file = join(app.house.context.settings.dataDir, 'initial-admin.txt')
    await mkdir(app.house.context.settings.dataDir, { recursive: true })
    await writeFile(file, 'x')
    const change = await app.request('POST', '/admin/login/update/password', {
      token: admin,
      body: { oldPassword: ADMIN_PASSWORD, password: 'Other1!xy', confirmPassword: 'Other1!xy' },
    })
    expect(change.message).toBe('操作成功')
    await expect(access(file)).rejects.toThrow('ENOENT')
  })

  test('lost access: a new password, unlocked, enabled, in the log', async () => {
    const { id, account } = await staff()
    for (let n = 0; n < 5; n++) await login(account, 'wrong')
    await app.db.updateTable('admin').set({ status: 0 }).where('id', '=', id).execute()
    const password = await resetAdmin(app.db, account)
    expect((await login(account, password)).data.pwdExpired).toBe(1)
    const log = await app.db
      .selectFrom('operLog')
      .select('title')
      .where('bizId', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(log).toEqual([{ title: '命令行重置管理员' }])
    await expect(resetAdmin(app.db, 'nobody')).rejects.toThrow('账号不存在')
  })
})
