/** Characters of a scanner come closer together than anybody types. Warehouse §7. */
const BURST_MS = 50
/** Shorter ones are typed, or noise. */
const LEAST = 3

/** What has come so far; `at` in ms, of its last character. */
export interface Burst {
  readonly text: string
  readonly at: number
}
export const NO_BURST: Burst = { text: '', at: Number.NEGATIVE_INFINITY }

/**
 * The next key at a moment: characters that come fast belong together, Enter or Tab ends them. `code` is what was scanned, '' while
 * nothing was. Keys that write nothing, as the shift of a capital, change nothing.
 */
export function nextKey(before: Burst, key: string, at: number): { burst: Burst; code: string } {
  const isFast = at - before.at <= BURST_MS
  if (key === 'Enter' || key === 'Tab')
    return { burst: NO_BURST, code: isFast && before.text.length >= LEAST ? before.text : '' }
  if (key.length !== 1) return { burst: before, code: '' }
  return { burst: { text: isFast ? before.text + key : key, at }, code: '' }
}
