import { tableVersion } from './changes.ts'
import type { Db, Tx } from './database.ts'
import { subscribe } from './live.ts'
import { counted } from './metrics.ts'
import { isUpToDate } from './replica.ts'
import { afterCommit, hasTouched, notice } from './transaction.ts'

/** What a process keeps of one kind, so that it need not be read again; every cache can be built anew. */
export interface Cache {
  keys(): string[]
  /** what is kept under a key, without secrets; undefined when it is not there */
  value(key: string): unknown
  /** forgets one key, or all; a cache that is built as a whole forgets all of it */
  clear(key?: string): void
}

/** A cache as 缓存监控 shows it; the figures are those of this process. */
export interface CacheGroup {
  group: string
  title: string
  cache: Cache
  hits: number
  misses: number
}

const TOPIC = 'work:cache:'
const groups = new Map<string, CacheGroup>()

/**
 * Makes a cache known to 缓存监控; a name given twice throws. Answers how to note that something was found in it, or
 * had to be read. Platform §13.2.
 */
export function declareCache(group: string, title: string, cache: Cache): (isHit: boolean) => void {
  if (groups.has(group)) throw new Error(`Cache ${group} is declared twice`)
  const made = { group, title, cache, hits: 0, misses: 0 }
  groups.set(group, made)
  return (isHit) => {
    if (isHit) made.hits += 1
    else made.misses += 1
  }
}

export const allCaches = (): CacheGroup[] => [...groups.values()]
export const cacheOf = (group: string): CacheGroup | undefined => groups.get(group)

// Read at every request many times over: counted where it costs an addition.
counted('cache_hits_total', () => allCaches().map(({ group, hits }) => [{ group }, hits]))

/** Clears a key, a group ('' key) or everything ('' group) in every process, after the commit. Platform §13.2. */
export function clearCaches(tx: Tx, group: string, key: string): void {
  notice(tx, { topic: `${TOPIC}${JSON.stringify([group, key])}` })
  // Whether this process listens or not.
  afterCommit(tx, () => forget(group, key))
}

function forget(group: string, key: string): void {
  for (const one of groups.values())
    if (group === '' || one.group === group) one.cache.clear(key === '' ? undefined : key)
}

subscribe(({ topic }) => {
  if (!topic.startsWith(TOPIC)) return
  const [group, key]: unknown[] = JSON.parse(topic.slice(TOPIC.length))
  forget(String(group), String(key))
})

/**
 * What is made of whole tables, kept until a row of one of them changes in any process. A transaction that has
 * changed them itself reads anew and leaves nothing behind: what it sees may never come to be; nor does a replica that
 * lacks a change. Answers the reader.
 */
export function tableCache<T>(
  group: string,
  title: string,
  tables: readonly string[],
  make: (db: Db) => Promise<T>,
  shown: { keys(kept: T): Iterable<string>; value(kept: T, key: string): unknown },
): (db: Db) => Promise<T> {
  let kept: { version: number; value: T } | undefined
  const note = declareCache(group, title, {
    keys: () => (kept === undefined ? [] : [...shown.keys(kept.value)]),
    value: (key) => (kept === undefined ? undefined : shown.value(kept.value, key)),
    clear() {
      kept = undefined
    },
  })
  return async (db) => {
    // Taken before the read: a change that commits meanwhile makes what is read here count as old.
    const version = tableVersion(tables)
    const isOwn = hasTouched(db, tables)
    if (!isOwn && kept?.version === version) {
      note(true)
      return kept.value
    }
    note(false)
    const mayKeep = !isOwn && isUpToDate(db, tables)
    const value = await make(db)
    if (mayKeep) kept = { version, value }
    return value
  }
}
