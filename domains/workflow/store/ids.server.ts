import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { perDatabase } from '#kit/server/points.ts'

/** The sequence processId steps by this much: whoever takes a value owns the ids up to the next. */
const BLOCK = 50
const BLOCKS = 4

interface Ids {
  free: number[]
  fetching?: Promise<void>
}
const idsOf = perDatabase<Ids>(() => ({ free: [] }))

/**
 * Takes the next free id of this process for anything a running process makes, in ascending order; ids are never given
 * twice, and those of a process that ends are lost. Between processes ids say nothing about time.
 */
export async function nextId(db: Db): Promise<number> {
  const ids = idsOf(db)
  // Others may take from the new ones before this one has its turn.
  while (ids.free.length === 0) {
    if (ids.fetching === undefined) await fetchBlocks(db, ids)
    // Why another's transaction failed is no matter of this one.
    else await ids.fetching.catch(() => undefined)
  }
  return ids.free.shift() ?? nextId(db)
}

/** One fetch at a time: of two, the later blocks could be given out first. */
async function fetchBlocks(db: Db, ids: Ids): Promise<void> {
  const fetch = async (): Promise<void> => {
    const { rows } = await sql<{ first: number }>`select nextval('"processId"')::int as "first"
      from generate_series(1, ${BLOCKS})`.execute(db)
    for (const { first } of rows) for (let at = 0; at < BLOCK; at++) ids.free.push(first + at)
  }
  ids.fetching = fetch().finally(() => delete ids.fetching)
  await ids.fetching
}
