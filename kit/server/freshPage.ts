import { CompiledQuery } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { COUNT_LIMIT, keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { textRows } from './textRows.ts'

// Pages of tables whose changes the kit is not told of: their count cannot be kept until the next change.

interface Asked {
  of: Entity
  /** column of the time at which a row was written */
  writtenAt: string
  /** the columns as text; `from` and the conditions, with their values; order, limit and offset */
  read: string
  which: string
  isFiltered: boolean
  parameters: readonly unknown[]
  after: string
  blank: Readonly<Record<string, unknown>> | undefined
  /** without rows before it */
  isFirst: boolean
  /** the count is asked for beyond what lists count, too */
  isExact: boolean
  /** the rows only grow in number as long as none of these tables changes; null: they may also become fewer */
  growsBeside: readonly string[] | null
}

const COUNTED = 'rows found'
/** Without an upper bound the planner takes a third of the table for later, and plans each time to find that it is less. */
const LAST_ID = '9223372036854775807'

/**
 * Rows of a page and how many there are, in one statement. Where that is more than lists count it is kept for half a minute, and
 * the rows alone are asked for. Architecture §4.
 */
export async function freshPage<R>(db: Db, asked: Asked): Promise<{ rows: R[]; total: number }> {
  const { of, read, which, parameters, after, blank, isFirst, isExact } = asked
  const isOwn = isExact || db.isTransaction
  const settled = isOwn || asked.growsBeside === null ? null : await settledOf(db, asked, asked.growsBeside)
  const at = parameters.length + 1
  const later = `${andOf(asked)} "${of.name}"."id" > $${at}::int8 and "${of.name}"."id" <= $${at + 1}::int8`
  const values = settled === null ? parameters : [...parameters, settled.last, LAST_ID]
  const limit = isExact ? '' : ` limit ${COUNT_LIMIT + 1}`
  const count = `select count(*)::int from (select 1 as "one" ${which}${settled === null ? '' : later}${limit}) as "rows"`
  let rows: R[] | null = null
  const ask = async (): Promise<readonly number[]> => {
    const text = `select ${read}, (${count}) as "${COUNTED}" ${which} ${after}`
    const told = await textRows<Record<string, unknown>>(db, text, values, blank)
    rows = trust(told.map(({ [COUNTED]: _, ...row }) => row))
    if (told[0] !== undefined) return [Number(told[0][COUNTED])]
    if (isFirst) return [0]
    const [alone] = await textRows<{ n: number }>(db, `select (${count}) as "n"`, values)
    return [alone?.n ?? 0]
  }
  const before = settled?.count ?? 0
  const statement = CompiledQuery.raw(count, [...values])
  const isBeyond = before > COUNT_LIMIT
  const [since = 0] = isBeyond ? [0] : await keptCounts(db, statement, isExact ? null : 'beyond', ask)
  return {
    rows: rows ?? (await textRows<R>(db, `select ${read} ${which} ${after}`, parameters, blank)),
    total: before + since,
  }
}

const andOf = ({ isFiltered }: Asked): string => (isFiltered ? ' and' : ' where')

/** Rows that were written so long ago are committed; what takes longer is missing in a count for half a minute. */
const SETTLED = `interval '10 minutes'`

/**
 * How many rows there are up to the last one that was written some time ago: kept, so that only those after it are counted for
 * each page. Where all of the newest are younger, none.
 */
async function settledOf(
  db: Db,
  asked: Asked,
  beside: readonly string[],
): Promise<{ count: number; last: number }> {
  const { of, writtenAt, which, parameters } = asked
  const last = `(select coalesce((select "id" from (select "id", "${writtenAt}" as "at" from "${of.name}" order by "id" desc
    limit ${COUNT_LIMIT}) as "newest" where "at" < now() - ${SETTLED} order by "id" desc limit 1), 0))::int8`
  const text = `with "settled" as materialized (select ${last} as "last")
    select array[(select count(*) from (select 1 as "one" ${which}${andOf(asked)} "${of.name}"."id" <= (select "last" from "settled")
      limit ${COUNT_LIMIT + 1}) as "rows"), "last"] as "counts" from "settled"`
  const [count = 0, until = 0] = await keptCounts(db, CompiledQuery.raw(text, [...parameters]), beside)
  return { count, last: until }
}
