import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { movedDay, startOfDay } from '#kit/shared/time.ts'
import { CLOSED_DAYS } from './daily.server.ts'

/** The moment a day begins. */
const startOf = (day: string): Date => startOfDay(new Date(`${day}T04:00:00Z`))

/**
 * What there was at the end of a day: the closing figures of the last closed day up to it. Of a day that is not closed yet, also
 * the moves since that one; or the figures of now without the moves after the day, where these are fewer. All of it is asked sku by
 * sku, so that a page costs what it shows. Warehouse §4.4.
 */
export async function asofSource(db: Db, day: string): Promise<RawBuilder<unknown>> {
  const until = startOf(movedDay(day, 1))
  const { last, from, first, after, newest } = await ledgerAround(db, day, until)
  if (last !== null && last >= day) return figuresOf(closedBy(day), null)
  const base = last === null ? NOTHING : closedBy(last)
  // No move came between: it would be looked for sku by sku.
  if (first === after) return figuresOf(base, null)
  const time = sql.ref('stockMove.createTime')
  // Whether fewer moves came after the day than from the first one since the last closed day: their ids ascend in time.
  const isNearNow = newest - (after ?? newest) < (after ?? newest) - (first ?? newest)
  return isNearNow
    ? figuresOf(NOW, { sign: sql`-`, of: movesOf([sql`${time} >= ${moment(until)}`, ...idsFrom(after)]) })
    : figuresOf(base, {
        sign: sql`+`,
        of: movesOf([
          sql`${time} >= ${moment(from)} and ${time} < ${moment(until)}`,
          ...idsFrom(first),
          ...(after === null ? [] : [sql`"stockMove"."id" < ${sql.lit(after + APART)}`]),
        ]),
      })
}

const HOUR_MS = 3_600_000

/**
 * Whether what there was at the end of a day stays as it is: moves have the time at which they were written, and what wrote them
 * ends within the hour.
 */
export const isOver = (day: string): boolean => startOf(movedDay(day, 1)).getTime() + HOUR_MS < Date.now()

interface Around {
  /** the last closed day, and when the one after it began */
  last: string | null
  from: Date
  /** the first move since, the first after the day that is asked for, and the newest of all */
  first: number | null
  after: number | null
  newest: number
}

const kept = keptAnswers<Around>(64)

/**
 * Where a day lies in the ledger. Of a day that is over it stays as it is, once there is a move after it, until another day is
 * closed; which move is the newest only says what is quicker.
 */
async function ledgerAround(db: Db, day: string, until: Date): Promise<Around> {
  const since = sql`coalesce(("last" + 1)::timestamp at time zone 'Asia/Shanghai', 'epoch')`
  const firstAt = (time: RawBuilder<unknown>) => sql`(select "id" from "stockMove"
    where "createTime" >= ${time} order by "createTime", "id" limit 1)`
  const statement = sql<Around>`select "last", ${since} as "from", ${firstAt(since)} as "first",
      ${firstAt(moment(until))} as "after", (select coalesce(max("id"), 0) from "stockMove") as "newest"
    from (select max("day") as "last" from "stockDaily") as "closed"`.compile(db)
  const ask = async (): Promise<Around> => {
    const [found] = (await db.executeQuery(statement)).rows
    if (found === undefined) throw new Error('The ledger told nothing')
    return found
  }
  const tables = isOver(day) ? [CLOSED_DAYS] : null
  return kept(db, { statement, tables, ask, isWorth: ({ after }) => after !== null })
}

// What does not change from page to page stands in the text: then the statement of a page is planned once.
const moment = (time: Date): RawBuilder<unknown> => sql`${sql.lit(time.toISOString())}::timestamptz`

const closedBy = (
  day: string,
): RawBuilder<unknown> => sql`(select "close" as "onHand", "inTransit", "amount" from "stockDaily" d
  where d."skuId" = s."skuId" and d."warehouseId" = s."warehouseId" and d."day" <= ${sql.lit(day)}::date
  order by d."day" desc limit 1)`
const NOW = sql`(select s."onHand", s."inTransit", s."amount")`
const NOTHING = sql`(select 0 as "onHand", 0 as "inTransit", 0 as "amount")`

/** Figures must not lack what a long transaction entered late: so many more moves are looked at for all skus together. */
const APART = 100_000

const idsFrom = (first: number | null): RawBuilder<unknown>[] =>
  first === null ? [sql`false`] : [sql`"stockMove"."id" >= ${sql.lit(first - APART)}`]

const movesOf = (
  conditions: readonly RawBuilder<unknown>[],
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
  const isNothing = base === NOTHING && moved === null
  const isAny = isNothing
    ? sql`false`
    : sql`case when ${figure('onHand')} <> 0 or ${figure('inTransit')} <> 0 then true else false end`
  return sql`(
    select s."id", s."warehouseId", s."skuId", ${figure('onHand')} as "onHand", ${figure('inTransit')} as "inTransit",
      ${figure('amount')} as "amount", s."createTime", s."updateTime", s."createBy", s."updateBy", s."isDel", s."version"
    from "stock" s left join lateral ${base} d on true ${joined} where ${isAny})`
}
