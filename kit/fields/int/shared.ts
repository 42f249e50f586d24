import {
  type Field,
  type FieldFacts,
  type Filled,
  INT_MAX,
  makeField,
  outOfRange,
  readId,
  readNumber,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

export interface IntOptions extends FieldFacts {
  min?: number
  max?: number
  initial?: number
  /** an id of any table, in a bigint column */
  big?: boolean
  /** in place of the text that tells the bounds */
  message?: string
}

/** A whole number, not negative unless `min` says so; null when blank, optional and without an initial value. */
export function int<const O extends IntOptions>(label: string, options?: O): Field<Filled<O, number>> {
  const { min = 0, max, initial, message, ...facts }: IntOptions = options ?? {}
  const field = makeField<number | null>({
    type: 'int',
    label,
    facts: { ...facts, right: '请填写整数，例：10', min, ...(max === undefined ? {} : { max }) },
    empty: initial ?? null,
    initial,
    json: { type: 'integer', minimum: min, maximum: max ?? INT_MAX },
    read(value) {
      const number = facts.big ? readId(value, 0) : readNumber(value)
      if (number === null || !Number.isInteger(number) || (!facts.big && Math.abs(number) > INT_MAX))
        return wrongFormat(label)
      const reason = outOfRange(number, label, { min, max })
      return reason === null ? { value: number } : { reason: message ?? reason }
    },
  })
  return trust(field)
}
