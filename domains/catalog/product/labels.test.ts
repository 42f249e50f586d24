import { expect, test } from 'vitest'
import { copied, labelCode, MOST_LABELS } from './labels.ts'

test('a barcode is drawn as the kind of code its digits make, anything else as Code 128', () => {
  const kindOf = (barCode: string) => labelCode({ barCode, skuCode: 'S1' })
  expect(kindOf('6901234567892')).toEqual({ text: '6901234567892', kind: 'ean13' })
  expect(kindOf('96385074')).toMatchObject({ kind: 'ean8' })
  expect(kindOf('16901234567899')).toMatchObject({ kind: 'itf14' })
  expect(kindOf('6901234567893')).toMatchObject({ kind: 'code128' })
  expect(kindOf('A-12')).toEqual({ text: 'A-12', kind: 'code128' })
})

test('a sku without a barcode goes by its code, as Code 128 even when that is a number', () => {
  expect(labelCode({ barCode: '', skuCode: '6901234567892' })).toEqual({
    text: '6901234567892',
    kind: 'code128',
  })
})

test('each sku once unless told otherwise, in its place, and no more than a browser can lay out', () => {
  const skus = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(copied(skus, { 1: 2, 2: 0 })).toEqual({ labels: [{ id: 1 }, { id: 1 }, { id: 3 }], cut: false })
  const many = copied(skus, { 1: 999, 2: 999, 3: 3 })
  expect(many.labels).toHaveLength(MOST_LABELS)
  expect(many.cut).toBe(true)
})
