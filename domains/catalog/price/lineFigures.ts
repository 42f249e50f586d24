import { parseMoney } from '#kit/shared/money.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { changeRate, grossRate } from './price.rules.ts'

/** What a price is of an old one, and of the cost, as figures beside the field. */
export function ratesOf(row: WireRow, names: { price: string; old?: string }): WireRow {
  const price = parseMoney(row[names.price])
  const cost = parseMoney(row.cost)
  const old = names.old === undefined ? null : parseMoney(row[names.old])
  return {
    ...(names.old === undefined ? {} : { changeRate: price === null ? null : changeRate(old, price) }),
    grossRate: price === null || cost === null ? null : grossRate(price, cost),
  }
}

/** How many lines lie below their floor, said below the table. */
export function belowFloorText(rows: readonly WireRow[], name: string): string {
  const count = rows.filter((row) => {
    const price = parseMoney(row[name])
    const floor = parseMoney(row.floorPrice)
    return price !== null && floor !== null && price < floor
  }).length
  return count === 0 ? '' : `${count}行低于最低限价`
}
