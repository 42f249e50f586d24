import { expect, test } from 'vitest'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'
import { attrOf, barcodeErrors, fillColumn, generate, isStale, pairsOf, singleLine } from './spec.draft.ts'

const colour = { attrName: '颜色', attrValues: ['红', '蓝'] }
const size = { attrName: '尺码', attrValues: ['S', 'M'] }

test('a single line becomes the start of every combination, but its codes stay behind', () => {
  const single = singleLine([], { price: '9.90', barCode: '4006381333931', skuCode: 'A-01', isShow: 1 })
  const made = generate([colour], [single], {})
  expect(made?.rows.map((row) => [row.suk, row.price, row.barCode, row.skuCode])).toEqual([
    ['红', '9.90', undefined, undefined],
    ['蓝', '9.90', undefined, undefined],
  ])
  expect(made).toMatchObject({ added: 2, removed: 1 })
})

test('lines that are there stay as typed, with their ids', () => {
  const first = generate([colour], [], { price: '1.00' })?.rows ?? []
  const typed = first.map((row, index) => ({ ...row, id: index + 7, price: '5.00' }))
  const again = generate([{ ...colour, attrValues: ['蓝', '绿'] }], typed, { price: '1.00' })
  expect(again?.rows.map((row) => [row.suk, row.id, row.price])).toEqual([
    ['蓝', 8, '5.00'],
    ['绿', undefined, '1.00'],
  ])
  expect(again).toMatchObject({ added: 1, removed: 1 })
})

test('a further name refines the lines of the names before it', () => {
  const first = (generate([colour], [], {})?.rows ?? []).map((row) => ({
    ...row,
    price: `${String(row.suk)}价`,
  }))
  const finer = generate([colour, size], first, {})
  expect(finer?.rows.map((row) => [row.suk, row.price])).toEqual([
    ['红,S', '红价'],
    ['红,M', '红价'],
    ['蓝,S', '蓝价'],
    ['蓝,M', '蓝价'],
  ])
})

test('too many combinations are not made', () => {
  const many = ['a', 'b', 'c'].map((attrName) => ({
    attrName,
    attrValues: Array.from({ length: 20 }, (_, at) => String(at)),
  }))
  expect(generate(many, [], {})).toBeNull()
})

test('lines are stale once their specification changed', () => {
  const rows = generate([colour], [], {})?.rows ?? []
  expect(isStale([colour], rows)).toBe(false)
  expect(isStale([{ ...colour, attrName: '色' }], rows)).toBe(true)
  expect(isStale([{ ...colour, attrValues: ['红'] }], rows)).toBe(true)
})

test('a column is filled for the chosen values only', () => {
  const rows = generate([colour, size], [], {})?.rows ?? []
  const filled = fillColumn(rows, 'price', '3.00', { 颜色: '红' }, (row, values) => ({ ...row, ...values }))
  expect(filled.count).toBe(2)
  expect(filled.rows.map((row) => [pairsOf(row).颜色, row.price])).toEqual([
    ['红', '3.00'],
    ['红', '3.00'],
    ['蓝', undefined],
    ['蓝', undefined],
  ])
})

test('a typed specification is read without blanks', () => {
  expect(attrOf([{ attrName: ' 颜色 ', attrValues: ['红'] }, {}])).toEqual([
    { attrName: '颜色', attrValues: ['红'] },
    { attrName: '', attrValues: [] },
  ])
})

test('barcodes are checked by their digit and against each other', () => {
  const errors = barcodeErrors(
    [
      { code: '4006381333931', path: 'barCode' },
      { code: '4006381333932', path: 'attrValue.0.barCode' },
      { code: '', path: 'attrValue.1.barCode' },
      { code: '4006381333931', path: 'productUnits.0.barCode' },
    ],
    barcodeCheckDigitFits,
  )
  expect(errors).toEqual({
    'attrValue.0.barCode': '商品条码校验位不正确',
    'productUnits.0.barCode': '商品条码重复',
  })
})
