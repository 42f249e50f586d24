import { expect, test } from 'vitest'
import { menuFinder } from './menuFinder.ts'

const page = (name: string, url: string) => ({ name, url, icon: '' })
const names = (found: readonly { name: string }[]) => found.map((one) => one.name)

test('P-045: names weigh more than addresses', () => {
  const find = menuFinder([page('仓库', '/order'), page('order', '/store')])
  expect(names(find('order'))).toEqual(['order', '仓库'])
})

test('P-046: errors ÷ length + distance ÷ 100 is at most 0.2; one character is enough, the 33rd does not count', () => {
  const find = menuFinder([page('销售订单', '/sales'), page('一二三四五', '/numbers')])
  expect(names(find('订单'))).toEqual(['销售订单'])
  expect(names(find('订'))).toEqual(['销售订单'])
  // One wrong character in four is too much, one in five is not.
  expect(names(find('销售订甲'))).toEqual([])
  expect(names(find('一二甲四五'))).toEqual(['一二三四五'])
  const long = '长'.repeat(32)
  expect(names(menuFinder([page(long, '/long')])(`${long}短短短短短短短短短短`))).toEqual([long])
})
