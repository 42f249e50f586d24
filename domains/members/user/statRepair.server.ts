import { sql } from 'kysely'
import { balancesOfUsers } from '#domains/accounts/accounts.door.ts'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { memberSettings } from '../config/config.server.ts'
import { fifthsOfYear, scoreRange } from './rfm.server.ts'
import { NEW_DAYS } from './user.rules.ts'

/** So many users are repaired in one transaction. Members §4.5: none lasts longer than 300 ms. */
const RANGE = 2000
const REPAIRED_DAYS = 3
const ZONE = `'Asia/Shanghai'`

interface Stage {
  sleep_days: number
  churn_days: number
}

/** Days and products of the last days, made anew from the paid orders and refunds. */
async function repairDays(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    with "day" as (
      select "uid", "day", sum("payCount")::int as "payCount", sum("paid") as "paid", sum("refunded") as "refunded",
        sum("refunds")::int as "refunds"
      from (
        select "uid", ("payTime" at time zone ${sql.raw(ZONE)})::date as "day",
          case when "refunded" < "paid" then 1 else 0 end as "payCount", "paid", 0 as "refunded", 0 as "refunds" from "userOrderFact" where "uid" > ${from} and "uid" <= ${to}
            and "payTime" >= now() - make_interval(days => ${REPAIRED_DAYS + 1})
        union all
        select "uid", ("refundTime" at time zone ${sql.raw(ZONE)})::date, 0, 0, "amount", 1 from "userRefundFact"
          where "uid" > ${from} and "uid" <= ${to}
            and "refundTime" >= now() - make_interval(days => ${REPAIRED_DAYS + 1})
      ) as "fact"
      where "day" >= (now() at time zone ${sql.raw(ZONE)})::date - ${REPAIRED_DAYS}::int
      group by 1, 2)
    insert into "userDayStat" ("uid", "day", "payCount", "payAmount", "refundAmount", "refundCount")
    select "uid", "day", "payCount", "paid", "refunded", "refunds" from "day"
    on conflict ("uid", "day") do update set "payCount" = excluded."payCount", "payAmount" = excluded."payAmount",
      "refundAmount" = excluded."refundAmount", "refundCount" = excluded."refundCount"
    where ("userDayStat"."payCount", "userDayStat"."payAmount", "userDayStat"."refundAmount", "userDayStat"."refundCount")
      is distinct from (excluded."payCount", excluded."payAmount", excluded."refundAmount", excluded."refundCount")`.execute(
    tx,
  )
}

/** 用户画像 of a range, from the paid orders and refunds; what is right already is left alone. Answers how many were not. */
async function repairWhole(tx: Tx, from: number, to: number): Promise<number> {
  const done = await sql`
    with "paid" as (
      select "uid", count(*) filter (where "refunded" < "paid")::int as "payCount", sum("paid") as "payAmount",
        min("payTime") as "first", max("payTime") as "last", max("paid") as "most"
      from "userOrderFact" where "uid" > ${from} and "uid" <= ${to} group by 1),
    "back" as (
      select "uid", sum("amount") as "refundAmount", count(*)::int as "refundCount" from "userRefundFact"
      where "uid" > ${from} and "uid" <= ${to} group by 1),
    "right" as (
      select s."id", coalesce(p."payCount", 0) as "payCount", coalesce(p."payAmount", 0) as "payAmount",
        coalesce(b."refundAmount", 0) as "refundAmount", coalesce(b."refundCount", 0) as "refundCount", p."first", p."last",
        coalesce(p."most", 0) as "most",
        extract(year from age((now() at time zone ${sql.raw(ZONE)})::date, u."birthday"))::int as "age"
      from "userStat" s join "user" u on u."id" = s."uid" left join "paid" p on p."uid" = s."uid"
      left join "back" b on b."uid" = s."uid" where s."uid" > ${from} and s."uid" <= ${to})
    update "userStat" s set "payCount" = r."payCount", "payAmount" = r."payAmount", "refundAmount" = r."refundAmount",
      "refundCount" = r."refundCount", "netAmount" = r."payAmount" - r."refundAmount",
      "avgAmount" = case when r."payCount" = 0 then 0
        else round((r."payAmount" - r."refundAmount")::numeric / r."payCount") end,
      "firstPayTime" = r."first", "lastPayTime" = r."last", "maxPayAmount" = r."most", "age" = r."age", "updateTime" = now()
    from "right" r where r."id" = s."id"
      and (s."payCount", s."payAmount", s."refundAmount", s."refundCount", s."lastPayTime", s."age")
        is distinct from (r."payCount", r."payAmount", r."refundAmount", r."refundCount", r."last", r."age")`.execute(
    tx,
  )
  return Number(done.numAffectedRows ?? 0)
}

/** What the list shows, from 用户画像; stages move with the days even where nothing happened. Members §2.2. */
async function repairShown(
  tx: Tx,
  from: number,
  to: number,
  { sleep_days, churn_days }: Stage,
): Promise<number> {
  const silent = sql`now() - greatest(coalesce(s."lastPayTime", '-infinity'), coalesce(s."lastVisitTime", '-infinity'))`
  // Days count when they are whole, as in lifeStageOf.
  const longer = (days: number) => sql`${silent} >= make_interval(days => ${days + 1})`
  const done = await sql`
    with "right" as (
      select u."id", s."payCount", s."netAmount", s."lastPayTime", s."lastVisitTime", case
        when s."payCount" = 0 and now() - u."createTime" < make_interval(days => ${NEW_DAYS + 1}) then 1
        when s."payCount" = 0 then 2 when ${longer(churn_days)} then 6 when ${longer(sleep_days)} then 5
        when s."payCount" = 1 then 3 else 4 end as "lifeStage"
      from "user" u join "userStat" s on s."uid" = u."id" where u."id" > ${from} and u."id" <= ${to})
    update "user" u set "payCount" = r."payCount", "netAmount" = r."netAmount", "lastPayTime" = r."lastPayTime",
      "lastVisitTime" = r."lastVisitTime", "lifeStage" = r."lifeStage"
    from "right" r where r."id" = u."id" and (u."payCount", u."netAmount", u."lastPayTime", u."lastVisitTime", u."lifeStage")
      is distinct from (r."payCount", r."netAmount", r."lastPayTime", r."lastVisitTime", r."lifeStage"::smallint)`.execute(
    tx,
  )
  return Number(done.numAffectedRows ?? 0)
}

/** The balance by which the list is ordered, where it is no longer that of the account. */
async function repairBalances(tx: Tx, from: number, to: number): Promise<number> {
  const users = await tx
    .selectFrom('user')
    .select(['id', 'nowMoney'])
    .where('id', '>', from)
    .where('id', '<=', to)
    .orderBy('id')
    .execute()
  const balances = await balancesOfUsers(
    tx,
    users.map((one) => one.id),
  )
  const wrong = users.flatMap(({ id, nowMoney }) => {
    const balance = balances.get(id) ?? 0
    return balance === nowMoney ? [] : [{ id, nowMoney: balance }]
  })
  if (wrong.length === 0) return 0
  await sql`update "user" u set "nowMoney" = r."nowMoney"
    from jsonb_to_recordset(${jsonText(wrong)}::jsonb) as r ("id" int, "nowMoney" bigint)
    where u."id" = r."id"`.execute(tx)
  return wrong.length
}

/** Does something with all users, a range of uids in a transaction of its own; answers how many rows were changed. */
async function eachRange(
  db: Db,
  signal: AbortSignal,
  work: (tx: Tx, from: number, to: number) => Promise<number>,
): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`select max("id") as "most" from "user"`.execute(db)
  const most = rows[0]?.most ?? 0
  let changed = 0
  for (let from = 0; from < most && !signal.aborted; from += RANGE) {
    const to = from + RANGE
    changed += await asSystem(db, async (tx) => {
      await sql`select "id" from "user" where "id" > ${from} and "id" <= ${to} order by "id" for update`.execute(
        tx,
      )
      return work(tx, from, to)
    })
  }
  return changed
}

/**
 * Repairs the figures of all users, then scores those who bought by the fifths of everybody. Answers how many rows were
 * wrong. Members §16 stat.repair.
 */
async function repair(db: Db, _params: Record<string, unknown>, signal: AbortSignal): Promise<number> {
  const stage = await memberSettings(db, 'stage')
  const repaired = await eachRange(db, signal, async (tx, from, to) => {
    await repairDays(tx, from, to)
    const n =
      (await repairWhole(tx, from, to)) +
      (await repairShown(tx, from, to, stage)) +
      (await repairBalances(tx, from, to))
    if (n > 0) touch(tx, 'user')
    return n
  })
  const fifths = await fifthsOfYear(db)
  if (fifths === null) return repaired
  const now = new Date()
  return repaired + (await eachRange(db, signal, (tx, from, to) => scoreRange(tx, from, to, fifths, now)))
}

export const statRepair: JobDefinition = {
  name: 'members.stat.repair',
  title: '用户画像修复',
  cron: '0 0 2 * * *',
  timeoutSec: 3600,
  run: repair,
}
