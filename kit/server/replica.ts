import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#kit/shared/errors.ts'
import { hasChangedSince, haveChangedSince } from './changes.ts'
import { besideOf, type Db, databaseOf, openDatabase, openPool } from './database.ts'
import { isOfDatabase, isStatementTimeout } from './dbErrors.ts'
import { isListening } from './live.ts'
import { count, gauge } from './metrics.ts'
import { shareHouse } from './points.ts'
import type { Who } from './who.ts'

// Reads that may be a moment old (`stale` of a call) go to a replica of the database. How old it is, is measured by the
// clock of this process alone: the primary tells how far its log is, and what was committed before that question is
// there as soon as the replica has replayed its log so far. Decision 0108.

/** A replica whose rows are older is not read. */
const MOST_BEHIND_MS = 5000
const LOOK_MS = 250
/** One that does not answer a look within this time is away, and so is every read it has not answered yet. */
const ANSWER_MS = 2000
/** So long an export waits until the replica has what its person changed last: the export itself, as a rule. */
const PATIENCE_MS = 2000

type Found = 'fresh' | 'behind' | 'away' | 'foreign'
type State = 'starting' | Found

const TOLD: Record<Found, string> = {
  fresh: '只读副本可用：列表与导出从副本读取',
  behind: `只读副本落后超过${MOST_BEHIND_MS / 1000}秒，改由主库读取`,
  away: '只读副本无法访问，改由主库读取',
  foreign: 'TS_DATABASE_REPLICA_URL 不是此数据库的流复制备库，改由主库读取',
}

export interface ReplicaLog {
  info(text: string): void
  warn(text: string): void
}

export interface Replica {
  /** `fresh` while it is read */
  state(): State
  close(): Promise<void>
}

interface Standby {
  db: Db
  state: State
  /** what was committed before this time (performance.now()) is there */
  asOf: number
}

/** by the handle of the primary and by its own */
const standbys = new WeakMap<Db, Standby>()

/** Where the primary is in its log, asked at a time. */
interface Mark {
  at: number
  lsn: string
  system: string
}

const SYSTEM = sql`(select "system_identifier"::text || current_database() from pg_control_system())`

/**
 * Opens a streaming replica of a database for the reads of `readStale`; nothing can be written there. Looks four times
 * a second how far it is, and says when that changes whether it is read. Never waits for it, and never throws.
 */
export function openReplica(primary: Db, url: string, connections: number, log: ReplicaLog): Replica {
  const sockets = new Set<Socket>()
  const stream = (): Socket => {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const pool = openPool(url, connections, { readOnly: true, stream })
  const standby: Standby = { db: openDatabase(pool), state: 'starting', asOf: Number.NEGATIVE_INFINITY }
  shareHouse(primary, standby.db)
  standbys.set(primary, standby)
  standbys.set(standby.db, standby)
  const opened = performance.now()
  let mark: Mark | undefined
  let closed = false

  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const turn = (state: Found, cause?: unknown): void => {
    // Reads that it has not answered end now, and are asked of the primary.
    if (state === 'away') drop()
    if (state === standby.state || closed) return
    standby.state = state
    if (state === 'fresh') log.info(TOLD.fresh)
    else log.warn(cause instanceof Error ? `${TOLD[state]}：${cause.message}` : TOLD[state])
  }
  const lookAtPrimary = async (): Promise<Mark> => {
    const at = performance.now()
    const place = sql<{
      lsn: string
      system: string
    }>`select pg_current_wal_flush_lsn()::text as "lsn", ${SYSTEM} as "system"`
    return { at, ...(await one(besideOf(primary), place)) }
  }
  const lookAt = ({ lsn }: Mark) =>
    one(
      besideOf(standby.db),
      sql<{ standby: boolean; system: string; reached: boolean }>`select pg_is_in_recovery() as "standby",
        ${SYSTEM} as "system", coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "reached"`,
    )
  const look = async (): Promise<void> => {
    // Without the primary, what the replica has only grows older.
    mark ??= await lookAtPrimary().catch(() => undefined)
    if (mark !== undefined) {
      const { standby: isStandby, system, reached } = await soon(lookAt(mark))
      if (!isStandby || system !== mark.system) return turn('foreign')
      if (reached) {
        standby.asOf = mark.at
        mark = undefined
      }
    }
    if (ageOf(standby) <= MOST_BEHIND_MS) turn('fresh')
    else if (performance.now() - opened > MOST_BEHIND_MS) turn('behind')
  }
  const keepLooking = async (): Promise<void> => {
    while (!closed) {
      await look().catch((error: unknown) => turn('away', error))
      await pause(LOOK_MS)
    }
  }
  void keepLooking()
  gauge('db_replica_usable', () => [[{}, standby.state === 'fresh' ? 1 : 0]])
  gauge('db_replica_behind_seconds', () => {
    const age = ageOf(standby) / 1000
    return Number.isFinite(age) ? [[{}, age]] : []
  })
  return {
    state: () => standby.state,
    async close() {
      closed = true
      standbys.delete(primary)
      await pool.end()
      drop()
    },
  }
}

/** Waits, without keeping a process alive that has nothing else to do. */
const pause = (ms: number): Promise<void> => delay(ms, undefined, { ref: false })

const ageOf = ({ asOf }: Standby): number => performance.now() - asOf

async function one<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (row === undefined) throw new Error('no row')
  return row
}

function soon<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, pause(ANSWER_MS).then(() => Promise.reject(new Error('no answer')))])
}

/** Why a person is not read to from the replica now; null when they are. */
function objection(standby: Standby, { adminId }: Who): string | null {
  if (standby.state !== 'fresh') return standby.state
  if (ageOf(standby) > MOST_BEHIND_MS) return 'behind'
  // Whoever hears nothing of the changes of others does not know whether the person made one there.
  if (!isListening(standby.db)) return 'deaf'
  return hasChangedSince(standby.db, adminId, standby.asOf) ? 'own' : null
}

/**
 * Does a read that may be a moment old on the replica, when there is one that is up and has everything this person
 * changed or was told of; otherwise, and when the replica fails or refuses, on the database itself. Architecture §6.
 */
export async function readStale<T>(db: Db, who: Who, work: (on: Db) => Promise<T>): Promise<T> {
  const standby = standbys.get(db)
  if (standby === undefined) return work(db)
  let why = objection(standby, who)
  if (why === null)
    try {
      const value = await work(standby.db)
      count('db_stale_reads_total', { from: 'replica', why: '' })
      return value
    } catch (error) {
      // What took too long there would take as long here; a refusal may be one of rows that are not there yet.
      if (isStatementTimeout(error) || !(error instanceof AppError || isOfDatabase(error))) throw error
      why = error instanceof AppError ? 'refused' : 'failed'
    }
  count('db_stale_reads_total', { from: 'primary', why })
  return work(db)
}

/** The same for what has time: waits a moment for the replica to have what the person changed last. */
export async function readStalePatiently<T>(db: Db, who: Who, work: (on: Db) => Promise<T>): Promise<T> {
  const standby = standbys.get(db)
  const until = performance.now() + PATIENCE_MS
  const isSoon = (one: Standby): boolean => ['starting', 'own'].includes(objection(one, who) ?? '')
  while (standby !== undefined && isSoon(standby) && performance.now() < until) await pause(LOOK_MS)
  return readStale(db, who, work)
}

/**
 * Whether what a handle is going to read of these tables may be kept for others: of a replica only when it has every
 * change of them that this process has heard of.
 */
export function isUpToDate(db: Db, tables: readonly string[]): boolean {
  const database = databaseOf(db)
  const standby = standbys.get(database)
  return standby?.db !== database || !haveChangedSince(db, tables, standby.asOf)
}
