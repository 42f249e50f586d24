import { expect, test } from 'vitest'
import { emptyForm, newName } from './newThings.ts'

test('the form of something new stands at the address of its page without a record', () => {
  expect(emptyForm('/storerepo/brand/addBrand/:id?/:isDisabled?')).toBe('/storerepo/brand/addBrand')
  expect(emptyForm('/company/equity/add')).toBe('/company/equity/add')
})

test('it is called by what its page is of', () => {
  expect(['品牌资料', '添加商品', '新增上架申请', '门店资料'].map(newName)).toEqual([
    '新增品牌',
    '新增商品',
    '新增上架申请',
    '新增门店',
  ])
})
