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
 * them, of which the oldest gives way. What a transaction that has changed one of the tables sees is nobody else's.
 */
export function keptAnswers<T>(most: number): KeptAnswers<T> {
  const keptOf = perDatabase(() => new Map<string, Kept<T>>())
  return async (db, { statement, tables, ask, isWorth = () => true }) => {
    if (tables === null || hasTouched(db, tables)) return ask()
    const kept = keptOf(db)
    const key = keyOf(statement)
    const version = tableVersion(db, tables)
    const found = kept.get(key)
    if (found?.version === version && Date.now() - found.time < KEPT_MS) return found.answer
    const mayKeep = isUpToDate(db, tables)
    const answer = await ask()
    if (!mayKeep || !isWorth(answer)) return answer
    kept.delete(key)
    kept.set(key, { answer, version, time: Date.now() })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

const LONGEST_KEY = 4000

/** Lists of thousands of ids by their digest, for the memory of as many answers. */
function keyOf({ sql, parameters }: CompiledQuery): string {
  const asked = `${sql} ${JSON.stringify(parameters)}`
  return asked.length <= LONGEST_KEY ? asked : createHash('sha256').update(asked).digest('base64')
}
