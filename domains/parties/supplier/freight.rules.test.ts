import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineFee, lineFor, type PriceLine } from './freight.rules.ts'

const line = (more: Partial<PriceLine> = {}): PriceLine => ({
  fromCityId: 10,
  toCityId: 20,
  tempZone: null,
  firstQty: 100,
  firstFee: 8000,
  nextQty: 10,
  nextFee: 650,
  minFee: 0,
  hours: 24,
  ...more,
})
const load = (kg: number, m3 = 0, pieces = 1) => ({
  g: Math.round(kg * 1000),
  cm3: Math.round(m3 * 1_000_000),
  pieces,
})

test('C 7.2: 237 kg at 80.00 for 100 kg and 6.50 for every further 10 kg cost 171.00', () => {
  expect(lineFee(line(), 1, load(237))).toBe(17_100)
  expect(lineFee(line(), 1, load(100))).toBe(8000)
  expect(lineFee(line(), 1, load(100.001))).toBe(8650)
  expect(lineFee(line(), 1, load(230))).toBe(8000 + 13 * 650)
  expect(lineFee(line({ minFee: 20_000 }), 1, load(237))).toBe(20_000)
})

test('C 7.2: volume, pieces, trips and orders are counted each in their own way', () => {
  const small = line({ firstQty: 1, nextQty: 0.5 })
  expect(lineFee(small, 2, load(999, 2.1))).toBe(8000 + 3 * 650)
  expect(lineFee(small, 3, load(999, 9, 3))).toBe(8000 + 4 * 650)
  expect(lineFee(small, 4, load(999, 9, 3))).toBe(8000)
  expect(lineFee(small, 5, load(999, 9, 3))).toBe(8000)
  expect(lineFee(line({ nextQty: null, nextFee: null }), 1, load(500))).toBe(8000)
})

test('C 7.2: more never costs less, and never less than the least', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 100_000 }), (g, more) => {
      const least = line({ minFee: 9000 })
      const fee = lineFee(least, 1, { g, cm3: 0, pieces: 1 })
      expect(fee).toBeGreaterThanOrEqual(9000)
      expect(lineFee(least, 1, { g: g + more, cm3: 0, pieces: 1 })).toBeGreaterThanOrEqual(fee)
    }),
  )
})

test('C 7.2: the nearest regions decide, and of them the own zone before all zones', () => {
  const province = line({ fromCityId: 1, toCityId: 2, firstFee: 1 })
  const city = line({ fromCityId: 10, toCityId: 2, firstFee: 2 })
  const exact = line({ fromCityId: 10, toCityId: 20, firstFee: 3 })
  const cold = line({ fromCityId: 10, toCityId: 20, tempZone: 3, firstFee: 4 })
  const way = { from: [1, 10, 100], to: [2, 20, 200], tempZone: null }
  expect(lineFor([province, city, exact, cold], way)).toBe(exact)
  expect(lineFor([province, city, exact, cold], { ...way, tempZone: 3 })).toBe(cold)
  expect(lineFor([province, city, cold], way)).toBe(city)
  expect(lineFor([exact], { ...way, from: [1, 11] })).toBeNull()
})
