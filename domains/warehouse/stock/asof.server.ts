import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { movedDay, startOfDay } from '#kit/shared/time.ts'
import { idAt, idBounds } from './moveSkus.server.ts'

/** The moment a day begins. */
const startOf = (day: string): Date => startOfDay(new Date(`${day}T04:00:00Z`))

/**
 * What there was at the end of a day: the closing figures of the last closed day up to it. Of a day that is not closed yet, also
 * the moves since that one; or the figures of now without the moves after the day, where these are fewer. All of it is asked sku by
 * sku, so that a page costs what it shows. Warehouse §4.4.
 */
export async function asofSource(db: Db, day: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ last: string | null }>`select max("day") as "last" from "stockDaily"`.execute(
    db,
  )
  const last = rows[0]?.last ?? null
  if (last !== null && last >= day) return figuresOf(closedBy(day), null)
  const from = last === null ? new Date(0) : startOf(movedDay(last, 1))
  const until = startOf(movedDay(day, 1))
  const [first, after] = [await idAt(db, from), await idAt(db, until)]
  const time = sql.ref('stockMove.createTime')
  return (await isNearNow(db, first, after))
    ? figuresOf(NOW, { sign: sql`-`, of: movesOf([sql`${time} >= ${until}`, idBounds(after, null, APART)]) })
    : figuresOf(closedBy(day), {
        sign: sql`+`,
        of: movesOf([sql`${time} >= ${from}`, sql`${time} < ${until}`, idBounds(first, after, APART)]),
      })
}

/** Whether fewer moves came after a day than from the first one since the last closed day. Their ids ascend in time. */
async function isNearNow(db: Db, first: number | null, after: number | null): Promise<boolean> {
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max("id"), 0) as "last" from "stockMove"`.execute(db)
  const last = rows[0]?.last ?? 0
  return last - (after ?? last) < (after ?? last) - (first ?? last)
}

const closedBy = (
  day: string,
): RawBuilder<unknown> => sql`(select "close" as "onHand", "inTransit", "amount" from "stockDaily" d
  where d."skuId" = s."skuId" and d."warehouseId" = s."warehouseId" and d."day" <= ${day}::date order by d."day" desc limit 1)`
const NOW = sql`(select s."onHand", s."inTransit", s."amount")`

/** Figures must not lack what a long transaction entered late: so many more moves are looked at for all skus together. */
const APART = 100_000

const movesOf = (
  conditions: readonly Expression<unknown>[],
): RawBuilder<unknown> => sql`(select sum("dOnHand") as "onHand", sum("dInTransit") as "inTransit", sum("amount") as "amount" from "stockMove"
    where "stockMove"."skuId" = s."skuId" and "stockMove"."warehouseId" = s."warehouseId" and ${sql.join(conditions, sql` and `)})`

function figuresOf(
  base: RawBuilder<unknown>,
  moved: { sign: RawBuilder<unknown>; of: RawBuilder<unknown> } | null,
): RawBuilder<unknown> {
  const figure = (name: string) => {
    const stood = sql`coalesce(${sql.ref(`d.${name}`)}, 0)`
    return moved === null ? stood : sql`(${stood} ${moved.sign} coalesce(${sql.ref(`m.${name}`)}, 0))`
  }
  const joined = moved === null ? sql`` : sql`left join lateral ${moved.of} m on true`
  // The planner takes a comparison of these for one that hardly any row fulfils, and would sort all rows for a page.
  const isAny = sql`case when ${figure('onHand')} <> 0 or ${figure('inTransit')} <> 0 then true else false end`
  return sql`(
    select s."id", s."warehouseId", s."skuId", ${figure('onHand')} as "onHand", ${figure('inTransit')} as "inTransit",
      ${figure('amount')} as "amount", s."createTime", s."updateTime", s."createBy", s."updateBy", s."isDel", s."version"
    from "stock" s left join lateral ${base} d on true ${joined} where ${isAny})`
}
