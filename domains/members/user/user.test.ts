// Consumers as staff see and change them: lists and their scope, records, and every dialog of Members §2.6.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { openCustomerSession } from '#domains/access/access.door.ts'
import { declareGrant } from '#kit/server/grant.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { registerNow } from '../../../tests/registering.ts'
import { waitsFor } from '../../../tests/waitsFor.ts'
import { PHONE, SENSITIVE } from '../members.rules.ts'
import { userCalls } from './user.calls.ts'
import { makeUser, type NewUser, refuseTakenPhone, userOfPhone } from './userMake.server.ts'

let app: TestApp
let token: string
let phones = 0
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

type Body = Record<string, unknown>
const post = <T = Body>(path: string, body: Body = {}, as = token) =>
  app.request<T>('POST', `/admin/user/${path}`, { token: as, body })
const get = <T = Body & { list: Body[]; total: number }>(
  path: string,
  query: Record<string, string | number> = {},
  as = token,
) => app.request<T>('GET', `/admin/user/${path}`, { token: as, query })

const nextPhone = (): string => `139${String(10_000_000 + ++phones)}`
const make = (
  values: NewUser = {},
): Promise<{ id: number; userNo: string; nickname: string; phone: string }> =>
  asSystem(app.db, (tx) => makeUser(tx, { phone: nextPhone(), ...values }))
const rowOf = (uid: number) =>
  app.db.selectFrom('user').selectAll().where('id', '=', uid).executeTakeFirstOrThrow()
const balanceOf = async (uid: number) =>
  (await app.db.selectFrom('account').select('balance').where('uid', '=', uid).executeTakeFirstOrThrow())
    .balance
const entriesOf = (uid: number) =>
  app.db
    .selectFrom('accountEntry')
    .innerJoin('account', 'account.id', 'accountEntry.accountId')
    .select(['accountEntry.amount', 'accountEntry.pm', 'accountEntry.transactionType'])
    .where('account.uid', '=', uid)
    .orderBy('accountEntry.id')
    .execute()

const CODES = Object.values(userCalls).map((call) => call.permission)
const person = (more: { codes?: readonly string[]; dataScope?: number } = {}): Promise<Person> =>
  app.person({ permissions: [...CODES, ...(more.codes ?? [])], dataScope: more.dataScope ?? 1 })

/** 会员配置: what the people of a role may adjust by hand. */
async function allow(roleId: number, once: string, day: string, points: number): Promise<void> {
  const rows = await app.request<{ fields: { found_rows: Body[] }; version: number }>(
    'GET',
    '/admin/user/configInfo',
    {
      token,
      query: { type: 'found' },
    },
  )
  const saved = await app.request('POST', '/admin/user/save/config', {
    token,
    body: {
      type: 'found',
      version: rows.data.version,
      fields: {
        found_rows: [
          ...rows.data.fields.found_rows,
          { roleId, found_once_money: once, found_day_money: day, found_once_integral: points },
        ],
      },
    },
  })
  expect(saved.message).toBe('操作成功')
}

test('a user is made with number, name, account and figures, and the event is told', async () => {
  const made = await make()
  expect(made.userNo).toMatch(/^\d{10}$/)
  expect(made.nickname).toBe(`用户${made.userNo.slice(-6)}`)
  expect(await balanceOf(made.id)).toBe(0)
  const told = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', 'user.registered')
    .where('key', '=', String(made.id))
    .execute()
  expect(told).toMatchObject([{ payload: { uid: made.id, userType: 'h5', channelId: 1201 } }])
})

test('U §18-4: of two who take 80.00 of 100.00 at the same instant one is refused, and the ledger has one entry', async () => {
  const { id: uid } = await make()
  await get('operate/founds', { uid, moneyValue: '100.00', mark: '期初', requestNo: `begin${uid}` })
  const [a, b] = [await person(), await person()]
  await allow(a.roleId, '500.00', '5000.00', 0)
  await allow(b.roleId, '500.00', '5000.00', 0)
  const take = (who: Person, requestNo: string) =>
    get('operate/founds', { uid, moneyType: 2, moneyValue: '80.00', mark: '扣减', requestNo }, who.token)
  const answers = await Promise.all([take(a, 'x1'), take(b, 'x2')])
  expect(answers.map((one) => one.code).sort()).toEqual([200, 422])
  expect(answers.find((one) => one.code === 422)?.message).toBe('余额不足，当前20.00')
  expect(await balanceOf(uid)).toBe(2000)
  expect(await entriesOf(uid)).toEqual([
    { amount: 10_000, pm: 1, transactionType: 5 },
    { amount: 8000, pm: 0, transactionType: 5 },
  ])
  expect((await rowOf(uid)).nowMoney).toBe(2000)
})

test('U §18-5: the same request posts once, also five at a time; without a session nothing is posted', async () => {
  const { id: uid } = await make()
  const query = { uid, experienceValue: 50, moneyValue: '1.00', mark: '补偿', requestNo: 'k' }
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => get('operate/founds', query)))
  expect(answers.map((one) => one.code)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1)
  expect(await rowOf(uid)).toMatchObject({ experience: 50, nowMoney: 100 })
  expect(await entriesOf(uid)).toHaveLength(1)
  const image = await app.request('GET', '/admin/user/operate/founds', {
    query: { ...query, requestNo: 'other' },
    headers: { cookie: `X-Token=${token}` },
  })
  expect(image.code).toBe(401)
  expect(await rowOf(uid)).toMatchObject({ experience: 50, nowMoney: 100 })
})

test('U §2.6: a request without a number counts once within ten seconds, other values count anew', async () => {
  const { id: uid } = await make()
  const once = () => get('operate/founds', { uid, moneyValue: '3.00' })
  expect((await Promise.all([once(), once()])).map((one) => one.code)).toEqual([200, 200])
  await get('operate/founds', { uid, moneyValue: '4.00' })
  expect(await balanceOf(uid)).toBe(700)
  const [row] = await app.db.selectFrom('userFounds').select('mark').where('uid', '=', uid).execute()
  expect(row?.mark).toBe('后台操作')
})

test('U §18-6: a clerk adjusts within the limits of the role, at once and in a day; without a row nothing', async () => {
  const { id: uid } = await make()
  const clerk = await person()
  let no = 0
  const add = (moneyValue: string, more: Body = {}) =>
    get('operate/founds', { uid, moneyValue, mark: '补偿', requestNo: `d${++no}`, ...more }, clerk.token)
  expect((await add('0.01')).message).toBe('超出您的调整额度，单次最多0.00')
  await allow(clerk.roleId, '500.00', '5000.00', 10_000)
  const over = await app.request<Body[]>('GET', '/admin/user/operate/founds', {
    token: clerk.token,
    query: { uid, moneyValue: '500.01', mark: '补偿', requestNo: 'over' },
  })
  expect([over.code, over.message]).toEqual([422, '超出您的调整额度，单次最多500.00'])
  expect(over.data).toEqual([{ field: 'moneyValue', message: over.message }])
  for (let time = 0; time < 10; time++) expect((await add('500.00')).code).toBe(200)
  expect((await add('0.01')).message).toBe('超出您的调整额度，今日剩余0.00')
  expect((await add('0.00', { experienceValue: 10_001 })).message).toBe('超出您的调整额度，单次最多10000')
  expect((await add('0.00', { experienceValue: 10_000 })).code).toBe(200)
  expect(await balanceOf(uid)).toBe(500_000)
  const limits = await get('founds/limits', { uid }, clerk.token)
  expect(limits.data).toMatchObject({
    balance: '5000.00',
    onceMoney: '500.00',
    leftMoney: '0.00',
    integral: null,
  })
})

test('U §14: founds without an amount, of a ledger nobody keeps, of points there are not; none of it posts', async () => {
  const { id: uid } = await make()
  expect((await get('operate/founds', { uid })).message).toBe('请输入要调整的数量')
  const mixed = await get('operate/founds', {
    uid,
    moneyValue: '5.00',
    integralValue: 10,
    requestNo: 'mixed',
  })
  expect([mixed.code, mixed.message]).toEqual([422, '积分尚未启用，不能调整'])
  expect(await balanceOf(uid)).toBe(0)
  const points = new Map<number, number>()
  registerNow(
    app.db,
    declareGrant('integral', {
      async grant(_tx, to, n) {
        points.set(to, (points.get(to) ?? 0) + n)
        return 1
      },
      async take(_tx, from, n) {
        points.set(from, (points.get(from) ?? 0) - n)
        return 2
      },
      takeBack: async () => 0,
      balances: async (_db, ids) => new Map(ids.map((id) => [id, points.get(id) ?? 0])),
    }),
  )
  await get('operate/founds', { uid, integralValue: 30, requestNo: 'p1' })
  const short = await get('operate/founds', { uid, integralType: 2, integralValue: 31, requestNo: 'p2' })
  expect([short.code, short.message]).toEqual([422, '积分不足，当前30'])
  await get('operate/founds', { uid, integralType: 2, integralValue: 10, requestNo: 'p3' })
  expect(points.get(uid)).toBe(20)
  const top = await get('topdetail', { userId: uid })
  expect(top.data).toMatchObject({ integralCount: 20, diamond: null, balance: '0.00' })
})

test('U §18-7: a chain is rebound without a circle; counts and paths of both sides follow', async () => {
  const a = (await make()).id
  const b = (await make({ spreadUid: a })).id
  const c = (await make({ spreadUid: b })).id
  const d = (await make({ spreadUid: c })).id
  const x = (await make()).id
  const bind = (userId: number, spreadUid: number) => post('update/spread', { userId, spreadUid })
  expect((await bind(a, d)).message).toBe('不能选择自己的下级作为推广人')
  const self = await bind(a, a)
  expect([self.code, self.message]).toEqual([422, '上级推广人不能为自己'])
  const same = await bind(b, a)
  expect([same.code, same.message]).toEqual([409, '当前推广人已经是所选人'])
  expect((await bind(b, x)).code).toBe(200)
  expect(await rowOf(a)).toMatchObject({ spreadCount: 0, path: '' })
  expect(await rowOf(x)).toMatchObject({ spreadCount: 1, path: '' })
  expect(await rowOf(b)).toMatchObject({ spreadUid: x, path: `${x}/`, spreadCount: 1 })
  expect(await rowOf(c)).toMatchObject({ path: `${x}/${b}/` })
  expect(await rowOf(d)).toMatchObject({ path: `${x}/${b}/${c}/` })
  expect((await post(`spread/clean/${b}`)).code).toBe(200)
  expect(await rowOf(x)).toMatchObject({ spreadCount: 0 })
  expect(await rowOf(d)).toMatchObject({ path: `${b}/${c}/` })
  expect((await post(`spread/clean/${b}`)).code).toBe(409)
})

test('U §18-7: two who put each other below themselves at the same moment make no circle', async () => {
  const [a, b] = [(await make()).id, (await make()).id]
  const answers = await Promise.all([
    post('update/spread', { userId: a, spreadUid: b }),
    post('update/spread', { userId: b, spreadUid: a }),
  ])
  expect(answers.map((one) => one.code).sort()).toEqual([200, 422])
})

test('U §18-8: a phone is changed to a free one; the account follows, sessions end; registrations at once make one user', async () => {
  const first = await make({ phone: '13800001234' })
  const second = await make()
  const to = (phone: string) => get('update/phone', { id: second.id, phone })
  const taken = await to(first.phone)
  expect([taken.code, taken.message]).toEqual([422, '此手机号码已被注册'])
  expect((await to('1380000123')).message).toBe('手机号格式错误，请输入正确的手机号')
  expect((await to(second.phone)).message).toBe('手机号与之前一致')
  await asSystem(app.db, (tx) => openCustomerSession(tx, 1, second.id, '10.0.0.1'))
  expect((await to('13800005678')).code).toBe(200)
  expect(await rowOf(second.id)).toMatchObject({ phone: '13800005678', account: '13800005678' })
  const sessions = await app.db
    .selectFrom('customerSession')
    .selectAll()
    .where('uid', '=', second.id)
    .execute()
  expect(sessions).toEqual([])
  const arrive = () =>
    asSystem(app.db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('user phone'), hashtext('13911112222'))`.execute(tx)
      const known = await userOfPhone(tx, '13911112222')
      return known?.id ?? (await makeUser(tx, { phone: '13911112222' })).id
    })
  const uids = await Promise.all(Array.from({ length: 20 }, arrive))
  expect(new Set(uids).size).toBe(1)
  await expect(asSystem(app.db, (tx) => refuseTakenPhone(tx, '13911112222'))).rejects.toThrow(
    '此手机号码已被注册',
  )
})

test('U §18-8: staff who enter one phone twenty times at once make one user', async () => {
  const phone = nextPhone()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('save', { phone })))
  expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
  expect(answers.filter((one) => one.code === 422 && one.message === '此手机号码已被注册')).toHaveLength(19)
})

test('U §18-17: without the permission lists, records, options and pickers show phones masked, and still find them whole', async () => {
  const made = await make({
    phone: '13812341234',
    realName: '张小明',
    addres: '五一路1号',
    birthday: '2001-03-08',
  })
  const clerk = await person()
  const masked = await get('list', { keywords: '13812341234' }, clerk.token)
  expect(masked.data.total).toBe(1)
  expect(masked.data.list[0]).toMatchObject({
    ...{ uid: made.id, phone: '138****1234', realName: '张**', addres: '****', birthday: '****-03-08' },
  })
  // Who chose no account has the phone for one: the record hides it there too, and so does its time line.
  expect((await get('info', { id: made.id }, clerk.token)).data).toMatchObject({
    ...{ phone: '138****1234', account: '138****1234' },
  })
  expect((await get('list/user', { keywords: '13812341234' }, clerk.token)).data.list[0]).toMatchObject({
    phone: '138****1234',
  })
  for (const as of [clerk.token, token]) {
    const [option] = (await get<Body[]>('stringify', { keywords: '13812341234' }, as)).data
    expect(option).toEqual({ value: made.id, label: `${made.nickname}(138****1234)` })
  }
  const open = await person({ codes: [PHONE, SENSITIVE] })
  expect((await get('info', { id: made.id }, open.token)).data).toMatchObject({
    ...{ phone: '13812341234', account: '13812341234', realName: '张小明', birthday: '2001-03-08' },
  })
  // What was shown masked and is sent back stays as it is.
  await post('update', { id: made.id, realName: '张**', nickname: '小明' }, clerk.token)
  expect(await rowOf(made.id)).toMatchObject({ realName: '张小明', nickname: '小明' })
})

test('U §18-17: a masked value is shown with a reason, kept with who looked, and no more often than the day allows', async () => {
  const made = await make({ phone: nextPhone(), realName: '李四' })
  await post('update', { id: made.id, cardId: '11010519491231002X' })
  const clerk = await person()
  const look = (field: string, more: Body = { reason: 1 }) =>
    post<{ value: string; seconds: number }>('reveal', { uid: made.id, field, ...more }, clerk.token)
  expect((await look('phone')).data).toEqual({ value: made.phone, seconds: 60 })
  expect((await look('cardId')).data.value).toBe('11010519491231002X')
  expect((await look('realName', { reason: 4 })).message).toBe('请输入说明')
  expect((await look('birthday')).message).toBe('该用户没有填写此项')
  const logged = await app.db
    .selectFrom('sensitiveLog')
    .selectAll()
    .where('adminId', '=', clerk.adminId)
    .execute()
  expect(logged).toMatchObject([
    { uid: made.id, field: 'phone', label: '手机号', reason: 1 },
    { uid: made.id, field: 'cardId' },
  ])
  expect(JSON.stringify(logged)).not.toContain(made.phone)
  for (let time = 2; time < 49; time++) expect((await look('phone')).code).toBe(200)
  // In two windows at once the last look is had once.
  const lock = `hashtext('user reveal'), ${clerk.adminId}`
  const last = await waitsFor(
    app,
    lock,
    () => look('phone'),
    () => look('phone'),
  )
  expect(last.map(({ code }) => code).sort()).toEqual([200, 429])
  const over = await look('phone')
  expect([over.code, over.message]).toEqual([429, '今日查看次数已达上限'])
  const foreign = await person({ dataScope: 6 })
  expect((await post('reveal', { uid: made.id, field: 'phone', reason: 1 }, foreign.token)).code).toBe(404)
})

test('U §18-19: an agent sees own customers alone, in list, counts, record, options and picker', async () => {
  const agent = await person({ dataScope: 5 })
  const own = await make({ agentId: agent.adminId, nickname: '自己的客户' })
  const foreign = await make({ nickname: '别人的客户' })
  const list = await get('list', {}, agent.token)
  expect(list.data.list.map((row) => row.id)).toEqual([own.id])
  expect((await get('counts', {}, agent.token)).data).toMatchObject({ '': 1, h5: 1 })
  const info = await get('info', { id: foreign.id }, agent.token)
  expect([info.code, info.message]).toEqual([404, '数据不存在'])
  expect((await get<Body[]>('stringify', { ids: `${own.id},${foreign.id}` }, agent.token)).data).toHaveLength(
    1,
  )
  expect((await get('list/user', {}, agent.token)).data.total).toBe(1)
  for (const path of ['topdetail', 'timeline', 'address/list', 'spread/list', 'visit/list', 'cart/list'])
    expect((await get(path, { userId: foreign.id }, agent.token)).code, path).toBe(404)
  expect((await post('group', { id: String(foreign.id), groupId: 0 }, agent.token)).code).toBe(404)
  expect((await get('operate/founds', { uid: foreign.id, moneyValue: '1.00' }, agent.token)).code).toBe(404)
})

test('U §11: a user is locked with a reason and let in again; sessions end at once', async () => {
  const { id } = await make()
  await asSystem(app.db, (tx) => openCustomerSession(tx, 1, id, '10.0.0.1'))
  expect((await post(`update/status/${id}`, { status: 0 })).message).toBe('请输入原因')
  expect((await post(`update/status/${id}`, { status: 0, reason: '恶意下单' })).code).toBe(200)
  expect(await rowOf(id)).toMatchObject({ status: 0 })
  expect(await app.db.selectFrom('customerSession').selectAll().where('uid', '=', id).execute()).toEqual([])
  expect((await get('list', { tab: 'off' })).data.list.map((row) => row.id)).toContain(id)
  expect((await get('list/user', { keywords: (await rowOf(id)).userNo })).data.total).toBe(0)
  expect((await post('update', { id, status: 1 })).code).toBe(200)
  expect((await post('update', { id, status: 0 })).message).toBe('请输入停用原因')
})

test('U §14: what was erased or merged is not worked with; a stale version is refused', async () => {
  const { id } = await make()
  const { version } = await rowOf(id)
  expect((await post('update', { id, version, nickname: '甲' })).code).toBe(200)
  const stale = await post('update', { id, version, nickname: '乙' })
  expect([stale.code, stale.message]).toEqual([409, '数据已被他人修改，请刷新后重试'])
  await app.db.updateTable('user').set({ lifeStatus: 2 }).where('id', '=', id).execute()
  expect((await post('update', { id, nickname: '丙' })).message).toBe('用户已注销，不能操作')
  await app.db.updateTable('user').set({ lifeStatus: 3, mergeToUid: 1 }).where('id', '=', id).execute()
  expect((await post('assign', { ids: String(id), agentId: 1 })).message).toBe('用户已合并到1，不能操作')
  expect((await get('list', { keywords: '甲' })).data.list.map((row) => row.id)).not.toContain(id)
})

test('U §10.1: the number of an identity card is checked, kept encrypted and shown by its ends', async () => {
  const { id } = await make()
  const clerk = await person()
  expect((await post('update', { id, cardId: '11010519491231002X' }, clerk.token)).code).toBe(403)
  expect((await post('update', { id, cardId: '110105194912310021' })).message).toBe('身份证号格式不正确')
  expect((await post('update', { id, cardId: '11010519491231002X' })).code).toBe(200)
  expect((await rowOf(id)).cardId).toBe('1101**********002X')
  const secret = await app.db
    .selectFrom('userSecret')
    .selectAll()
    .where('uid', '=', id)
    .executeTakeFirstOrThrow()
  expect(secret.cardCipher).not.toContain('19491231')
  // Sent back as it was shown it stays.
  expect((await post('update', { id, cardId: '1101**********002X' })).code).toBe(200)
  const log = await app.db.selectFrom('operLog').selectAll().where('bizId', '=', id).execute()
  expect(JSON.stringify(log)).not.toContain('19491231')
})

test('U §2.3: the list is filtered by what people bought, have, are and when they came', async () => {
  const { id } = await make({ nickname: '筛选者', birthday: '1990-01-01' })
  await app.db
    .updateTable('user')
    .set({
      payCount: 3,
      netAmount: 30_000,
      nowMoney: 500,
      lastPayTime: new Date(Date.now() - 5 * 86_400_000),
    })
    .where('id', '=', id)
    .execute()
  const found = async (query: Record<string, string | number>) =>
    (await get('list', { keywords: '筛选者', ...query })).data.total
  for (const [query, n] of [
    [{ payCount: '3' }, 1],
    [{ payCount: '4' }, 0],
    [{ payCount: '0' }, 0],
    [{ minNet: '300.00', maxNet: '300.00' }, 1],
    [{ minNet: '300.01' }, 0],
    [{ lastPayTo: 6 }, 1],
    [{ lastPayTo: 4 }, 0],
    [{ lastPayFrom: 4 }, 1],
    [{ lastPayFrom: 6 }, 0],
    [{ minMoney: '5.00', maxMoney: '5.00' }, 1],
    [{ userType: 'h5,pc' }, 1],
    [{ tab: 'pc' }, 0],
    [{ accessType: '3', accessLimit: 'lately7' }, 1],
    [{ accessType: '2', accessLimit: 'lately7' }, 0],
  ] as const)
    expect(await found(query), JSON.stringify(query)).toBe(n)
  await app.db
    .insertInto('userDayStat')
    .values({ uid: id, day: sql<string>`current_date`, visits: 2 })
    .execute()
  await app.db.updateTable('user').set({ lastVisitTime: new Date() }).where('id', '=', id).execute()
  // Counts of the same question are kept; this writes past the kit.
  expect(await found({ accessType: '2', accessLimit: 'lately30' })).toBe(1)
  expect(await found({ accessType: '3', accessLimit: 'lately30' })).toBe(0)
  const rule = (field: string) =>
    JSON.stringify({ match: 'all', items: [{ field, op: 'ge', value: '300.00' }] })
  const bought = { payAmount: 30_000, payCount: 1 }
  await app.db.updateTable('userDayStat').set(bought).where('uid', '=', id).execute()
  await app.db
    .updateTable('userStat')
    .set({ ...bought, netAmount: 30_000 })
    .where('uid', '=', id)
    .execute()
  expect(await found({ conditions: rule('netAmount') })).toBe(1)
  expect((await get('list', { conditions: rule('pwd') })).message).toBe('条件字段不存在')
  expect((await get('list', { conditions: '{' })).message).toBe('高级筛选格式不正确')
  const asked = await get('list', { accessType: '2' })
  expect([asked.code, asked.message]).toEqual([422, '请选择访问时间'])
  // Few digits are a uid, four find a phone.
  expect((await get('list', { keywords: String(id) })).data.list[0]).toMatchObject({ id })
  expect(
    (await get('list', { keywords: (await rowOf(id)).phone.slice(-4) })).data.list.map((row) => row.id),
  ).toContain(id)
})

test('the latest payment comes first, and who never paid last, in either order', async () => {
  const [old, late, none] = [await make(), await make(), await make()]
  const pay = (uid: number, days: number) =>
    app.db
      .updateTable('user')
      .set({ lastPayTime: new Date(Date.now() - days * 86_400_000), mark: '排序' })
      .where('id', '=', uid)
      .execute()
  await pay(old.id, 900)
  await pay(late.id, 899)
  const ids = async (sortOrder: string) =>
    (await get('list', { sortBy: 'lastPayTime', sortOrder, limit: 1000 })).data.list
      .map((row) => row.id)
      .filter((one) => [old.id, late.id, none.id].includes(Number(one)))
  expect(await ids('desc')).toEqual([late.id, old.id, none.id])
  expect(await ids('asc')).toEqual([none.id, old.id, late.id])
})

test('U §4.1: groups are named once in a type; a user is in one of each; who leaves with a deleted group is told', async () => {
  const save = (body: Body) => post<{ id: number }>('group/save', body)
  const vip = (await save({ groupName: '大客户', groupType: 1 })).data.id
  const other = (await save({ groupName: '大客户', groupType: 2 })).data.id
  expect((await save({ groupName: '大客户', groupType: 1 })).message).toBe('分组名称已存在')
  const [a, b] = [await make(), await make()]
  expect((await post('group', { id: `${a.id},${b.id}`, groupId: vip })).code).toBe(200)
  expect((await post('group', { id: String(a.id), groupId: other })).code).toBe(200)
  expect(await rowOf(a.id)).toMatchObject({ groupId: vip, customerGroupId: other })
  const list = await get('group/list', {})
  expect(list.data.list.find((row) => row.id === vip)).toMatchObject({ userNum: 2 })
  expect((await get('group/customer/list')).data.list.map((row) => row.id)).toEqual([other])
  expect((await post('group', { id: String(a.id), groupId: 0, groupType: 1 })).code).toBe(200)
  expect(await rowOf(a.id)).toMatchObject({ groupId: null, customerGroupId: other })
  expect((await get('group/delete', { id: vip })).code).toBe(200)
  const job = await app.db
    .selectFrom('job')
    .select(['name', 'params'])
    .where('name', '=', 'members.group.clear')
    .execute()
  expect(job).toMatchObject([{ params: { id: vip, groupType: 1, toId: 0 } }])
})
