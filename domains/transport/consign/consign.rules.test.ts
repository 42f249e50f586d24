import { expect, test } from 'vitest'
import { chargeWeightOf, freightOf, insuranceOf } from './consign.rules.ts'

test('W §10: 180 kg of 1.2 m³ are charged as 300 kg; with delivery and insurance they cost 254.00', () => {
  expect(chargeWeightOf(180, 1.2, 250)).toBe(300)
  expect(chargeWeightOf(310.5, 1.2, 250)).toBe(310.5)
  expect(insuranceOf(800_000, 3)).toBe(2400)
  expect(freightOf(21_000, 2000, 2400)).toBe(25_400)
})
