import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Use } from './refs.ts'

interface Naming {
  /** only rows for which this holds */
  when?: RawBuilder<SqlBool>
  /** the column holds several ids */
  many?: true
  /** they only name the row: it cannot be deleted, but disabled */
  past?: true
}

/**
 * Reads how many living rows of a table name others by a column, for declareUse: `place` is what a person calls them.
 * Doors §3.
 */
export function usesBy(
  table: string,
  column: string,
  place: string,
  { when = sql<SqlBool>`true`, many, past }: Naming = {},
) {
  const t = sql.table(table)
  const named = many
    ? sql`${sql.ref(`${table}.${column}`)} @> array["asked"."id"]`
    : sql`${sql.ref(`${table}.${column}`)} = "asked"."id"`
  return async (db: Db, ids: readonly number[]): Promise<Use[]> => {
    const { rows } = await sql<{ id: number; n: number }>`
      select "asked"."id", count(*)::int as "n" from unnest(${sql.val([...new Set(ids)])}::int[]) as "asked" ("id")
      join ${t} on ${named} and ${sql.ref(`${table}.isDel`)} = 0 and ${when} group by 1`.execute(db)
    return rows.map((row) => ({ ...row, place, ...(past && { past }) }))
  }
}

/** Several of these readers as one. */
export function usesByAll(readers: readonly ReturnType<typeof usesBy>[]) {
  return async (db: Db, ids: readonly number[]): Promise<Use[]> => {
    const uses: Use[] = []
    for (const read of readers) uses.push(...(await read(db, ids)))
    return uses
  }
}
