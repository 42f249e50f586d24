/** Money is whole cents everywhere in code and database (architecture §4); a string "12.30" on the wire. */
export type Cents = number

/** Which amounts `parseMoney` accepts. */
export type MoneySign = 'any' | 'zeroOrMore' | 'positive'

const MONEY_TEXT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/**
 * Reads an amount as people type it or as it stands on the wire: '12.30', '12.3', '12' or the number 12.3.
 * Answers cents, or null when it is not an amount with at most two decimals, has a sign that `sign` does not
 * allow, or is too big to be exact.
 */
export function parseMoney(value: unknown, sign: MoneySign = 'any'): Cents | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const parts = MONEY_TEXT.exec(String(value).trim())
  if (!parts) return null
  const [, minus, whole = '', decimals = ''] = parts
  const size = Number(whole + decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(size)) return null
  const cents = minus && size !== 0 ? -size : size
  if (sign === 'zeroOrMore' && cents < 0) return null
  if (sign === 'positive' && cents <= 0) return null
  return cents
}

/**
 * A number as people and spreadsheets write it, as plain digits: '1,299.00' → '1299.00', '¥59元' → '59', '５９．５' → '59.5'.
 * What is none, or groups its digits otherwise than by threes, comes back as it is.
 */
export function plainNumber(text: string): string {
  const half = text.normalize('NFKC').trim()
  const digits = half
    .replace(/^(-?)\s*(?:[¥￥]|RMB|CNY|人民币)?\s*/i, '$1')
    .replace(/\s*(?:元|RMB|CNY)$/i, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return digits.replaceAll(',', '')
  return /^-?\d+(\.\d+)?$/.test(digits) ? digits : text
}

/** Cents as the wire and the screens show them: 1230 → '12.30'. RangeError when it is not a whole, exact number. */
export function formatMoney(cents: Cents): string {
  const digits = String(Math.abs(exact(cents))).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The sum of amounts in cents; RangeError when an amount or the sum is not exact. */
export function addMoney(...amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => exact(sum + exact(amount)), 0)
}

/**
 * A share of an amount: `basisPoints` 1250 is 12.50 %. Rounded half up by size, so that giving back −x is the
 * mirror of taking x.
 */
export function timesRate(cents: Cents, basisPoints: number): Cents {
  return scaled(cents, basisPoints, 10_000)
}

/** A price in cents times a quantity in thousandths (1.5 kg = 1500), rounded half up by size. */
export function timesQuantity(cents: Cents, thousandths: number): Cents {
  return scaled(cents, thousandths, 1_000)
}

/**
 * Splits an amount by weights (whole numbers ≥ 0: cents, thousandths, pieces) so that the parts sum exactly to
 * it: largest remainder, ties to the earlier part. RangeError for a negative or broken weight, and when nothing
 * has a weight but there is something to split.
 */
export function splitMoney(total: Cents, weights: readonly number[]): Cents[] {
  const size = BigInt(Math.abs(exact(total)))
  const shares = weights.map((weight) => BigInt(exact(weight)))
  if (shares.some((share) => share < 0n)) throw new RangeError('A weight must not be negative')
  const whole = shares.reduce((sum, share) => sum + share, 0n)
  if (whole === 0n) {
    if (size !== 0n) throw new RangeError('Nothing to split the amount by')
    return weights.map(() => 0)
  }
  const parts = shares.map((share, index) => ({
    index,
    cents: (size * share) / whole,
    remainder: (size * share) % whole,
  }))
  const given = parts.reduce((sum, part) => sum + part.cents, 0n)
  const byRemainder = parts.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  )
  for (const part of byRemainder.slice(0, Number(size - given))) part.cents += 1n
  return parts.map((part) => (total < 0 && part.cents !== 0n ? -Number(part.cents) : Number(part.cents)))
}

/**
 * Takes the tax out of an amount that contains it: 11300 cents at 13 % → {net: 10000, tax: 1300}. The net amount
 * is rounded half up and the tax is the rest, so that both always sum to the amount. `ratePercent` has at most
 * two decimals and is not negative, else RangeError.
 */
export function netAndTax(amountCents: Cents, ratePercent: number): { net: Cents; tax: Cents } {
  const basisPoints = parseMoney(ratePercent, 'zeroOrMore')
  if (basisPoints === null) throw new RangeError(`Not a tax rate: ${ratePercent}`)
  const net = scaled(amountCents, 10_000, 10_000 + basisPoints)
  return { net, tax: addMoney(amountCents, -net) }
}

// BigInt, because cents times a rate leaves the exact range of a number long before the result does.
function scaled(cents: Cents, factor: number, divisor: number): Cents {
  const product = BigInt(exact(cents)) * BigInt(exact(factor))
  const size = product < 0n ? -product : product
  const rounded = (size * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n)
  return exact(Number(product < 0n && rounded !== 0n ? -rounded : rounded))
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole, exact number: ${value}`)
  return value
}
