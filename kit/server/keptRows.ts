import type { Entity } from '#kit/shared/entity.ts'
import { tableVersion } from './changes.ts'
import { namedText } from './columns.ts'
import type { Db } from './database.ts'
import { namedPoint, perDatabase, type Registration } from './points.ts'
import { isUpToDate } from './replica.ts'
import { textRows } from './textRows.ts'

export type KeptRow = Readonly<Record<string, unknown>>

const kept = namedPoint<readonly string[]>('Kept columns of')

/**
 * Registers columns of an entity that lists of other rooms join to nearly all their rows, as the name of a product. They are kept
 * until a row of its table changes, so whatever writes one of these columns must tell the table (`touch`, as rows.ts does).
 */
export const declareKeptColumns = (of: Entity, columns: readonly string[]): Registration =>
  kept.as(of.name, ['id', ...columns])

const KEPT_MS = 30_000
const KEPT_MOST = 5000

/** undefined: there is no such row, which would otherwise be asked for by every page that refers to it. */
type Rows = Map<number, KeptRow | undefined>
const tables = perDatabase(() => new Map<string, { version: number; time: number; rows: Rows }>())

/** What is kept of a table; what a transaction or a replica sees nobody else may, so it gets a map of its own. */
function rowsOf(db: Db, table: string): Rows {
  if (db.isTransaction || !isUpToDate(db, [table])) return new Map()
  const known = tables(db)
  const version = tableVersion(db, [table])
  const found = known.get(table)
  const isFresh = found !== undefined && found.version === version && Date.now() - found.time < KEPT_MS
  if (isFresh && found.rows.size < KEPT_MOST) return found.rows
  const rows: Rows = new Map()
  known.set(table, { version, time: Date.now(), rows })
  return rows
}

/** Rows by their ids with the columns that are registered; null: not all of these columns are. Nobody may write into them. */
export async function keptRows(
  db: Db,
  of: Entity,
  columns: readonly string[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, KeptRow | undefined> | null> {
  const names = kept.of(db, of.name)
  if (names === undefined || !columns.every((name) => names.includes(name))) return null
  const rows = rowsOf(db, of.name)
  const missing = ids.filter((id) => !rows.has(id))
  if (missing.length === 0) return rows
  const text = `select ${namedText(of, names)} from "${of.name}" where "id" = any($1::int8[])`
  const found = await textRows<KeptRow>(db, text, [missing])
  for (const id of missing) rows.set(id, undefined)
  for (const row of found) rows.set(Number(row.id), row)
  return rows
}
