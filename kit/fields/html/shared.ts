import { type Field, type FieldFacts, makeField, wrongFormat } from '#kit/shared/field.ts'

/** The largest text, in bytes of UTF-8. */
export const MAX_BYTES = 500 * 1024

/** Rich text of at most 500 KB; the server sanitises it before it is stored. Platform §5.3. */
export function html(label: string, facts: FieldFacts = {}): Field<string> {
  return makeField<string>({
    type: 'html',
    label,
    facts: { list: false, port: false, ...facts },
    empty: '',
    initial: undefined,
    json: { type: 'string', contentMediaType: 'text/html' },
    read(value) {
      if (typeof value !== 'string' || value.includes('\u0000')) return wrongFormat(label)
      if (value.length > MAX_BYTES || new TextEncoder().encode(value).length > MAX_BYTES)
        return { reason: `${label}不能超过500KB` }
      return { value }
    },
  })
}
