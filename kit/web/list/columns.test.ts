import { expect, test } from 'vitest'
import { hiddenIn } from './columns.ts'

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
