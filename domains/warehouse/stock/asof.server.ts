import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { movedDay, startOfDay } from '#kit/shared/time.ts'

/**
 * What there was at the end of a day: the closing figures of the last closed day up to it, and the moves since where that day is
 * not closed yet. Warehouse §4.4.
 */
export async function asofSource(db: Db, day: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ last: string | null }>`select max("day") as "last" from "stockDaily"`.execute(
    db,
  )
  const last = rows[0]?.last ?? null
  const until = startOfDay(new Date(`${movedDay(day, 1)}T04:00:00Z`))
  const from = last === null ? new Date(0) : startOfDay(new Date(`${movedDay(last, 1)}T04:00:00Z`))
  return sql`(
    select s."id", s."warehouseId", s."skuId", coalesce(d."close", 0) + coalesce(m."onHand", 0) as "onHand",
      coalesce(d."inTransit", 0) + coalesce(m."inTransit", 0) as "inTransit",
      coalesce(d."amount", 0) + coalesce(m."amount", 0) as "amount", s."createTime", s."updateTime", s."createBy", s."updateBy",
      s."isDel", s."version"
    from "stock" s left join lateral (select "close", "inTransit", "amount" from "stockDaily" d
      where d."skuId" = s."skuId" and d."warehouseId" = s."warehouseId" and d."day" <= ${day}::date order by d."day" desc limit 1) d on true
    left join (select "skuId", "warehouseId", sum("dOnHand") as "onHand", sum("dInTransit") as "inTransit", sum("amount") as "amount"
      from "stockMove" where "createTime" >= ${from} and "createTime" < ${until} group by 1, 2) m
      on m."skuId" = s."skuId" and m."warehouseId" = s."warehouseId"
    where coalesce(d."close", 0) + coalesce(m."onHand", 0) <> 0 or coalesce(d."inTransit", 0) + coalesce(m."inTransit", 0) <> 0)`
}
