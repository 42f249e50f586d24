import { type Field, type FieldFacts, makeField, wrongFormat } from '#kit/shared/field.ts'

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
  /** several lines on screen */
  long?: boolean
}

/** Text of at most `max` characters; trimmed; blank is ''. */
export function text(label: string, options: TextOptions): Field<string> {
  const { max, min, initial, pattern, message, long, right, ...facts } = options
  return makeField<string>({
    type: long ? 'longText' : 'text',
    label,
    facts: { ...facts, max, ...(right === undefined ? {} : { right }) },
    empty: '',
    initial,
    json: { type: 'string', maxLength: max },
    read(value) {
      if (typeof value !== 'string' && typeof value !== 'number') return wrongFormat(label)
      const text = String(value).trim()
      // PostgreSQL cannot store it, and nobody types it.
      if (text.includes('\u0000')) return wrongFormat(label)
      // Characters are at most two units; what is far too long is not walked.
      const length = text.length > 2 * max ? text.length : [...text].length
      if (length > max) return { reason: `${label}不能超过${max}个字符` }
      if (min !== undefined && length < min) return { reason: `${label}不能少于${min}个字符` }
      if (pattern !== undefined && !pattern.test(text))
        return message ? { reason: message } : wrongFormat(label)
      return { value: text }
    },
  })
}
