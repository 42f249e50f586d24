import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defuse,
  kindOfBuiltIn,
  kindOfFormat,
  numberText,
  serialOf,
  serialText,
  undefuse,
} from './cell-value.ts'

test.each([
  ['General', 'number'],
  ['0.00E+00', 'number'],
  ['#,##0.00;[Red]-#,##0.00', 'number'],
  ['"day "0', 'number'],
  ['[$¥-804]#,##0.00', 'number'],
  ['@', 'number'],
  ['yyyy\\-mm\\-dd', 'date'],
  ['yyyy-mm-dd;@', 'date'],
  ['yyyy"年"m"月"d"日"', 'date'],
  ['[$-804]yyyy/m/d h:mm', 'dateTime'],
  ['m/d/yy h:mm AM/PM', 'dateTime'],
  ['h:mm:ss', 'time'],
  ['[h]:mm', 'time'],
  ['mmm', 'date'],
])('the format %s shows a %s', (format, kind) => {
  expect(kindOfFormat(format)).toBe(kind)
})

test('built-in formats', () => {
  expect([0, 2, 14, 22, 20, 31, 49, 57].map(kindOfBuiltIn)).toEqual([
    'number',
    'number',
    'date',
    'dateTime',
    'time',
    'date',
    'number',
    'date',
  ])
})

test.each([
  ['181.12', '181.12'],
  ['181.12000000000001', '181.12'],
  ['0.30000000000000004', '0.3'],
  ['12345678901234567890', '12345678901234567890'],
  ['1.2345678901234567E+17', '123456789012345670'],
  ['1E-3', '0.001'],
  ['-5.5e2', '-550'],
  ['12.50', '12.50'],
  ['007', '007'],
  ['n/a', 'n/a'],
])('the number %s reads %s', (value, expected) => {
  expect(numberText(value)).toBe(expected)
})

test('every amount keeps its figures through the noise of a float', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
      const noisy = (cents / 100).toPrecision(17)
      expect(Number(numberText(noisy))).toBe(cents / 100)
      expect(numberText(noisy).length).toBeLessThan(13)
    }),
  )
})

test('day numbers', () => {
  expect(serialText('46091', 'date', false)).toBe('2026-03-10')
  expect(serialText('46091.5', 'dateTime', false)).toBe('2026-03-10 12:00:00')
  expect(serialText('46091.999999999', 'dateTime', false)).toBe('2026-03-11 00:00:00')
  expect(serialText('0.25', 'time', false)).toBe('06:00:00')
  expect(serialText('1', 'date', false)).toBe('1900-01-01')
  expect(serialText('61', 'date', false)).toBe('1900-03-01')
  expect(serialText('44629', 'date', true)).toBe('2026-03-10')
  expect(serialText('-1', 'date', false)).toBe('-1')
})

test('a moment survives being a day number', () => {
  const moment = fc.date({ min: new Date('1901-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, (at) => {
      const second = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds()
      const serial = serialOf(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), second)
      expect(serialText(String(serial), 'dateTime', false)).toBe(
        at.toISOString().slice(0, 19).replace('T', ' '),
      )
    }),
  )
})

test('formulas are defused, and only what was defused is undone', () => {
  expect(['=1+1', '+86', '-5', '@x', 'a=1', "'x", ''].map(defuse)).toEqual([
    "'=1+1",
    "'+86",
    "'-5",
    "'@x",
    'a=1',
    "'x",
    '',
  ])
  expect(["'=1+1", "'x"].map(undefuse)).toEqual(['=1+1', "'x"])
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.startsWith("'")),
      (text) => undefuse(defuse(text)) === text,
    ),
  )
})
