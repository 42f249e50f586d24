import type { EntityRow } from '#kit/shared/entity.ts'
import { KIND, type stockCount } from './count.entity.ts'

export type Count = EntityRow<typeof stockCount>

/** How the period of a count is written: a day, a month, a quarter, a year. Warehouse §5.9. */
export function periodOf(kind: number, day: string): string {
  const [year = '', month = ''] = day.split('-')
  if (kind === KIND.daily) return day
  if (kind === KIND.monthly) return `${year}-${month}`
  return kind === KIND.seasonal ? `${year}Q${Math.ceil(Number(month) / 3)}` : year
}

/** A line as the rules see it: thousandths, and cents with four more decimals for the cost. */
export interface Counted {
  book: number
  /** of the last round */
  found: number
  avgCost: number
}

/** Cents that a difference is worth. */
export const worthOf = ({ book, found, avgCost }: Counted): number =>
  Math.round(((found - book) * avgCost * 100) / 1000)

/** Whether what was found differs so little that nobody need count again: by percent of the book, or by what it is worth. Warehouse §5.9, §10. */
export function within(line: Counted, tolerancePct: number, toleranceAmount: number): boolean {
  const off = Math.abs(line.found - line.book)
  if (off === 0) return true
  const isFew = line.book > 0 && off * 100 <= tolerancePct * line.book && tolerancePct > 0
  const isCheap = toleranceAmount > 0 && Math.abs(worthOf(line)) <= toleranceAmount
  return isFew || isCheap
}

interface Rounds {
  book: number
  first: number | null
  second: number | null
  third: number | null
  avgCost: number
}

/**
 * What a line comes to after a round: the final figure, or null when it is to be counted again. A second count that finds the
 * first one right is final; a third is final anyway. Warehouse §5.9, §10.
 */
export function finalOf(
  { book, first, second, third, avgCost }: Rounds,
  tolerancePct: number,
  toleranceAmount: number,
): number | null {
  if (third !== null) return third
  if (second !== null) return second === first ? second : null
  if (first === null) return null
  return within({ book, found: first, avgCost }, tolerancePct, toleranceAmount) ? first : null
}

/** Percent of lines without a difference, two decimals; null without lines. */
export const accuracyOf = (lines: number, differing: number): number | null =>
  lines === 0 ? null : Math.round(((lines - differing) * 10_000) / lines) / 100
