import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { formatDate, startOfDay, toSeconds } from '#kit/shared/time.ts'

const DAY_MS = 86_400_000

/** The table of closing figures, which is told when a day is closed. */
export const CLOSED_DAYS = 'stockDaily'

/**
 * Closes the days before `now` that are not closed yet: what every sku that moved had in the morning, what came and went by
 * movement type, and what was left. A sku without movement keeps the closing figures of the last day it has. Answers how many
 * rows it wrote. Warehouse §13.
 */
export async function closeDays(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const { rows } = await sql<{ from: Date | null }>`
    select coalesce((select max("day") + 1 from "stockDaily")::timestamp at time zone 'Asia/Shanghai',
      (select min("createTime") from "stockMove")) as "from"`.execute(db)
  const first = rows[0]?.from ?? null
  if (first === null) return 0
  const end = startOfDay(now)
  let written = 0
  for (let at = startOfDay(first); at < end; at = new Date(at.getTime() + DAY_MS)) {
    signal?.throwIfAborted()
    written += await asSystem(db, (tx) => closeDay(tx, at))
  }
  return written
}

async function closeDay(tx: Tx, at: Date): Promise<number> {
  const day = formatDate(toSeconds(at))
  const next = new Date(at.getTime() + DAY_MS)
  const { rows } = await sql<{ n: number }>`
    with "moves" as materialized (
      select "warehouseId", "skuId", "moveType", sum("dOnHand") as "q", sum("dOnHand") filter (where "dOnHand" > 0 and "physical" = 1) as "in",
        sum(-"dOnHand") filter (where "dOnHand" < 0 and "physical" = 1) as "out", sum("dInTransit") as "transit", sum("amount") as "amount"
      from "stockMove" where "createTime" >= ${at} and "createTime" < ${next} group by 1, 2, 3
    ), "sums" as (
      select "warehouseId", "skuId", sum("q") as "q", sum("transit") as "transit", sum("amount") as "amount",
        coalesce(sum("in"), 0) as "in", coalesce(sum("out"), 0) as "out",
        coalesce(jsonb_object_agg("moveType", "q") filter (where "q" <> 0), '{}') as "moves"
      from "moves" group by 1, 2
    ), "closed" as (
      insert into "stockDaily" ("day", "warehouseId", "skuId", "open", "inQty", "outQty", "close", "moves", "inTransit", "amount")
      select ${day}::date, s."warehouseId", s."skuId", coalesce(b."close", 0), s."in", s."out", coalesce(b."close", 0) + s."q",
        s."moves", coalesce(b."inTransit", 0) + s."transit", coalesce(b."amount", 0) + s."amount"
      from "sums" s left join lateral (select "close", "inTransit", "amount" from "stockDaily" d
        where d."skuId" = s."skuId" and d."warehouseId" = s."warehouseId" and d."day" < ${day}::date
        order by d."day" desc limit 1) b on true
      where s."q" <> 0 or s."in" <> 0 or s."transit" <> 0 or s."amount" <> 0
      on conflict ("day", "warehouseId", "skuId") do nothing returning 1
    )
    select count(*)::int as "n" from "closed"`.execute(tx)
  touch(tx, CLOSED_DAYS)
  return rows[0]?.n ?? 0
}
