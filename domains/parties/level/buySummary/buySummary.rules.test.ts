import { expect, test } from 'vitest'
import {
  figuresChange,
  figuresFrom,
  isClosed,
  linesChange,
  linesFrom,
  rebateOf,
  sumBy,
} from './buySummary.rules.ts'

const figure = (orderSn: string, skuId: number, gross: number, more = {}) => ({
  orderSn,
  skuId,
  qty: 1500,
  gross,
  discount: 0,
  refund: 0,
  paid: 0,
  ...more,
})

test('the worked summary: net, unpaid and rebate', () => {
  const lines = linesFrom([
    figure('DD1', 1, 100_000_00, { discount: 6000_00, paid: 90_000_00 }),
    figure('DD1', 2, 26_000_00, { paid: 10_000_00 }),
    figure('DD0', 1, 0, { refund: 4500_00, qty: 0 }),
  ])
  const figures = figuresFrom(lines)
  expect(figures).toEqual({
    orderCount: 1,
    skuCount: 2,
    qty: 3,
    grossAmount: 126_000_00,
    discountAmount: 6000_00,
    refundAmount: 4500_00,
    netAmount: 115_500_00,
    paidAmount: 100_000_00,
    unpaidAmount: 15_500_00,
  })
  expect(rebateOf(figures.netAmount, 1.5)).toBe(1732_50)
})

test('lines of one order and sku are one line', () => {
  const lines = linesFrom([figure('DD1', 1, 100), figure('DD1', 1, 50), figure('DD2', 1, 7)])
  expect(lines.map((line) => [line.orderSn, line.qty, line.grossAmount])).toEqual([
    ['DD1', 3, 150],
    ['DD2', 1.5, 7],
  ])
  expect(sumBy(lines, (line) => String(line.skuId))).toHaveLength(1)
})

test('a closed month is adjusted by the difference only', () => {
  const before = linesFrom([figure('DD1', 1, 100), figure('DD2', 1, 50)])
  const now = linesFrom([figure('DD1', 1, 100), figure('DD2', 1, 50, { refund: 20 }), figure('DD3', 2, 9)])
  expect(linesChange(now, before).map((line) => [line.orderSn, line.netAmount])).toEqual([
    ['DD2', -20],
    ['DD3', 9],
  ])
  expect(linesChange(now, now)).toEqual([])
  expect(figuresChange(figuresFrom(now), figuresFrom(before))).toMatchObject({
    orderCount: 1,
    netAmount: -11,
    qty: 1.5,
  })
})

test('a month is closed from day 5 of the next one in Shanghai', () => {
  expect(isClosed('2026-12', new Date('2027-01-04T15:59:59Z'))).toBe(false)
  expect(isClosed('2026-12', new Date('2027-01-04T16:00:00Z'))).toBe(true)
})
