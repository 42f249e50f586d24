import { expect, test } from 'vitest'
import { axisText, type ChartFacts, figureText, isEmpty, scaleOf, summaryOf } from './facts.ts'

const facts = (...values: (number | null)[][]): ChartFacts => ({
  title: '每月采购',
  of: '月份',
  unit: '元',
  decimals: 2,
  rows: ['2026-08', '2026-09', '2026-10'],
  series: values.map((own, at) => ({ name: at === 0 ? '净额' : '已付', values: own })),
})

test('the axis counts in 万 from 10,000 on, and not before', () => {
  expect(scaleOf(facts([9999, 5]))).toEqual({ by: 1, unit: '元' })
  expect(scaleOf(facts([1], [10_000]))).toEqual({ by: 10_000, unit: '万元' })
  expect(scaleOf(facts([-10_000]))).toEqual({ by: 10_000, unit: '万元' })
  expect(scaleOf(facts([null]))).toEqual({ by: 1, unit: '元' })
  expect([0, 15_000, -120_000].map((value) => axisText(value, 10_000))).toEqual(['0', '1.5', '−12'])
  expect(axisText(2500, 1)).toBe('2,500')
})

test('a figure is read with its decimals, a real minus, and — where there is none', () => {
  expect(figureText(1234.5, { decimals: 2 })).toBe('1,234.50')
  expect(figureText(-3.126, {})).toBe('−3.13')
  expect(figureText(7, {})).toBe('7')
  expect(figureText(null, {})).toBe('—')
})

test('who does not see a chart is told its ends', () => {
  expect(summaryOf(facts([100, 115_500, null], [null, null, null]), 'line')).toBe(
    '每月采购，单位元，共3个月份：净额最高115,500.00（2026-09），最低100.00（2026-08），最近115,500.00（2026-09）；已付没有数据',
  )
  expect(summaryOf(facts([3, 2, 1]), 'bar')).toBe(
    '每月采购，单位元，共3个月份：净额最高3.00（2026-08），最低1.00（2026-10）',
  )
})

test('without any figure there is nothing to draw; zero is a figure', () => {
  expect(isEmpty(facts([null, null]))).toBe(true)
  expect(isEmpty(facts())).toBe(true)
  expect(isEmpty(facts([null, 0]))).toBe(false)
})
