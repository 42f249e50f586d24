import { splitMoney } from '#kit/shared/money.ts'

interface Amounts {
  /** cents: what the goods are worth to the customer, and what the driver collects */
  goodsAmount: number
  collectAmount: number
}

/**
 * What each line of a note is worth: its own word, or else its share of the whole by its pieces. They sum to the whole exactly. Cents.
 * Warehouse §5.2.
 */
export function lineAmounts(
  goodsAmount: number,
  lines: readonly { q: number; amount?: number | undefined }[],
): number[] {
  const told = lines.flatMap(({ amount }) => amount ?? [])
  if (told.length === lines.length && told.reduce((sum, one) => sum + one, 0) === goodsAmount) return told
  return splitMoney(
    goodsAmount,
    lines.map((one) => one.q),
  )
}

/** So many pieces of a line, in cents, rounded half up; all of it is its whole amount. */
export const amountOfPart = (amount: number, part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((amount * Math.min(part, whole)) / whole)

/**
 * What a task comes to when only so much of each line goes: who gets less pays for less, and never less than nothing. Warehouse §5.6.
 */
export function amountsOfPart(
  { goodsAmount, collectAmount }: Amounts,
  lines: readonly { id: number; q: number; amount: number }[],
  parts: readonly { lineId: number; q: number }[],
): Amounts {
  const going = lines.map(({ id, q, amount }) => {
    const part = parts.reduce((sum, one) => (one.lineId === id ? sum + one.q : sum), 0)
    return amountOfPart(amount, part, q)
  })
  const left = going.reduce((sum, one) => sum + one, 0)
  return { goodsAmount: left, collectAmount: Math.max(0, collectAmount - (goodsAmount - left)) }
}
