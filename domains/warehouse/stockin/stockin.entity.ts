import { choice, date, flag, int, lines, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { LINES_MAX } from '../document/document.rules.ts'
import { lotNoField } from '../stock/lotNo.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'

/** Why goods come in. Those people write themselves are WRITTEN_TYPES; the others follow from what brings them. Warehouse §4.5. */
export const STOCKIN_TYPES = [
  { value: 1, label: '采购入库' },
  { value: 2, label: '销售退货入库' },
  { value: 3, label: '换入入库' },
  { value: 4, label: '调拨入库' },
  { value: 5, label: '盘盈入库' },
  { value: 6, label: '其他入库' },
  { value: 7, label: '期初入库' },
] as const
/** Of a purchase order: its lines come with what is still to be delivered. */
export const PURCHASED = 1
export const WRITTEN_TYPES = [PURCHASED, 6, 7] as const

const GRADES = [
  { value: 'A', label: '良品' },
  { value: 'B', label: '次品' },
  { value: 'C', label: '报废' },
] as const

const REJECTS = [
  { value: 1, label: '破损' },
  { value: 2, label: '效期不符' },
  { value: 3, label: '数量不符' },
  { value: 4, label: '质量不合格' },
  { value: 5, label: '其他' },
] as const

export const stockinLine = {
  skuId: ref('商品', 'sku', { required: true, list: false }),
  productName: text('商品名称', { max: 128, readOnly: true, width: 200 }),
  skuCode: text('规格编码', { max: 30, readOnly: true, width: 130 }),
  suk: text('规格', { max: 255, readOnly: true, width: 110 }),
  unitName: text('单位', { max: 20, readOnly: true, width: 60 }),
  sectionId: ref('入库库区', 'section', { required: true, width: 150 }),
  lotNo: lotNoField({ width: 120 }),
  productionDate: date('生产日期', { width: 130 }),
  expiryDate: date('到期日期', { width: 130 }),
  planQty: quantity('应收数量', { readOnly: true, width: 90 }),
  qty: quantity('实收数量', { required: true, width: 100 }),
  /** what handhelds have counted of it; takes the place of the quantity that was expected */
  scanQty: quantity('扫码数量', { initial: 0, list: false, form: false }),
  price: money('入库单价', { width: 110, permission: STOCK_COST }),
  grade: choice('品级', GRADES, { initial: 'A', aside: true, width: 80 }),
  rejectQty: quantity('拒收数量', { initial: 0, width: 100 }),
  rejectReason: choice('拒收原因', REJECTS, { width: 110 }),
  purchaseSn: text('采购单号', { max: 40, width: 160 }),
  purchaseLineId: int('采购行', { big: true, list: false, form: false }),
  remark: text('备注', { max: 100, width: 140 }),
}

/** Goods received. Warehouse §4.5. */
export const stockin = entity(
  'stockin',
  '入库单',
  {
    stockinSn: text('入库单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    type: choice('入库类型', STOCKIN_TYPES, { required: true, initial: 6, filter: true, width: 100 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 130 }),
    bizDate: date('业务日期', { required: true, width: 110 }),
    supplierId: ref('供应商', 'supplier', { filter: true, list: false }),
    sourceSn: text('来源单号', { max: 40, readOnly: true, search: true, list: false }),
    deliveryNoteNo: text('送货单号', { max: 40, search: true, list: false }),
    totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 100 }),
    totalAmount: money('总金额', { readOnly: true, initial: 0, width: 110, permission: STOCK_COST }),
    lines: lines('明细', stockinLine, { min: 1, max: LINES_MAX }),
    reversed: flag('已冲销', { readOnly: true, initial: 0, filter: true, list: false, port: false }),
    ...documentFields,
  },
  { title: 'stockinSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
