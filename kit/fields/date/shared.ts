import { type Field, type FieldFacts, type Filled, makeField, wrongFormat } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { isDay } from '#kit/shared/time.ts'

/** A calendar day 'yyyy-MM-dd', the same in database, code and on the wire. */
export function date<const O extends FieldFacts>(label: string, options?: O): Field<Filled<O, string>> {
  const field = makeField<string | null>({
    type: 'date',
    label,
    facts: { ...options, right: '例：2027-03-05' },
    empty: null,
    initial: undefined,
    json: { type: 'string', format: 'date' },
    read(value) {
      const day = typeof value === 'string' ? value.trim() : ''
      return isDay(day) && day >= '1900' ? { value: day } : wrongFormat(label)
    },
  })
  return trust(field)
}
