import { cacheGroup } from '#kit/server/cache.ts'
import { tableVersion } from '#kit/server/changes.ts'
import type { Db } from '#kit/server/database.ts'
import { declareHearer, isListening, LIVE_MISSED } from '#kit/server/live.ts'
import { SESSION_ENDED } from '#kit/server/liveSocket.ts'
import { perDatabase } from '#kit/server/points.ts'
import type { EndReason } from '../access.tables.ts'

/** A session as a call asks for it. */
export interface Session {
  id: number
  adminId: number
  endTime: Date | null
  endReason: EndReason | ''
  /** ms until it is over; below 0: it is */
  leftMs: number
  /** ms since it was last used, as far as its row tells */
  idleMs: number
  /** of the rights of everybody */
  version: number
}

interface Kept {
  session: Session
  /** of this process's clock, which nobody sets */
  readAt: number
  version: number
}

/** Longer than a dead line to the database goes unnoticed, nothing is kept. */
const KEPT_MS = 30_000
const KEPT_MOST = 5000
/** A session's row is told of its use once a minute. */
export const QUIET_MS = 60_000

/** By the hash of the token, and how often something ended. */
const memory = perDatabase(() => ({ kept: new Map<string, Kept>(), ends: 0 }))

export const sessionCache = cacheGroup('session', '登录会话', {
  keys: (db) => [...memory(db).kept.values()].map(({ session }) => String(session.id)),
  value: (db, key) =>
    [...memory(db).kept.values()].find(({ session }) => String(session.id) === key)?.session,
  clear: forget,
})

function forget(db: Db, id?: string): void {
  const of = memory(db)
  of.ends += 1
  for (const [hash, { session }] of of.kept)
    if (id === undefined || String(session.id) === id) of.kept.delete(hash)
}

export const sessionHearer = declareHearer((db, { topic, id }) => {
  if (topic === SESSION_ENDED) forget(db, String(id))
  if (topic === LIVE_MISSED) forget(db)
})

/** Forgets a session whose row this process has changed. */
export const forgetSession = (db: Db, id: number): void => forget(db, String(id))

/**
 * The session of a token's hash, from what this process keeps while it hears of every end and of every change of
 * rights; else read. Times are as of now. Platform §2.3.
 */
export async function sessionAt(
  db: Db,
  hash: string,
  read: () => Promise<Session | undefined>,
): Promise<Session | undefined> {
  const version = tableVersion(db, ['permVersion'])
  const of = memory(db)
  const { kept } = of
  const found = kept.get(hash)
  const ageMs = found === undefined ? 0 : performance.now() - found.readAt
  const isHit = found?.version === version && ageMs < KEPT_MS && isListening(db)
  sessionCache.note(db, isHit)
  if (isHit) {
    const { session } = found
    const now = { ...session, leftMs: session.leftMs - ageMs, idleMs: session.idleMs + ageMs }
    if (now.leftMs > 0 && now.idleMs < QUIET_MS) return now
  }
  const readAt = performance.now()
  const before = of.ends
  const session = await read()
  if (kept.size >= KEPT_MOST) kept.clear()
  // What ended while it was read is not kept.
  if (session === undefined || session.endTime !== null || of.ends !== before) kept.delete(hash)
  else kept.set(hash, { session, readAt, version })
  return session
}
