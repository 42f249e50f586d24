import { sql } from 'kysely'
import { cut } from '#kit/shared/characters.ts'

/** The pause before a row with this many "attempts" is tried again: 2, 4, 8 … seconds, at most 10 minutes. */
export const RETRY_PAUSE = sql`make_interval(secs => least(power(2, least("attempts", 20) + 1), 600))`

/** The text of an error for a column that a person may read in the monitoring pages. */
export function errorText(error: unknown): string {
  return cut(error instanceof Error ? error.message : String(error), 1000)
}

/** Waits, but not beyond the end of the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
