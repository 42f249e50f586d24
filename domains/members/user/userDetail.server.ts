import { type Expression, type SqlBool, sql } from 'kysely'
import { accountOf, entriesOfUser } from '#domains/accounts/accounts.door.ts'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import { answerPage, answerRow, pageOf } from '#kit/server/list.ts'
import type { Registration } from '#kit/server/points.ts'
import { read } from '#kit/server/serve.ts'
import { demand, type Who } from '#kit/server/who.ts'
import { type Page, unfiltered } from '#kit/shared/call.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { dayStart, formatDate, toSeconds, zonedTime } from '#kit/shared/time.ts'
import { standingOf } from '../level/evaluate.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { basketShape } from './rows.entity.ts'
import { userCalls } from './user.calls.ts'
import { USER_TYPES, VISIT_TYPES } from './user.choices.ts'
import { user } from './user.entity.ts'
import { userFigures, usersPage } from './userListServed.server.ts'
import { userAddress, userVisitRecord } from './userParts.entity.ts'
import { isSeen, readUser, refuseUnseen } from './userRead.server.ts'
import { declareUserMoments, declareUserRecords, momentsOf, userRecordsOf } from './userRecords.server.ts'
import { RFM_TYPES } from './userStat.entity.ts'
import { statOf } from './userStat.server.ts'

interface Asked {
  page: number
  limit: number
  /** the columns in view; all unless given */
  fields?: string
}

/** What a user did this month: payments and what was paid of them, less refunds. */
async function ofThisMonth(db: Db, uid: number): Promise<{ payCount: number; net: number }> {
  const { year, month } = zonedTime(new Date())
  const first = formatDate(toSeconds(dayStart(year, month, 1)))
  const { rows } = await sql<{ payCount: number; net: number }>`
    select coalesce(sum("payCount"), 0)::int as "payCount",
      coalesce(sum("payAmount" - "refundAmount"), 0)::bigint as "net"
    from "userDayStat" where "uid" = ${uid} and "day" >= ${first}::date`.execute(db)
  return { payCount: rows[0]?.payCount ?? 0, net: Number(rows[0]?.net ?? 0) }
}

/** Points of a ledger that a room above keeps; null while nobody does. */
async function grantedOf(db: Db, kind: string, uid: number): Promise<number | null> {
  const grant = grantOf(db, kind)
  return grant === undefined ? null : ((await grant.balances(db, [uid])).get(uid) ?? 0)
}

/** The level above the one a user has, and how much growth is missing to it. */
async function nextLevel(db: Db, row: Awaited<ReturnType<typeof readUser>>) {
  const { growth, levels } = await standingOf(db, row)
  const grade = (await levelOf(db, row.level))?.grade ?? 0
  const next = levels.find((one) => one.grade > grade)
  return {
    nextLevelName: next?.name ?? '',
    nextNeed: next === undefined ? null : Math.max(0, next.experience - growth),
  }
}

const seconds = (time: Date | null | undefined): number | null => (time == null ? null : toSeconds(time))

async function topOf(db: Db, who: Who, uid: number) {
  const row = await readUser(db, who, uid)
  const [account, stat, month, next] = await Promise.all([
    accountOf(db, { accountType: 1, uid }),
    statOf(db, uid),
    ofThisMonth(db, uid),
    nextLevel(db, row),
  ])
  return {
    uid,
    balance: formatMoney(account?.balance ?? 0),
    available: formatMoney(account?.available ?? 0),
    integralCount: await grantedOf(db, 'integral', uid),
    diamond: await grantedOf(db, 'diamond', uid),
    couponCount: await grantedOf(db, 'coupon', uid),
    experience: row.experience,
    ...next,
    paidEndTime: seconds(row.paidEndTime),
    allOrderCount: stat?.payCount ?? 0,
    mothOrderCount: month.payCount,
    allConsumeCount: formatMoney(stat?.netAmount ?? 0),
    mothConsumeCount: formatMoney(month.net),
    // Orders that are not paid yet are known by the room of orders alone.
    unpaidOrderCount: null,
    refundingCount: null,
    lastVisitTime: seconds(row.lastVisitTime),
    lifeStage: row.lifeStage,
    rfm: RFM_TYPES.find((one) => one.value === stat?.rfmType)?.label ?? '',
  }
}

/** Rows of a table of the user's, for who may read the user. */
const ofUser = (table: string, uid: number): { where: Expression<SqlBool>[] } => ({
  where: [sql<SqlBool>`${sql.ref(`${table}.uid`)} = ${uid}`],
})

const addressesOf = (db: Db, who: Who, uid: number, asked: Asked) =>
  answerPage(
    db,
    who,
    userAddress,
    userCalls.addresses.answer,
    { ...unfiltered, ...asked },
    ofUser('userAddress', uid),
  )

const friendsOf = (db: Db, who: Who, uid: number, asked: Asked) =>
  usersPage(
    db,
    who,
    userCalls.friends.answer,
    { ...unfiltered, ...asked },
    { where: [sql<SqlBool>`"user"."spreadUid" = ${uid}`] },
  )

const visitsOf = (db: Db, who: Who, uid: number, asked: Asked) =>
  answerPage(
    db,
    who,
    userVisitRecord,
    userCalls.visits.answer,
    { ...unfiltered, ...asked },
    { ...ofUser('userVisitRecord', uid), fresh: true },
  )

/** Whether the person may read the user is asked together with what moved. */
async function moneysOf(db: Db, who: Who, uid: number, asked: Asked) {
  const found = await entriesOfUser(db, uid, asked, await isSeen(db, who, uid))
  if (found === null) throw notFound()
  return pageOf(found.list, found.total, asked)
}

/** The cart and what is marked, the latest first. */
async function basketOf(db: Db, _who: Who, uid: number, asked: Asked) {
  const source = sql`(
    select "id" * 2 as "id", 1 as "kind", "productId", "skuId", "num", "addPrice", "addTime" as "time" from "userCart"
      where "uid" = ${uid} and "isDel" = 0
    union all
    select "id" * 2 + 1, 2, "productId", null, null, null, "createTime" from "userFavourite"
      where "uid" = ${uid} and "isDel" = 0)`
  const names = sql.join(Object.keys(basketShape).map((name) => sql.ref(name)))
  const [{ rows }, total] = await bothOf(
    sql<RowOf<typeof basketShape>>`select ${names} from ${source} as "basket" order by "time" desc, "id" desc
      limit ${sql.lit(asked.limit)} offset ${sql.lit((asked.page - 1) * asked.limit)}`.execute(db),
    countRows(db, source, ['userCart', 'userFavourite']),
  )
  return pageOf(rows, total, asked)
}

/** Reads a list of a user's rows once it is known that the person may read the user. */
const guarded =
  <R>(list: (db: Db, who: Who, uid: number, asked: Asked) => Promise<Page<R>>) =>
  async (db: Db, who: Who, { userId, ...asked }: Asked & { userId: number }): Promise<Page<R>> => {
    await refuseUnseen(db, who, userId)
    return list(db, who, userId, asked)
  }

export const detailServed = [
  read(userCalls.info, (db, who, { id }) => answerRow(db, who, user, userCalls.info.answer, id, userFigures)),
  read(userCalls.top, (db, who, { userId }) => topOf(db, who, userId)),
  read(userCalls.addresses, guarded(addressesOf)),
  read(userCalls.friends, guarded(friendsOf)),
  read(userCalls.visits, guarded(visitsOf)),
  read(userCalls.moneys, (db, who, { userId, ...asked }) => moneysOf(db, who, userId, asked)),
  read(userCalls.basket, guarded(basketOf)),
  read(userCalls.condition, async (db, who, { userId, type, page, limit }) => {
    await refuseUnseen(db, who, userId)
    const kind = userRecordsOf(db, type)
    if (kind === undefined) throw notFound()
    demand(who, kind.permission)
    return kind.read(db, who, userId, { page, limit })
  }),
  read(userCalls.timeline, async (db, who, { userId, kinds, before, limit }) => {
    await refuseUnseen(db, who, userId)
    const wanted = kinds.split(',').filter((one) => one !== '')
    return momentsOf(db, who, userId, { kinds: wanted, before: before ?? new Date(Date.now() + 1000), limit })
  }),
]

const labelIn = (choices: readonly { value: number | string; label: string }[], value: unknown): string =>
  choices.find((one) => one.value === value)?.label ?? ''

/** What this room tells of a user at the types of 用户明细 and in the time line. Members §2.4. */
export const detailRegistrations: readonly Registration[] = [
  declareUserRecords(4, userCalls.moneys, moneysOf),
  declareUserRecords(5, userCalls.friends, friendsOf),
  declareUserRecords(6, userCalls.visits, visitsOf),
  declareUserRecords(9, userCalls.addresses, addressesOf),
  declareUserRecords(11, userCalls.basket, basketOf),
  declareUserMoments({
    kind: 'life',
    label: '账号',
    async read(db, uid, before) {
      const row = await db
        .selectFrom('user')
        .select(['createTime', 'userType', 'spreadTime', 'spreadUid', 'firstVisitTime'])
        .where('id', '=', uid)
        .executeTakeFirst()
      if (row === undefined) return []
      const all = [
        { time: row.createTime, text: `注册（${labelIn(USER_TYPES, row.userType)}）` },
        ...(row.spreadTime === null ? [] : [{ time: row.spreadTime, text: '绑定上级推广人' }]),
        ...(row.firstVisitTime === null ? [] : [{ time: row.firstVisitTime, text: '首次访问' }]),
      ]
      return all.filter((one) => one.time < before)
    },
  }),
  declareUserMoments({
    kind: 'visit',
    label: '访问',
    permission: userCalls.visits.permission,
    async read(db, uid, before, limit) {
      const rows = await db
        .selectFrom('userVisitRecord')
        .select(['createTime', 'visitType', 'seconds'])
        .where('uid', '=', uid)
        .where('createTime', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        time: row.createTime,
        text: `访问${labelIn(VISIT_TYPES, row.visitType)}，停留${row.seconds}秒`,
      }))
    },
  }),
  declareUserMoments({
    kind: 'pay',
    label: '消费',
    async read(db, uid, before, limit) {
      const paid = await db
        .selectFrom('userOrderFact')
        .select(['payTime', 'orderSn', 'paid'])
        .where('uid', '=', uid)
        .where('payTime', '<', before)
        .orderBy('payTime', 'desc')
        .limit(limit)
        .execute()
      const back = await db
        .selectFrom('userRefundFact')
        .select(['refundTime', 'orderSn', 'amount'])
        .where('uid', '=', uid)
        .where('refundTime', '<', before)
        .orderBy('refundTime', 'desc')
        .limit(limit)
        .execute()
      return [
        ...paid.map((row) => ({
          time: row.payTime,
          text: `支付订单${row.orderSn} ${formatMoney(row.paid)}元`,
        })),
        ...back.map((row) => ({
          time: row.refundTime,
          text: `订单${row.orderSn}退款${formatMoney(row.amount)}元`,
        })),
      ]
    },
  }),
  declareUserMoments({
    kind: 'founds',
    label: '人工调整',
    permission: userCalls.founds.permission,
    async read(db, uid, before, limit) {
      const rows = await db
        .selectFrom('userFounds')
        .selectAll()
        .where('uid', '=', uid)
        .where('createTime', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const signed = (label: string, n: number, text = String(Math.abs(n))) =>
        n === 0 ? [] : [`${label}${n > 0 ? '+' : '−'}${text}`]
      return rows.map((row) => ({
        time: row.createTime,
        text: `${[
          ...signed('余额', row.money, formatMoney(Math.abs(row.money))),
          ...signed('积分', row.integral),
          ...signed('钻石', row.diamond),
          ...signed('成长值', row.experience),
        ].join('，')}（${row.mark}）`,
      }))
    },
  }),
]
