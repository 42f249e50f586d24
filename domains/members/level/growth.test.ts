import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { type MemberHouse, openMembers } from '../../../tests/members.ts'
import { getMemberTerms, giveEquity, postExperience, useEquity } from '../members.door.ts'
import { experienceGrant } from './experience.server.ts'
import { checkLevels } from './level.jobs.server.ts'
import { reconcileLevels } from './reconcile.server.ts'
import { setLevelByHand } from './setLevel.server.ts'

let house: MemberHouse
let ids: Record<string, number>
let lines = 1000

beforeAll(async () => {
  house = await openMembers()
  ids = await house.levels({ 普通: 0, 铜: 500, 银: 2000, 金: 5000 })
})
afterAll(() => house.close())
beforeEach(() => {
  lines += 100
})

const levelLog = (uid: number) =>
  house.app.db
    .selectFrom('userLevel')
    .select(['beforeName', 'afterName', 'changeType'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()
const events = async (uid: number) =>
  (
    await house.app.db
      .selectFrom('outbox')
      .select(['event', 'payload'])
      .where('key', '=', String(uid))
      .where('event', 'in', ['user.levelUp', 'user.levelDown'])
      .orderBy('id')
      .execute()
  ).map(({ event, payload }) => {
    const { before, after } = z.object({ before: z.number(), after: z.number() }).parse(payload)
    return [event, before, after]
  })

/** The lines of example A of marketing: three pieces of the first. */
const exampleA = () =>
  [
    [3000, 17_786],
    [1000, 6393],
    [1000, 2356],
    [1000, 7942],
  ].map(([q = 0, paid = 0], at) => ({ lineId: lines + at, productId: 1, skuId: 1, q, paid }))

test('U §18-1: an order grows once however often it is told, and its refunds take back line by line', async () => {
  const uid = await house.user(1850, { level: ids.铜 ?? null })
  const order = { orderId: 1, orderSubSn: `DD${lines}`, uid, lines: exampleA() }
  for (let time = 0; time < 3; time++) await house.tell('order.received', uid, order)
  expect(await house.stored(uid)).toMatchObject({ experience: 2194, level: ids.银 })
  expect(await levelLog(uid)).toEqual([{ beforeName: '铜', afterName: '银', changeType: 1 }])
  expect(await events(uid)).toEqual([['user.levelUp', 2, 3]])
  const refund = async (no: number, lineId: number, q: number) =>
    house.tell('refund.changed', uid, {
      ...{ refundId: no, refundSn: `SH${lines}${no}`, uid, to: 3 },
      lines: [{ lineId, skuId: 1, q, amount: 0 }],
    })
  for (const [piece, left] of [2135, 2076, 2017].entries()) {
    await refund(piece, lines, 1000)
    expect(await house.stored(uid)).toMatchObject({ experience: left, level: ids.银 })
  }
  await refund(9, lines + 1, 1000)
  expect(await house.stored(uid)).toMatchObject({ experience: 1953, level: ids.铜 })
  expect((await levelLog(uid)).at(-1)).toEqual({ beforeName: '银', afterName: '铜', changeType: 3 })
})

test('U §3.3: a refund that comes before the growth is not gained at all', async () => {
  const uid = await house.user(0)
  await house.tell('refund.changed', uid, {
    ...{ refundId: 1, refundSn: `SH${lines}`, uid, to: 3 },
    lines: [{ lineId: lines, skuId: 1, q: 1000, amount: 0 }],
  })
  await house.tell('order.received', uid, { orderId: 1, orderSubSn: `DD${lines}`, uid, lines: exampleA() })
  expect((await house.stored(uid)).experience).toBe(344 - 59)
})

test('U §18-2: growth over several levels at once is one change and one event', async () => {
  const uid = await house.user(450, { level: ids.普通 ?? null })
  await asSystem(house.app.db, (tx) =>
    postExperience(tx, { uid, amount: 5000, linkType: 'system', linkId: `${uid}-k`, title: '调整' }),
  )
  expect(await house.stored(uid)).toMatchObject({ experience: 5450, level: ids.金 })
  expect(await levelLog(uid)).toEqual([{ beforeName: '普通', afterName: '金', changeType: 1 }])
  expect(await events(uid)).toEqual([['user.levelUp', 1, 4]])
})

test('U §18-3: a level given by hand: with isSub, without, and kept until its day', async () => {
  const { db } = house.app
  const byHand = (uid: number, level: string, more: { isSub?: boolean; keepDays?: number } = {}) =>
    asSystem(db, (tx) =>
      setLevelByHand(tx, {
        ...{
          uid,
          levelId: ids[level] ?? 0,
          levelType: 1,
          isSub: false,
          days: 0,
          keepDays: 0,
          reason: '调整',
        },
        ...more,
      }),
    )
  const grow = (uid: number, amount: number, linkId: string) =>
    asSystem(db, (tx) =>
      postExperience(tx, { uid, amount, linkType: amount < 0 ? 'order' : 'task', linkId, title: '测试' }),
    )
  const first = await house.user(2100, { level: ids.银 ?? null })
  await byHand(first, '铜', { isSub: true })
  expect(await house.stored(first)).toMatchObject({ experience: 500, level: ids.铜 })
  const second = await house.user(2100, { level: ids.银 ?? null })
  await byHand(second, '铜')
  expect(await house.stored(second)).toMatchObject({ experience: 2100, level: ids.铜 })
  await grow(second, 1, 'next')
  expect(await house.stored(second)).toMatchObject({ experience: 2101, level: ids.银 })
  const third = await house.user(2100, { level: ids.银 ?? null })
  await byHand(third, '金', { keepDays: 30 })
  await grow(third, -300, 'back')
  expect(await house.stored(third)).toMatchObject({ experience: 1800, level: ids.金 })
  await checkLevels(db, new Date(Date.now() + 29 * 86_400_000))
  expect((await house.stored(third)).level).toBe(ids.金)
  await checkLevels(db, new Date(Date.now() + 31 * 86_400_000))
  expect(await house.stored(third)).toMatchObject({ experience: 1800, level: ids.铜 })
  // Once the day is over nobody looks at it again.
  expect(await checkLevels(db, new Date(Date.now() + 32 * 86_400_000))).toBe(0)
})

test('U §13-1: growth is never below zero, and the same source posts once, also at the same time', async () => {
  const { db } = house.app
  const uid = await house.user(100)
  const post = (amount: number, linkId: string) =>
    asSystem(db, (tx) => postExperience(tx, { uid, amount, linkType: 'show', linkId, title: '晒图' }))
  const same = await Promise.all([1, 2, 3, 4, 5].map(() => post(20, 'photo')))
  expect(same.filter((one) => !one.repeated)).toHaveLength(1)
  expect(new Set(same.map((one) => one.experience))).toEqual(new Set([120]))
  const taken = await post(-500, 'all')
  expect(taken.experience).toBe(0)
  const entry = await db
    .selectFrom('userExperienceRecord')
    .select(['experience', 'balance', 'mark'])
    .where('id', '=', taken.entryId)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ experience: 120, balance: 0, mark: '不足扣减，少扣380' })
  await expect(
    asSystem(db, (tx) =>
      postExperience(tx, { uid: 999_999, amount: 1, linkType: 'show', linkId: 'x', title: '晒图' }),
    ),
  ).rejects.toMatchObject({ code: 404, message: '用户不存在' })
})

test('U §12 mode 2: a level is kept for a year, then falls by one step and gets a new year', async () => {
  const { app, stored, user } = house
  const token = await app.admin()
  const save = (growth_mode: number) =>
    app.request('POST', '/admin/user/save/config', {
      token,
      body: {
        ...{ type: 'growth', channelId: 0 },
        fields: {
          exp_order_ratio: 1,
          exp_order_time: 2,
          exp_reply: 5,
          exp_show: 5,
          exp_invite: 10,
          growth_mode,
        },
      },
    })
  expect(await save(2)).toMatchObject({ code: 200 })
  try {
    const now = new Date()
    const uid = await user(0, { level: ids.金 ?? null })
    const past = new Date(now.getTime() - 3_600_000)
    await app.db.updateTable('user').set({ levelExpire: past }).where('id', '=', uid).execute()
    await app.db
      .insertInto('userExperienceRecord')
      .values({ uid, linkType: 'task', linkId: 'old', type: 1, experience: 3200, balance: 3200 })
      .execute()
    await checkLevels(app.db, now)
    expect((await stored(uid)).level).toBe(ids.银)
    const { levelExpire } = await app.db
      .selectFrom('user')
      .select('levelExpire')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow()
    expect(levelExpire?.getTime()).toBeGreaterThan(now.getTime() + 364 * 86_400_000)
    // With little growth it is the next lower level all the same.
    const poor = await user(0, { level: ids.金 ?? null })
    await app.db.updateTable('user').set({ levelExpire: past }).where('id', '=', poor).execute()
    await checkLevels(app.db, now)
    expect((await stored(poor)).level).toBe(ids.银)
  } finally {
    expect(await save(1)).toMatchObject({ code: 200 })
  }
})

test('doors §4: what a consumer is entitled to follows their levels at once; unknown ones are refused', async () => {
  const { db } = house.app
  const uid = await house.user(0, { level: ids.普通 ?? null })
  expect(await getMemberTerms(db, uid)).toMatchObject({
    grade: 1,
    levelRate: 10_000,
    isPaidMember: false,
    isNew: true,
  })
  await db
    .updateTable('systemUserLevel')
    .set({ discount: 92 })
    .where('id', '=', ids.金 ?? 0)
    .execute()
  await asSystem(db, (tx) =>
    postExperience(tx, { uid, amount: 6000, linkType: 'task', linkId: 'big', title: '任务' }),
  )
  expect((await getMemberTerms(db, uid)).levelId).toBe(ids.金)
  await expect(getMemberTerms(db, 999_999)).rejects.toMatchObject({ code: 404 })
})

test('doors §3: growth is a reward of other rooms, taken back as far as it is unspent', async () => {
  const { db } = house.app
  const uid = await house.user(0)
  const source = { type: 'promo', id: 7, line: 1, no: 'HD1', title: '活动' }
  await asSystem(db, (tx) => experienceGrant.grant(tx, uid, 50, source))
  await asSystem(db, (tx) => experienceGrant.grant(tx, uid, 50, source))
  expect((await experienceGrant.balances(db, [uid])).get(uid)).toBe(50)
  expect(await asSystem(db, (tx) => experienceGrant.takeBack(tx, source))).toBe(50)
  expect(await asSystem(db, (tx) => experienceGrant.takeBack(tx, source))).toBe(0)
})

test('U §13: growth, levels and memberships that do not agree with what is kept of them are reported', async () => {
  const { db } = house.app
  const before = await reconcileLevels(db)
  const uid = await house.user(100)
  await asSystem(db, (tx) =>
    postExperience(tx, { uid, amount: 500, linkType: 'task', linkId: 'sum', title: '任务' }),
  )
  expect(await reconcileLevels(db)).toBe(before)
  await db.updateTable('user').set({ experience: 1, level: null }).where('id', '=', uid).execute()
  expect(await reconcileLevels(db)).toBe(before + 2)
  const { message } = await db
    .selectFrom('errorLog')
    .select('message')
    .where('path', '=', 'members.level.reconcile')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(message).toContain(`用户${uid}成长值与流水不符`)
})

test('U §3.2: a benefit is used so many times a month, once for a source, and given back', async () => {
  const { db } = house.app
  const equities = [
    { equityCode: 9, name: '免费退货', icon: '/x.png', desc: '', value: '2', sort: 0, status: 1 },
  ]
  await asSystem(db, async (tx) => {
    const { id } = await tx
      .insertInto('systemUserLevel')
      .values({ levelType: 3, name: '团购客户', grade: 1, icon: '/x.png' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update "systemUserLevel" set "equities" = ${JSON.stringify(equities)}::jsonb where "id" = ${id}`.execute(
      tx,
    )
    touch(tx, 'systemUserLevel')
  })
  const level = await db
    .selectFrom('systemUserLevel')
    .select('id')
    .where('name', '=', '团购客户')
    .executeTakeFirstOrThrow()
  const uid = await house.user()
  const use = (id: string) => asSystem(db, (tx) => useEquity(tx, uid, 9, { type: 'refund', id }))
  expect(await use('SH1')).toBe(false)
  await asSystem(db, (tx) =>
    setLevelByHand(tx, {
      ...{ uid, levelId: level.id, levelType: 3, isSub: false, days: 0, keepDays: 0, reason: '客户' },
    }),
  )
  // Whoever of the others comes first has the second use; that of a source counts once.
  expect(await Promise.all(['SH1', 'SH1'].map(use))).toEqual([true, true])
  expect((await Promise.all(['SH2', 'SH3'].map(use))).filter(Boolean)).toHaveLength(1)
  expect(await use('SH4')).toBe(false)
  expect(await asSystem(db, (tx) => giveEquity(tx, { type: 'refund', id: 'SH1' }))).toBe(1)
  expect(await use('SH4')).toBe(true)
})
