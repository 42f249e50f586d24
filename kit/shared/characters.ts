// Characters as the database takes them: UTF-8 holds no half of a pair, PostgreSQL no NUL.

/** Whether a text holds what cannot be stored: NUL, or half of a character that takes two places (emoji). */
export function isBroken(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** A text as it can be stored: without NUL, half characters shown as �. */
export function storable(text: string): string {
  return isBroken(text) ? text.replaceAll('\u0000', '').toWellFormed() : text
}

/** At most `max` places from the start of a text, storable: a character that takes two is never cut in the middle. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return storable(text)
  return storable(text.slice(0, isPair(text, max) ? max - 1 : max))
}

/** At most `max` places from the end of a text, e.g. of a long path; else as `cut`. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return storable(text)
  const from = text.length - max
  return storable(text.slice(isPair(text, from) ? from + 1 : from))
}

/** A text of more than `max` places cut, with … behind it. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${cut(text, max)}…` : storable(text)
}

/** Whether a place lies inside a character of two. */
const isPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

interface Place {
  value: unknown
  name: string
  above: Place | null
}

const pathOf = ({ name, above }: Place): string[] => (above === null ? [] : [...pathOf(above), name])

/** Paths of the texts inside a value that cannot be stored, the first 20; names of fields inside are texts too. */
export function brokenPaths(value: unknown): string[][] {
  const found: string[][] = []
  // A list of its own instead of calls into the depth: what was sent may be nested as deep as its sender likes.
  const open: Place[] = [{ value, name: '', above: null }]
  for (let place = open.pop(); place !== undefined && found.length < 20; place = open.pop()) {
    const { value: one } = place
    if (typeof one === 'string' && isBroken(one)) found.push(pathOf(place))
    if (typeof one !== 'object' || one === null) continue
    for (const [name, inner] of Object.entries(one)) {
      if (isBroken(name)) found.push(pathOf(place))
      else open.push({ value: inner, name, above: place })
    }
  }
  return found
}
