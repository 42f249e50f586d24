import { expect, test } from 'vitest'
import { cycleDayOf, nextSignNum, rewardOf } from '../sign/sign.rules.ts'
import { PERIODS, periodKey } from './task.rules.ts'

test('U §3.6: the period a task counts in, on the days of the shop', () => {
  // Half past midnight in Shanghai.
  const night = new Date('2025-02-28T16:30:00Z')
  expect(PERIODS.map(({ value }) => periodKey(value, night))).toEqual([
    'once',
    '2025-03-01',
    '2025-W09',
    '2025-03',
  ])
  expect(periodKey(3, new Date('2024-12-30T04:00:00Z'))).toBe('2025-W01')
  expect(periodKey(3, new Date('2027-01-01T04:00:00Z'))).toBe('2026-W53')
})

test('U §3.10: eight days in a row give 32 points and 12 growth, and a missed day begins anew', () => {
  const rules = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    integral: day === 7 ? 10 : day,
    experience: day === 7 ? 5 : 1,
  }))
  const days = [1, 2, 3, 4, 5, 6, 7, 8].map((signNum) => rewardOf(signNum, 7, rules))
  expect(days.reduce((sum, one) => sum + one.integral, 0)).toBe(32)
  expect(days.reduce((sum, one) => sum + one.experience, 0)).toBe(12)
  expect([nextSignNum(3, true), nextSignNum(3, false), cycleDayOf(8, 7), cycleDayOf(8, 30)]).toEqual([
    4, 1, 1, 8,
  ])
  expect(rewardOf(9, 30, rules)).toEqual({ integral: 0, experience: 0 })
})
