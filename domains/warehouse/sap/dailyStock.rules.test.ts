import { expect, test } from 'vitest'
import { differenceOf, totalOf } from './dailyStock.rules.ts'

test('W §10: 480 and 20 agree with SAP, and ten that we hold blocked differ', () => {
  const sap = { labst: 480_000, umlme: 20_000, insme: 0, speme: 0 }
  const own = { labst: 480_000, umlme: 20_000, insme: 0, speme: 10_000 }
  expect(differenceOf(sap, own)).toBe(10_000)
  expect([totalOf(sap), totalOf(own)]).toEqual([500_000, 510_000])
})
