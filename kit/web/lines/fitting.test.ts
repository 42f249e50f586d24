import { expect, test } from 'vitest'
import { fitting } from './fitting.ts'

const COLUMNS = [
  { name: 'name', width: 200, isEmpty: false },
  { name: 'suk', width: 100, isEmpty: false, aside: true },
  { name: 'lotNo', width: 100, isEmpty: true },
  { name: 'qty', width: 100, isEmpty: false },
  { name: 'openQty', width: 100, isEmpty: false },
]
const namesAt = (room: number, columns = COLUMNS) => {
  const { kept, beneath } = fitting(columns, room)
  return [kept.map(({ name }) => name).join(), beneath.map(({ name }) => name).join()]
}

test('columns fold beneath the first until the others fit: empty ones, what only says more, the last', () => {
  expect(namesAt(Number.POSITIVE_INFINITY)).toEqual(['name,suk,lotNo,qty,openQty', ''])
  expect(namesAt(600)).toEqual(['name,suk,lotNo,qty,openQty', ''])
  expect(namesAt(599)).toEqual(['name,suk,qty,openQty', 'lotNo'])
  expect(namesAt(499)).toEqual(['name,qty,openQty', 'suk,lotNo'])
  expect(namesAt(399)).toEqual(['name,qty', 'suk,lotNo,openQty'])
  expect(namesAt(100)).toEqual(['name', 'suk,lotNo,qty,openQty'])
})

test('what has a value and decides folds last', () => {
  const full = COLUMNS.map((one) => ({ ...one, isEmpty: false }))
  expect(namesAt(599, full)).toEqual(['name,lotNo,qty,openQty', 'suk'])
  expect(namesAt(499, full)).toEqual(['name,lotNo,qty', 'suk,openQty'])
})
