import { expect, test } from 'vitest'
import { quantity, text } from '#kit/fields/shared.ts'
import type { Field } from '#kit/shared/field.ts'
import { fitting } from './fitting.ts'

const named = (name: string, field: Field): [string, Field] => [name, field]
const COLUMNS = [
  named('name', text('商品', { max: 50, width: 200 })),
  named('suk', text('规格', { max: 50, width: 100, aside: true })),
  named('lotNo', text('批次号', { max: 50, width: 100, none: '-' })),
  named('qty', quantity('数量', { width: 100 })),
  named('openQty', quantity('在途', { width: 100 })),
]
const ROWS = [{ name: '大米', suk: '5kg', lotNo: '-', qty: 3, openQty: 0 }]
const namesAt = (room: number, rows = ROWS) => {
  const { kept, beneath } = fitting(COLUMNS, rows, room)
  return [kept.map(([name]) => name).join(), beneath.map(([name]) => name).join()]
}

test('columns of lines fold beneath the first until the others fit: empty ones, what only says more, the last', () => {
  expect(namesAt(Number.POSITIVE_INFINITY)).toEqual(['name,suk,lotNo,qty,openQty', ''])
  expect(namesAt(600)).toEqual(['name,suk,lotNo,qty,openQty', ''])
  expect(namesAt(599)).toEqual(['name,suk,qty,openQty', 'lotNo'])
  expect(namesAt(499)).toEqual(['name,qty,openQty', 'suk,lotNo'])
  expect(namesAt(399)).toEqual(['name,qty', 'suk,lotNo,openQty'])
  expect(namesAt(100)).toEqual(['name', 'suk,lotNo,qty,openQty'])
})

test('a column that one line has a value for is not empty', () => {
  expect(namesAt(599, [...ROWS, { name: '面粉', suk: '', lotNo: 'P1', qty: 1, openQty: 0 }])).toEqual([
    'name,lotNo,qty,openQty',
    'suk',
  ])
})
