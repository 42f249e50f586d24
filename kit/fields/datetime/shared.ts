import {
  type Field,
  type FieldFacts,
  type Filled,
  makeField,
  readNumber,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

// Smaller numbers are days written as 20270305 or counted as a spreadsheet does: as seconds all of them lie before 1980.
const FIRST = Date.UTC(1980, 0, 1) / 1000
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000

/** An instant: timestamptz in the database, Date in code, whole seconds since 1970 on the wire. Frame §3. */
export function datetime<const O extends FieldFacts>(
  label: string,
  options?: O,
): Field<Filled<O, Date>, Filled<O, number>> {
  const field = makeField<Date | null, number | null>({
    type: 'datetime',
    label,
    facts: { ...options, right: '例：2027-03-05 08:30' },
    empty: null,
    initial: undefined,
    json: { type: 'integer', description: 'seconds since 1970' },
    read(value) {
      const seconds = readNumber(value)
      if (seconds === null || !Number.isInteger(seconds) || seconds < FIRST || seconds > LAST)
        return wrongFormat(label)
      return { value: new Date(seconds * 1000) }
    },
    // Of lines that lie in JSON it comes back as text.
    write: (instant) => (instant === null ? null : Math.floor(new Date(instant).getTime() / 1000)),
  })
  return trust(field)
}
