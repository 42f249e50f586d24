import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#kit/server/transaction.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { type MemberHouse, openMembers } from '../../../tests/members.ts'
import { getMemberTerms } from '../level/terms.server.ts'
import { completeOrder, lockOrder, orderPlan, quoteRefund, undoOrder } from './vipOrder.server.ts'
import { tickVip } from './vipTick.server.ts'

let house: MemberHouse
let silver: number
let gold: number
const at = (text: string): Date => new Date(`${text}+08:00`)

beforeAll(async () => {
  house = await openMembers()
  const level = async (name: string, grade: number, discount: number) =>
    (
      await house.app.db
        .insertInto('systemUserLevel')
        .values({ levelType: 2, name, grade, discount, icon: '/x.png' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  silver = await level('银卡', 1, 97)
  gold = await level('金卡', 2, 90)
})
afterAll(() => house.close())

interface PlanGiven {
  levelId: number
  unit: 1 | 2 | 3
  num: number
  price: number
  more?: {
    giftDays?: number
    giftExperience?: number
    giftIntegral?: number
    limitNum?: number
    firstPrice?: number
  }
}

async function plan({ levelId, unit, num, price, more = {} }: PlanGiven): Promise<number> {
  const { id } = await house.app.db
    .insertInto('vipPlan')
    .values({ levelId, planName: `套餐${price}`, unit, num, price, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function order(uid: number, planId: number, now: Date): Promise<number> {
  return (await asSystem(house.app.db, (tx) => orderPlan(tx, uid, { planId, agreed: true }, now))).id
}
const pay = (id: number, time: Date) =>
  asSystem(house.app.db, async (tx) => completeOrder(tx, await lockOrder(tx, id), { payType: 'yue', time }))
async function buy(uid: number, planId: number, time: Date): Promise<number> {
  const id = await order(uid, planId, time)
  await pay(id, time)
  return id
}
const periods = async (uid: number) =>
  (
    await house.app.db
      .selectFrom('userPaidMember')
      .select(['levelId', 'startTime', 'endTime', 'status'])
      .where('uid', '=', uid)
      .orderBy('id')
      .execute()
  ).map((row) => [
    row.levelId === gold ? '金' : '银',
    formatDateTime(row.startTime).slice(0, 10),
    row.endTime === null ? '' : formatDateTime(row.endTime),
    row.status,
  ])

test('U §18-16: a notice told three times opens one period, and renewals keep the day of the month', async () => {
  const uid = await house.user()
  const month = await plan({
    levelId: silver,
    unit: 2,
    num: 1,
    price: 3000,
    more: { giftExperience: 30, giftIntegral: 5 },
  })
  const id = await order(uid, month, at('2025-01-31T15:00:00'))
  await Promise.all([1, 2, 3].map(() => pay(id, at('2025-01-31T15:00:00'))))
  expect(await periods(uid)).toEqual([['银', '2025-01-31', '2025-02-28 23:59:59', 1]])
  await buy(uid, month, at('2025-02-10T12:00:00'))
  await buy(uid, month, at('2025-02-11T12:00:00'))
  expect((await periods(uid)).map(([, , end]) => end)).toEqual([
    '2025-02-28 23:59:59',
    '2025-03-31 23:59:59',
    '2025-04-30 23:59:59',
  ])
  expect((await house.stored(uid)).experience).toBe(90)
  expect([...house.points].filter(([key]) => key.startsWith(`${uid}:vipOrder`)).map(([, n]) => n)).toEqual([
    5, 5, 5,
  ])
})

test('U §18-16: two plans paid at the same time both count', async () => {
  const uid = await house.user()
  const month = await plan({ levelId: silver, unit: 2, num: 1, price: 3000 })
  const now = at('2025-01-31T15:00:00')
  const ids = [await order(uid, month, now), await order(uid, month, now)]
  await Promise.all(ids.map((id) => pay(id, now)))
  expect((await periods(uid)).map(([, , end]) => end).sort()).toEqual([
    '2025-02-28 23:59:59',
    '2025-03-31 23:59:59',
  ])
})

test('U §18-16: a higher level starts now with the rest of the lower one as days, a lower one when the present ends', async () => {
  const now = at('2025-02-15T11:00:00')
  const quarter = await plan({ levelId: silver, unit: 1, num: 90, price: 8800 })
  const year = await plan({ levelId: gold, unit: 1, num: 365, price: 36_500 })
  const uid = await house.user()
  await buy(uid, quarter, at('2025-01-01T10:00:00'))
  await buy(uid, year, now)
  // 365 days and 44 more of what was left of the quarter.
  expect(await periods(uid)).toEqual([
    ['银', '2025-01-01', '2025-02-15 11:00:00', 4],
    ['金', '2025-02-15', '2026-03-31 23:59:59', 1],
  ])
  await buy(uid, quarter, at('2025-03-01T10:00:00'))
  expect((await periods(uid)).at(-1)).toEqual(['银', '2026-04-01', '2026-06-29 23:59:59', 0])
  // Another year of the higher level goes before it.
  await buy(uid, year, at('2025-04-01T10:00:00'))
  expect((await periods(uid)).slice(2)).toEqual([
    ['银', '2027-04-01', '2027-06-29 23:59:59', 0],
    ['金', '2026-04-01', '2027-03-31 23:59:59', 0],
  ])
})

test('U §18-16: a refund by unused days less used benefits, once; gifts go back', async () => {
  const { db } = house.app
  const uid = await house.user()
  const year = await plan({
    ...{ levelId: gold, unit: 1, num: 365, price: 19_800 },
    more: { giftDays: 30, giftExperience: 100, giftIntegral: 7 },
  })
  const id = await buy(uid, year, at('2025-01-01T10:00:00'))
  const later = at('2025-04-11T12:00:00')
  const stored = await asSystem(db, (tx) => lockOrder(tx, id))
  expect(await quoteRefund(db, stored, 800, later)).toMatchObject({
    amount: 13_987,
    unused: 295,
    all: 395,
    isFull: false,
  })
  expect(await quoteRefund(db, stored, 0, at('2025-01-05T12:00:00'))).toMatchObject({
    amount: 19_800,
    isFull: true,
  })
  const undo = () =>
    asSystem(db, async (tx) => undoOrder(tx, await lockOrder(tx, id), { used: 800, reason: '不用了' }, later))
  expect(await undo()).toBe(13_987)
  await expect(undo()).rejects.toMatchObject({ code: 409, message: '当前状态为已退款，不能退款' })
  expect((await house.stored(uid)).experience).toBe(0)
  expect([...house.points.keys()].filter((key) => key.startsWith(`${uid}:vipOrder`))).toEqual([])
  expect(await getMemberTerms(db, uid, later)).toMatchObject({ isPaidMember: false, paidLevelId: null })
})

test('U §3.5: the newest order is refunded first; a permanent member buys nothing more', async () => {
  const { db } = house.app
  const uid = await house.user()
  const month = await plan({ levelId: silver, unit: 2, num: 1, price: 3000 })
  const first = await buy(uid, month, at('2025-01-31T15:00:00'))
  await buy(uid, month, at('2025-02-01T15:00:00'))
  const quote = await quoteRefund(
    db,
    await asSystem(db, (tx) => lockOrder(tx, first)),
    0,
    at('2025-02-02T15:00:00'),
  )
  expect(quote.reason).toMatch(/^请先退款较新的开通单HY\d{14}$/)
  const forEver = await plan({ levelId: gold, unit: 3, num: 1, price: 99_900 })
  await buy(uid, forEver, at('2025-02-03T15:00:00'))
  expect(await getMemberTerms(db, uid, at('2095-01-01T00:00:00'))).toMatchObject({
    isPaidMember: true,
    levelRate: 9000,
  })
  await expect(order(uid, month, at('2025-03-01T15:00:00'))).rejects.toMatchObject({
    code: 409,
    message: '您已是永久会员',
  })
})

test('U §14: a plan that is off, sold out or bought without its agreement is refused; a first price is for the first time', async () => {
  const { db } = house.app
  const now = at('2025-01-01T10:00:00')
  const few = await plan({
    levelId: silver,
    unit: 2,
    num: 1,
    price: 3000,
    more: { limitNum: 1, firstPrice: 100 },
  })
  const [one, two] = [await house.user(), await house.user()]
  const tries = await Promise.allSettled([order(one, few, now), order(two, few, now)])
  expect(tries.map((own) => own.status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = tries.find((own) => own.status === 'rejected')
  expect(refused).toMatchObject({ reason: { code: 422, message: '套餐已售罄' } })
  await expect(
    asSystem(db, (tx) => orderPlan(tx, one, { planId: few, agreed: false }, now)),
  ).rejects.toMatchObject({ code: 422, message: '请阅读并同意会员协议' })
  await db.updateTable('vipPlan').set({ status: 0 }).where('id', '=', few).execute()
  await expect(order(two, few, now)).rejects.toMatchObject({ code: 409, message: '套餐已下架' })
  const open = await db.selectFrom('vipOrder').selectAll().where('planId', '=', few).executeTakeFirstOrThrow()
  expect(open.payPrice).toBe(100)
  // Unpaid for half an hour it is closed, and its place is free again.
  await tickVip(db, new Date(now.getTime() + 31 * 60_000))
  expect((await asSystem(db, (tx) => lockOrder(tx, open.id))).status).toBe(2)
  const { soldNum } = await db
    .selectFrom('vipPlan')
    .select('soldNum')
    .where('id', '=', few)
    .executeTakeFirstOrThrow()
  expect(soldNum).toBe(0)
})

test('U §16 vip.tick: what has come begins, what is over ends, and an end is told once for each day asked', async () => {
  const { db } = house.app
  const uid = await house.user()
  const month = await plan({ levelId: silver, unit: 2, num: 1, price: 3000 })
  await buy(uid, month, at('2025-05-31T15:00:00'))
  const soon = at('2025-06-24T15:00:00')
  await tickVip(db, soon)
  await tickVip(db, soon)
  const told = await db
    .selectFrom('vipRemind')
    .innerJoin('userPaidMember', 'userPaidMember.id', 'vipRemind.paidId')
    .select('vipRemind.days')
    .where('uid', '=', uid)
    .execute()
  expect(told.map((row) => row.days)).toEqual([7])
  await tickVip(db, at('2025-07-01T00:10:00'))
  expect((await periods(uid)).map(([, , , status]) => status)).toEqual([2])
  const row = await db
    .selectFrom('user')
    .select(['paidLevel', 'isPaidMember'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ paidLevel: null, isPaidMember: 0 })
  const events = await db
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', 'user.vipChanged')
    .where('key', '=', String(uid))
    .orderBy('id')
    .execute()
  expect(events.map(({ payload }) => payload)).toMatchObject([{ action: 'open' }, { action: 'end' }])
})
