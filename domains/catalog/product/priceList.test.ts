import { expect, test } from 'vitest'
import { type PricedProduct, priceSheets } from './priceList.ts'

let id = 0
function product(cateValues: string, skus: number, shown: 0 | 1 = 1): PricedProduct {
  return {
    id: ++id,
    productCode: `P${id}`,
    storeName: `商品${id}`,
    image: '/a.png',
    unitName: '盒',
    cateValues,
    attrValue: Array.from({ length: skus }, (_, at) => ({
      id: ++id,
      suk: skus === 1 ? '默认' : `规格${at}`,
      skuCode: `S${id}`,
      image: '',
      price: '12.00',
      otPrice: '15.00',
      isShow: shown,
    })),
  }
}

test('products stand below their main category, in the order categories appear', () => {
  const [sheet = []] = priceSheets([product('乳品,冷藏', 1), product('饮料', 1), product('乳品', 1)])
  expect(sheet.map((row) => (row.kind === 'category' ? row.name : '·'))).toEqual([
    '乳品',
    '·',
    '·',
    '饮料',
    '·',
  ])
  expect(sheet[1]).toMatchObject({ suk: '', image: '/a.png', unit: '盒', price: '12.00' })
})

test('a category that goes on repeats its heading, and no heading ends a sheet', () => {
  const sheets = priceSheets([product('乳品', 16), product('饮料', 20)])
  expect(sheets.map((sheet) => sheet.length)).toEqual([17, 18, 4])
  expect(sheets.map((sheet) => sheet[0])).toMatchObject([
    { name: '乳品' },
    { name: '饮料' },
    { name: '饮料（续）' },
  ])
})

test('hidden skus are not offered; a category without any is not named', () => {
  expect(priceSheets([product('乳品', 3, 0), product('', 1)])).toMatchObject([
    [{ kind: 'category', name: '未分类' }, { kind: 'sku' }],
  ])
})
