import { refuse } from '#kit/shared/errors.ts'

/** Far above what a form sends: a document of a thousand lines has some thirty thousand values in three levels. */
const MOST_DEPTH = 64
const MOST_VALUES = 100_000
const MOST_KEYS = 2000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Refuses (422) a JSON text that would take long to parse or to walk: nested deeper than 64 levels, more than 100,000
 * values, an object of more than 2,000 keys. What is no JSON at all is left to the parser. Architecture §4.
 */
export function checkJson(text: string | Uint8Array): void {
  const unit = typeof text === 'string' ? (at: number) => text.charCodeAt(at) : (at: number) => text[at]
  // How many values stand in what is open on each level; -1 on levels that are lists, whose length is their field's.
  const keys = new Int32Array(MOST_DEPTH + 1)
  let depth = 0
  let values = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const sign = unit(at)
    if (inText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) inText = false
      continue
    }
    switch (sign) {
      case QUOTE:
        inText = true
        break
      case COMMA: {
        values += 1
        const wide = keys[depth] ?? -1
        if (wide >= MOST_KEYS) throw refuse(`请求中一个对象不能超过${MOST_KEYS}个字段`)
        if (wide > 0) keys[depth] = wide + 1
        break
      }
      case 0x5b:
      case 0x7b:
        values += 1
        if (++depth > MOST_DEPTH) throw refuse(`请求内容嵌套不能超过${MOST_DEPTH}层`)
        keys[depth] = sign === 0x5b ? -1 : 1
        break
      case 0x5d:
      case 0x7d:
        if (depth > 0) depth -= 1
    }
    if (values > MOST_VALUES) throw refuse(`请求内容不能超过${MOST_VALUES}个值`)
  }
}
