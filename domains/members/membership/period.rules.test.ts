import { expect, test } from 'vitest'
import { formatDateTime } from '#kit/shared/time.ts'
import {
  daysBetween,
  daysFor,
  leftOf,
  lengthOf,
  moved,
  opened,
  refundOf,
  renewed,
  type Segment,
} from './period.rules.ts'

const at = (text: string): Date => new Date(`${text}+08:00`)
const MONTH = { unit: 2, num: 1, giftDays: 0 } as const

function ends(segment: Segment): Segment & { endTime: Date } {
  const { endTime } = segment
  if (endTime === null) throw new Error('It does not end')
  return { ...segment, endTime }
}
const shown = ({ endTime }: Segment): string => (endTime === null ? '' : formatDateTime(endTime))

test('U §12: a month bought on the last of January ends with February, and renewals keep the day', () => {
  const first = ends(opened(at('2025-01-31T15:00:00'), MONTH))
  expect(shown(first)).toBe('2025-02-28 23:59:59')
  const second = ends(renewed(first, MONTH))
  expect([formatDateTime(second.startTime), shown(second)]).toEqual([
    '2025-03-01 00:00:00',
    '2025-03-31 23:59:59',
  ])
  expect(shown(renewed(second, MONTH))).toBe('2025-04-30 23:59:59')
  expect(opened(at('2025-01-31T15:00:00'), { unit: 3, num: 1, giftDays: 0 }).endTime).toBeNull()
})

test('U §12: what is left of a quarter turns into days of a year', () => {
  const quarter = ends(opened(at('2025-01-01T10:00:00'), { unit: 1, num: 90, giftDays: 0 }))
  expect(lengthOf(quarter)).toBe(90)
  const now = at('2025-02-15T11:00:00')
  expect(daysBetween(now, quarter.endTime)).toBe(45)
  expect(leftOf(8800, 45, 90)).toBe(4400)
  expect(daysFor(4400, 36_500, 365)).toBe(44)
  const year = opened(now, { unit: 1, num: 365, giftDays: 0 }, { more: 44 })
  expect(shown(year)).toBe('2026-03-31 23:59:59')
})

test('U §12: a membership is refunded by unused days, down to the cent, less what was used', () => {
  const year = ends(opened(at('2025-01-01T00:00:00'), { unit: 1, num: 365, giftDays: 30 }))
  expect(lengthOf(year)).toBe(396)
  expect(refundOf({ price: 19_800, unused: 295, all: 395, used: 0, isFull: false })).toBe(14_787)
  expect(refundOf({ price: 19_800, unused: 295, all: 395, used: 800, isFull: false })).toBe(13_987)
  expect(refundOf({ price: 19_800, unused: 1, all: 395, used: 800, isFull: false })).toBe(0)
  expect(refundOf({ price: 19_800, unused: 390, all: 395, used: 0, isFull: true })).toBe(19_800)
})

test('a period that waits for another keeps its days', () => {
  const next = ends(opened(at('2025-03-01T00:00:00'), MONTH, { anchor: '2025-02-28' }))
  const later = ends(moved(next, 31))
  expect(lengthOf(later)).toBe(lengthOf(next))
  expect([formatDateTime(later.startTime), shown(later)]).toEqual([
    '2025-04-01 00:00:00',
    '2025-04-28 23:59:59',
  ])
})
