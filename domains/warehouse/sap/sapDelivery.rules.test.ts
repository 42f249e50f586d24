import { expect, test } from 'vitest'
import { itemsOf, neededOf, sameNeeds } from './sapDelivery.rules.ts'

test('W §5.1: what left is told item by item and lot by lot', () => {
  const lines = [
    { productId: 1, charg: 'B', qty: 2 },
    { productId: 1, charg: '', qty: 3 },
    { productId: 2, charg: '', qty: 4 },
  ]
  const gone = [
    { productId: 1, lotNo: 'A', q: 2000 },
    { productId: 1, lotNo: 'B', q: 3000 },
    { productId: 2, lotNo: '-', q: 1500 },
  ]
  expect(itemsOf(lines, gone)).toEqual([
    { at: 0, lotNo: 'B', q: 2000 },
    { at: 1, lotNo: 'A', q: 2000 },
    { at: 1, lotNo: 'B', q: 1000 },
    { at: 2, lotNo: '-', q: 1500 },
  ])
})

test('W §5.1: two that need the same goods are the same', () => {
  const needs = neededOf([
    { productId: 1, q: 5 },
    { productId: 1, q: 2 },
  ])
  expect(sameNeeds(needs, new Map([[1, 7]]))).toBe(true)
  expect(sameNeeds(needs, new Map([[1, 6]]))).toBe(false)
})
