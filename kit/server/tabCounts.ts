import { type Expression, type SqlBool, sql } from 'kysely'
import type { Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import type { countsCall } from '#kit/shared/standardCalls.ts'
import { COUNT_LIMIT, keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { conditionsOf, type ListOptions } from './list.ts'
import { read, type Served } from './serve.ts'
import type { Who } from './who.ts'

/**
 * How many rows of an entity each tab has under the conditions that all share, counted up to the limit of lists and
 * one more, in one statement; kept while none of the tables changes, like the counts of lists. Frame §5.
 */
export async function countTabs(
  db: Db,
  of: Entity,
  shared: readonly Expression<SqlBool>[],
  tabs: readonly Expression<SqlBool>[],
  { reads = [], fresh = false }: Pick<ListOptions, 'reads' | 'fresh'> = {},
): Promise<readonly number[]> {
  const counts = tabs.map(
    (tab) => sql`(select count(*)::int from (select 1 from ${sql.table(of.name)}
      where ${sql.join([...shared, tab], sql` and `)} limit ${sql.lit(COUNT_LIMIT + 1)}) as "rows")`,
  )
  const tables = fresh ? null : [of.name, ...reads]
  return keptCounts(db, sql`select array[${sql.join(counts)}] as "counts"`, tables)
}

/** A counted tab as lists with tabs of their own answer it; `more`: there are more than lists count. */
export function countedTab({ type, name }: { type: number; name: string }, count = 0) {
  const more = count > COUNT_LIMIT
  return { type, name, count: more ? COUNT_LIMIT : count, ...(more ? { more } : {}) }
}

/**
 * How many rows each tab of a list has under its other filters, by the value of the tab; '' counts all. Counted up to
 * the limit of lists. For ListTabs.counts. Frame §5.
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
  const all: Record<string, Expression<SqlBool>> = { '': sql<SqlBool>`true`, ...tabs }
  const counts = await countTabs(db, of, shared, Object.values(all), options)
  return Object.fromEntries(
    Object.keys(all).map((name, index) => [name, Math.min(counts[index] ?? 0, COUNT_LIMIT)]),
  )
}

/** A tab for each state. */
export const tabsOf = (states: readonly { readonly value: number }[]): Record<string, number[]> =>
  Object.fromEntries(states.map(({ value }) => [value, [value]]))

/**
 * Serves countsCall for a list whose tabs are values of a column, each one of them or several together, under the
 * conditions of the list. Frame §5.
 */
export function servedCounts(
  call: ReturnType<typeof countsCall>,
  of: Entity,
  column: string,
  tabs: Readonly<Record<string, readonly number[]>>,
  options: (who: Who, input: Record<string, unknown>) => ListOptions = () => ({}),
): Served {
  const conditions = Object.fromEntries(
    Object.entries(tabs).map(([tab, values]) => [
      tab,
      sql<SqlBool>`${sql.ref(`${of.name}.${column}`)} = any(${sql.val([...values])}::int[])`,
    ]),
  )
  return read(call, (db, who, input) => tabCounts(db, who, of, trust(input), options(who, input), conditions))
}
