import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMoney,
  formatMoney,
  netAndTax,
  parseMoney,
  splitMoney,
  timesQuantity,
  timesRate,
} from './money.ts'

const cents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })

describe('parseMoney', () => {
  test.each([
    ['12.30', 1230],
    ['12.3', 1230],
    ['12', 1200],
    [12.3, 1230],
    [0, 0],
    ['-0.01', -1],
    ['-0.00', 0],
    [' 7.05 ', 705],
  ])('%j is %j cents', (value, expected) => {
    expect(parseMoney(value)).toBe(expected)
  })

  test.each([
    '',
    '12.345',
    '1e3',
    '1,200',
    '12.',
    '.5',
    'abc',
    '+3',
    null,
    undefined,
    true,
    0.1 + 0.2,
    Number.NaN,
  ])('refuses %j', (value) => {
    expect(parseMoney(value)).toBeNull()
  })

  test('refuses what cannot be exact', () => {
    expect(parseMoney('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER)
    expect(parseMoney('90071992547409.92')).toBeNull()
  })

  test('the sign can be narrowed', () => {
    expect(parseMoney('-1', 'zeroOrMore')).toBeNull()
    expect(parseMoney('0', 'zeroOrMore')).toBe(0)
    expect(parseMoney('0', 'positive')).toBeNull()
    expect(parseMoney('0.01', 'positive')).toBe(1)
  })

  test('reads back whatever formatMoney writes', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => parseMoney(formatMoney(value)) === value))
  })
})

describe('arithmetic', () => {
  test('formats with two decimals', () => {
    expect([1230, 5, 0, -5, -123].map(formatMoney)).toEqual(['12.30', '0.05', '0.00', '-0.05', '-1.23'])
    expect(() => formatMoney(1.5)).toThrow(RangeError)
  })

  test('adds, and refuses a sum that is no longer exact', () => {
    expect(addMoney(10, 20, -5)).toBe(25)
    expect(addMoney()).toBe(0)
    expect(() => addMoney(Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError)
  })

  test('rates and quantities round half up, by size', () => {
    expect(timesRate(1050, 1000)).toBe(105)
    expect(timesRate(5, 1000)).toBe(1)
    expect(timesRate(4, 1000)).toBe(0)
    expect(timesRate(-5, 1000)).toBe(-1)
    expect(timesQuantity(333, 1500)).toBe(500)
    expect(timesQuantity(1990, 2000)).toBe(3980)
  })

  test('a rate is never more than half a cent off, and its mirror is exact', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 20_000 }), (amount, rate) => {
        const result = timesRate(amount, rate)
        const error = BigInt(result) * 10_000n - BigInt(amount) * BigInt(rate)
        expect(error >= -5_000n && error <= 5_000n).toBe(true)
        expect(timesRate(-amount, rate) + result).toBe(0)
      }),
    )
  })
})

describe('splitMoney', () => {
  test('largest remainder, ties to the first', () => {
    expect(splitMoney(1000, [4321, 3210, 2469])).toEqual([432, 321, 247])
    expect(splitMoney(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitMoney(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(splitMoney(5, [0, 1, 0])).toEqual([0, 5, 0])
    expect(splitMoney(0, [0, 0])).toEqual([0, 0])
  })

  test('refuses weights it cannot split by', () => {
    expect(() => splitMoney(1, [0, 0])).toThrow(RangeError)
    expect(() => splitMoney(1, [])).toThrow(RangeError)
    expect(() => splitMoney(1, [2, -1])).toThrow(RangeError)
    expect(() => splitMoney(1, [0.5, 0.5])).toThrow(RangeError)
  })

  test('parts sum exactly, are within one cent of their share, and keep the order of the weights', () => {
    const weights = fc
      .array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 })
      .filter((list) => list.some((w) => w > 0))
    fc.assert(
      fc.property(cents, weights, (total, list) => {
        const parts = splitMoney(total, list)
        expect(addMoney(...parts)).toBe(total)
        const whole = BigInt(list.reduce((sum, weight) => sum + weight, 0))
        parts.forEach((part, index) => {
          const error = BigInt(part) * whole - BigInt(total) * BigInt(list[index] ?? 0)
          expect(error < whole && error > -whole).toBe(true)
        })
      }),
    )
  })
})

describe('netAndTax', () => {
  test('takes the contained tax out', () => {
    expect(netAndTax(11_300, 13)).toEqual({ net: 10_000, tax: 1_300 })
    expect(netAndTax(10_000, 13)).toEqual({ net: 8_850, tax: 1_150 })
    expect(netAndTax(100, 0)).toEqual({ net: 100, tax: 0 })
    expect(netAndTax(-11_300, 13)).toEqual({ net: -10_000, tax: -1_300 })
    expect(() => netAndTax(100, -1)).toThrow(RangeError)
    expect(() => netAndTax(100, 0.125)).toThrow(RangeError)
  })

  test('net and tax always sum to the amount, with the sign of the amount', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 0.5, 1, 3, 6, 9, 13), (amount, rate) => {
        const { net, tax } = netAndTax(amount, rate)
        expect(net + tax).toBe(amount)
        expect(amount >= 0 ? tax >= 0 : tax <= 0).toBe(true)
      }),
    )
  })
})
