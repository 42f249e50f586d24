import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { postAccount } from '#domains/accounts/accounts.door.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'
import { postExperience } from '../level/experience.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { moveLevel } from '../level/moveLevel.server.ts'

const M = '/admin/user/merge'

let app: TestApp
let token: string
let shop: Shoppers
let maker: string
let checker: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  shop = await openShoppers(app)
  const codes = ['save', 'preview', 'submit', 'list', 'info', 'withdraw'].map(
    (one) => `admin:user:merge:${one}`,
  )
  maker = (await app.person({ permissions: [...codes, 'admin:user:list'], dataScope: 1 })).token
  checker = (
    await app.person({ permissions: ['admin:user:merge:examine', 'admin:user:merge:info'], dataScope: 1 })
  ).token
})
afterAll(() => app.close())

interface Preview {
  moved: { label: string; n: number }[]
  refusal: string
  token: string
}
const post = <T = { id: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const told = ({ code, message }: { code: number; message: string }) => [code, message]
const userOf = (id: number) =>
  app.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const balanceOf = async (uid: number) =>
  (await app.db.selectFrom('account').select('balance').where('uid', '=', uid).executeTakeFirstOrThrow())
    .balance
const pay = (uid: number, amount: number, id = uid) =>
  asSystem(app.db, (tx) =>
    postAccount(tx, {
      ...{
        holder: { accountType: 1, uid },
        pm: 1,
        transactionType: 1,
        amount,
        linkId: `T${id}`,
        title: '充值',
      },
      source: { type: 'test', id },
    }),
  )
const grow = (uid: number, amount: number) =>
  asSystem(app.db, (tx) =>
    postExperience(tx, { uid, amount, linkType: 'system', linkId: `test-${uid}`, title: '测试' }),
  )
async function person(growth: number, cents: number) {
  const phone = freshPhone()
  const { uid, customerToken } = (await shop.login(phone)).data
  if (growth > 0) await grow(uid, growth)
  if (cents > 0) await pay(uid, cents)
  return { uid, phone, customerToken }
}
const preview = (fromUid: number, toUid: number, as = maker) =>
  post<Preview>(`${M}/preview`, { fromUid, toUid }, as)
/** Asks for a merge, and somebody else lets it pass. */
async function asked(fromUid: number, toUid: number, more: Record<string, unknown> = {}) {
  const seen = await preview(fromUid, toUid)
  expect(seen.data.refusal).toBe('')
  const saved = await post(
    `${M}/save`,
    { fromUid, toUid, reason: '同一人', words: '确认合并', token: seen.data.token, submit: 1, ...more },
    maker,
  )
  expect(saved.message).toBe('操作成功')
  return saved.data.id
}
const examine = (id: number, auditStatus = 1, as = checker) =>
  post(`${M}/examine/${id}`, { id, auditStatus, opinion: '核实' }, as)

test('U §18-20: balances, growth, tags, addresses and identities of both are with the one kept; pairs of entries; a second merge is refused', async () => {
  const levels = []
  for (const [grade, name, experience] of [
    [1, '铜', 500],
    [2, '银', 2000],
  ] as const) {
    const saved = await post('/admin/system/user/level/save', {
      levelType: 1,
      name,
      grade,
      experience,
      icon: '/files/a.png',
    })
    expect(saved.message).toBe('操作成功')
    levels.push(saved.data.id)
  }
  const from = await person(1700, 3000)
  const to = await person(600, 2000)
  expect((await userOf(to.uid)).level).toBe(levels[0])
  await app.db
    .insertInto('userIdentity')
    .values({ uid: from.uid, type: 'wechat', openid: `o${from.uid}`, bindTime: new Date() })
    .execute()
  const place = await sql<{ id: number }>`select "id" from "systemCity" where "isDel" = 0 limit 1`.execute(
    app.db,
  )
  for (const uid of [from.uid, to.uid])
    await app.db
      .insertInto('userAddress')
      .values({
        uid,
        realName: '王',
        phone: '13800000000',
        districtId: place.rows[0]?.id ?? 0,
        detail: '1号',
        isDefault: 1,
      })
      .execute()
  const seen = await preview(from.uid, to.uid)
  expect(Object.fromEntries(seen.data.moved.map((one) => [one.label, one.n]))).toMatchObject({
    成长值: 1700,
    '余额(元)': 30,
    收货地址: 1,
    第三方账号: 1,
  })
  // Told, not done.
  expect([await balanceOf(from.uid), (await userOf(from.uid)).lifeStatus]).toEqual([3000, 0])

  const id = await asked(from.uid, to.uid, { keepNickname: 'from' })
  expect(told(await examine(id, 1, maker))[0]).toBe(403)
  const nickname = (await userOf(from.uid)).nickname
  expect((await examine(id)).message).toBe('操作成功')
  expect([await balanceOf(from.uid), await balanceOf(to.uid)]).toEqual([0, 5000])
  const [gone, kept] = [await userOf(from.uid), await userOf(to.uid)]
  expect(gone).toMatchObject({ lifeStatus: 3, mergeToUid: to.uid, phone: '', experience: 0, level: null })
  expect(kept).toMatchObject({
    experience: 2300,
    level: levels[1],
    phone: to.phone,
    nickname,
    nowMoney: 5000,
  })
  const entries = await sql<{ pm: number; amount: number }>`
    select e."pm", e."amount" from "accountEntry" e where e."transactionType" = 14 order by e."id"`.execute(
    app.db,
  )
  expect(entries.rows.map((row) => [row.pm, Number(row.amount)]).sort()).toEqual([
    [0, 3000],
    [1, 3000],
  ])
  const growth = await app.db
    .selectFrom('userExperienceRecord')
    .select(['uid', 'type', 'experience'])
    .where('linkId', '=', `merge-${from.uid}-${to.uid}`)
    .orderBy('id')
    .execute()
  expect(growth).toEqual([
    { uid: from.uid, type: 2, experience: 1700 },
    { uid: to.uid, type: 1, experience: 1700 },
  ])
  const addresses = await app.db
    .selectFrom('userAddress')
    .select('isDefault')
    .where('uid', '=', to.uid)
    .execute()
  expect(addresses.map((one) => one.isDefault).sort()).toEqual([0, 1])
  // Every login of the one merged lands at the one kept; an open session has ended.
  expect((await shop.ask('/open/invite/code', {}, from.customerToken)).code).toBe(401)
  expect(
    (await shop.ask<{ uid: number }>('/open/customer/login', { kind: 'uid', uid: from.uid })).data.uid,
  ).toBe(to.uid)
  const row = await app.request<{ moved: { label: string; n: string }[]; auditStatus: number }>(
    'GET',
    `${M}/info/${id}`,
    { token },
  )
  expect(row.data.moved).toContainEqual({ label: '成长值', n: '1700' })
  expect((await preview(from.uid, to.uid)).data.refusal).toBe('用户已合并')
  expect((await preview(to.uid, to.uid)).data.refusal).toBe('保留用户不能同时被合并')
})

test('U §18-20: a payment of the one merged that comes at the same moment waits and lands on the one kept', async () => {
  const [from, to] = [await person(0, 3000), await person(0, 2000)]
  const id = await asked(from.uid, to.uid)
  const { presentUid } = await import('../level/member.server.ts')
  const { merged } = await asSystem(app.db, async (tx) => {
    await lockMember(tx, from.uid)
    const merging = examine(id)
    const waiting = sql`select 1 from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect
      .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 10_000 })
      .toBeGreaterThan(0)
    await postAccount(tx, {
      ...{
        holder: { accountType: 1, uid: from.uid },
        pm: 0,
        transactionType: 2,
        amount: 500,
        linkId: 'DD',
        title: '支付',
      },
      source: { type: 'order', id: 1 },
    })
    // Not awaited here: it goes on when the payment ends.
    return { merged: merging }
  })
  expect((await merged).code).toBe(200)
  expect([await balanceOf(from.uid), await balanceOf(to.uid)]).toEqual([0, 4500])
  // Whoever comes later asks who it is now.
  expect(await presentUid(app.db, from.uid)).toBe(to.uid)
})

test('a merge is refused with the reason: above each other, employees of two companies, an old preview, other words', async () => {
  const [a, b] = [await person(0, 0), await person(0, 0)]
  await app.db
    .updateTable('user')
    .set({ spreadUid: a.uid, path: `${a.uid}/` })
    .where('id', '=', b.uid)
    .execute()
  expect((await preview(a.uid, b.uid)).data.refusal).toContain('请先调整推广关系')
  const [c, d] = [await person(0, 100), await person(0, 0)]
  await sql`insert into "groupBuying" ("name", "shoudaId", "startTime", "endTime") values ('甲', 900001, now(), now()),
    ('乙', 900002, now(), now())`.execute(app.db)
  await sql`insert into "groupBuyEmployee" ("groupBuyingId", "uid", "empNo", "phone") select "id",
    case "name" when '甲' then ${c.uid}::int else ${d.uid}::int end, 'X', "name" from "groupBuying" where "shoudaId" > 900000`.execute(
    app.db,
  )
  expect((await preview(c.uid, d.uid)).data.refusal).toBe('两个用户是不同团购企业的员工，不能合并')
  const [e, f] = [await person(0, 0), await person(0, 0)]
  const seen = await preview(e.uid, f.uid)
  const save = (more: Record<string, unknown>, as = maker) =>
    post(
      `${M}/save`,
      { fromUid: e.uid, toUid: f.uid, reason: '同一人', words: '确认合并', token: seen.data.token, ...more },
      as,
    )
  expect(told(await save({ words: '合并' }))).toEqual([422, '请输入“确认合并”'])
  expect(told(await save({ token: `${Date.now() + 1000}.abc` }))).toEqual([409, '预览已过期，请重新预览'])
  expect(told(await save({ fromUid: f.uid, toUid: e.uid }))).toEqual([409, '预览已过期，请重新预览'])
  // Nobody uses what somebody else has seen.
  expect(told(await save({}, token))).toEqual([409, '预览已过期，请重新预览'])
  expect((await save({ submit: 1 })).code).toBe(200)
  const [again] = [await preview(e.uid, f.uid)]
  const second = await save({ token: again?.data.token, submit: 1 })
  expect(second.message).toContain('在待审核的合并单')
})

test('those below follow, and the customer level of the side that is chosen', async () => {
  const level = await post('/admin/system/user/level/save', {
    levelType: 3,
    name: '合并价',
    grade: 9,
    discount: 90,
    icon: '/files/a.png',
  })
  const [above, from, to, child] = [
    await person(0, 0),
    await person(0, 0),
    await person(0, 0),
    await person(0, 0),
  ]
  const spread = (userId: number, spreadUid: number) =>
    post('/admin/user/update/spread', { userId, spreadUid })
  expect((await spread(from.uid, above.uid)).message).toBe('操作成功')
  expect((await spread(child.uid, from.uid)).message).toBe('操作成功')
  await asSystem(app.db, async (tx) => {
    const after = await levelOf(tx, level.data.id)
    await moveLevel(tx, await lockMember(tx, from.uid), {
      levelType: 3,
      after: after ?? null,
      changeType: 4,
      mark: '',
      sourceType: 'test',
    })
  })
  const id = await asked(from.uid, to.uid, { keepSpread: 'from', keepLevel: 'from' })
  expect((await examine(id)).message).toBe('操作成功')
  const [top, kept, below] = [await userOf(above.uid), await userOf(to.uid), await userOf(child.uid)]
  expect(kept).toMatchObject({ spreadUid: above.uid, customerLevel: level.data.id, spreadCount: 1 })
  expect(below.spreadUid).toBe(to.uid)
  expect(below.path.split('/').filter(Boolean).map(Number)).toEqual([above.uid, to.uid])
  expect(top.spreadCount).toBe(1)
})
