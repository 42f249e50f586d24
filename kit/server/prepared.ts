import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement is prepared once it was run so often in this process: those that run once would only take memory. */
const OFTEN = 32
/** So many at most: each connection keeps a plan of each, of ten kilobytes, of wide lists far more. Of more, what was asked longest ago gives way. */
const MOST_PREPARED = 96
/** A connection is rid of those that gave way when it has so many more. */
const SLACK = 16
const MOST_COUNTED = 2000
/** Longer texts differ from request to request. */
const LONGEST = 16_000

let isOff = false

/**
 * For a process whose transactions bring rows by the ten thousand: a kept plan is one for the table as it was when that began,
 * and goes through all of a table that was small then.
 */
export function prepareNothing(): void {
  isOff = true
}

const repeating = new AsyncLocalStorage<true>()

/** For work of such a process that brings no rows in bulk, but does the same small thing by the thousand: its statements are prepared. */
export const preparing = <T>(work: () => T): T => repeating.run(true, work)

/** by text, the one asked last at the end */
const names = new Map<string, string>()
const current = new Set<string>()
let given = 0
let counts = new Map<string, number>()

/**
 * The name under which a connection keeps a statement that repeats, so that the database parses and plans it once; undefined
 * for what is seldom, and for what answers all columns of a table: a neighbouring version of the product may add one while
 * this one runs, and a kept statement must not change what it answers. Architecture §4.
 */
export function preparedName(text: string): string | undefined {
  if (isOff && repeating.getStore() !== true) return undefined
  const known = names.get(text)
  if (known !== undefined) {
    names.delete(text)
    names.set(text, known)
    return known
  }
  if (text.length > LONGEST) return undefined
  const count = (counts.get(text) ?? 0) + 1
  if (count < OFTEN || !namesColumns(text) || choosesIndex(text)) {
    if (counts.size >= MOST_COUNTED) counts = new Map()
    counts.set(text, count)
    return undefined
  }
  counts.delete(text)
  given += 1
  const name = `often${given}`
  names.set(text, name)
  current.add(name)
  const [oldest] = names
  if (oldest !== undefined && names.size > MOST_PREPARED) {
    names.delete(oldest[0])
    current.delete(oldest[1])
  }
  return name
}

/** Which of the statements that a connection has prepared it need not keep; none as long as they are not too many. */
export function outdated(prepared: readonly string[]): readonly string[] {
  return prepared.length <= MOST_PREPARED + SLACK ? [] : prepared.filter((name) => !current.has(name))
}

/** Which partial unique index is meant must be seen in the text: a plan for any value finds none. */
const choosesIndex = (text: string): boolean => /\bon conflict \([^)]*\) where [^$]*\$\d/i.test(text)

const namesColumns = (text: string): boolean =>
  /^\s*(?:select|with|insert|update|delete)\b/i.test(text) && !/(?:select\s+|returning\s+|\.)\*/i.test(text)
