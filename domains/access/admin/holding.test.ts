import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '#app/domains.ts'
import { type Person, type PersonOptions, type TestApp, testApp } from '#app/testing.ts'
import type { Call } from '#kit/shared/call.ts'

const calls = rooms.flatMap((room) => room.served.map((served) => served.call)).filter((call) => call.change)
const CODES = [
  ...new Set(
    calls
      .filter((call) => /^\/admin\/system\/(admin|role)\/|^\/admin\/monitor\/online/.test(call.path))
      .map((call) => call.permission),
  ),
]

/** Every changing call that acts upon one member of staff, found by what it takes. */
const ACTING = calls.filter(
  ({ path, shape }) => path.startsWith('/admin/system/admin/') && (shape.id ?? shape.fromId) !== undefined,
)
const byPath = (end: string): Call => {
  const found = calls.find(({ path }) => path.endsWith(end))
  if (found === undefined) throw new Error(`No call ${end}`)
  return found
}

let app: TestApp
const depts: number[] = []
let phones = 0
beforeAll(async () => {
  app = await testApp()
  const token = await app.admin()
  for (const deptName of ['一部', '二部'])
    depts.push((await app.request('POST', '/admin/system/dept/save', { token, body: { deptName } })).data.id)
})
afterAll(() => app.close())

const LEVEL = 20
const [HERE, ELSEWHERE] = [0, 1]

/** What the one who acts is like, and what the other has in excess of it. */
interface Pair {
  own?: PersonOptions
  other: (own: PersonOptions) => PersonOptions
  /** the other also holds the role of everything */
  isAdmin?: boolean
}
const STRONGER: Record<string, Pair> = {
  'one level above': { other: (own) => ({ ...own, level: LEVEL + 1 }) },
  'one permission more': {
    other: (own) => ({ ...own, permissions: [...(own.permissions ?? []), 'admin:system:dept:save'] }),
  },
  'all data against the own department': {
    own: { dataScope: 2, deptId: HERE },
    other: (own) => ({ ...own, dataScope: 1 }),
  },
  'the own department of another one': {
    own: { dataScope: 3, deptId: HERE },
    other: (own) => ({ ...own, deptId: ELSEWHERE }),
  },
  'departments below another one': {
    own: { dataScope: 2, deptId: HERE },
    other: (own) => ({ ...own, deptId: ELSEWHERE }),
  },
  'one store more': {
    own: { dataScope: 4, storeIds: [1] },
    other: (own) => ({ ...own, storeIds: [1, 2] }),
  },
  'one company more': {
    own: { dataScope: 7, scopeIds: { companyIds: [1] } },
    other: (own) => ({ ...own, scopeIds: { companyIds: [1, 2] } }),
  },
  'all channels against one': {
    own: { channelIds: [1] },
    other: (own) => ({ ...own, channelIds: [] }),
  },
  everything: { other: (own) => ({ ...own, level: 1, permissions: [] }), isAdmin: true },
}

async function make(options: PersonOptions): Promise<Person> {
  const { deptId, ...rest } = options
  const made = await app.person({ ...rest, ...(deptId === undefined ? {} : { deptId: depts[deptId] ?? 0 }) })
  const phone = `137${String(++phones).padStart(8, '0')}`
  await app.db
    .updateTable('admin')
    .set({ phone, openid: `o${phone}` })
    .where('id', '=', made.adminId)
    .execute()
  await app.db
    .insertInto('adminTotp')
    .values({ adminId: made.adminId, secret: 'x', confirmTime: new Date() })
    .execute()
  return made
}

async function pairOf({ own = {}, other, isAdmin }: Pair): Promise<{ asker: Person; target: Person }> {
  const options: PersonOptions = { permissions: CODES, level: LEVEL, ...own }
  const asker = await make(options)
  const target = await make(other(options))
  if (isAdmin)
    await sql`update "admin" set "roles" = "roles" || (select "id" from "role" where "roleCode" = 'admin')
      where "id" = ${target.adminId}`.execute(app.db)
  return { asker, target }
}

/** The inputs of a call upon somebody: the usual one, and for an update each of the fields that let somebody in. */
function inputsOf(call: Call, target: Person, asker: Person): Record<string, unknown>[] {
  const { adminId } = target
  const by = call.shape.fromId === undefined ? { id: adminId } : { fromId: adminId }
  if (call.path.endsWith('/update'))
    return [
      { ...by, pwd: 'Qw1!zxcvb' },
      { ...by, roles: String(asker.roleId) },
      { ...by, status: 0 },
      { ...by, phone: `136${String(adminId).padStart(8, '0')}` },
      { ...by, deptId: depts[HERE] },
    ]
  return [
    {
      ...by,
      ...(call.shape.status === undefined ? {} : { status: 0 }),
      ...(call.shape.toId === undefined ? {} : { toId: asker.adminId, items: 'depts' }),
    },
  ]
}

const send = (call: Call, token: string, input: Record<string, unknown>) => {
  const path = call.path.replace(':id', String(input.id))
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return call.method === 'GET'
    ? app.request('GET', path, { token, query })
    : app.request('POST', path, { token, body: input })
}

/** Everything an attempt could have changed of a person. */
async function stateOf({ adminId, roleId }: Person): Promise<unknown> {
  const { rows } = await sql`select to_jsonb(a) as "person",
    (select jsonb_agg(to_jsonb(h) order by h."id") from "adminPwdHistory" h where h."adminId" = a."id") as "passwords",
    (select jsonb_agg(to_jsonb(s) - 'lastTime' - 'expireTime' order by s."id") from "adminSession" s
      where s."adminId" = a."id") as "sessions",
    (select jsonb_agg(to_jsonb(t)) from "adminTotp" t where t."adminId" = a."id") as "factor",
    (select jsonb_agg(to_jsonb(r)) from "role" r where r."id" = ${roleId}) as "role",
    (select jsonb_agg(m."menuId" order by m."menuId") from "roleMenu" m where m."rid" = ${roleId}) as "rules"
    from "admin" a where a."id" = ${adminId}`.execute(app.db)
  return rows
}

async function sessionOf(target: Person): Promise<number> {
  const { id } = await app.db
    .selectFrom('adminSession')
    .select('id')
    .where('adminId', '=', target.adminId)
    .executeTakeFirstOrThrow()
  return id
}

async function attempts(asker: Person, target: Person): Promise<[Call, Record<string, unknown>][]> {
  const role = { id: target.roleId }
  return [
    ...ACTING.flatMap((call) =>
      inputsOf(call, target, asker).map((input): [Call, Record<string, unknown>] => [call, input]),
    ),
    [byPath('/role/members/:id'), { id: asker.roleId, add: String(target.adminId) }],
    [byPath('/role/members/:id'), { ...role, remove: String(target.adminId) }],
    [byPath('/role/update'), { ...role, roleName: `改${target.account}` }],
    [byPath('/role/updateStatus'), { ...role, status: 0 }],
    [byPath('/role/delete'), role],
    [byPath('/forceLogout/:id'), { id: await sessionOf(target) }],
  ]
}

test('the table holds every call that acts upon a member of staff', () => {
  expect(ACTING.map((call) => call.path.slice('/admin/system/admin/'.length)).sort()).toEqual([
    'delete',
    'handover',
    'resetPwd/:id',
    'resetTotp/:id',
    'unbindWechat/:id',
    'unlock/:id',
    'update',
    'update/isSms',
    'update/notAgent/:id',
    'updateStatus',
  ])
})

describe('somebody who may do or see more cannot be touched', () => {
  for (const [name, pair] of Object.entries(STRONGER))
    test(name, async () => {
      const { asker, target } = await pairOf(pair)
      const before = await stateOf(target)
      for (const [call, input] of await attempts(asker, target)) {
        const answer = await send(call, asker.token, input)
        expect(answer, `${call.path} ${JSON.stringify(input)}`).toMatchObject({ data: null })
        expect([404, 409, 422], `${call.path} ${answer.message}`).toContain(answer.code)
      }
      expect(await stateOf(target)).toEqual(before)
      const reset = await send(byPath('/resetPwd/:id'), asker.token, { id: target.adminId })
      expect(reset.message).toMatch(/^无权操作更高级别的账号$|，无权操作$/)
    })
})

describe('somebody who holds the same may be touched, one who holds less as well', () => {
  const EQUAL: Record<string, Pair> = {
    'the same rights': { other: (own) => own },
    'one level below': { other: (own) => ({ ...own, level: LEVEL - 1 }) },
    'one permission less': { other: (own) => ({ ...own, permissions: (own.permissions ?? []).slice(1) }) },
    'the same department': { own: { dataScope: 3, deptId: HERE }, other: (own) => own },
    'the same stores': {
      own: { dataScope: 4, storeIds: [1, 2] },
      other: (own) => ({ ...own, storeIds: [2] }),
    },
  }
  for (const [name, pair] of Object.entries(EQUAL))
    test(name, async () => {
      const { asker, target } = await pairOf(pair)
      const answer = await app.request<{ password: string }>(
        'POST',
        `/admin/system/admin/resetPwd/${target.adminId}`,
        { token: asker.token },
      )
      expect(answer).toMatchObject({ code: 200, data: { password: expect.stringMatching(/^.{16}$/) } })
    })
})

describe('roles', () => {
  test('nobody changes the role they have themselves, nor one that was disabled and holds more', async () => {
    const asker = await make({ permissions: CODES, level: LEVEL })
    const own = await send(byPath('/role/update'), asker.token, { id: asker.roleId, level: 5 })
    expect(own).toMatchObject({ code: 422, message: '不能修改本人的角色' })
    const strong = await app.person({ level: LEVEL, permissions: ['admin:system:dept:save'] })
    const weak = await make({ level: 1 })
    await app.db.updateTable('role').set({ status: 0 }).where('id', '=', strong.roleId).execute()
    const give = await send(byPath('/role/members/:id'), asker.token, {
      id: strong.roleId,
      add: String(weak.adminId),
    })
    expect(give).toMatchObject({ code: 422, message: '不能授予超出本人权限的角色' })
    const touch = await send(byPath('/resetPwd/:id'), asker.token, { id: strong.adminId })
    expect(touch).toMatchObject({ code: 422, message: '该账号的权限超出本人权限，无权操作' })
  })

  test('an account is not made or moved where its role shows what the maker does not see', async () => {
    const asker = await make({ permissions: CODES, level: LEVEL, dataScope: 3, deptId: HERE })
    const clerk = await make({ level: 1, dataScope: 3, deptId: HERE })
    const body = {
      account: `made${clerk.adminId}`,
      pwd: 'Qw1!zxcv',
      realName: '新人',
      roles: String(clerk.roleId),
      phone: `135${String(clerk.adminId).padStart(8, '0')}`,
    }
    const save = (deptId: number | undefined) =>
      app.request('POST', '/admin/system/admin/save', { token: asker.token, body: { ...body, deptId } })
    expect(await save(depts[ELSEWHERE])).toMatchObject({
      code: 422,
      message: '该部门的数据超出本人的数据范围',
    })
    expect((await save(depts[HERE])).code).toBe(200)
    const move = await send(byPath('/system/admin/update'), asker.token, {
      id: clerk.adminId,
      deptId: depts[ELSEWHERE],
    })
    expect(move).toMatchObject({ code: 422, message: '该部门的数据超出本人的数据范围' })
  })
})

describe('moving a department', () => {
  const MOVE = 'admin:system:dept:update'
  const WIDENING = '移动后有员工会看到更多数据，超出本人的数据范围，无权移动'
  const made = async (deptName: string, pid: number): Promise<number> => {
    const token = await app.admin()
    return (await send(byPath('/system/dept/save'), token, { deptName, pid })).data.id
  }
  const move = (who: Person, id: number, pid: number) =>
    send(byPath('/system/dept/update'), who.token, { id, pid })

  test('below a department of one’s own does not show oneself what one did not see', async () => {
    const [own, foreign] = [await made('移动甲', 0), await made('移动乙', 0)]
    const mover = await app.person({ permissions: [MOVE], level: LEVEL, dataScope: 2, deptId: own })
    expect(await move(mover, foreign, own)).toMatchObject({
      code: 422,
      data: [{ field: 'pid', message: WIDENING }],
    })
    const path = await app.db.selectFrom('dept').select('path').where('id', '=', foreign).executeTakeFirst()
    expect(path?.path).toBe(`/${foreign}/`)
  })

  test('below somebody who may do more is refused; below nobody, and below one’s equals, it is done', async () => {
    const top = await made('移动丙', 0)
    const [left, right] = [await made('移动丙左', top), await made('移动丙右', top)]
    const moved = await made('移动丙下', left)
    const options = { permissions: [MOVE], level: LEVEL, dataScope: 2, deptId: top }
    const mover = await app.person(options)
    // Whoever sees the own department only sees no more of it afterwards.
    await app.person({ ...options, deptId: right, dataScope: 3, level: LEVEL + 1 })
    expect((await move(mover, moved, right)).code).toBe(200)
    expect((await move(mover, moved, left)).code).toBe(200)
    await app.person({ ...options, deptId: right })
    expect((await move(mover, moved, right)).code).toBe(200)
    expect((await move(mover, moved, left)).code).toBe(200)
    await app.person({ ...options, deptId: right, permissions: [MOVE, 'admin:system:dept:save'] })
    expect((await move(mover, moved, right)).message).toBe(WIDENING)
    // Up to where everybody above saw it before, nobody sees more.
    expect((await move(mover, moved, top)).code).toBe(200)
    const everywhere = await app.person({ ...options, dataScope: 1, deptId: left })
    expect((await move(everywhere, moved, right)).message).toBe(WIDENING)
  })
})

describe('temporary passwords', () => {
  const PASSWORD = 'Qw1!zxcv'
  const login = (account: string, pwd: string) =>
    app.request<{ token: string; pwdExpired: number }>('POST', '/admin/login', { body: { account, pwd } })
  const ages = (adminId: number, minutes: number) =>
    sql`update "adminPwdHistory" set "expireTime" = "setTime" + interval '24 hours' - make_interval(mins => ${minutes}),
      "setTime" = "setTime" - make_interval(mins => ${minutes}) where "adminId" = ${adminId}`.execute(app.db)

  test('they hold for a day, have to be changed whatever the setting says, and the owner is told', async () => {
    const token = await app.admin()
    const setting = { key: 'pwd_first_change', value: '0' }
    expect((await app.request('POST', '/admin/system/config/saveuniq', { token, body: setting })).code).toBe(
      200,
    )
    const { adminId, account, token: old } = await app.person({ level: 1 })
    const { password } = (
      await app.request<{ password: string }>('POST', `/admin/system/admin/resetPwd/${adminId}`, { token })
    ).data
    expect((await app.request('GET', '/admin/getMenus', { token: old })).code).toBe(401)
    expect((await login(account, password)).data.pwdExpired).toBe(1)
    const told = await app.db
      .selectFrom('adminNotice')
      .select('content')
      .where('adminId', '=', adminId)
      .where('mark', '=', 'accountTouched')
      .execute()
    expect(told).toHaveLength(1)
    expect(told[0]?.content).toMatch(/^管理员于.*对您的账号重置了登录密码，/)
    expect(JSON.stringify(told)).not.toContain(password)
    await ages(adminId, 24 * 60 - 1)
    expect((await login(account, password)).code).toBe(200)
    await ages(adminId, 24 * 60)
    expect(await login(account, password)).toMatchObject({
      code: 422,
      message: '临时密码已过期，请联系管理员重新设置',
    })
    const typed = await app.request('POST', '/admin/system/admin/update', {
      token,
      body: { id: adminId, pwd: PASSWORD },
    })
    expect(typed.code).toBe(200)
    expect((await login(account, PASSWORD)).data.pwdExpired).toBe(1)
    await ages(adminId, 24 * 60)
    expect((await login(account, PASSWORD)).code).toBe(422)
  })

  test('the first password of a new account is one, unless the house lets people keep it', async () => {
    const token = await app.admin()
    const role = await app.person({ level: 1 })
    const make = async (account: string, isChanged: '0' | '1') => {
      const setting = { key: 'pwd_first_change', value: isChanged }
      await app.request('POST', '/admin/system/config/saveuniq', { token, body: setting })
      const phone = `136${String(++phones).padStart(8, '0')}`
      const body = {
        account,
        realName: account,
        phone,
        pwd: PASSWORD,
        roles: [role.roleId],
        deptId: depts[HERE],
      }
      const saved = await send(byPath('/system/admin/save'), token, body)
      expect(saved.code, saved.message).toBe(200)
      return saved.data.id
    }
    const changed = await make('first.changed', '1')
    const { rows } = await sql`select "expireTime" = "setTime" + interval '24 hours' as "ends"
      from "adminPwdHistory" where "adminId" = ${changed}`.execute(app.db)
    expect(rows).toEqual([{ ends: true }])
    expect((await login('first.changed', PASSWORD)).data.pwdExpired).toBe(1)
    await ages(changed, 24 * 60 - 1)
    expect((await login('first.changed', PASSWORD)).code).toBe(200)
    await ages(changed, 24 * 60)
    expect((await login('first.changed', PASSWORD)).message).toBe('临时密码已过期，请联系管理员重新设置')
    await make('first.kept', '0')
    expect((await login('first.kept', PASSWORD)).data.pwdExpired).toBe(0)
    const kept = await app.db
      .selectFrom('adminPwdHistory')
      .innerJoin('admin', 'admin.id', 'adminPwdHistory.adminId')
      .select('expireTime')
      .where('account', '=', 'first.kept')
      .execute()
    expect(kept).toEqual([{ expireTime: null }])
  })
})
