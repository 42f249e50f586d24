import { expect, test } from 'vitest'
import { accuracyOf, finalOf, periodOf, within, worthOf } from './count.rules.ts'

test('W §10.9: a count outside the tolerance is counted again, and a third time where two disagree', () => {
  const line = { book: 120_000, avgCost: 12 }
  expect(within({ ...line, found: 117_000 }, 1, 2000)).toBe(false)
  expect(within({ ...line, found: 119_000 }, 1, 2000)).toBe(true)
  const rounds = { ...line, first: 117_000, second: null, third: null }
  expect(finalOf(rounds, 1, 2000)).toBe(null)
  expect(finalOf({ ...rounds, second: 118_000 }, 1, 2000)).toBe(null)
  expect(finalOf({ ...rounds, second: 117_000 }, 1, 2000)).toBe(117_000)
  expect(finalOf({ ...rounds, second: 118_000, third: 118_000 }, 1, 2000)).toBe(118_000)
  expect(worthOf({ ...line, found: 118_000 })).toBe(-2400)
  expect(accuracyOf(100, 3)).toBe(97)
  expect(accuracyOf(0, 0)).toBe(null)
})

test('W §5.9: without a tolerance every difference is counted again', () => {
  expect(finalOf({ book: 5000, first: 5000, second: null, third: null, avgCost: 1 }, 0, 0)).toBe(5000)
  expect(finalOf({ book: 5000, first: 4999, second: null, third: null, avgCost: 0 }, 0, 0)).toBe(null)
  expect(finalOf({ book: 0, first: 1000, second: null, third: null, avgCost: 1 }, 5, 0)).toBe(null)
})

test('W §5.9: periods are written by the kind of count', () => {
  expect([1, 2, 3, 4].map((kind) => periodOf(kind, '2026-11-05'))).toEqual([
    '2026-11-05',
    '2026-11',
    '2026Q4',
    '2026',
  ])
})
