/** What may come next: a value, a key, the colon after it, what follows a value, or nothing more. */
type Awaited = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'after' | 'nothing'

const TOKEN =
  /[ \t\n\r]*(?:(?<sign>[{}[\],:])|(?<text>"[^"\\\n\r\t]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\n\r\t]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y
const BLANKS = /[ \t\n\r]*/y

/**
 * The index of the first thing in a text that is not json, its length when it breaks off. Parsers of json disagree
 * about telling places, and some tell none.
 */
export function jsonErrorIndex(text: string): number {
  const open: string[] = []
  let awaited: Awaited = 'value'
  let index = 0
  for (;;) {
    BLANKS.lastIndex = TOKEN.lastIndex = index
    BLANKS.exec(text)
    const found = TOKEN.exec(text)
    const next: Awaited | null =
      found && step(awaited, found.groups?.sign ?? '', found.groups?.text !== undefined, open)
    if (next === null) return BLANKS.lastIndex
    awaited = next
    index = TOKEN.lastIndex
  }
}

/** What is awaited after a token; null when the token may not stand there. */
function step(awaited: Awaited, sign: string, isText: boolean, open: string[]): Awaited | null {
  const isEnd = (sign === '}' && open.at(-1) === '{') || (sign === ']' && open.at(-1) === '[')
  const afterValue = () => (open.length === 0 ? 'nothing' : 'after')
  switch (awaited) {
    case 'key':
    case 'keyOrEnd':
      if (isText) return 'colon'
      break
    case 'colon':
      return sign === ':' ? 'value' : null
    case 'after':
      if (sign === ',') return open.at(-1) === '{' ? 'key' : 'value'
      break
    case 'value':
    case 'valueOrEnd':
      if (sign === '') return afterValue()
      if (sign === '{' || sign === '[') {
        open.push(sign)
        return sign === '{' ? 'keyOrEnd' : 'valueOrEnd'
      }
      break
    case 'nothing':
      return null
  }
  if (!isEnd || awaited === 'key' || awaited === 'value') return null
  open.pop()
  return afterValue()
}
