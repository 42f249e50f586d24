import { timesRate } from '#kit/shared/money.ts'
import { dayStart } from '#kit/shared/time.ts'
import type { PurchaseFigure } from '../figures.rules.ts'

/** What was bought of one sku by one order. Amounts in cents, quantities in the base unit. */
export interface SummaryLine {
  orderSn: string
  skuId: number
  qty: number
  grossAmount: number
  discountAmount: number
  refundAmount: number
  netAmount: number
  paidAmount: number
}

export interface SummaryFigures {
  orderCount: number
  skuCount: number
  qty: number
  grossAmount: number
  discountAmount: number
  refundAmount: number
  netAmount: number
  paidAmount: number
  unpaidAmount: number
}

const AMOUNTS = ['grossAmount', 'discountAmount', 'refundAmount', 'netAmount', 'paidAmount'] as const
const ALL = ['orderCount', 'skuCount', 'qty', ...AMOUNTS, 'unpaidAmount'] as const

/** Quantities have three decimals; sums of them must not show more. */
const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** The figures of orders as lines of a summary, one per order and sku, in their order. */
export function linesFrom(
  rows: readonly Pick<
    PurchaseFigure,
    'orderSn' | 'skuId' | 'qty' | 'gross' | 'discount' | 'refund' | 'paid'
  >[],
): SummaryLine[] {
  const lines = rows.map(({ orderSn, skuId, qty, gross, discount, refund, paid }) => ({
    orderSn,
    skuId,
    qty: qty / 1000,
    grossAmount: gross,
    discountAmount: discount,
    refundAmount: refund,
    netAmount: gross - discount - refund,
    paidAmount: paid,
  }))
  return sumBy(lines, (line) => `${line.orderSn} ${line.skuId}`)
}

/** Lines of equal key as one: the first with the sums of all. */
export function sumBy(lines: readonly SummaryLine[], key: (line: SummaryLine) => string): SummaryLine[] {
  return [...Map.groupBy(lines, key).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const sum = { ...first, qty: thousandths(same.reduce((total, line) => total + line.qty, 0)) }
    for (const name of AMOUNTS) sum[name] = same.reduce((total, line) => total + line[name], 0)
    return [sum]
  })
}

/** What the lines come to; an order that was only refunded this month is none of its orders. Catalog §8.2. */
export function figuresFrom(lines: readonly SummaryLine[]): SummaryFigures {
  const bought = lines.filter((line) => line.grossAmount > 0)
  const sum = (name: (typeof AMOUNTS)[number]) => lines.reduce((total, line) => total + line[name], 0)
  const netAmount = sum('netAmount')
  const paidAmount = sum('paidAmount')
  return {
    orderCount: new Set(bought.map((line) => line.orderSn)).size,
    skuCount: new Set(bought.map((line) => line.skuId)).size,
    qty: thousandths(lines.reduce((total, line) => total + line.qty, 0)),
    grossAmount: sum('grossAmount'),
    discountAmount: sum('discountAmount'),
    refundAmount: sum('refundAmount'),
    netAmount,
    paidAmount,
    unpaidAmount: netAmount - paidAmount,
  }
}

/** What has changed since: each figure less what was told before. */
export function figuresChange(now: SummaryFigures, before: SummaryFigures): SummaryFigures {
  const change = { ...now }
  for (const name of ALL) change[name] = thousandths(now[name] - before[name])
  return change
}

/** The lines that differ from what was told before, by their difference. */
export function linesChange(now: readonly SummaryLine[], before: readonly SummaryLine[]): SummaryLine[] {
  const taken = before.map((line) => {
    const less = { ...line, qty: -line.qty }
    for (const name of AMOUNTS) less[name] = -line[name]
    return less
  })
  return sumBy([...now, ...taken], (line) => `${line.orderSn} ${line.skuId}`).filter(
    (line) => line.qty !== 0 || AMOUNTS.some((name) => line[name] !== 0),
  )
}

/** rate: percent with two decimals. Catalog §8.2. */
export const rebateOf = (netAmount: number, rate: number): number =>
  timesRate(netAmount, Math.round(rate * 100))

/** Day of the following month from which a month is closed. */
const CLOSE_DAY = 5

/** Whether a month can no longer be changed. Catalog §6.6. */
export function isClosed(month: string, now: Date): boolean {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return now >= dayStart(year, number + 1, CLOSE_DAY)
}
