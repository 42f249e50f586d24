import {
  type Field,
  type FieldFacts,
  type Filled,
  makeField,
  readNumber,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

/** An instant: timestamptz in the database, Date in code, whole seconds since 1970 on the wire. Frame §3. */
export function datetime<const O extends FieldFacts>(
  label: string,
  options?: O,
): Field<Filled<O, Date>, Filled<O, number>> {
  const field = makeField<Date | null, number | null>({
    type: 'datetime',
    label,
    facts: options ?? {},
    empty: null,
    initial: undefined,
    json: { type: 'integer', description: 'seconds since 1970' },
    read(value) {
      const seconds = readNumber(value)
      if (seconds === null || !Number.isInteger(seconds) || seconds < 0 || seconds > 253402300799)
        return wrongFormat(label)
      return { value: new Date(seconds * 1000) }
    },
    write: (instant) => (instant === null ? null : Math.floor(instant.getTime() / 1000)),
  })
  return trust(field)
}
