import { type Field, type FieldFacts, makeField, written, wrongFormat } from '#kit/shared/field.ts'

export interface TextOptions extends FieldFacts {
  /** most characters, counted as a person counts them */
  max: number
  min?: number
  initial?: string
  /** must match as a whole; otherwise {label}格式不正确, or the given message */
  pattern?: { test(text: string): boolean }
  message?: string
  /** what to write instead, told where a sheet is read; with a pattern */
  right?: string
  /** stored where there is none; shown as what is empty is */
  none?: string
  /** several lines on screen */
  long?: boolean
}

/** Characters as a person counts them: what takes two units is one. Texts of megabytes are counted too. */
function lengthOf(text: string): number {
  let pairs = 0
  for (let at = 1; at < text.length; at++) {
    const isSecond = (text.charCodeAt(at) & 0xfc00) === 0xdc00
    if (isSecond && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs += 1
  }
  return text.length - pairs
}

/** Text of at most `max` characters; trimmed; blank is ''. */
export function text(label: string, options: TextOptions): Field<string> {
  const { max, min, initial, pattern, message, long, right, none, ...facts } = options
  return makeField<string>({
    type: long ? 'longText' : 'text',
    label,
    facts: {
      ...facts,
      max,
      ...(min === undefined ? {} : { min }),
      ...(right === undefined ? {} : { right }),
      ...(none === undefined ? {} : { none }),
      ...(pattern instanceof RegExp ? { pattern } : {}),
      ...(message === undefined ? {} : { message }),
    },
    empty: '',
    initial,
    json: { type: 'string', maxLength: max },
    read(value) {
      if (typeof value !== 'string' && typeof value !== 'number') return wrongFormat(label)
      const text = written(value).trim()
      // PostgreSQL cannot store it, and nobody types it.
      if (text.includes('\u0000')) return wrongFormat(label)
      // At most as many as its units: those of megabytes are counted only where that decides.
      const length = text.length > max || min !== undefined ? lengthOf(text) : text.length
      if (length > max) return { reason: `${label}不能超过${max}个字符` }
      if (min !== undefined && length < min) return { reason: `${label}不能少于${min}个字符` }
      if (pattern !== undefined && !pattern.test(text))
        return message ? { reason: message } : wrongFormat(label)
      return { value: text }
    },
  })
}
