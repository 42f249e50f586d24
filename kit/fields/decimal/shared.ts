import {
  type Field,
  type FieldFacts,
  type Filled,
  type JsonSchema,
  makeField,
  outOfRange,
  readNumber,
  type TypeFacts,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { MAX_PERCENT } from '#kit/shared/text.ts'

export interface DecimalOptions extends FieldFacts {
  decimals: number
  min?: number
  max?: number
  initial?: number
}

/** A number with at most `decimals` places: quantities (3), weights, volumes, percents. Never money. */
export function decimal<const O extends DecimalOptions>(label: string, options: O): Field<Filled<O, number>> {
  const { decimals, min = 0 } = options
  const json = { type: 'number', minimum: min, multipleOf: 1 / 10 ** decimals }
  return trust(numberField<number | null>(label, options, json, (value) => value))
}

/**
 * A number with two decimals in the form amounts have on the wire, "86.50"; exact in the database. For scores, and for what
 * is money or pieces by another field of its row; what is always money is `money`. Frame §3.
 */
export function fixed<const O extends Omit<DecimalOptions, 'decimals'>>(
  label: string,
  options: O,
): Field<Filled<O, number>, Filled<O, string>> {
  const json = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }
  const write = (value: number | null) => (value === null ? null : formatMoney(Math.round(value * 100)))
  return trust(numberField<string | null>(label, { ...options, decimals: 2 }, json, write, { fixed: true }))
}

/** More places than any number is read with. */
const isTooFine = (value: unknown): boolean =>
  typeof value === 'string' && /^-?\d{1,12}\.\d{7,}$/.test(value.trim())

function numberField<W>(
  label: string,
  options: DecimalOptions,
  json: JsonSchema,
  write: (value: number | null) => W,
  form: Pick<TypeFacts, 'fixed'> = {},
): Field<number | null, W> {
  const { decimals, min = 0, max, initial, ...facts } = options
  const scale = 10 ** decimals
  // A quantity that is only too fine is told how many places there are (warehouse §12); of other numbers the specification says
  // that their format is wrong (C-045).
  const tooFine = decimals > 2 ? { reason: `${label}最多${decimals}位小数` } : wrongFormat(label)
  return makeField<number | null, W>({
    type: 'decimal',
    label,
    facts: {
      ...facts,
      ...form,
      right: `最多${decimals}位小数，例：${(1.5).toFixed(Math.min(decimals, 3))}`,
      decimals,
      min,
      ...(max === undefined ? {} : { max }),
    },
    empty: initial ?? null,
    initial,
    json,
    write,
    read(value) {
      const number = readNumber(value)
      if (number === null && isTooFine(value)) return tooFine
      if (number === null || Math.abs(number) >= 1e12) return wrongFormat(label)
      if (Math.abs(Math.round(number * scale) / scale - number) > 1e-9) return tooFine
      // A percentage has a text of its own. Catalog §8.4.
      const reason =
        max === MAX_PERCENT && number > max
          ? `${label}不能大于${max}`
          : outOfRange(number, label, { min, max })
      return reason === null ? { value: number } : { reason }
    },
  })
}

/** A quantity in the base unit: three decimals. */
export function quantity<const O extends Omit<DecimalOptions, 'decimals'>>(
  label: string,
  options?: O,
): Field<Filled<O, number>> {
  return trust(decimal(label, { ...options, decimals: 3 }))
}

/** A percentage 0–99.99 with two decimals. */
export function percent<const O extends Omit<DecimalOptions, 'decimals' | 'max'>>(
  label: string,
  options?: O,
): Field<Filled<O, number>> {
  return trust(decimal(label, { ...options, decimals: 2, max: MAX_PERCENT }))
}
