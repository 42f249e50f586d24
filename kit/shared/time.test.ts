import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DATE_PRESETS,
  DateLimitError,
  dayKey,
  dayStart,
  formatDate,
  formatDateTime,
  formatTime,
  fromSeconds,
  monthsBetween,
  parseDateLimit,
  parseMoment,
  parseWritten,
  startOfDay,
  toSeconds,
} from './time.ts'

// 2026-03-10 00:30 in Shanghai, still the 9th in UTC.
const now = new Date('2026-03-09T16:30:00Z')

function shown(limit: string, at = now): string[] | null {
  const range = parseDateLimit(limit, at)
  return range && [formatDateTime(range.from), formatDateTime(range.to)]
}

test('seconds of the wire', () => {
  expect(toSeconds(new Date('2026-03-09T16:30:00.999Z'))).toBe(1773073800)
  expect(fromSeconds(1773073800)).toEqual(now)
})

test('days and texts follow the zone, not the process', () => {
  expect(dayKey(now)).toBe('20260310')
  expect(dayKey(now, 'UTC')).toBe('20260309')
  expect(formatTime(toSeconds(now))).toBe('2026-03-10 00:30')
  expect(formatTime(toSeconds(now), 'America/New_York')).toBe('2026-03-09 12:30')
  expect(formatDate(toSeconds(now))).toBe('2026-03-10')
  expect(startOfDay(now).toISOString()).toBe('2026-03-09T16:00:00.000Z')
  expect(startOfDay(now, -1).toISOString()).toBe('2026-03-08T16:00:00.000Z')
})

test('months between two, both included', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsBetween('2025-11', '2025-11')).toEqual(['2025-11'])
  expect(monthsBetween('2025-11', '2025-10')).toEqual([])
  expect(monthsBetween('', '')).toEqual([])
})

test('days around a change of the clock', () => {
  const zone = 'America/New_York'
  expect(dayStart(2026, 3, 8, zone).toISOString()).toBe('2026-03-08T05:00:00.000Z')
  expect(dayStart(2026, 3, 9, zone).toISOString()).toBe('2026-03-09T04:00:00.000Z')
  expect(dayStart(2026, 11, 2, zone).toISOString()).toBe('2026-11-02T05:00:00.000Z')
  // Shanghai had summer time in 1988.
  expect(dayStart(1988, 7, 1).toISOString()).toBe('1988-06-30T15:00:00.000Z')
})

describe('dateLimit', () => {
  test.each([
    ['today', '2026-03-10 00:00:00', '2026-03-11 00:00:00'],
    ['yesterday', '2026-03-09 00:00:00', '2026-03-10 00:00:00'],
    ['lately7', '2026-03-04 00:00:00', '2026-03-11 00:00:00'],
    ['lately30', '2026-02-09 00:00:00', '2026-03-11 00:00:00'],
    ['month', '2026-03-01 00:00:00', '2026-04-01 00:00:00'],
    ['quarter', '2026-01-01 00:00:00', '2026-04-01 00:00:00'],
    ['year', '2026-01-01 00:00:00', '2027-01-01 00:00:00'],
    ['2026-02-27,2026-03-01', '2026-02-27 00:00:00', '2026-03-02 00:00:00'],
    ['2026-03-01,2026-03-01', '2026-03-01 00:00:00', '2026-03-02 00:00:00'],
  ])('%s', (limit, from, to) => {
    expect(shown(limit)).toEqual([from, to])
  })

  test('the last quarter of a year ends with the year', () => {
    expect(shown('quarter', new Date('2026-12-31T12:00:00Z'))).toEqual([
      '2026-10-01 00:00:00',
      '2027-01-01 00:00:00',
    ])
  })

  test('all and nothing are no limit', () => {
    expect([parseDateLimit('all'), parseDateLimit(''), parseDateLimit(undefined)]).toEqual([null, null, null])
  })

  test.each([
    '2026-03-02,2026-03-01',
    '2026-02-30,2026-03-01',
    '2026-03-01',
    '2026-03-01,',
    '2026-03-01,2026-03-02,2026-03-03',
    '0026-03-01,2026-03-02',
    'lately8',
    ',',
    'toString',
  ])('refuses %s', (limit) => {
    expect(() => parseDateLimit(limit)).toThrow(DateLimitError)
    expect(() => parseDateLimit(limit)).toThrow('时间范围格式不正确')
  })

  test('every preset but all begins and ends with a day, and all but yesterday contain now', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom('Asia/Shanghai', 'UTC', 'America/New_York', 'Europe/Berlin')
    const preset = fc.constantFrom(...DATE_PRESETS.filter((name) => name !== 'all'))
    fc.assert(
      fc.property(moment, zone, preset, (at, where, limit) => {
        const range = parseDateLimit(limit, at, where)
        if (!range) throw new Error('no range')
        for (const edge of [range.from, range.to]) expect(startOfDay(edge, 0, where)).toEqual(edge)
        expect(range.from <= at && at < range.to).toBe(limit !== 'yesterday')
      }),
    )
  })
})

test.each([
  ['2027-03-05', '2027-03-05', '2027-03-04T16:00:00Z'],
  ['2027/3/5 8:05', '2027-03-05', '2027-03-05T00:05:00Z'],
  ['2027.03.05 08:05:30', '2027-03-05', '2027-03-05T00:05:30Z'],
  ['2027年3月5日', '2027-03-05', '2027-03-04T16:00:00Z'],
  ['2027年3月5日8:05', '2027-03-05', '2027-03-05T00:05:00Z'],
  ['2027-03-05T08:05:30', '2027-03-05', '2027-03-05T00:05:30Z'],
])('%s as people write it is the day %s and the moment %s', (text, day, moment) => {
  expect(parseWritten(text)).toMatchObject({ day, moment: new Date(moment) })
})

test('what is no day, no time of day, or no more than a number is not read as a moment', () => {
  for (const wrong of [
    '2027-02-30',
    '2027-13-01',
    '2027-00-10',
    '2027-03-05 25:61',
    '2027-03-05 24:00',
    '2027-03-05 08:60',
    '2027-03-05 08:00:60',
    '2027-03/05',
    '2027年3-5',
    '2027-3-58:05',
    '20270305',
    '46023',
    '1798761600',
    '08:05',
    '3/5/2027',
    '',
  ])
    expect(parseWritten(wrong), wrong).toBeNull()
})

test('a moment is read on the clock of the zone', () => {
  expect(parseMoment('2026-03-10 00:30:15')).toEqual(new Date('2026-03-09T16:30:15Z'))
  expect(parseMoment('2026-03-10T00:30', 'UTC')).toEqual(new Date('2026-03-10T00:30:00Z'))
  for (const wrong of ['2026-02-30 00:00', '2026-03-10', '2026-03-10 24:00', '2026-03-10 12:60', 'now', ''])
    expect(parseMoment(wrong)).toBeNull()
})
