import { expect, test } from 'vitest'
import { dayFault, lineFaults, totalOf } from './document.rules.ts'

test('W §12: a document is of today or of the week before, and of no closed month', () => {
  expect(dayFault('2026-03-10', '2026-03-10', '')).toBe(null)
  expect(dayFault('2026-03-03', '2026-03-10', '2026-02')).toBe(null)
  expect(dayFault('2026-03-02', '2026-03-10', '')).toBe('业务日期最多早于今天7天')
  expect(dayFault('2026-03-11', '2026-03-10', '')).toBe('业务日期不能晚于今天')
  expect(dayFault('2026-02-28', '2026-03-02', '2026-02')).toBe('2026-02 已关账，不能记账')
})

test('W §12: lines say how much, and nothing twice; sums of thousandths are exact', () => {
  const line = { skuId: 1, sectionId: 2, lotNo: 'L1', qty: 0.1 }
  expect(lineFaults([line, { ...line, lotNo: 'L2' }, { ...line, sectionId: 3 }])).toEqual([])
  expect(lineFaults([line, { ...line, lotNo: ' L1', qty: 0 }])).toEqual([
    { field: 'lines.1.qty', message: '数量必须大于0' },
    { field: 'lines.1.productName', message: '与第1行的商品、库区和批次相同，请合并' },
  ])
  expect(totalOf([line, { ...line, qty: 0.2 }])).toBe(0.3)
})
