import { createHash } from 'node:crypto'
import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely'
import { tableVersion } from './changes.ts'
import type { Db } from './database.ts'
import { perDatabase } from './points.ts'
import { isUpToDate } from './replica.ts'
import { hasTouched } from './transaction.ts'

// Counts and sums are kept until a row of their tables changes, so that they never make a list slow.

/** Counts are exact up to here; beyond it a list says 10,000+. Architecture §4. */
export const COUNT_LIMIT = 10_000

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
 * tables, and in a transaction that has changed one of them, it is asked each time. `beyond`: of tables whose changes the kit
 * is not told of only more than lists count is kept, which a row more or less does not change.
 */
export async function keptCounts(
  db: Db,
  statement: RawBuilder<{ counts: number[] }> | CompiledQuery<{ counts: number[] }>,
  keptBy: readonly string[] | 'beyond' | null,
): Promise<readonly number[]> {
  const isBeyond = keptBy === 'beyond'
  const tables = tablesFor(db, keptBy)
  const compiled = 'compile' in statement ? statement.compile(db) : statement
  const key = keyOf(`${compiled.sql} ${JSON.stringify(compiled.parameters)}`)
  const kept = keptOf(db)
  const version = tableVersion(db, tables ?? [])
  const found = tables === null ? undefined : kept.get(key)
  if (found !== undefined && found.version === version && Date.now() - found.time < KEPT_MS)
    return found.counts
  const mayKeep = tables !== null && isUpToDate(db, tables)
  const { rows } = await db.executeQuery<{ counts: number[] }>(compiled)
  const counts = rows[0]?.counts ?? []
  if (!mayKeep || (isBeyond && !counts.every((count) => count > COUNT_LIMIT))) return counts
  if (kept.size >= KEPT_MOST) kept.clear()
  kept.set(key, { counts, version, time: Date.now() })
  return counts
}

const LONGEST_KEY = 4000

/** What a statement is kept under: lists of thousands of ids by their digest, for the memory of as many counts. */
const keyOf = (asked: string): string =>
  asked.length <= LONGEST_KEY ? asked : createHash('sha256').update(asked).digest('base64')

/** The tables whose changes end what is kept; null: nothing is kept. What a transaction sees alone is nobody else's. */
function tablesFor(db: Db, keptBy: readonly string[] | 'beyond' | null): readonly string[] | null {
  if (keptBy === 'beyond') return db.isTransaction ? null : []
  return keptBy !== null && hasTouched(db, keptBy) ? null : keptBy
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
