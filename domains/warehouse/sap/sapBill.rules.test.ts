import { expect, test } from 'vitest'
import { documentOf, madeBy, matchOf, movesOf, openGroups } from './sapBill.rules.ts'

const line = (more: object) => ({
  ...{ itemNo: 1, sapCode: 'M1', charg: '', qty: 5, meins: 'EA', sectionCode: '', amount: null, poNo: '' },
  ...{ poItem: null, reason: '', productId: 7, productName: '', postingId: null, postingSn: '' },
  ...more,
})

test('W §2.2: movement types of SAP mean ours, and one more turns ours round', () => {
  expect(movesOf('101')).toEqual([101])
  expect(movesOf('102')).toEqual([601])
  expect(movesOf('551')).toEqual([123, 163, 166])
  expect(movesOf('702')).toEqual([152])
  expect(movesOf('999')).toEqual([])
})

test('W §5.1: what people write is generated, what follows from our own work is not', () => {
  expect(documentOf({ moveType: '561' })).toEqual({ of: 'stockin', type: 7 })
  expect(madeBy('601')).toBeUndefined()
  expect(() => documentOf({ moveType: '601' })).toThrow('移动类型 601 不能生成入库单或出库单，请匹配或忽略')
})

test('W §5.1: items of one material are matched together, and a posting answers once', () => {
  const [group] = openGroups([line({}), line({ itemNo: 2, qty: 3 }), line({ itemNo: 3, postingId: 9 })])
  expect(group).toEqual({ productId: 7, charg: '', q: 8000, at: [0, 1] })
  if (group === undefined) return
  const moved = [
    { postingId: 1, postingSn: 'KC1', productId: 7, lotNo: 'A', q: 5000 },
    { postingId: 2, postingSn: 'KC2', productId: 7, lotNo: 'A', q: 5000 },
    { postingId: 2, postingSn: 'KC2', productId: 7, lotNo: 'B', q: 3000 },
  ]
  expect(matchOf(group, moved, () => false)?.postingSn).toBe('KC2')
  expect(matchOf(group, moved, (id) => id === 2)).toBeUndefined()
  expect(matchOf({ ...group, charg: 'b', q: 3000 }, moved, () => false)?.postingSn).toBe('KC2')
})
