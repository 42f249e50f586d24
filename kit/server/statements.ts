import { durations } from './metrics.ts'

/** A statement that took long, as often as it did within the last hour in this process. */
export interface SlowStatement {
  text: string
  /** of the slowest run */
  ms: number
  times: number
  last: Date
}

const noteQuery = durations('db_query_duration_seconds')

const WORTH_MS = 20
const SLOW_MS = 300
const HOUR_MS = 3_600_000
const MOST_KEPT = 200
const MOST_TEXT = 2000

const kept = new Map<string, SlowStatement>()

let warn: (text: string, ms: number) => void = () => undefined

/** The log of the process hears here of statements that took more than 300 ms. Platform §14.4. */
export function onSlowStatement(tell: (text: string, ms: number) => void): void {
  warn = tell
}

/** Notes how long a statement took; its text has no values in it, they travel beside it. Platform §14.4. */
export function noteStatement(text: string, ms: number): void {
  noteQuery(ms / 1000)
  if (ms < WORTH_MS) return
  if (ms > SLOW_MS) warn(text.slice(0, MOST_TEXT), ms)
  const last = new Date()
  const found = kept.get(text)
  if (found !== undefined && last.getTime() - found.last.getTime() < HOUR_MS) {
    found.ms = Math.max(found.ms, ms)
    found.times += 1
    found.last = last
    return
  }
  if (kept.size >= MOST_KEPT) dropFastest()
  kept.set(text, { text: text.slice(0, MOST_TEXT), ms, times: 1, last })
}

function dropFastest(): void {
  const [fastest] = [...kept].sort(([, a], [, b]) => a.ms - b.ms)
  if (fastest !== undefined) kept.delete(fastest[0])
}

/** The slowest statements of the last hour in this process, slowest first. Platform §13.2. */
export function slowestStatements(most: number): SlowStatement[] {
  const since = Date.now() - HOUR_MS
  return [...kept.values()]
    .filter((one) => one.last.getTime() >= since)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
}
