import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { databaseOf } from '#kit/server/transaction.ts'

/** The sequence processId steps by this much: whoever takes a value owns the ids up to the next. */
const BLOCK = 50
const BLOCKS = 4

const free = new WeakMap<object, number[]>()
const fetching = new WeakMap<object, Promise<void>>()

/**
 * Takes the next free id of this process for anything a running process makes, in ascending order; ids are never given
 * twice, and those of a process that ends are lost. Between processes ids say nothing about time.
 */
export async function nextId(db: Db): Promise<number> {
  const database = databaseOf(db)
  const ids = free.get(database) ?? []
  free.set(database, ids)
  // Others may take from the new ones before this one has its turn.
  while (ids.length === 0) {
    const others = fetching.get(database)
    if (others === undefined) await fetchBlocks(db, database, ids)
    // Why another's transaction failed is no matter of this one.
    else await others.catch(() => undefined)
  }
  return ids.shift() ?? nextId(db)
}

/** One fetch at a time: of two, the later blocks could be given out first. */
async function fetchBlocks(db: Db, database: object, ids: number[]): Promise<void> {
  const fetch = async (): Promise<void> => {
    const { rows } = await sql<{ first: number }>`select nextval('"processId"')::int as "first"
      from generate_series(1, ${BLOCKS})`.execute(db)
    for (const { first } of rows) for (let at = 0; at < BLOCK; at++) ids.push(first + at)
  }
  const started = fetch().finally(() => fetching.delete(database))
  fetching.set(database, started)
  await started
}
