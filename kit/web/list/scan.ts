/** ms: a scanner types its characters faster than this one after the other, a person does not */
export const BURST_MS = 50
/** Shorter ones are no codes of goods or documents. */
const SHORTEST = 6

/**
 * Reads what a scanner types, which ends with Enter: is told each key and its moment in ms, and answers the code with
 * its last one, null with any other and with what a person types. Screens §7.
 */
export function codeReader(): (key: string, at: number) => string | null {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (key, at) => {
    // Held for a capital letter, it is no character.
    if (key === 'Shift') return null
    const isNext = at - last <= BURST_MS
    last = at
    const before = isNext ? text : ''
    text = key.length === 1 ? before + key : ''
    return key === 'Enter' && before.length >= SHORTEST ? before : null
  }
}
