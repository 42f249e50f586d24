import {
  type Field,
  type FieldFacts,
  type Filled,
  makeField,
  outOfRange,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'

export interface MoneyOptions extends FieldFacts {
  /** cents */
  initial?: number
  /** cents; 0 unless given */
  min?: number
}

const LIMIT = 99_999_999_999

/** An amount: integer cents in code and database, "12.30" on the wire. Frame §3. */
export function money<const O extends MoneyOptions>(
  label: string,
  options?: O,
): Field<Filled<O, number>, Filled<O, string>> {
  const { initial, min = 0, ...facts }: MoneyOptions = options ?? {}
  const field = makeField<number | null, string | null>({
    type: 'money',
    label,
    facts: { ...facts, right: '例：1299.00' },
    empty: initial ?? null,
    initial,
    json: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' },
    read(value) {
      const cents = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : null
      if (cents === null || Math.abs(cents) > LIMIT) return wrongFormat(label)
      const reason = outOfRange(cents / 100, label, { min: min / 100 })
      return reason === null ? { value: cents } : { reason }
    },
    write: (cents) => (cents === null ? null : formatMoney(cents)),
  })
  return trust(field)
}
