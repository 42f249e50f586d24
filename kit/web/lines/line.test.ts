import { expect, test } from 'vitest'
import { choice, money, quantity, text } from '#kit/fields/shared.ts'
import { changedLine, filledDown, keyOfLine, newLine, parseSheet, pasteCells, valueOfCell } from './line.ts'

const KINDS = [
  { value: 1, label: '甲' },
  { value: 2, label: '乙' },
] as const
const shape = {
  name: text('名称', { max: 20, required: true }),
  num: quantity('数量'),
  price: money('单价'),
  kind: choice('类别', KINDS, { initial: 1 }),
}

test('a copied sheet is split at tabs and lines, but not inside quotes', () => {
  expect(parseSheet('苹果\t1\r\n"多\n行 ""x"""\t2\r\n\r\n')).toEqual([
    ['苹果', '1'],
    ['多\n行 "x"', '2'],
  ])
})

test('cells become wire values: labels of choices their values, grouped numbers numbers, blanks the default', () => {
  expect(valueOfCell(shape.kind, '乙')).toBe(2)
  expect(valueOfCell(shape.kind, '')).toBe(1)
  expect(valueOfCell(shape.num, '1,200.5')).toBe(1200.5)
  expect(valueOfCell(shape.price, '¥1,200.5')).toBe('1200.5')
  expect(valueOfCell(shape.num, '三')).toBe('三')
})

test('pasting begins at the given cell, adds missing rows with defaults and stops at the limit', () => {
  const rows = [{ name: '旧', num: 1, price: '1.00', kind: 2 }]
  const cells = [
    ['5', '2.50'],
    ['6', '3.50', '甲', 'beyond'],
    ['7', '4.50'],
  ]
  expect(pasteCells(rows, cells, shape, { at: 0, name: 'num', max: 2 })).toEqual([
    { name: '旧', num: 5, price: '2.50', kind: 2 },
    { num: 6, price: '3.50', kind: 1 },
  ])
})

test('a line keeps its key while it is edited; a copy gets its own', () => {
  const line = newLine(shape)
  const key = keyOfLine(line)
  expect(keyOfLine(changedLine(line, { num: 2 }))).toBe(key)
  expect(keyOfLine({ ...line })).not.toBe(key)
})

test('a value is filled down to the lines behind it, with what follows from it; the others stay the same', () => {
  const rows = [
    { num: 1, price: '2.00' },
    { num: 2, price: '3.00' },
    { num: 1, price: '4.00' },
    { num: 5, price: '5.00' },
  ]
  const keys = rows.map((row) => keyOfLine(row))
  const filled = filledDown(rows, { name: 'num', from: 0, to: 2 }, ({ num }) => ({
    amount: Number(num) * 10,
  }))
  expect(filled).toEqual([
    { num: 1, price: '2.00' },
    { num: 1, price: '3.00', amount: 10 },
    { num: 1, price: '4.00' },
    { num: 5, price: '5.00' },
  ])
  expect(filled.map((row) => keyOfLine(row))).toEqual(keys)
  expect([0, 2, 3].every((at) => filled[at] === rows[at])).toBe(true)
})
