import { type Field, type FieldFacts, makeField, wrongFormat } from '#kit/shared/field.ts'

const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/

/** A calendar month 'yyyy-MM', the same in database, code and on the wire; '' when there is none. */
export function month(label: string, facts: FieldFacts = {}): Field<string> {
  return makeField<string>({
    type: 'month',
    label,
    facts: { ...facts, right: '例：2027-03' },
    empty: '',
    initial: undefined,
    json: { type: 'string', pattern: MONTH.source },
    read: (value) =>
      typeof value === 'string' && MONTH.test(value.trim()) ? { value: value.trim() } : wrongFormat(label),
  })
}
