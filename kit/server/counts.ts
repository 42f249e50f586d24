import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { tableVersion } from './changes.ts'
import type { Db } from './database.ts'
import { perDatabase } from './points.ts'
import { isUpToDate } from './replica.ts'

// Counts and sums are kept until a row of their tables changes, so that they never make a list slow.

/** Counts are exact up to here; beyond it a list says 10,000+. Architecture §4. */
export const COUNT_LIMIT = 10_000

export type LooseQuery = SelectQueryBuilder<
  Record<string, Record<string, unknown>>,
  string,
  Record<string, unknown>
>

const KEPT_MS = 30_000
const KEPT_MOST = 2000
interface KeptCounts {
  counts: readonly number[]
  version: number
  time: number
}
const keptOf = perDatabase(() => new Map<string, KeptCounts>())

/**
 * What a statement that answers one row of numbers `counts` answers; kept while none of the tables changes. Without
 * tables it is asked each time.
 */
export async function keptCounts(
  db: Db,
  statement: RawBuilder<{ counts: number[] }> | CompiledQuery<{ counts: number[] }>,
  tables: readonly string[] | null,
): Promise<readonly number[]> {
  const compiled = 'compile' in statement ? statement.compile(db) : statement
  const key = `${compiled.sql} ${JSON.stringify(compiled.parameters)}`
  const kept = keptOf(db)
  const version = tableVersion(db, tables ?? [])
  const found = tables === null ? undefined : kept.get(key)
  if (found !== undefined && found.version === version && Date.now() - found.time < KEPT_MS)
    return found.counts
  const mayKeep = tables !== null && isUpToDate(db, tables)
  const { rows } = await db.executeQuery<{ counts: number[] }>(compiled)
  const counts = rows[0]?.counts ?? []
  if (!mayKeep) return counts
  if (kept.size >= KEPT_MOST) kept.clear()
  kept.set(key, { counts, version, time: Date.now() })
  return counts
}

/**
 * Counts the rows of a query, at most COUNT_LIMIT + 1 unless exact; kept while none of the tables changes. Without
 * tables it is counted each time.
 */
export async function countRows(
  db: Db,
  query: LooseQuery,
  tables: readonly string[] | null,
  exact = false,
): Promise<number> {
  const ones = query.clearSelect().select(sql.lit(1).as('one'))
  const limited = exact ? ones : ones.limit(COUNT_LIMIT + 1)
  const counted = sql<{ counts: number[] }>`select array[count(*)::int] as "counts" from ${limited} as "rows"`
  return (await keptCounts(db, counted, tables))[0] ?? 0
}
