import { date, datetime, int, lines, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { grossRateField, skuLine } from '../lines/skuLine.ts'
import { lineResult, MOST_LINES, priceDocumentFields } from './priceDocument.ts'

export const saleInfoLine = {
  ...skuLine,
  basePrice: money('基础价', { readOnly: true, width: 110 }),
  floorPrice: money('最低限价', { readOnly: true, width: 100 }),
  supplyPrice: money('供货价', { required: true, width: 120 }),
  grossRate: grossRateField,
  retailPrice: money('建议零售价', { required: true, width: 120 }),
  minRetailPrice: money('最低零售价', { width: 120 }),
  taxRate: int('税率(%)', { readOnly: true, aside: true, width: 80 }),
  minQty: quantity('起订量', { initial: 1, width: 100 }),
  boxQty: int('箱规', { readOnly: true, aside: true, width: 80 }),
  launchDate: date('上市日期', { aside: true, width: 140 }),
  offDate: date('退市日期', { aside: true, width: 140 }),
  sellingPoints: text('卖点', { max: 200, aside: true, width: 200 }),
  result: lineResult,
}

/** 商品销售信息: what a sales channel pays and asks. Catalog §4.2. */
export const saleInfo = entity(
  'saleInfo',
  '商品销售信息',
  {
    saleInfoNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 150 }),
    infoTitle: text('标题', { max: 50, required: true, search: true, width: 140 }),
    salesChannelId: ref('销售渠道', 'salesChannel', { required: true, filter: true, width: 120 }),
    effectTime: datetime('生效时间', { required: true, sortable: true, width: 135 }),
    expireTime: datetime('失效时间', { width: 135 }),
    lines: lines('明细', saleInfoLine, { min: 1, max: MOST_LINES }),
    ...priceDocumentFields,
  },
  { title: 'saleInfoNo', order: [['id', 'desc']], grams: true },
)
