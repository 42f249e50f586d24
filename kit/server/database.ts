import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import { type ColumnType, Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { storable } from '#kit/shared/characters.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { readerOf } from './columnReaders.ts'
import { Client } from './connection.ts'
import { counted, durations } from './metrics.ts'
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

/** The tables of entities, by their names: `interface Tables extends TablesOf<typeof catalogEntities>`. Architecture §3. */
export type TablesOf<L extends readonly Entity[]> = { [E in L[number] as E['name']]: TableOf<E> }

/** A column that the database fills in. */
export type Made<T> = ColumnType<T, T | undefined, T>

const OPTIONS = '-c lock_timeout=5000 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000'

/** A crowd gets its turn; a database that does not answer is found out by connecting and by the statements. */
const TURN_MS = 30_000

/**
 * Of a server: enough to keep several processors of the database at work, and each of them holds some ten megabytes there
 * while it is used.
 */
export const CONNECTIONS = 12

/**
 * Opens a pool. bigint and numeric come as numbers, date as 'yyyy-MM-dd', timestamptz as Date.
 * Connecting takes 5 s at most, waiting for a free connection 30 s. A statement waits 5 s for a lock (doors §5) and
 * runs 60 s at most. `readOnly`: a statement that writes is refused; `stream` makes the socket of each connection.
 */
export function openPool(
  url: string,
  max = CONNECTIONS,
  { readOnly = false, stream }: { readOnly?: boolean; stream?: () => Duplex } = {},
): pg.Pool {
  return quiet(
    new pg.Pool({
      connectionString: url,
      max,
      Client,
      connectionTimeoutMillis: TURN_MS,
      idleTimeoutMillis: 30_000,
      options: readOnly ? `${OPTIONS} -c default_transaction_read_only=on` : OPTIONS,
      ...(stream === undefined ? {} : { stream }),
      types: { getTypeParser: readerOf },
    }),
  )
}

function quiet(pool: pg.Pool): pg.Pool {
  // A connection that dies, idle or at work, is replaced; without listeners it would end the process. Whoever used it
  // hears of it from the statement.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

// Whether the code that runs holds a connection of a pool; false again once its transaction has ended, for what was
// started inside may go on afterwards.
const holding = new AsyncLocalStorage<{ now: boolean }>()

/**
 * Runs what holds a connection. Until it has ended, nothing inside gets another one from a pool: twenty that hold one
 * and wait for a second would wait for each other for ever. Architecture §4.
 */
export async function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  const held = { now: true }
  try {
    return await holding.run(held, work)
  } finally {
    held.now = false
  }
}

/** For tests: what somebody else does while the caller's transaction is open, who has connections of their own. */
export const asSomebodyElse = <T>(work: () => T): T => holding.exit(work)

let refused = 0

/** How often this process was refused a second connection: always a mistake of the program. */
export const secondConnections = (): number => refused
counted('db_second_connections_total', () => [[{}, refused]])

function refuseSecond(): void {
  if (holding.getStore()?.now !== true) return
  refused += 1
  throw new Error(
    'The pool was asked for a connection from inside a transaction: read and write through the transaction, before it, or leave it to keepApart or afterCommit',
  )
}

/** How long transactions and statements waited for a connection. */
const notePoolWait = durations('db_pool_wait_seconds', [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 10, 30])

/** The statements of a pool. Whoever is inside a transaction is refused: see holdingConnection. */
export function openDatabase(pool: pg.Pool): Db {
  const guarded: PostgresPool = {
    async connect() {
      refuseSecond()
      const asked = performance.now()
      const client = await pool.connect()
      notePoolWait((performance.now() - asked) / 1000)
      return client
    },
    end: () => pool.end(),
    options: pool.options,
  }
  const db = over(guarded)
  straight.set(db, guarded)
  beside.set(db, over(sidePool(pool)))
  return db
}

const straight = new WeakMap<object, PostgresPool>()

/** The connections of a database for statements that need no builder (textRows.ts); undefined for a transaction. */
export const connectionsOf = (db: Db): PostgresPool | undefined => straight.get(db)

const over = (pool: PostgresPool): Db =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => noteStatement(query.sql, queryDurationMillis),
  })

const beside = new WeakMap<object, Db>()
const wholes = new WeakMap<Db, Db>()

/** Remembers the database that a transaction belongs to. */
export function belongTo(db: Db, tx: Db): void {
  wholes.set(tx, databaseOf(db))
}

/** The database that a handle belongs to, a transaction or not: for what a process keeps per database. */
export const databaseOf = (db: Db): Db => wholes.get(db) ?? db

/**
 * The one connection of a database that transactions may use beside their own, for single statements that must not
 * wait for anybody's end: the counters of numbers. Whoever holds it never waits for the pool.
 */
export function besideOf(database: object): Db {
  const db = beside.get(database)
  if (db === undefined) throw new Error('This database was not opened by openDatabase')
  return db
}

/** Its connection is opened when it is needed and closed when it was idle for a while; it holds up no process. */
function sidePool({ options }: pg.Pool): pg.Pool {
  // What a commit may lose when the machine fails are numbers that nothing durable carries: a document that does was
  // written to the same log later.
  return quiet(
    new pg.Pool({
      ...options,
      max: 1,
      options: `${options.options} -c synchronous_commit=off`,
      allowExitOnIdle: true,
      idleTimeoutMillis: 10_000,
    }),
  )
}

/** A value for a jsonb column; the driver would send a list as a PostgreSQL array. */
export function jsonb<T>(value: T) {
  return sql<T>`${jsonText(value)}::jsonb`
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
