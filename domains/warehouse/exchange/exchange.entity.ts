import { choice, date, flag, int, lines, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { LINES_MAX } from '../document/document.rules.ts'
import { goodsFields, headFields } from '../document/goods.fields.ts'
import { lotNoField } from '../stock/lotNo.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'

export const EXCHANGE = { customer: 1, supplier: 2 } as const
export const EXCHANGE_TYPES = [
  { value: EXCHANGE.customer, label: '客户换货' },
  { value: EXCHANGE.supplier, label: '供应商换货' },
] as const

const GRADES = [
  { value: 'A', label: '良品' },
  { value: 'B', label: '次品' },
  { value: 'C', label: '报废' },
] as const

const { skuId, productName, suk, unitName, skuCode } = goodsFields

/** What comes in, and against what it does. Warehouse §5.10. */
export const exchangeLine = {
  ...{ skuId, productName, suk },
  qty: quantity('换入数量', { required: true, width: 100 }),
  grade: choice('品级', GRADES, { initial: 'A', aside: true, width: 80 }),
  sectionId: ref('入库库区', 'section', { required: true, width: 150 }),
  lotNo: lotNoField({ width: 120 }),
  productionDate: date('生产日期', { width: 130 }),
  outSkuId: ref('换出商品', 'sku', { width: 180 }),
  outQty: quantity('换出数量', { width: 100 }),
  /** of the after-sale whose goods they are */
  refundLineId: int('售后行', { big: true, list: false, form: false }),
  ...{ unitName, skuCode },
  remark: text('备注', { max: 100, width: 140 }),
}

/** Goods that come in against goods that go out. Warehouse §5.10. */
export const exchangeInBill = entity(
  'exchangeInBill',
  '换入单',
  {
    exchangeSn: text('换入单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    exchangeType: choice('换货类型', EXCHANGE_TYPES, {
      required: true,
      initial: EXCHANGE.supplier,
      filter: true,
      width: 100,
    }),
    ...headFields,
    refundSn: text('售后单', { max: 40, search: true, list: false }),
    customer: text('客户', { max: 100, search: true, list: false }),
    stockoutId: ref('换出出库单', 'stockout', { width: 160 }),
    supplierId: ref('供应商', 'supplier', { filter: true, width: 140 }),
    expressNo: text('快递单号', { max: 40, search: true, list: false }),
    outQty: quantity('换出总数', { readOnly: true, initial: 0, width: 90 }),
    priceDiff: money('差价', { readOnly: true, initial: 0, width: 90, permission: STOCK_COST }),
    outState: flag('换出状态', { readOnly: true, initial: 0, texts: ['已出', '未出'], width: 80 }),
    lines: lines('明细', exchangeLine, { min: 1, max: LINES_MAX }),
    reversed: flag('已冲销', { readOnly: true, initial: 0, filter: true, list: false, port: false }),
    ...documentFields,
  },
  { title: 'exchangeSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
