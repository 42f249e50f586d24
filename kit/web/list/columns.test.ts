import { expect, test } from 'vitest'
import { hiddenIn, withFirst } from './columns.ts'

const columns = [
  { name: 'name', hidden: false },
  { name: 'code', hidden: false },
  { name: 'note', hidden: true },
]

test('columns begin as declared; what a person chose holds for those they have met, and no other', () => {
  expect(hiddenIn(columns, { order: [], hidden: [] })).toEqual(['note'])
  expect(hiddenIn(columns, { order: ['note', 'code', 'name'], hidden: ['code'] })).toEqual(['code'])
  // A later version declares the note: it stays as it begins.
  expect(hiddenIn(columns, { order: ['name', 'code'], hidden: [] })).toEqual(['note'])
})

test('what a row is comes first; what it tells itself needs no columns of its own', () => {
  const first = { name: 'note', hidden: false }
  expect(withFirst(columns, first, ['code'])).toEqual([
    first,
    { name: 'name', hidden: false },
    { name: 'code', hidden: true },
  ])
})
