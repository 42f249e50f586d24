import { expect, test } from 'vitest'
import { fifthOf, recencyScore, rfmTypeOf } from './rfm.rules.ts'

test('U §12: a payment of a week ago scores 5, one of more than 120 days 1', () => {
  expect([0, 7, 8, 30, 31, 60, 61, 120, 121].map(recencyScore)).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1])
})

test('U §12: a figure lies in the fifth whose upper end it does not pass', () => {
  const ends = [10, 20, 30, 40] as const
  expect([5, 10, 11, 20, 30, 31, 40, 41].map((one) => fifthOf(one, ends))).toEqual([1, 1, 2, 2, 3, 4, 4, 5])
  // Where nearly all are alike, nobody is above them.
  expect(fifthOf(1, [1, 1, 1, 1])).toBe(1)
})

test('U §12: three scores make eight groups', () => {
  const groups = [5, 1].flatMap((much) =>
    [5, 1].flatMap((late) => [5, 1].map((often) => rfmTypeOf(late, often, much))),
  )
  expect(groups).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(rfmTypeOf(4, 4, 4)).toBe(1)
  expect(rfmTypeOf(3, 3, 3)).toBe(8)
})
