import { type Field, type FieldFacts, makeField, wrongFormat } from '#kit/shared/field.ts'
import { hoursFault, readHours } from '#kit/shared/hours.ts'

export interface HourRangeOptions extends FieldFacts {
  initial?: string
  /** the range may end where it begins */
  equal?: boolean
}

/** Full hours of a day from – to, kept as '09:00,18:00'; blank is ''. Platform §5.1. */
export function hourRange(label: string, options: HourRangeOptions = {}): Field<string> {
  const { initial, equal = false, ...facts } = options
  return makeField<string>({
    type: 'hourRange',
    label,
    facts: { ...facts, equal, right: '请填写整点，例：09:00,18:00' },
    empty: '',
    initial,
    json: { type: 'string', description: 'full hours, e.g. 09:00,18:00' },
    read(value) {
      if (typeof value !== 'string') return wrongFormat(label)
      const text = value.trim()
      const reason = hoursFault(readHours(text), equal)
      return reason === null ? { value: text } : { reason }
    },
  })
}
