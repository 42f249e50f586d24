import { choice, flag, int, lines, money, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { LINES_MAX } from '../document/document.rules.ts'
import { headFields, leavingFields } from '../document/goods.fields.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'

/** Why goods leave. 1 and 6 follow from what ships them, the others people write: WRITTEN_OUT. Warehouse §4.6. */
export const STOCKOUT_TYPES = [
  { value: 1, label: '销售出库' },
  { value: 2, label: '采购退货' },
  { value: 3, label: '领用出库' },
  { value: 4, label: '报废出库' },
  { value: 5, label: '其他出库' },
  { value: 6, label: '换出出库' },
  { value: 7, label: '样品出库' },
] as const
export const OUT = { sale: 1, supplier: 2, use: 3, scrap: 4, other: 5, sample: 7 } as const
export const WRITTEN_OUT = [OUT.supplier, OUT.use, OUT.scrap, OUT.other, OUT.sample] as const

export const SCRAP_REASONS = [
  { value: 1, label: '破损' },
  { value: 2, label: '过期' },
  { value: 3, label: '变质' },
  { value: 4, label: '丢失' },
  { value: 5, label: '其他' },
] as const

export const stockoutLine = {
  ...leavingFields,
  reason: choice('原因', SCRAP_REASONS, { width: 90 }),
  /** of a freeze document whose goods leave */
  freezeLineId: int('消耗冻结', { big: true, list: false, form: false }),
  freezeNo: text('冻结单号', { max: 24, readOnly: true, width: 160 }),
  hold: int('占用行', { readOnly: true, list: false }),
  stockLotId: int('批次库存', { readOnly: true, big: true, list: false }),
  remark: text('备注', { max: 100, width: 140 }),
}

/** Goods that leave other than by pick and delivery. Warehouse §4.6. */
export const stockout = entity(
  'stockout',
  '出库单',
  {
    stockoutSn: text('出库单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    type: choice('出库类型', STOCKOUT_TYPES, {
      required: true,
      initial: OUT.other,
      filter: true,
      width: 100,
    }),
    ...headFields,
    supplierId: ref('供应商', 'supplier', { filter: true, list: false }),
    stockinId: ref('原入库单', 'stockin', { list: false }),
    department: text('领用部门', { max: 50, search: true, width: 120 }),
    receiver: text('领用人', { max: 20, list: false }),
    costCenter: text('成本中心', { max: 10, list: false }),
    sourceSn: text('来源单号', { max: 40, readOnly: true, search: true, list: false }),
    totalAmount: money('总金额', { readOnly: true, initial: 0, width: 110, permission: STOCK_COST }),
    lines: lines('明细', stockoutLine, { min: 1, max: LINES_MAX }),
    reversed: flag('已冲销', { readOnly: true, initial: 0, filter: true, list: false, port: false }),
    ...documentFields,
  },
  { title: 'stockoutSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
