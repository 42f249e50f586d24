import { expect, test } from 'vitest'
import { readDocument, readGoods } from './code.rules.ts'
import { chooseLine, progressOf, type ScanLine } from './lines.rules.ts'

const KNOWN = [
  {
    skuId: 1,
    codes: [
      { code: '6901234567892', ratio: 1 },
      { code: '16901234567899', ratio: 12 },
      { code: 'P1-01', ratio: 1 },
    ],
  },
  { skuId: 2, codes: [{ code: '6900000000007', ratio: 1 }] },
]
const line = (id: number, more: Partial<ScanLine> = {}): ScanLine => ({
  ...{ id, skuId: 1, sectionId: 10, lotNo: 'L2', want: 20, done: 0 },
  ...more,
})
interface Where {
  place: number | null
  keepsPlace: boolean
  current: number
  times: number
}
const AT: Where = { place: null, keepsPlace: false, current: 0, times: 1 }
const scan = (code: string, lines: readonly ScanLine[], more: Partial<Where> = {}) => {
  const found = chooseLine(lines, readGoods(code, KNOWN), { ...AT, ...more })
  return 'fault' in found ? found.fault : [found.line.id, found.qty]
}

test('W §15 #24: a GS1 code and the code of a box mean the same goods, a box twelve of them', () => {
  expect(readGoods('(01)06901234567892(17)260630(10)L2', KNOWN)).toMatchObject([
    { skuId: 1, ratio: 1, lotNo: 'L2', expiryDate: '2026-06-30' },
  ])
  expect(readGoods('16901234567899', KNOWN)).toMatchObject([{ skuId: 1, ratio: 12, lotNo: '' }])
  expect(readGoods('(02)06901234567892(37)24', KNOWN)).toMatchObject([{ ratio: 24 }])
  expect(readGoods('p1-01', KNOWN)).toMatchObject([{ skuId: 1 }])
  expect(readGoods('999', KNOWN)).toEqual([])
})

test('W §5.2: a scan counts for what is shown, then for what still wants the goods', () => {
  const lines = [line(1, { done: 20 }), line(2), line(3), line(4, { skuId: 2, lotNo: '-' })]
  expect(scan('6901234567892', lines)).toEqual([2, 1])
  expect(scan('6901234567892', lines, { current: 3 })).toEqual([3, 1])
  expect(scan('16901234567899', lines)).toEqual([2, 12])
  expect(scan('6901234567892', lines, { times: 5 })).toEqual([2, 5])
  expect(scan('16901234567899', lines, { times: 2 })).toBe('超出数量：还差 20，本次 24')
})

test('W §12: goods of no line, of another lot, or that nobody wants any more are refused', () => {
  expect(scan('6900000000007', [line(1)])).toBe('商品不在本单中')
  expect(scan('999', [line(1)])).toBe('商品不在本单中')
  expect(scan('(01)06901234567892(10)L9', [line(1)])).toBe('批次不符：应为 L2，扫到 L9')
  expect(scan('(01)06901234567892(10)l2', [line(1)])).toEqual([1, 1])
  expect(scan('6901234567892', [line(1, { done: 20 })])).toBe('该商品已扫完')
})

test('W §5.9: in a section that was scanned its own goods count, and in a count no others', () => {
  const lines = [line(1), line(2, { sectionId: 11 })]
  expect(scan('6901234567892', lines, { place: 11 })).toEqual([2, 1])
  expect(scan('6901234567892', lines, { place: 12 })).toEqual([1, 1])
  expect(scan('6901234567892', lines, { place: 12, keepsPlace: true })).toBe('商品不在这个库区')
})

test('W §7: progress is told in lines; where nothing is wanted, in lines that have something', () => {
  expect(progressOf([line(1, { done: 20 }), line(2)])).toEqual({ done: 1, all: 2 })
  expect(progressOf([line(1, { want: null, done: 3 }), line(2, { want: null })])).toEqual({ done: 1, all: 2 })
})

test('W §7: numbers of documents and labels of boxes are told by how they begin', () => {
  expect(readDocument('jh20260301000001')).toEqual({ type: 'pickList', sn: 'JH20260301000001' })
  expect(readDocument('PS20260301000001-002')).toEqual({ type: 'wtsDelivery', sn: 'PS20260301000001' })
  for (const other of ['XX20260301000001', 'JH2026', '6901234567892']) expect(readDocument(other)).toBeNull()
})
