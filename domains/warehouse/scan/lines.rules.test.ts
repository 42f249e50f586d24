import { expect, test } from 'vitest'
import { goodsCodes, readGoods as readBy, readDocument } from './code.rules.ts'
import { chooseLine, progressOf, type ScanLine } from './lines.rules.ts'
import { unitGrams } from './weight.rules.ts'

const readGoods = (code: string, known: Parameters<typeof readBy>[1], scales = '20-29') =>
  readBy(code, known, scales)
const PIECES = { unitName: '件', unitGrams: 0, decimals: 0 }
const KNOWN = [
  {
    ...{ skuId: 1, ...PIECES },
    codes: [
      { code: '6901234567892', ratio: 1 },
      { code: '16901234567899', ratio: 12 },
      { code: 'P1-01', ratio: 1 },
    ],
  },
  { skuId: 2, ...PIECES, codes: [{ code: '6900000000007', ratio: 1 }] },
  // Weighed in kilograms; a scale knows it by five digits.
  {
    ...{ skuId: 3, unitName: '千克', unitGrams: 1000, decimals: 3 },
    codes: [
      { code: '06900000000014', ratio: 1 },
      { code: '00123', ratio: 1 },
    ],
  },
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

test('W §7: what a scale printed is so many kilograms of the goods it names, where the warehouse has that prefix', () => {
  const code = '2100123012503'
  expect(readGoods(code, KNOWN)).toMatchObject([{ skuId: 3, ratio: 1.25, lotNo: '' }])
  expect(readGoods(code, KNOWN, '21')).toMatchObject([{ ratio: 1.25 }])
  for (const scales of ['22-29', '20', '']) expect(readGoods(code, KNOWN, scales), scales).toEqual([])
  // A wrong check digit, nothing weighed, goods nobody knows, a prefix that is no scale's.
  for (const other of ['2100123012502', '2100123000005', '2199999012502', '3000123012505'])
    expect(readGoods(other, KNOWN), other).toEqual([])
  expect(goodsCodes(code, '20-29')).toEqual([code, '00123'])
  expect(goodsCodes(' 6901234567892 ', '20-29')).toEqual(['6901234567892'])
  // Goods that bear the whole code as their own are these, one piece.
  const own = [{ skuId: 9, ...PIECES, codes: [{ code, ratio: 1 }] }]
  expect(readGoods(code, [...own, ...KNOWN])).toMatchObject([{ skuId: 9, ratio: 1 }])
})

test('W §7: a net weight counts for goods that are weighed, and not for pieces', () => {
  expect(readGoods('(01)06900000000014(3103)001234', KNOWN)).toMatchObject([{ skuId: 3, ratio: 1.234 }])
  expect(readGoods('(01)06901234567892(3103)001234(30)2', KNOWN)).toMatchObject([{ skuId: 1, ratio: 2 }])
})

test('W §7: what was weighed counts in the unit of its goods, exact, or is refused with what to do', () => {
  const bearing = (unitName: string, unitCode = '', decimals = 0) => [
    {
      ...{ skuId: 4, unitName, unitGrams: unitGrams({ unitName, unitCode }), decimals },
      codes: [
        { code: '00123', ratio: 1 },
        { code: '06900000000014', ratio: 1 },
      ],
    },
  ]
  // 1250 grams, by what the unit is called or else its code, with the decimals it has.
  const weighed: [string, string, number, number][] = [
    ['克', 'G', 0, 1250],
    ['g', '', 0, 1250],
    ['千克', 'KG', 3, 1.25],
    ['公斤', '', 2, 1.25],
    ['斤', '', 1, 2.5],
    ['市斤', '', 3, 2.5],
    ['两', '', 0, 25],
    ['500克', '', 1, 2.5],
    ['0.25kg', '', 0, 5],
    ['筐', 'KG', 3, 1.25],
  ]
  for (const [name, code, decimals, qty] of weighed) {
    const known = bearing(name, code, decimals)
    expect([name, ...readGoods('2100123012503', known)]).toMatchObject([name, { ratio: qty, fault: '' }])
    expect([name, ...readGoods('(01)06900000000014(3103)001250', known)]).toMatchObject([
      name,
      { ratio: qty },
    ])
  }
  const faultOf = (known: ReturnType<typeof bearing>) => readGoods('2100123012503', known)[0]?.fault
  expect(faultOf(bearing('袋', 'BAG'))).toBe(
    '该商品的单位“袋”不是重量单位，不能按重量计数，请改扫商品条码后输入数量',
  )
  expect(faultOf(bearing('斤'))).toBe('1250克按“斤”计数超过0位小数，请改扫商品条码后输入数量')
  expect(faultOf(bearing('吨', 'TO', 3))).toBe('1250克按“吨”计数超过3位小数，请改扫商品条码后输入数量')
  // On a device the line of these goods says so, and goods of no line stay goods of no line.
  const found = (lines: readonly ScanLine[]) =>
    chooseLine(lines, readGoods('2100123012503', bearing('袋')), AT)
  expect(found([line(1, { skuId: 4, lotNo: '' })])).toEqual({
    fault: expect.stringContaining('“袋”不是重量单位'),
  })
  expect(found([line(1)])).toEqual({ fault: '商品不在本单中' })
})

test('W §7: the label of a lot names goods and lot, "-" none', () => {
  expect(readGoods('LOT|P1-01|L7', KNOWN)).toMatchObject([{ skuId: 1, ratio: 1, lotNo: 'L7' }])
  expect(readGoods('lot|p1-01|-', KNOWN)).toMatchObject([{ skuId: 1, lotNo: '' }])
  for (const other of ['LOT|P1-01', 'LOT|P1-01|', 'LOT||L7'])
    expect(readGoods(other, KNOWN), other).toEqual([])
  expect(goodsCodes('LOT|P1-01|L7', '20-29')).toEqual(['P1-01'])
})

test('W §5.3: a box goes where all of it is wanted', () => {
  const slots = [line(1, { want: 4 }), line(2, { want: 12 })]
  expect(scan('16901234567899', slots)).toEqual([2, 12])
  expect(scan('16901234567899', slots, { current: 1 })).toBe('超出数量：还差 4，本次 12')
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
  expect(readDocument('DB20260301000001')).toEqual({ type: 'transfer', sn: 'DB20260301000001' })
  expect(readDocument('jh20260301000001')).toEqual({ type: 'pickList', sn: 'JH20260301000001' })
  expect(readDocument('PS20260301000001-002')).toEqual({ type: 'wtsDelivery', sn: 'PS20260301000001' })
  for (const other of ['XX20260301000001', 'JH2026', '6901234567892']) expect(readDocument(other)).toBeNull()
})
