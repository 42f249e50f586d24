import { expect, test } from 'vitest'
import { isOnlyRead } from './deciding.ts'

test.each([
  ['/company/infoCustomers/7/info', true],
  ['/company/infoCustomers/7/see', true],
  ['/company/addShouda/7/see/', true],
  ['/productBasePrice/7/details', true],
  ['/luckdraw/addcjActivity/7/tosee', true],
  ['/company/infoCustomers/7/examine', false],
  ['/order/vmOrderInfo/7/audit', false],
  ['/store/common/info/show/7', false],
])('%s is only to be read: %s', (path, expected) => {
  expect(isOnlyRead(path)).toBe(expected)
})
