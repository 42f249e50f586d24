import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import { type ColumnType, Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { storable } from '#kit/shared/characters.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { counted, durations } from './metrics.ts'
import { preparedName } from './prepared.ts'
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

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT4_LIST = 1007
const INT8_LIST = 1016

function toSafeNumber(text: string): number {
  const number = Number(text)
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new Error(`Number out of range: ${text}`)
  return number
}

/** The driver's own reader takes any list apart letter by letter; ids need no such care. */
function toIntegers(text: string): (number | null)[] {
  if (text === '{}') return []
  const parts = text.slice(1, -1)
  return parts.includes(',') ? parts.split(',').map(toInteger) : [toInteger(parts)]
}

const toInteger = (part: string): number | null => (part === 'NULL' ? null : toSafeNumber(part))

const readAnyInstant: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ, 'text')
const ZERO = '0'.charCodeAt(0)

/** The digits of a text from one place to another as a number. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}

/**
 * The driver's own reader takes any instant apart by patterns. All connections ask for UTC, so nearly all are written as
 * '2027-03-05 08:30:00.123456+00', which is read by its places.
 */
function toInstant(text: string): unknown {
  const isUsual = text.length >= 22 && text.length <= 29 && text.charAt(4) === '-' && text.endsWith('+00')
  // Date.UTC takes a year of two digits for one of the last century.
  if (!isUsual || text.startsWith('0')) return readAnyInstant(text)
  const decimals = Math.max(0, Math.min(3, text.length - 23))
  return new Date(
    Date.UTC(
      digits(text, 0, 4),
      digits(text, 5, 7) - 1,
      digits(text, 8, 10),
      digits(text, 11, 13),
      digits(text, 14, 16),
      digits(text, 17, 19),
      digits(text, 20, 20 + decimals) * 10 ** (3 - decimals),
    ),
  )
}

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: toSafeNumber,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: toInstant,
  [INT4_LIST]: toIntegers,
  [INT8_LIST]: toIntegers,
}

const OPTIONS = '-c lock_timeout=5000 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000'

const CONNECT_MS = 5000
/** A crowd gets its turn; a database that does not answer is found out by connecting and by the statements. */
const TURN_MS = 30_000

/** The pool has one limit for both, so the shorter one is the client's own. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS })
    const ask: Ask = trust(this.query.bind(this))
    // Statements come from Kysely as a text and its values.
    this.query = trust((first: unknown, values?: unknown, ...rest: unknown[]) => {
      if (typeof first !== 'string' || typeof values === 'function' || rest.length > 0)
        return ask(first, values, ...rest)
      const name = Array.isArray(values) ? preparedName(first) : undefined
      return answered((done) =>
        name === undefined ? ask(first, values, done) : ask({ name, text: first, values }, undefined, done),
      )
    })
  }
}

type Ask = (...given: unknown[]) => unknown
type Done = (error: Error | null, result: unknown) => void

/**
 * What the driver answers, taken by a callback. Of the promise that the driver makes itself the rows stay reachable for V8 until
 * they are moved among the old objects, where only a collection of all memory finds that nobody needs them. Decision 0158.
 */
function answered(ask: (done: Done) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((error, result) => {
      if (error === null) return resolve(result)
      reject(error)
    })
  })
}

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
      types: {
        getTypeParser(oid: number, format?: 'text' | 'binary') {
          return parsers[oid] ?? pg.types.getTypeParser(oid, format)
        },
      },
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
  beside.set(db, over(sidePool(pool)))
  return db
}

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
