import { type Expression, type SqlBool, sql } from 'kysely'
import type { Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db } from './database.ts'
import { COUNT_LIMIT, conditionsOf, type ListOptions, type LooseQuery } from './list.ts'
import { loose } from './loose.ts'
import type { Who } from './who.ts'

/**
 * How many rows each tab of a list has under its other filters, by the value of the tab; '' counts all. Counted up to
 * the limit of lists, in one statement. For ListTabs.counts. Frame §5.
 */
export async function tabCounts(
  db: Db,
  who: Who,
  of: Entity,
  input: Partial<Paging>,
  options: ListOptions,
  tabs: Readonly<Record<string, Expression<SqlBool>>>,
): Promise<Record<string, number>> {
  const shared = await conditionsOf(db, who, of, input, options)
  const base: LooseQuery = trust(loose(db).selectFrom(of.name))
  const all: Record<string, Expression<SqlBool>> = { '': sql<SqlBool>`true`, ...tabs }
  const counts = Object.values(all).map((tab) => {
    const rows = [...shared, tab]
      .reduce((query, condition) => query.where(condition), base)
      .select(sql.lit(1).as('one'))
      .limit(COUNT_LIMIT)
    return sql`(select count(*)::int from ${rows} as "rows")`
  })
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as "counts"`.execute(db)
  return Object.fromEntries(Object.keys(all).map((name, index) => [name, rows[0]?.counts[index] ?? 0]))
}
