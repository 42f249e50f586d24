import { expect, test } from 'vitest'
import { boundFields } from './boundFields.ts'

const price = { name: 'price', label: '售价' }
const product = {
  label: '商品',
  fields: [price, { name: 'kind', label: '类型' }],
  processes: ['check', 'both'],
}
const company = { label: '往来单位', fields: [{ name: 'kind', label: '性质' }], processes: ['both'] }
const types = [product, company]

test('rights are given to the fields of the bound document only', () => {
  expect(boundFields(types, 'check')).toEqual([
    { value: 'price', label: '售价' },
    { value: 'kind', label: '类型' },
  ])
  expect(boundFields(types, 'free')).toEqual([])
})

test('a process of several documents says whose field it is, and names each field once', () => {
  expect(boundFields(types, 'both')).toEqual([
    { value: 'price', label: '商品 / 售价' },
    { value: 'kind', label: '商品 / 类型、往来单位 / 性质' },
  ])
})
