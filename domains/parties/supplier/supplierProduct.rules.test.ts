import { expect, test } from 'vitest'
import { changesOf, type Line, lineErrors, type StoredLine } from './supplierProduct.rules.ts'

const TODAY = '2026-11-21'
const line = (more: Partial<Line> = {}): Line => ({
  id: null,
  skuId: 1,
  supplyPrice: 850,
  taxRate: 13,
  unitId: null,
  minQty: null,
  leadDays: null,
  startDate: '2026-01-01',
  endDate: null,
  isDefault: 0,
  isDraft: 0,
  ...more,
})
const stored = (more: Partial<StoredLine> = {}): StoredLine => ({ ...line(), id: 1, ...more })

test('C 7.1: a changed price ends the old line the day before and begins a new one', () => {
  const old = stored({ isDefault: 1 })
  expect(changesOf([old], [line({ id: 1, supplyPrice: 900, isDefault: 1 })], TODAY)).toEqual({
    insert: [line({ supplyPrice: 900, startDate: TODAY, isDefault: 1 })],
    update: [{ ...old, endDate: '2026-11-20', isDefault: 0 }],
    remove: [],
  })
  expect(changesOf([old], [line({ id: 1, supplyPrice: 900, startDate: '2027-01-01' })], TODAY)).toMatchObject(
    {
      insert: [{ startDate: '2027-01-01' }],
      update: [{ endDate: '2026-12-31' }],
    },
  )
})

test('C 7.1: a copied line is a new one', () => {
  const { insert, update } = changesOf([stored()], [line({ id: 1 }), line({ id: 1, skuId: 2 })], TODAY)
  expect(insert).toEqual([line({ skuId: 2 })])
  expect(update).toEqual([stored()])
})

test('C 7.1: what never came into effect is changed and removed in place', () => {
  const coming = stored({ startDate: '2027-01-01' })
  expect(changesOf([coming], [line({ id: 1, supplyPrice: 900, startDate: '2027-02-01' })], TODAY)).toEqual({
    insert: [],
    update: [stored({ supplyPrice: 900, startDate: '2027-02-01' })],
    remove: [],
  })
  expect(changesOf([coming], [], TODAY)).toEqual({ insert: [], update: [], remove: [1] })
  expect(changesOf([stored({ isDraft: 1 })], [], TODAY)).toEqual({ insert: [], update: [], remove: [1] })
  expect(changesOf([stored()], [], TODAY)).toEqual({
    insert: [],
    update: [stored({ endDate: '2026-11-20' })],
    remove: [],
  })
})

test('C 7.1: one price at a time, one usual line per sku, no day before the first', () => {
  const texts = (...lines: Line[]) => lineErrors(lines).map(({ field, message }) => `${field} ${message}`)
  expect(texts(line(), line({ skuId: 2 }))).toEqual([])
  expect(texts(line({ endDate: '2026-11-30' }), line({ startDate: '2026-12-01' }))).toEqual([])
  expect(texts(line({ endDate: '2026-12-01' }), line({ startDate: '2026-12-01' }))).toEqual([
    'products.1.startDate 该商品在此期间已有供货价',
  ])
  expect(texts(line({ endDate: '2025-12-31' }))).toEqual(['products.0.endDate 失效日期不能早于生效日期'])
  expect(texts(line(), line({ isDraft: 1 }))).toEqual([])
  expect(texts(line({ isDraft: 1, isDefault: 1 }))).toEqual(['products.0.isDefault 草稿不能设为默认'])
})
