import { tableVersion } from './changes.ts'
import { type Db, databaseOf, type Tx } from './database.ts'
import { declareHearer } from './live.ts'
import { namedPoint, perDatabase, type Registration } from './points.ts'
import { isUpToDate } from './replica.ts'
import { afterCommit, hasTouched, notice } from './transaction.ts'

/** What a process keeps of one kind and database, so that it need not be read again; every cache can be built anew. */
export interface Cache {
  keys(db: Db): string[]
  /** what is kept under a key, without secrets; undefined when it is not there */
  value(db: Db, key: string): unknown
  /** forgets one key, or all; a cache that is built as a whole forgets all of it */
  clear(db: Db, key?: string): void
}

/** A cache as 缓存监控 shows it. */
export interface CacheGroup extends Cache {
  readonly group: string
  readonly title: string
  /** how often this process found something in it, and had to read it */
  figures(db: Db): { hits: number; misses: number }
  /** notes that something was found, or had to be read */
  note(db: Db, isHit: boolean): void
}

const TOPIC = 'work:cache:'
const groups = namedPoint<CacheGroup>('Cache')

/** Makes a cache known to 缓存监控. Platform §13.2. */
export const declareCache = (cache: CacheGroup): Registration => groups.as(cache.group, cache)

export const allCaches = (db: Db): CacheGroup[] => [...groups.all(db).values()]
export const cacheOf = (db: Db, group: string): CacheGroup | undefined => groups.of(db, group)

/** A cache with its figures; the room that has it registers it by declareCache. */
export function cacheGroup(group: string, title: string, cache: Cache): CacheGroup {
  const figures = perDatabase(() => ({ hits: 0, misses: 0 }))
  return {
    group,
    title,
    ...cache,
    figures,
    note(db, isHit) {
      const of = figures(db)
      if (isHit) of.hits += 1
      else of.misses += 1
    },
  }
}

/** Clears a key, a group ('' key) or everything ('' group) in every process, after the commit. Platform §13.2. */
export function clearCaches(tx: Tx, group: string, key: string): void {
  notice(tx, { topic: `${TOPIC}${JSON.stringify([group, key])}` })
  const db = databaseOf(tx)
  // Whether this process listens or not.
  afterCommit(tx, () => forget(db, group, key))
}

function forget(db: Db, group: string, key: string): void {
  for (const one of allCaches(db))
    if (group === '' || one.group === group) one.clear(db, key === '' ? undefined : key)
}

/** Clears in this process what another one has asked to be cleared. */
export const clearingHearer = declareHearer((db, { topic }) => {
  if (!topic.startsWith(TOPIC)) return
  const [group, key]: unknown[] = JSON.parse(topic.slice(TOPIC.length))
  forget(db, String(group), String(key))
})

/** A cache of one value for each database, and its reader. */
export interface TableCache<T> extends CacheGroup {
  read(db: Db): Promise<T>
}

/**
 * What is made of whole tables, kept until a row of one of them changes in any process. A transaction that has
 * changed them itself reads anew and leaves nothing behind: what it sees may never come to be; nor does a replica that
 * lacks a change. The room registers it by declareCache.
 */
export function tableCache<T>(
  group: string,
  title: string,
  tables: readonly string[],
  make: (db: Db) => Promise<T>,
  shown: { keys(kept: T): Iterable<string>; value(kept: T, key: string, db: Db): unknown },
): TableCache<T> {
  const keptOf = perDatabase<{ now?: { version: number; value: T } }>(() => ({}))
  const cache = cacheGroup(group, title, {
    keys(db) {
      const { now } = keptOf(db)
      return now === undefined ? [] : [...shown.keys(now.value)]
    },
    value(db, key) {
      const { now } = keptOf(db)
      return now === undefined ? undefined : shown.value(now.value, key, db)
    },
    clear(db) {
      delete keptOf(db).now
    },
  })
  return {
    ...cache,
    async read(db) {
      const kept = keptOf(db)
      // Taken before the read: a change that commits meanwhile makes what is read here count as old.
      const version = tableVersion(db, tables)
      const isOwn = hasTouched(db, tables)
      if (!isOwn && kept.now?.version === version) {
        cache.note(db, true)
        return kept.now.value
      }
      cache.note(db, false)
      const mayKeep = !isOwn && isUpToDate(db, tables)
      const value = await make(db)
      if (mayKeep) kept.now = { version, value }
      return value
    },
  }
}
