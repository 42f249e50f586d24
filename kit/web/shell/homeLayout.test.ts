import { expect, test } from 'vitest'
import { orderedKeys } from './homeLayout.ts'

test('cards stand in the order of the person, later ones where the product puts them', () => {
  expect(orderedKeys(['todos', 'today', 'watch'], [])).toEqual(['todos', 'today', 'watch'])
  expect(orderedKeys(['todos', 'today', 'watch'], ['watch', 'todos', 'today'])).toEqual([
    'watch',
    'todos',
    'today',
  ])
  expect(orderedKeys(['todos', 'today', 'new', 'watch'], ['watch', 'today', 'gone', 'todos'])).toEqual([
    'watch',
    'today',
    'new',
    'todos',
  ])
  expect(orderedKeys(['new', 'todos'], ['todos'])).toEqual(['new', 'todos'])
})
