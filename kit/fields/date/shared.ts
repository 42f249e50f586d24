import { type Field, type FieldFacts, type Filled, makeField, wrongFormat } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

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
      const parts = typeof value === 'string' ? DAY.exec(value.trim()) : null
      if (parts === null) return wrongFormat(label)
      const day = new Date(`${parts[0]}T00:00:00Z`)
      const same = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === parts[0]
      return same && Number(parts[1]) >= 1900 ? { value: parts[0] } : wrongFormat(label)
    },
  })
  return trust(field)
}
