import { type Field, type FieldFacts, makeField, written, wrongFormat } from '#kit/shared/field.ts'

/** The value of an entry of a dictionary type; whether the entry exists is checked by the server on save. */
export function dict(label: string, dictType: string, facts: FieldFacts = {}): Field<string> {
  return makeField<string>({
    type: 'dict',
    label,
    facts: { ...facts, dict: dictType },
    empty: '',
    initial: undefined,
    json: { type: 'string', maxLength: 50 },
    read(value) {
      if (typeof value !== 'string' && typeof value !== 'number') return wrongFormat(label)
      const text = written(value).trim()
      return text.length <= 50 ? { value: text } : wrongFormat(label)
    },
  })
}
