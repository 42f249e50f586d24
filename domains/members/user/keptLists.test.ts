// What lists of users and of what they have keep from request to request is told of every change.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { type MemberHouse, openMembers } from '../../../tests/members.ts'
import { postExperience } from '../level/experience.server.ts'
import { mergeUsers } from '../privacy/mergeUsers.server.ts'
import { signIn } from '../sign/sign.server.ts'

const LEVEL = 'system/user/level'
const DAY_MS = 86_400_000

let house: MemberHouse
let token: string
beforeAll(async () => {
  house = await openMembers()
  token = await house.app.admin()
})
afterAll(() => house.close())

type Row = Record<string, unknown>
const send = (path: string, body: Row) => house.app.request('POST', `/admin/${path}`, { token, body })
async function ask(path: string, query: Record<string, string | number> = {}) {
  const { code, data, body } = await house.app.request<{ list: Row[]; total: number }>(
    'GET',
    `/admin/${path}`,
    {
      token,
      query,
    },
  )
  if (code !== 200) throw new Error(body)
  return data
}
const totalOf = async (path: string, query: Record<string, string | number>) => (await ask(path, query)).total

test('U §3.7: records of a user are counted anew when they sign in, grow or are merged', async () => {
  const [from, to] = [await house.user(), await house.user()]
  const signs = (uid: number) => totalOf(`${LEVEL}/sign/list`, { uid })
  const growth = (uid: number) => totalOf(`${LEVEL}/experience/list`, { uid })
  expect([await signs(from), await signs(to), await growth(to)]).toEqual([0, 0, 0])
  await asSystem(house.app.db, (tx) => signIn(tx, from, new Date()))
  const signed = await signs(from)
  expect(signed).toBeGreaterThan(0)
  await asSystem(house.app.db, (tx) =>
    postExperience(tx, { uid: to, amount: 5, linkType: 'system', linkId: 'kept', title: '测试' }),
  )
  expect(await growth(to)).toBe(1)
  await asSystem(house.app.db, (tx) =>
    mergeUsers(tx, from, to, {
      ...{ keepNickname: 'to', keepAvatar: 'to', keepBirthday: 'to', keepSpread: 'to', keepLevel: 'to' },
    }),
  )
  expect([await signs(from), await signs(to)]).toEqual([0, signed])
})

test('U §2.7: the rows of a user who is not there or not seen are 404, of whatever list', async () => {
  const uid = await house.user()
  const paths = ['sign/list', 'experience/list', 'equity/use/list'].map((path) => `${LEVEL}/${path}`)
  const agent = await house.app.person({
    permissions: ['admin:system:user:level:user:info', 'admin:user:spread:list', 'admin:user:cart:list'],
    dataScope: 6,
  })
  const codeOf = async (path: string, query: Record<string, number>, as: string) =>
    (await house.app.request('GET', `/admin/${path}`, { token: as, query })).code
  for (const path of paths) {
    expect(await codeOf(path, { uid }, token)).toBe(200)
    expect(await codeOf(path, { uid: 9_999_999 }, token)).toBe(404)
    expect(await codeOf(path, { uid }, agent.token)).toBe(404)
  }
  for (const path of ['user/spread/list', 'user/cart/list']) {
    expect(await codeOf(path, { userId: uid }, token)).toBe(200)
    expect(await codeOf(path, { userId: uid }, agent.token)).toBe(404)
  }
})

test('U §3.6: what has come of a task is told as soon as somebody has done it, or its reward is another one', async () => {
  const saved = await send('user/task/save', {
    ...{
      name: '买满',
      taskType: 10,
      target: '100.00',
      period: 3,
      experience: 7,
      integral: 20,
      icon: '/x.png',
    },
  })
  expect(saved.message).toBe('操作成功')
  const of = async () => (await ask('user/task/list')).list.find((row) => row.name === '买满')
  expect(await of()).toMatchObject({ peopleNum: 0, doneNum: 0, rewardText: '成长值7、积分20', givenText: '' })
  const uid = await house.user()
  await house.tell('order.finished', uid, {
    ...{ orderId: 1, orderSubSn: 'DD1', uid },
    lines: [{ lineId: 1, productId: 1, skuId: 1, q: 1000, paid: 10_000 }],
  })
  expect(await of()).toMatchObject({ peopleNum: 1, doneNum: 1, givenText: '成长值7、积分20' })
  const { id, version } = (await of()) ?? {}
  expect((await send('user/task/update', { id, version, integral: 30 })).message).toBe('操作成功')
  expect(await of()).toMatchObject({ peopleNum: 1, rewardText: '成长值7、积分30' })
})

test('U §3.11: levels tell how many users have them, of every type, whatever is searched for', async () => {
  const { 木 = 0, 石 = 0 } = await house.levels({ 木: 10, 石: 20 })
  const page = async (query: Record<string, string> = {}) =>
    new Map((await ask(`${LEVEL}/page/list`, query)).list.map((row) => [row.name, row.userNum]))
  expect((await page()).get('木')).toBe(0)
  const uid = await house.user(0, { level: 木 })
  const move = (level: number) =>
    asSystem(house.app.db, async (tx) => {
      await sql`update "user" set "level" = ${level}, "customerLevel" = ${木} where "id" = ${uid}`.execute(tx)
      touch(tx, 'user')
    })
  await move(石)
  expect([(await page()).get('木'), (await page({ keywords: '石' })).get('石')]).toEqual([1, 1])
  await move(木)
  expect([(await page({ keywords: '木' })).get('木'), (await page()).get('石')]).toEqual([2, 0])
})

test('U §2.7: who falls away is told with the days of silence and the coupons left, the most valuable first', async () => {
  const [rich, poor, seen] = [await house.user(), await house.user(), await house.user()]
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS - 3_600_000)
  for (const [uid, net, paid, visited] of [
    [rich, 900, ago(400), ago(390)],
    [poor, 800, ago(395), null],
    [seen, 700, ago(395), ago(3)],
  ] as const)
    await sql`update "user" set "payCount" = 1, "netAmount" = ${net}, "lastPayTime" = ${paid},
      "lastVisitTime" = ${visited} where "id" = ${uid}`.execute(house.app.db)
  await sql`insert into "userStat" ("uid", "couponUnused") values (${rich}, 4)`.execute(house.app.db)
  const query = { fallDays: 300, fields: 'nickname,silentDays,couponUnused' }
  const { list, total } = await ask('user/fall/list', query)
  expect(total).toBe(2)
  expect(list.map(({ id, silentDays, couponUnused }) => [id, silentDays, couponUnused])).toEqual([
    [rich, 390, 4],
    [poor, 395, 0],
  ])
  expect(list[0]).not.toHaveProperty('netAmount')
})

test('U §10.3: likely duplicates show what their users are called now', async () => {
  const [one, other] = [await house.user(), await house.user()]
  await sql`update "user" set "realName" = '同名', "phone" = (13700000000 + "id" * 10000 + 8888)::text
    where "id" in (${one}, ${other})`.execute(house.app.db)
  const shown = async () =>
    JSON.stringify((await ask('user/duplicate/list', { kind: 'name' })).list.map((row) => row.users))
  expect(await shown()).toContain(`"id":${one}`)
  const { version } = await house.app.db
    .selectFrom('user')
    .select('version')
    .where('id', '=', one)
    .executeTakeFirstOrThrow()
  expect((await send('user/update', { id: one, version, nickname: '改了名' })).message).toBe('操作成功')
  expect(await shown()).toContain('改了名')
})
