import { sql } from 'kysely'
import { dayKey } from '#kit/shared/time.ts'
import { besideOf, type Db, databaseOf } from './database.ts'
import { namedPoint, perDatabase, type Registration } from './points.ts'

const prefixes = namedPoint<string>('Number prefix')

/** Registers a number prefix of a room (RoomFacts.prefixes). Doors §7.2. */
export const declarePrefix = (prefix: string, room: string): Registration => prefixes.as(prefix, room)

/**
 * The next number of a document type: prefix, day of the server's zone, six digits, e.g. WJ20261121000001.
 * Counted beside the transaction it is asked in, so that nobody waits for its end; gaps are allowed. Frame §3.
 */
export async function nextNumber(db: Db, prefix: string, now: Date = new Date()): Promise<string> {
  const day = dayKey(now)
  return `${prefix}${day}${String(await nextValue(db, `${prefix}${day}`)).padStart(6, '0')}`
}

/** The next value of a named sequence, from 1; for codes without a date. Never the same twice, whoever asks. */
export async function nextValue(db: Db, name: string): Promise<number> {
  return nextValues(db, name, 1)
}

interface Ask {
  count: number
  give(first: number): void
  fail(error: unknown): void
}

const asked = perDatabase(() => new Map<string, Ask[]>())

/** Takes `count` values at once and answers the first, for imports. */
export function nextValues(db: Db, name: string, count: number): Promise<number> {
  const counters = besideOf(databaseOf(db))
  const queues = asked(db)
  return new Promise((give, fail) => {
    const queue = queues.get(name)
    const ask = { count, give, fail }
    if (queue !== undefined) queue.push(ask)
    else {
      queues.set(name, [ask])
      void answer(counters, queues, name)
    }
  })
}

/** One statement for all who ask while the one before is under way, so that a crowd costs no more than a few. */
async function answer(db: Db, queues: Map<string, Ask[]>, name: string): Promise<void> {
  for (let batch = queues.get(name) ?? []; batch.length > 0; batch = queues.get(name) ?? []) {
    queues.set(name, [])
    try {
      let first = await take(
        db,
        name,
        batch.reduce((sum, { count }) => sum + count, 0),
      )
      for (const { count, give } of batch) {
        give(first)
        first += count
      }
    } catch (error) {
      for (const { fail } of batch) fail(error)
    }
  }
  queues.delete(name)
}

async function take(db: Db, name: string, count: number): Promise<number> {
  const result = await sql<{ value: number }>`
    insert into "sequence" ("name", "value") values (${name}, ${count})
    on conflict ("name") do update set "value" = "sequence"."value" + ${count}
    returning "value"`.execute(db)
  const value = result.rows[0]?.value
  if (value === undefined) throw new Error(`Sequence ${name} gave nothing`)
  return value - count + 1
}
