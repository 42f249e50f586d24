import { sql } from 'kysely'
import type { AppError } from '#kit/shared/errors.ts'
import type { Tx } from './database.ts'
import { touch } from './transaction.ts'

/** A ledger: append-only entries and one current figure per holder, changed together by one function. Frame §6. */
export interface Ledger {
  /** table of entries: the holder's columns, change, figure, sourceType, sourceId, sourceLine, unique over holder and source */
  entries: string
  /** table of current figures: the holder's columns (its primary key) and figure */
  current: string
  /** columns that name a holder, in the order of the primary key */
  holder: readonly string[]
}

export interface Posting {
  /** values of the holder's columns */
  holder: Record<string, number>
  /** whole units of the ledger: cents, thousandths, points; negative takes away */
  change: number
  source: { type: string; id: number; line: number }
  /** further columns of the entry */
  facts?: Record<string, number | string>
}

/**
 * Posts one entry and answers the holder's figure after it. The same source again changes nothing and answers the
 * figure its first posting left. The figure never falls below `least` (none: null); `short` gives the refusal.
 * Locks the holder's row; callers that post several take holders in ascending order (doors §5).
 */
export async function post(
  tx: Tx,
  ledger: Ledger,
  posting: Posting,
  least: number | null,
  short: (figure: number) => AppError,
): Promise<{ figure: number; repeated: boolean }> {
  const { change, source } = posting
  const columns = ledger.holder.map((name) => sql.ref(name))
  const values = ledger.holder.map((name) => sql`${posting.holder[name]}::integer`)
  const isHolder = sql.join(
    ledger.holder.map((name) => sql`${sql.ref(name)} = ${posting.holder[name]}`),
    sql` and `,
  )
  await sql`insert into ${sql.table(ledger.current)} (${sql.join(columns)}, "figure")
    values (${sql.join(values)}, 0) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ figure: number }>`
    select "figure" from ${sql.table(ledger.current)} where ${isHolder} for update`.execute(tx)
  const before = rows[0]?.figure ?? 0
  const known = await sql<{ figure: number }>`
    select "figure" from ${sql.table(ledger.entries)} where ${isHolder} and "sourceType" = ${source.type}
      and "sourceId" = ${source.id} and "sourceLine" = ${source.line}`.execute(tx)
  const first = known.rows[0]
  if (first !== undefined) return { figure: first.figure, repeated: true }
  const figure = before + change
  if (!Number.isSafeInteger(change) || !Number.isSafeInteger(figure))
    throw new Error('A ledger counts whole units')
  if (change < 0 && least !== null && figure < least) throw short(before)
  const facts = Object.entries(posting.facts ?? {})
  await sql`insert into ${sql.table(ledger.entries)}
      (${sql.join([...columns, ...facts.map(([name]) => sql.ref(name))])}, "change", "figure", "sourceType", "sourceId", "sourceLine")
    values (${sql.join([...values, ...facts.map(([, value]) => sql`${value}`)])}, ${change}, ${figure},
      ${source.type}, ${source.id}, ${source.line})`.execute(tx)
  await sql`update ${sql.table(ledger.current)} set "figure" = ${figure} where ${isHolder}`.execute(tx)
  touch(tx, ledger.current)
  return { figure, repeated: false }
}

/** Holders whose current figure is not the sum of their entries; empty when the books agree. Frame §6. */
export async function drift(tx: Tx, ledger: Ledger): Promise<Record<string, number>[]> {
  const holder = sql.join(ledger.holder.map((name) => sql.ref(name)))
  const { rows } = await sql<Record<string, number>>`
    select ${holder}, sum("figure") as "difference" from (
      select ${holder}, "figure" from ${sql.table(ledger.current)}
      union all select ${holder}, -"change" from ${sql.table(ledger.entries)}) as "both"
    group by ${holder} having sum("figure") <> 0`.execute(tx)
  return rows
}
