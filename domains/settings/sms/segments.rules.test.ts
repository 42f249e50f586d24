import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentsOf, signed, waitOfPromotion } from './segments.rules.ts'

test('P §12.2 units: up to 70 one, beyond in parts of 67; 145 → 3', () => {
  const units = (length: number) => segmentsOf('字'.repeat(length))
  expect([1, 70, 71, 134, 135, 145, 201, 202].map(units)).toEqual([1, 1, 2, 2, 3, 3, 3, 4])
  fc.assert(
    fc.property(fc.integer({ min: 71, max: 2000 }), (length) => {
      expect(units(length) * 67).toBeGreaterThanOrEqual(length)
      expect((units(length) - 1) * 67).toBeLessThan(length)
    }),
  )
})

test('a promotion says once how to refuse it', () => {
  expect(signed('通商', '周年庆', true)).toBe('【通商】周年庆 拒收请回复R')
  expect(signed('通商', '周年庆，拒收请回复R', true)).toBe('【通商】周年庆，拒收请回复R')
  expect(signed('通商', '发货', false)).toBe('【通商】发货')
})

test('promotions go out 09:00–20:00 only', () => {
  const at = (hour: number, minute = 0) => waitOfPromotion((hour * 60 + minute) * 60_000) / 60_000
  expect([at(0), at(8, 59), at(9), at(19, 59), at(20), at(23)]).toEqual([540, 1, 0, 0, 780, 600])
})
