import { simplified } from './traditional.ts'

/** What is looked for. Platform §13.4. */
export interface Pattern {
  word: string
  /** 1 as it stands, 2 also with signs, spaces and zero-width characters between its characters */
  matchType: 1 | 2
  /** occurrences inside of one of these do not count */
  whiteWords: readonly string[]
}

/** Where a pattern was found: places in the text as it was given, the end not included. */
export interface Found<P extends Pattern> {
  pattern: P
  start: number
  end: number
}

export interface Matcher<P extends Pattern> {
  /** the occurrences that count, none overlapping another, in the order of the text; `inside` leaves places out */
  find(text: string, inside?: (place: number) => boolean): Found<P>[]
}

const SEPARATOR = /[\p{P}\p{S}\p{Z}\p{C}]/u
const CODES = 65_536
// What is known of characters seen before; 0: nothing yet.
const normals = new Uint16Array(CODES)
const kinds = new Uint8Array(CODES)
const PLAIN = 1
const SIGN = 2

/** A character as it is compared: half-width, lower case, simplified. One unit stays one unit. */
function normalCode(code: number): number {
  const known = normals[code] ?? 0
  if (known !== 0) return known
  const half = code === 0x3000 ? 32 : code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code
  const lower = simplified(String.fromCharCode(half)).toLowerCase()
  const normal = lower.length === 1 ? lower.charCodeAt(0) : half
  normals[code] = normal
  return normal
}

/** Whether the character may stand between the characters of a word. Halves of a pair are no signs. */
function isSeparator(code: number): boolean {
  const known = kinds[code] ?? 0
  if (known !== 0) return known === SIGN
  const isHalf = code >= 0xd800 && code <= 0xdfff
  const isSign = !isHalf && SEPARATOR.test(String.fromCharCode(code))
  kinds[code] = isSign ? SIGN : PLAIN
  return isSign
}

/** The text as it is compared, and from which place each of its characters came. */
interface Stream {
  codes: number[]
  places: number[]
}

function streamOf(text: string, isBare: boolean, inside?: (place: number) => boolean): Stream {
  const stream: Stream = { codes: [], places: [] }
  for (let place = 0; place < text.length; place++) {
    if (inside !== undefined && !inside(place)) continue
    const code = normalCode(text.charCodeAt(place))
    if (isBare && isSeparator(code)) continue
    stream.codes.push(code)
    stream.places.push(place)
  }
  return stream
}

/** A word in the automaton: one that is looked for, or an exception of such a one. */
interface Entry {
  owner: number
  isException: boolean
  isBare: boolean
  length: number
}

interface Span extends Entry {
  start: number
  end: number
}

/**
 * One Aho-Corasick automaton over all words and exceptions. A text is read through it once as it stands and, when a
 * word skips separators, once more without them. Longer words count before shorter ones. Platform §13.4.
 */
export function matcherOf<P extends Pattern>(patterns: readonly P[]): Matcher<P> {
  // Few of all characters stand in words: numbered in their order, a step is a small number, and any other character
  // leads back to the root at once.
  const letters = lettersOf(patterns)
  const size = letters.count + 1
  const steps = new Map<number, number>()
  const children: number[][] = [[]]
  const letterOf = [0]
  const parent = [0]
  const entries: Entry[][] = [[]]
  let hasExact = false
  let hasBare = false

  const add = (word: string, owner: number, isException: boolean, wantsBare: boolean) => {
    const bare = wantsBare ? streamOf(word, true).codes : []
    // A word of nothing but signs can only be found as it stands.
    const isBare = bare.length > 0
    const codes = isBare ? bare : streamOf(word, false).codes
    if (codes.length === 0) return
    let state = 0
    for (const code of codes) {
      const letter = letters.numbers[code] ?? 0
      let next = steps.get(state * size + letter)
      if (next === undefined) {
        next = entries.length
        steps.set(state * size + letter, next)
        children[state]?.push(next)
        children.push([])
        entries.push([])
        letterOf.push(letter)
        parent.push(state)
      }
      state = next
    }
    entries[state]?.push({ owner, isException, isBare, length: codes.length })
    if (isBare) hasBare = true
    else hasExact = true
  }
  for (const [owner, { word, matchType, whiteWords }] of patterns.entries()) {
    add(word, owner, false, matchType === 2)
    for (const white of whiteWords) add(white, owner, true, matchType === 2)
  }

  const fail = new Int32Array(entries.length)
  // The nearest state on the way of failures at which a word ends.
  const exit = new Int32Array(entries.length)
  const step = (from: number, letter: number): number => {
    if (letter === 0) return 0
    let state = from
    for (;;) {
      const next = steps.get(state * size + letter)
      if (next !== undefined) return next
      if (state === 0) return 0
      state = fail[state] ?? 0
    }
  }
  const queue = [...(children[0] ?? [])]
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at] ?? 0
    const above = parent[state] ?? 0
    const back = above === 0 ? 0 : step(fail[above] ?? 0, letterOf[state] ?? 0)
    fail[state] = back
    exit[state] = entries[back]?.length ? back : (exit[back] ?? 0)
    queue.push(...(children[state] ?? []))
  }

  const spansIn = ({ codes, places }: Stream, isBare: boolean): Span[] => {
    const spans: Span[] = []
    let state = 0
    for (let at = 0; at < codes.length; at++) {
      state = step(state, letters.numbers[codes[at] ?? 0] ?? 0)
      for (let end = state; end !== 0; end = exit[end] ?? 0)
        for (const entry of entries[end] ?? [])
          if (entry.isBare === isBare)
            spans.push({
              ...entry,
              start: places[at - entry.length + 1] ?? 0,
              end: (places[at] ?? 0) + 1,
            })
    }
    return spans
  }

  return {
    find(text, inside) {
      const spans = [
        ...(hasExact ? spansIn(streamOf(text, false, inside), false) : []),
        ...(hasBare ? spansIn(streamOf(text, true, inside), true) : []),
      ]
      const exceptions = spans.filter((span) => span.isException)
      const isExcepted = (span: Span): boolean =>
        exceptions.some((one) => one.owner === span.owner && one.start <= span.start && span.end <= one.end)
      const hits = spans
        .filter((span) => !span.isException && !isExcepted(span))
        .sort((a, b) => b.length - a.length || a.start - b.start)
      const taken = new Uint8Array(text.length)
      const found: Found<P>[] = []
      for (const { owner, start, end } of hits) {
        const pattern = patterns[owner]
        if (pattern === undefined || taken.subarray(start, end).includes(1)) continue
        taken.fill(1, start, end)
        found.push({ pattern, start, end })
      }
      return found.sort((a, b) => a.start - b.start)
    },
  }
}

/** The characters of all words and exceptions, numbered from 1. */
function lettersOf(patterns: readonly Pattern[]): { numbers: Uint16Array; count: number } {
  const numbers = new Uint16Array(CODES)
  let count = 0
  for (const { word, whiteWords } of patterns)
    for (const one of [word, ...whiteWords])
      for (const code of streamOf(one, false).codes) if (numbers[code] === 0) numbers[code] = ++count
  return { numbers, count }
}

/** Puts the mark over every character of the spans; what `inside` leaves out stays. */
export function masked(
  text: string,
  spans: readonly { start: number; end: number }[],
  mark: string,
  inside?: (place: number) => boolean,
): string {
  let made = ''
  let from = 0
  for (const { start, end } of spans) {
    made += text.slice(from, start)
    for (let place = start; place < end; place++)
      made += inside === undefined || inside(place) ? mark : text.charAt(place)
    from = end
  }
  return made + text.slice(from)
}

/** Which places of an HTML text are read by a person: not those of its tags. */
export function placesInHtml(html: string): (place: number) => boolean {
  const hidden = new Uint8Array(html.length)
  for (const tag of html.matchAll(/<[^>]*>/g)) hidden.fill(1, tag.index, tag.index + tag[0].length)
  return (place) => hidden[place] !== 1
}
