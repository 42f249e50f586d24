import { CompiledQuery, sql, Transaction } from 'kysely'
import { AppError, BUSY } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { onChangeBy, onTouch } from './changes.ts'
import { sendWrite } from './connection.ts'
import { belongTo, type Db, holdingConnection, type Tx } from './database.ts'
import { isBusy } from './dbErrors.ts'
import { count } from './metrics.ts'
import { theSystem, type Who } from './who.ts'

/** One row as it was and as it is, for the operation log. */
export interface Change {
  /** entity name */
  type: string
  id: number
  /** number or name a person knows it by */
  title: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

interface TxState {
  db: Db
  who: Who
  changes: Change[]
  /** ids of rows whose changes have been logged and forgotten, by entity */
  logged: Map<string, Set<number>>
  touched: Set<string>
  notices: Notice[]
  after: (() => void | Promise<void>)[]
  apart: ((tx: Tx) => Promise<void>)[]
  kept: Map<string, unknown>
}

/** A short word to every process: what happened and to whom; the receiver reads the row. Architecture §6. */
export interface Notice {
  topic: string
  /** person it is for; left out: everybody who listens */
  adminId?: number
  /** code that those it is for hold */
  permission?: string
  id?: number
}

const states = new WeakMap<Db, TxState>()

function stateOf(tx: Tx): TxState {
  const state = states.get(tx)
  if (state === undefined) throw new Error('This transaction was not opened by inTransaction')
  return state
}

/** Who acts in this transaction. */
export function actorOf(tx: Tx): Who {
  return stateOf(tx).who
}

/** Remembers a change of a row for the operation log. */
export function recordChange(tx: Tx, change: Change): void {
  stateOf(tx).changes.push(change)
}

export function changesOf(tx: Tx): readonly Change[] {
  return stateOf(tx).changes
}

/** Tells the rows of an entity that this transaction has made or changed so far; none outside of one. */
export function changedIn(db: Db, entity: string): (id: number) => boolean {
  const { changes = [], logged } = states.get(db) ?? {}
  const ids = new Set(changes.flatMap((one) => (one.type === entity ? [one.id] : [])))
  return (id) => ids.has(id) || logged?.get(entity)?.has(id) === true
}

/** Forgets the changes that have been logged, so that a long transaction does not keep and log them again. */
export function forgetChanges(tx: Tx): void {
  const state = stateOf(tx)
  for (const { type, id } of state.changes) {
    const ids = state.logged.get(type) ?? new Set()
    state.logged.set(type, ids.add(id))
  }
  state.changes = []
}

/** So many changes of a transaction are logged with their fields. */
export const MOST_CHANGES = 200

/** Forgets what rows were and are of changes that will only be counted: an import of 50,000 rows would keep them all. */
export function lightenChanges(tx: Tx): void {
  const { changes } = stateOf(tx)
  for (let at = MOST_CHANGES; at < changes.length; at++) {
    const change = changes[at]
    if (change !== undefined && (change.before !== null || change.after !== null))
      changes[at] = { ...change, before: null, after: null }
  }
}

/** Tells every process after the commit that rows of this table changed: counts and caches are taken anew. */
export function touch(tx: Tx, table: string): void {
  stateOf(tx).touched.add(table)
}

/** Whether this is a transaction that has changed one of the tables. */
export function hasTouched(db: Db, tables: readonly string[]): boolean {
  const touched = states.get(db)?.touched
  return touched !== undefined && tables.some((table) => touched.has(table))
}

/**
 * What stays the same while a transaction lasts, read or done once in it however often it is asked for: a lock, a fact of
 * who acts. `key` names it within the whole product; a part that failed forgets everything.
 */
export async function onceIn<T>(tx: Tx, key: string, work: () => Promise<T>): Promise<T> {
  const { kept } = stateOf(tx)
  if (!kept.has(key)) kept.set(key, await work())
  return trust(kept.get(key))
}

/** Sends a live notice after the commit. */
export function notice(tx: Tx, what: Notice): void {
  stateOf(tx).notices.push(what)
}

/** Runs after the commit, in this process, outside the transaction. Not for work that must not be lost: that is a job. */
export function afterCommit(tx: Tx, work: () => void | Promise<void>): void {
  stateOf(tx).after.push(work)
}

/**
 * Runs in a transaction of its own as soon as this one has ended, also when it was refused: what must be known of a
 * refusal (a word that was found, the cause of a failure) would be undone with it. Its own failure is only printed.
 */
export function keepApart(tx: Tx, work: (tx: Tx) => Promise<void>): void {
  stateOf(tx).apart.push(work)
}

/**
 * Does a part of a change that may fail: what it wrote and remembered until then is undone, locks had before it stay, and
 * the transaction goes on. Answers its value or the error. What the whole transaction is repeated for (a deadlock, a lock
 * waited for too long) is thrown.
 */
export async function tryPart<T>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<{ value: T; error?: never } | { error: Error }> {
  const state = stateOf(tx)
  const { changes, notices, after } = state
  const before = [changes.length, notices.length, after.length] as const
  await sql`savepoint "part"`.execute(tx)
  try {
    const value = await work()
    await sql`release savepoint "part"`.execute(tx)
    return { value }
  } catch (error) {
    if (isBusy(error)) throw error
    await sql`rollback to savepoint "part"`.execute(tx).catch(() => {
      throw error
    })
    await sql`release savepoint "part"`.execute(tx)
    changes.length = before[0]
    notices.length = before[1]
    // Locks taken since are gone with what was written.
    state.kept.clear()
    after.length = before[2]
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** `tryPart` for what may be refused: answers the value, or the text of the refusal (AppError); other errors are thrown. */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<{ value: T; reason?: never } | { reason: string }> {
  const done = await tryPart(tx, work)
  if (done.error === undefined) return done
  if (!(done.error instanceof AppError)) throw done.error
  return { reason: done.error.message }
}

const WAITS_MS = [20, 80, 200]

/**
 * Runs a change in one transaction. A deadlock or a lock wait over 5 s is repeated three times (20, 80, 200 ms
 * plus jitter), then refused with 409 系统繁忙，请稍后重试. Doors §5.
 */
export async function inTransaction<T>(db: Db, who: Who, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(db, who, work)
    } catch (error) {
      count('db_tx_rollback_total')
      if (!isBusy(error)) throw error
      const wait = WAITS_MS[attempt]
      if (wait === undefined) throw new AppError(409, BUSY)
      await new Promise((resolve) => setTimeout(resolve, wait + Math.random() * wait))
    }
  }
}

/** A transaction of the product itself: seeds, jobs, workers. */
export function asSystem<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, theSystem, work)
}

async function once<T>(db: Db, who: Who, work: (tx: Tx) => Promise<T>): Promise<T> {
  const state: TxState = {
    db,
    who,
    changes: [],
    logged: new Map(),
    touched: new Set(),
    notices: [],
    after: [],
    apart: [],
    kept: new Map(),
  }
  const result = await db
    .transaction()
    .execute((tx) =>
      holdingConnection(async () => {
        states.set(tx, state)
        belongTo(db, tx)
        const value = await work(tx)
        await announce(tx, state)
        return value
      }),
    )
    .catch(async (error: unknown) => {
      // What is going to be repeated will ask for it again.
      if (!isBusy(error)) await writeApart(state)
      throw error
    })
  for (const table of state.touched) onTouch(db, table)
  if (who.adminId !== 0) onChangeBy(db, who.adminId)
  for (const work of state.after) await work()
  await writeApart(state)
  return result
}

async function writeApart({ db, who, apart }: TxState): Promise<void> {
  for (const work of apart)
    await inTransaction(db, who, work).catch((error: unknown) =>
      console.error('What a transaction left to be kept could not be written', error),
    )
}

/**
 * The commit of this transaction does not wait for the disk: it is durable a moment later, after all that was committed before
 * it. Only for what is worked out anew from where it stood, should the machine fail within that moment: what was made is lost
 * together with the mark of how far it went. Decision 0223.
 */
export const commitLater = (tx: Tx): Promise<void> =>
  sendWrite(tx, CompiledQuery.raw('set local synchronous_commit = off'))

/** Reads several things as of one moment; a statement that writes is refused by the database. */
export function readTogether<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) =>
      holdingConnection(async () => {
        belongTo(db, tx)
        return work(tx)
      }),
    )
}

/** The channel all processes listen on. */
export const CHANNEL = 'ts_notice'

/** Tells of a change that a person made, whatever it was. */
export const CHANGED_BY = 'work:changedBy'

async function announce(tx: Tx, state: TxState): Promise<void> {
  const notices = [
    ...state.notices,
    ...[...state.touched].map((table): Notice => ({ topic: `table:${table}` })),
    ...(state.who.adminId === 0 ? [] : [{ topic: CHANGED_BY, adminId: state.who.adminId }]),
  ]
  if (notices.length === 0) return
  const texts = notices.map((one) => JSON.stringify(one))
  await sendWrite(
    tx,
    CompiledQuery.raw('select pg_notify($1, text) from unnest($2::text[]) as text', [CHANNEL, texts]),
  )
}

/** The transaction that a handle of unknown kind is; throws when it is none. */
export function transactionOf(handle: unknown): Tx {
  if (handle instanceof Transaction) return handle
  throw new Error('Not within a transaction')
}
