import { expect, test } from 'vitest'
import { cronOf, type PlanTime, timeOf, timeText } from './planTime.ts'

test.each<[PlanTime, string, string]>([
  [{ cycle: 'day', day: 1, hour: 8, minute: 0 }, '0 0 8 * * *', '每天 08:00'],
  [{ cycle: 'week', day: 1, hour: 7, minute: 30 }, '0 30 7 * * 1', '每周一 07:30'],
  [{ cycle: 'week', day: 7, hour: 23, minute: 0 }, '0 0 23 * * 0', '每周日 23:00'],
  [{ cycle: 'month', day: 15, hour: 0, minute: 0 }, '0 0 0 15 * *', '每月15日 00:00'],
])('%o is %s', (time, cron, text) => {
  expect(cronOf(time)).toBe(cron)
  expect(timeOf(cron)).toEqual(time)
  expect(timeText(cron)).toBe(text)
})

test('other expressions are shown as they are', () => {
  for (const cron of ['0 0 8 1 * 1', '0 0 8,20 * * *', '']) {
    expect(timeOf(cron)).toBeNull()
    expect(timeText(cron)).toBe(cron)
  }
})
