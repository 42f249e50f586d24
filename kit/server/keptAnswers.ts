import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { tableVersion } from './changes.ts'
import type { Db } from './database.ts'
import { perDatabase } from './points.ts'
import { isUpToDate } from './replica.ts'
import { hasTouched } from './transaction.ts'

const KEPT_MS = 30_000

interface Kept<T> {
  answer: T
  version: number
  time: number
}

/** What asks a statement, or answers what it answered before. */
export type KeptAnswers<T> = (db: Db, asked: Asked<T>) => Promise<T>

export interface Asked<T> {
  /** told from others by its text and values */
  statement: CompiledQuery
  /** a row of these that changes ends what is kept; null: nothing is kept */
  tables: readonly string[] | null
  ask(): Promise<T>
  /** whether the answer is worth its place; each is unless given */
  isWorth?(answer: T): boolean
}

/**
 * Keeps what statements answer in this process, per database: half a minute, until a row of their tables changes, and `most` of
 * them, of which the oldest gives way. What a transaction that has changed one of the tables sees is nobody else's. Outside of
 * transactions, who asks while the same is being asked waits for that answer: rows, count and sums of one page begin together.
 */
export function keptAnswers<T>(most: number): KeptAnswers<T> {
  const keptOf = perDatabase(() => new Map<string, Kept<T>>())
  const askedOf = perDatabase(() => new Map<string, { version: number; answer: Promise<T> }>())
  return async (db, { statement, tables, ask, isWorth }) => {
    if (tables === null || hasTouched(db, tables)) return ask()
    const kept = keptOf(db)
    const key = keyOf(statement)
    const version = tableVersion(db, tables)
    const found = kept.get(key)
    if (found?.version === version && Date.now() - found.time < KEPT_MS) return found.answer
    if (!isUpToDate(db, tables)) return ask()
    const keep = async (): Promise<T> => {
      const answer = await ask()
      if (isWorth?.(answer) === false) return answer
      kept.delete(key)
      kept.set(key, { answer, version, time: Date.now() })
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      return answer
    }
    // What may not be worth keeping is asked together with what only one page needs.
    if (db.isTransaction || isWorth !== undefined) return keep()
    const asked = askedOf(db)
    const same = asked.get(key)
    // Its failure is of who asked: a statement that was cancelled says nothing of this one.
    if (same?.version === version) return same.answer.catch(keep)
    const answer = keep()
    const mine = { version, answer }
    asked.set(key, mine)
    return answer.finally(() => {
      if (asked.get(key) === mine) asked.delete(key)
    })
  }
}

const LONGEST_KEY = 4000

const keys = new WeakMap<CompiledQuery, string>()

/** Lists of thousands of ids by their digest, for the memory of as many answers. */
function keyOf(statement: CompiledQuery): string {
  const known = keys.get(statement)
  if (known !== undefined) return known
  const asked = `${statement.sql} ${JSON.stringify(statement.parameters)}`
  const key = asked.length <= LONGEST_KEY ? asked : createHash('sha256').update(asked).digest('base64')
  keys.set(statement, key)
  return key
}
