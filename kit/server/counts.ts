import { CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { keptAnswers } from './keptAnswers.ts'

// Counts and sums are kept until a row of their tables changes, so that they never make a list slow.

/** Counts are exact up to here; beyond it a list says 10,000+. Architecture §4. */
export const COUNT_LIMIT = 10_000

const kept = keptAnswers<readonly number[]>(2000)

/**
 * What a statement that answers one row of numbers `counts` answers; kept while none of the tables changes. Without
 * tables, and in a transaction that has changed one of them, it is asked each time. `beyond`: of tables whose changes the kit
 * is not told of only more than lists count is kept, which a row more or less does not change. `together`: what the statement
 * would answer is asked together with something else.
 */
export function keptCounts(
  db: Db,
  statement: RawBuilder<{ counts: number[] }> | CompiledQuery<{ counts: number[] }>,
  keptBy: readonly string[] | 'beyond' | null,
  together?: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const compiled = 'compile' in statement ? statement.compile(db) : statement
  const alone = async (): Promise<readonly number[]> =>
    (await db.executeQuery<{ counts: number[] }>(compiled)).rows[0]?.counts ?? []
  const ask = together ?? alone
  if (keptBy !== 'beyond') return kept(db, { statement: compiled, tables: keptBy, ask })
  const isWorth = (counts: readonly number[]): boolean => counts.every((count) => count > COUNT_LIMIT)
  return kept(db, { statement: compiled, tables: db.isTransaction ? null : [], ask, isWorth })
}

/**
 * Counts the rows of a query, or of a statement in brackets, at most COUNT_LIMIT + 1 unless exact; kept while none of the
 * tables changes. Without tables it is counted each time up to that limit.
 */
export async function countRows(
  db: Db,
  rows: Expression<unknown>,
  tables: readonly string[] | null,
  exact = false,
): Promise<number> {
  const most = exact ? sql`` : sql` limit ${sql.lit(COUNT_LIMIT + 1)}`
  const counted = sql<{ counts: number[] }>`select array[count(*)::int] as "counts"
    from (select 1 as "one" from ${rows} as "found"${most}) as "rows"`
  return (await keptCounts(db, counted, tables ?? (exact ? null : 'beyond')))[0] ?? 0
}

/**
 * The same of what stands behind the columns of a select that is compiled already, `from` and all that follows: rows and count of a
 * page have it in common.
 */
export async function countFound(
  db: Db,
  { sql: from, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  tables: readonly string[] | null,
  exact = false,
): Promise<number> {
  const most = exact ? '' : ` limit ${COUNT_LIMIT + 1}`
  const text = `select array[count(*)::int] as "counts" from (select 1 as "one" ${from}${most}) as "rows"`
  const counted = CompiledQuery.raw(text, [...parameters])
  return (await keptCounts(db, counted, tables ?? (exact ? null : 'beyond')))[0] ?? 0
}
