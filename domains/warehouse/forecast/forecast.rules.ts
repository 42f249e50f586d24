import { daysUntil } from '#kit/shared/time.ts'

/** What a proposal is made of, in pieces. */
export interface Need {
  readonly avgDaily: number
  readonly leadDays: number
  readonly coverDays: number
  readonly safety: number
  readonly available: number
  readonly inTransit: number
  readonly onOrder: number
  /** pieces in a box; goods without boxes are proposed piece by piece */
  readonly boxQty: number | null
}

const exact = (value: number): number => Math.round(value * 1000) / 1000

/** How many whole boxes or pallets hold a quantity; 0 where nobody says how much one holds. */
export const wholes = (qty: number, each: number | null): number =>
  each === null || each <= 0 ? 0 : Math.ceil(exact(qty / each))

/**
 * What should come so that it lasts: the need of lead and cover days and the safety stock, less what is there and on its way, up to
 * whole boxes and never below nothing. Warehouse §10.
 */
export function suggested({
  avgDaily,
  leadDays,
  coverDays,
  safety,
  available,
  inTransit,
  onOrder,
  boxQty,
}: Need): number {
  const lacks = exact(avgDaily * (leadDays + coverDays) + safety - available - inTransit - onOrder)
  if (lacks <= 0) return 0
  const box = boxQty !== null && boxQty > 0 ? boxQty : 1
  return wholes(lacks, box) * box
}

/** What a period is expected to take, its last day included. */
export const needOf = (avgDaily: number, start: string, end: string): number =>
  exact(avgDaily * (daysUntil(end, start) + 1))

/** Percent by which a forecast was right; 0 at least. Warehouse §5.10. */
export function accuracyOf(forecast: number, actual: number): number {
  if (actual === 0) return forecast === 0 ? 100 : 0
  return Math.max(0, Math.round((1 - Math.abs(actual - forecast) / actual) * 10_000) / 100)
}
