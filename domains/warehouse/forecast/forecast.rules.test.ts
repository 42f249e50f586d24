import { expect, test } from 'vitest'
import { accuracyOf, needOf, suggested, wholes } from './forecast.rules.ts'

const need = {
  ...{ avgDaily: 18.4, leadDays: 5, coverDays: 10, safety: 40, available: 85, inTransit: 24, onOrder: 60 },
  boxQty: 12,
}

test('W §10.7: 147 pieces are lacking, 156 in 13 boxes on one pallet are proposed', () => {
  expect(suggested({ ...need, boxQty: null })).toBe(147)
  expect(suggested(need)).toBe(156)
  expect([wholes(156, 12), wholes(156, 576), wholes(156, null)]).toEqual([13, 1, 0])
})

test('W §10.7: what is there is never proposed to go', () => {
  expect(suggested({ ...need, available: 400 })).toBe(0)
  expect(suggested({ ...need, avgDaily: 0, safety: 109, onOrder: 0 })).toBe(0)
})

test('W §5.10: the need of a period, and how right a forecast was', () => {
  expect(needOf(18.4, '2026-03-01', '2026-03-14')).toBe(257.6)
  expect([accuracyOf(90, 100), accuracyOf(300, 100), accuracyOf(0, 0), accuracyOf(5, 0)]).toEqual([
    90, 0, 100, 0,
  ])
})
