import { expect, test } from 'vitest'
import { withScan } from './scanned.rules.ts'

const line = (more: object = {}) => ({
  ...{ skuId: 1, lotNo: '', productionDate: null, expiryDate: null, qty: 40, scanQty: 0, planQty: 40 },
  ...more,
})
const scan = (qty: number, lotNo = '', expiryDate: string | null = null) => ({
  ...{ skuId: 1, qty, lotNo, productionDate: null, expiryDate },
})

test('W §15 #24: a lot is filled in by the first scan, and a box without one adds to it', () => {
  const first = withScan([line()], scan(1, 'L2', '2026-06-30'), undefined)
  expect(first?.lines).toEqual([line({ lotNo: 'L2', expiryDate: '2026-06-30', qty: 1, scanQty: 1 })])
  const then = withScan(first?.lines ?? [], scan(12), undefined)
  expect(then).toMatchObject({ at: 0, lines: [{ lotNo: 'L2', qty: 13, scanQty: 13, planQty: 40 }] })
})

test('W §4.5: another lot is a line beside the first, and a scan without a lot goes to the last', () => {
  const begun = [line({ lotNo: 'L1', qty: 5, scanQty: 5 })]
  const two = withScan(begun, scan(3, 'L2'), undefined)
  expect(two?.lines).toMatchObject([
    { lotNo: 'L1', qty: 5 },
    { lotNo: 'L2', qty: 3, planQty: null },
  ])
  expect(withScan(two?.lines ?? [], scan(1), undefined)?.lines).toMatchObject([{ qty: 5 }, { qty: 4 }])
  expect(withScan(two?.lines ?? [], scan(1, 'l1'), undefined)?.lines).toMatchObject([{ qty: 6 }, { qty: 3 }])
})

test('W §12: goods that nobody expected are refused, or get a line of their own', () => {
  const other = [line({ skuId: 2 })]
  expect(withScan(other, scan(1), undefined)).toBeNull()
  expect(withScan(other, scan(2), () => line({ qty: 0, planQty: null }))?.lines).toMatchObject([
    { skuId: 2 },
    { skuId: 1, qty: 2, scanQty: 2 },
  ])
})

test('W §4.5: parts of a weight add up without a rest', () => {
  const once = withScan([line({ qty: 0.1, scanQty: 0.1 })], scan(0.2), undefined)
  expect(once?.lines[0]?.qty).toBe(0.3)
})
