import { sapFields } from '#domains/sap/sap.shared.ts'
import { datetime, lines, money, percent, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { signedRate, skuLine } from '../lines/skuLine.ts'
import { lineResult, MOST_LINES, priceDocumentFields } from './priceDocument.ts'

export const basePriceLine = {
  ...skuLine,
  oldBasePrice: money('原基础价', { readOnly: true, width: 110 }),
  basePrice: money('基础价', { required: true, min: 1, width: 120 }),
  changeRate: signedRate('变动率(%)'),
  minRate: percent('允许下浮(%)', { initial: 0, width: 110 }),
  purchaseBase: money('采购基准价', { width: 120 }),
  result: lineResult,
}

/** 商品基础价格: what prices are held against. Catalog §4.2. */
export const basePrice = entity(
  'basePrice',
  '商品基础价格',
  {
    basePriceNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 150 }),
    priceTitle: text('标题', { max: 50, required: true, search: true, width: 140 }),
    effectTime: datetime('生效时间', { required: true, sortable: true, width: 135 }),
    reason: text('调整原因', { max: 200, long: true, list: false }),
    lines: lines('明细', basePriceLine, { min: 1, max: MOST_LINES }),
    ...priceDocumentFields,
    ...sapFields,
  },
  { title: 'basePriceNo', order: [['id', 'desc']], grams: true },
)
