import { expect, test } from 'vitest'
import { abcOf } from './abc.rules.ts'

const classesOf = (...values: number[]) => [...abcOf(values.map((value, id) => ({ id, value }))).entries()]

test('W §4.9: the first 80 % of the value are A, the next 15 % B, the rest and what did not move C', () => {
  // 50 30 10 6 4 of 100
  expect(classesOf(50, 30, 10, 6, 4, 0)).toEqual([
    [0, 'A'],
    [1, 'A'],
    [2, 'B'],
    [3, 'B'],
    [4, 'C'],
    [5, 'C'],
  ])
})

test('one that is worth nearly all is A, and its followers are C', () => {
  expect(classesOf(98, 2)).toEqual([
    [0, 'A'],
    [1, 'C'],
  ])
  expect(classesOf(0, -3)).toEqual([
    [0, 'C'],
    [1, 'C'],
  ])
})
