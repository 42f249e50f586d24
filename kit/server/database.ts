import { type ColumnType, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { storable } from '#kit/shared/characters.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { noteStatement } from './statements.ts'

/** The tables of the house. Each room adds its own by declaration merging, so that queries know their columns. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge into it
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The table of an entity for Kysely: what the database can fill in itself may be left out of an insert. */
export type TableOf<E extends Entity> = {
  [K in keyof EntityRow<E>]: ColumnType<EntityRow<E>[K], EntityRow<E>[K] | undefined, EntityRow<E>[K]>
}

/** A column that the database fills in. */
export type Made<T> = ColumnType<T, T | undefined, T>

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const INT4_LIST = 1007

function toSafeNumber(text: string): number {
  const number = Number(text)
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new Error(`Number out of range: ${text}`)
  return number
}

/** The driver's own reader takes any list apart letter by letter; ids need no such care. */
function toIntegers(text: string): (number | null)[] {
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((part) => (part === 'NULL' ? null : Number(part)))
}

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: toSafeNumber,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  [INT4_LIST]: toIntegers,
}

/**
 * Opens a pool. bigint and numeric come as numbers, date as 'yyyy-MM-dd', timestamptz as Date.
 * A statement waits 5 s for a lock (doors §5) and runs 60 s at most.
 */
export function openPool(url: string, max = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    options: '-c lock_timeout=5000 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
    types: {
      getTypeParser(oid: number, format?: 'text' | 'binary') {
        return parsers[oid] ?? pg.types.getTypeParser(oid, format)
      },
    },
  })
  // A connection that dies, idle or at work, is replaced; without listeners it would end the process. Whoever used it
  // hears of it from the statement.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => noteStatement(query.sql, queryDurationMillis),
  })
}

/** A value for a jsonb column; the driver would send a list as a PostgreSQL array. */
export function jsonb(value: unknown) {
  return sql`${jsonText(value)}::jsonb`
}

const MAYBE_BROKEN = /\\u(?:0000|d[89a-f])/i

/** A value as JSON that PostgreSQL takes: it has no place for NUL and half characters, JSON has. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return text !== undefined && MAYBE_BROKEN.test(text) ? JSON.stringify(storableAll(JSON.parse(text))) : text
}

function storableAll(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(storableAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storableAll(one)]))
}
