import { expect, test } from 'vitest'
import { leftOf, overPayerMonth, overQuota, quotaState, windowOf } from './quota.rules.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const quota = { startTime: at('2026-01-01T00:00'), endTime: at('2026-12-31T00:00') }
const shown = (limitType: 1 | 2 | 3 | 4 | 5, t: string) => {
  const window = windowOf(limitType, at(t), quota)
  return window === null ? null : [window.from.toISOString(), window.to.toISOString()]
}

test('C 8.2: daily 10, paid 4, unpaid 3, refunded 2 leaves 5; per order 6 still leaves 5', () => {
  const used = 4000 + 3000 - 2000
  expect(leftOf(10_000, used)).toBe(5000)
  expect(Math.min(leftOf(10_000, used), leftOf(6000, 0))).toBe(5000)
  expect(leftOf(4000, used)).toBe(0)
})

test('periods are local days, ISO weeks, months and the time of the activity; an order has none', () => {
  expect(shown(1, '2026-11-22T23:59:59')).toBeNull()
  expect(shown(2, '2026-11-22T23:59:59')).toEqual(['2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'])
  // A Sunday ends the week that its Monday began, a Monday begins the next.
  expect(shown(3, '2026-11-22T23:59:59')).toEqual(['2026-11-15T16:00:00.000Z', '2026-11-22T16:00:00.000Z'])
  expect(shown(3, '2026-11-23T00:00:00')).toEqual(['2026-11-22T16:00:00.000Z', '2026-11-29T16:00:00.000Z'])
  expect(shown(4, '2026-12-31T12:00:00')).toEqual(['2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'])
  expect(shown(5, '2026-06-01T00:00:00')).toEqual(['2025-12-31T16:00:00.000Z', '2026-12-30T16:00:00.000Z'])
})

test('what a refusal says', () => {
  expect(overQuota(1, 3000)).toBe('超出每单限购，还可购买 3 件')
  expect(overQuota(2, 0)).toBe('超出每日限购，还可购买 0 件')
  expect(overQuota(5, 500)).toBe('超出活动期间限购，还可购买 0.5 件')
  expect(overPayerMonth(1000)).toBe('超出付款方月限量，还可购买 1 件')
})

test('a quota is coming, active, over or off', () => {
  const state = (t: string, status = 1) => quotaState({ ...quota, status }, at(t))
  expect(state('2025-12-31T23:59')).toBe('coming')
  expect(state('2026-01-01T00:00')).toBe('active')
  expect(state('2026-12-31T00:00')).toBe('over')
  expect(state('2026-06-01T00:00', 0)).toBe('off')
})
