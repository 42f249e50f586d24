import { describe, expect, test } from 'vitest'
import { dueAt, readTime } from './timeValue.ts'

const from = new Date('2026-01-31T10:20:30+08:00')
const due = (text: string, variables: Record<string, unknown> = {}) =>
  dueAt(text, variables, from)?.toISOString() ?? null
const iso = (text: string) => new Date(text).toISOString()

describe('when it is due', () => {
  test.each([
    ['90', '2026-01-31T11:50:30+08:00'],
    ['0.5', '2026-01-31T10:21:00+08:00'],
    ['PT24H', '2026-02-01T10:20:30+08:00'],
    ['P7D', '2026-02-07T10:20:30+08:00'],
    ['p1dt1h30m', '2026-02-01T11:50:30+08:00'],
    ['PT1.5H', '2026-01-31T11:50:30+08:00'],
    ['P2W', '2026-02-14T10:20:30+08:00'],
    ['P1M', '2026-02-28T10:20:30+08:00'],
    ['P1Y2M', '2027-03-31T10:20:30+08:00'],
    ['2026-02-01 08:00', '2026-02-01T08:00:00+08:00'],
    [' 2026-02-01 08:00:09 ', '2026-02-01T08:00:09+08:00'],
    ['2026-02-01T08:00', '2026-02-01T08:00:00+08:00'],
    ['2026-02-01T08:00:09.5', '2026-02-01T08:00:09.500+08:00'],
    ['2026-02-01T08:00Z', '2026-02-01T08:00:00Z'],
    ['2026-02-01T08:00:00.25-0500', '2026-02-01T08:00:00.250-05:00'],
    ['2026-02-01T08:00:00+09:00', '2026-02-01T08:00:00+09:00'],
  ])('%s', (text, expected) => {
    expect(due(text)).toBe(iso(expected))
  })

  test.each<[unknown, string | null]>([
    [1_770_000_000, '2026-02-02T02:40:00Z'],
    [1_770_000_000_000, '2026-02-02T02:40:00Z'],
    ['1770000000', '2026-02-02T02:40:00Z'],
    ['2026-02-01 08:00', '2026-02-01T08:00:00+08:00'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00Z'],
    ['PT1H', '2026-01-31T11:20:30+08:00'],
    ['other', null],
    ['', null],
    [null, null],
    [true, null],
    [Number.NaN, null],
    [1e20, null],
  ])('a variable that holds %s', (held, expected) => {
    expect(due('task1.expireTime', { 'task1.expireTime': held })).toBe(expected && iso(expected))
    expect(due('task1.expireTime', { task1: { expireTime: held } })).toBe(expected && iso(expected))
  })

  test('a missing variable means no deadline', () => {
    expect(due('deadline')).toBe(null)
    expect(due('task1.expireTime', { task1: 'x' })).toBe(null)
    expect(due('toString.length')).toBe(null)
    expect(readTime('截止时间_1.a')).toEqual({ kind: 'variable', name: '截止时间_1.a' })
  })
})

describe('not a time', () => {
  test.each([
    '',
    ' ',
    '-5',
    '1,5',
    'PT24',
    'P1',
    'P1H',
    'PT1D',
    'P1DT',
    '-PT1H',
    '2026-02-30 08:00',
    '2026-02-01',
    '2026-02-01 8:00',
    '2026-02-01 25:00',
    '2026-02-30T08:00Z',
    '2026-02-01T08:00:00+99:00',
    '08:00',
    'two words',
    '#{x}',
    'P999999999Y',
    '9'.repeat(30),
  ])('%s', (text) => {
    expect(readTime(text)).toBe(null)
    expect(due(text)).toBe(null)
  })
})
