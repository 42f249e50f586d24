import { sql } from 'kysely'
import { dayKey } from '#kit/shared/time.ts'
import type { Db } from './database.ts'

const prefixes = new Map<string, string>()

/** Registers a number prefix of a room; a prefix given twice stops the start. Doors §7.2. */
export function declarePrefix(prefix: string, room: string): void {
  const other = prefixes.get(prefix)
  if (other !== undefined && other !== room)
    throw new Error(`Number prefix ${prefix} belongs to ${other} and ${room}`)
  prefixes.set(prefix, room)
}

/**
 * The next number of a document type: prefix, day of the server's zone, six digits, e.g. WJ20261121000001.
 * Taken outside the document's transaction, so that nobody waits for it; gaps are allowed. Frame §3.
 */
export async function nextNumber(db: Db, prefix: string, now: Date = new Date()): Promise<string> {
  const day = dayKey(now)
  return `${prefix}${day}${String(await nextValue(db, `${prefix}${day}`)).padStart(6, '0')}`
}

/** The next value of a named sequence, from 1; for codes without a date. Never the same twice, whoever asks. */
export async function nextValue(db: Db, name: string): Promise<number> {
  return nextValues(db, name, 1)
}

/** Takes `count` values at once and answers the first, for imports. */
export async function nextValues(db: Db, name: string, count: number): Promise<number> {
  const result = await sql<{ value: number }>`
    insert into "sequence" ("name", "value") values (${name}, ${count})
    on conflict ("name") do update set "value" = "sequence"."value" + ${count}
    returning "value"`.execute(db)
  const value = result.rows[0]?.value
  if (value === undefined) throw new Error(`Sequence ${name} gave nothing`)
  return value - count + 1
}
