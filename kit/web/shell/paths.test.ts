import { expect, test } from 'vitest'
import { emptyForm, fitsPath, gluedValue, newName, plainPath } from './paths.ts'

test('a parameter may follow a word within its segment', () => {
  const rating = '/company/merchantStarRating:id/:reviewedStatus'
  expect(plainPath(rating)).toBe('/company/:id/:reviewedStatus')
  expect(fitsPath(rating, '/company/merchantStarRating12/0')).toBe(true)
  expect(fitsPath(rating, '/company/merchantStarRating/0')).toBe(false)
  expect(fitsPath(rating, '/company/equity/add')).toBe(false)
  expect(gluedValue('merchantStarRating12', 'merchantStarRating')).toBe('12')
  expect(fitsPath('/order/print:ids?', '/order/print')).toBe(true)
  expect(fitsPath('/order/print:ids?', '/order/print7,8')).toBe(true)
})

test('whole segments are matched as the router does', () => {
  expect(fitsPath('/company/equity/add/:id', '/company/equity/add/7')).toBe(true)
  expect(fitsPath('/company/addOrgLevel/:id?', '/company/addOrgLevel')).toBe(true)
  expect(fitsPath('/company/equity/add/:id', '/company/equity')).toBe(false)
  expect(plainPath('/file/:id?')).toBe('/file/:id?')
})

test('the form of something new stands at the address of its page without a record', () => {
  expect(emptyForm('/storerepo/brand/addBrand/:id?/:isDisabled?')).toBe('/storerepo/brand/addBrand')
  expect(emptyForm('/company/equity/add')).toBe('/company/equity/add')
})

test('it is called by what its page is of', () => {
  expect(['品牌资料', '添加商品', '新增上架申请', '门店资料', '一页开户'].map(newName)).toEqual([
    '新增品牌',
    '新增商品',
    '新增上架申请',
    '新增门店',
    '一页开户',
  ])
})
