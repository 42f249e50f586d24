import { expect, test } from 'vitest'
import { isForDeciding } from './deciding.ts'

test.each([
  ['/company/infoCustomers/7/info', false],
  ['/company/infoCustomers/7/see', false],
  ['/company/addShouda/7/see/', false],
  ['/productBasePrice/info/7', false],
  ['/productBasePrice/7/details', false],
  ['/luckdraw/addcjActivity/7/tosee', false],
  ['/store/common/info/show/7', false],
  ['/company/licenceInfo/7', false],
  ['/company/infoCustomers/7/examine', true],
  ['/company/infoCustomers/7/examine/', true],
  ['/productBasePrice/examine/7', true],
  ['/store/common/examine/show/7', true],
  ['/order/vmOrderInfo/7/audit', true],
])('%s is for deciding: %s', (path, expected) => {
  expect(isForDeciding(path)).toBe(expected)
})
