import { expect, test } from 'vitest'
import { accuracyOf } from './night.rules.ts'

test('W §5.6: accuracy is the share of boxes without a difference', () => {
  expect(accuracyOf(40, 1)).toBe(97.5)
  expect(accuracyOf(3, 1)).toBe(66.67)
  expect(accuracyOf(2, 5)).toBe(0)
  expect(accuracyOf(0, 0)).toBe(100)
})
