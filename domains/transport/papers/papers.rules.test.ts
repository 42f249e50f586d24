import { expect, test } from 'vitest'
import { countsOf, isLate, sentStatus } from './papers.rules.ts'

test('W §5.6: what must come back is counted in copies, and settled when all of it has', () => {
  const [receipt, box, invoice] = [
    { copies: 2, needBack: 1, backQty: 1 },
    { copies: 3, needBack: 1, backQty: 3 },
    { copies: 1, needBack: 0, backQty: 0 },
  ] as const
  expect(countsOf([receipt, box, invoice])).toEqual({ copies: 6, needCount: 5, backCount: 4, openCount: 1 })
  expect(sentStatus(countsOf([receipt, box]))).toBe(2)
  expect(sentStatus(countsOf([box]))).toBe(3)
  expect(sentStatus(countsOf([invoice]))).toBe(3)
  expect(sentStatus(countsOf([{ ...receipt, backQty: 0 }]))).toBe(1)
})

test('W §5.6: papers are late after three days', () => {
  const sentTime = 1_000_000
  expect(isLate({ openCount: 1, sentTime }, sentTime + 3 * 86_400)).toBe(false)
  expect(isLate({ openCount: 1, sentTime }, sentTime + 3 * 86_400 + 1)).toBe(true)
  expect(isLate({ openCount: 0, sentTime }, sentTime + 9 * 86_400)).toBe(false)
  expect(isLate({ openCount: 1, sentTime: null }, sentTime)).toBe(false)
})
