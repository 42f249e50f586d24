import { expect, test } from 'vitest'
import { dueOccasions, issuedValue, monthsOf, nextOccasion, occasionsOf } from './equity.rules.ts'

const line = { equityType: '3', objectId: null, basis: 2, value: 1.5, maxValue: null } as const
const plan = {
  issueMode: 2,
  startDate: '2026-09-06',
  endDate: '2027-01-31',
  issueDay: 5,
  issueTime: '09:00',
} as const

test('a share of the net amount, rounded half up, at most what a company may get', () => {
  expect(issuedValue(line, 115_500_00)).toBe(1732_50)
  expect(issuedValue({ ...line, maxValue: 1000 }, 115_500_00)).toBe(1000_00)
  expect(issuedValue({ ...line, value: 0.33 }, 4_55)).toBe(2)
  expect(issuedValue(line, -5_00)).toBe(0)
  expect(issuedValue({ ...line, basis: 1, value: 20 }, 0)).toBe(20_00)
  expect(issuedValue({ ...line, equityType: '2', value: 1 }, 199_99)).toBe(1_00)
})

test('occasions lie within the dates of the plan: monthly, each quarter, or once', () => {
  const periods = (mode: 1 | 2 | 3) => occasionsOf({ ...plan, issueMode: mode }).map((one) => one.period)
  expect(periods(2)).toEqual(['2026-10', '2026-11', '2026-12', '2027-01'])
  expect(periods(3)).toEqual(['2026-Q4', '2027-Q1'])
  expect(periods(1)).toEqual(['2026-10'])
  const [first] = occasionsOf({ ...plan, issueMode: 3 })
  expect(first && monthsOf(first)).toEqual(['2026-07', '2026-08', '2026-09'])
  expect(first?.at.toISOString()).toBe('2026-10-05T01:00:00.000Z')
})

test('what is due follows the last period; a plan that never ran begins with the latest', () => {
  const now = new Date('2026-12-06T00:00:00Z')
  const periods = (last: string) => dueOccasions(plan, last, now).map((one) => one.period)
  expect(periods('')).toEqual(['2026-12'])
  expect(periods('2026-10')).toEqual(['2026-11', '2026-12'])
  expect(periods('2026-12')).toEqual([])
  expect(nextOccasion(plan, '2026-12', now)?.period).toBe('2027-01')
  expect(nextOccasion(plan, '2027-01', now)).toBeNull()
  expect(nextOccasion(plan, '', new Date('2026-09-01T00:00:00Z'))?.period).toBe('2026-10')
})
