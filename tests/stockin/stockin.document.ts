import { int, lines, text } from '#kit/fields/shared.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'

const line = {
  goods: text('货品', { max: 50, required: true }),
  qty: int('数量', { required: true, min: 1 }),
}

export const stockin = entity(
  'sampleStockin',
  '入库单',
  {
    stockinNo: text('单号', { max: 20, readOnly: true, unique: true, search: true }),
    sourceNo: text('来源单号', { max: 30, required: true, unique: true, search: true }),
    lines: lines('明细', line, { min: 1, max: 100 }),
    ...documentFields,
  },
  { title: 'stockinNo', scope: { owner: 'createBy' } },
)

export const stockinDocument = declareDocument(stockin, {
  path: '/admin/sample/stockin',
  at: '/sample/stockin',
  menu: 'sample.stockin',
  number: ['stockinNo', 'YZ'],
})
