import { sapFields } from '#domains/sap/sap.shared.ts'
import { choice, date, datetime, decimal, dict, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { arrivalFields, contentHash, placeFields, remarkField } from './sapSource.ts'

export const SAP_DELIVERY = {
  waits: 0,
  matched: 1,
  tasked: 2,
  shipped: 3,
  toldBack: 4,
  cancelled: 5,
} as const
export const SAP_DELIVERY_STATES = [
  { value: SAP_DELIVERY.waits, label: '待处理', means: 'waits' },
  { value: SAP_DELIVERY.matched, label: '已匹配订单', means: 'runs' },
  { value: SAP_DELIVERY.tasked, label: '已转任务', means: 'runs' },
  { value: SAP_DELIVERY.shipped, label: '已发货', means: 'runs' },
  { value: SAP_DELIVERY.toldBack, label: '已回传', means: 'done' },
  { value: SAP_DELIVERY.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:sapDeliveryOrder'
/** From what SAP wants delivered to what it hears of that. Warehouse §5.1. */
export const sapDeliveryTable = stateTable('status', SAP_DELIVERY_STATES, {
  edit: { from: [SAP_DELIVERY.waits], label: '编辑', permission: `${AT}:update` },
  remove: { from: [SAP_DELIVERY.waits, SAP_DELIVERY.cancelled], label: '删除', permission: `${AT}:delete` },
  match: { from: [SAP_DELIVERY.waits], to: SAP_DELIVERY.matched, label: '匹配', permission: `${AT}:match` },
  toTask: {
    from: [SAP_DELIVERY.waits, SAP_DELIVERY.tasked],
    label: '转出库任务',
    permission: `${AT}:toTask`,
  },
  postBack: {
    from: [SAP_DELIVERY.shipped],
    to: SAP_DELIVERY.toldBack,
    label: '发货过账回传',
    permission: `${AT}:postBack`,
  },
  cancel: {
    from: [SAP_DELIVERY.waits, SAP_DELIVERY.matched, SAP_DELIVERY.tasked],
    to: SAP_DELIVERY.cancelled,
    label: '取消',
    permission: `${AT}:cancel`,
  },
})

/** Goods that come back: nothing leaves the warehouse for them. */
export const SAP_RETURN = 'LR'
export const SAP_DELIVERY_LINES = 999

const measure = (label: string) => decimal(label, { decimals: 3, width: 90 })

export const sapDeliveryLine = {
  itemNo: int('行项目', { required: true, min: 1, max: 999_999, width: 80 }),
  sapCode: text('物料号', { max: 18, required: true, width: 130 }),
  productName: text('商品', { max: 128, readOnly: true, width: 180 }),
  charg: text('批次', { max: 32, width: 110 }),
  qty: quantity('交货数量', { required: true, width: 100 }),
  shippedQty: quantity('已发数量', { readOnly: true, width: 100 }),
  meins: text('单位', { max: 3, width: 60 }),
  netWeight: measure('净重'),
  grossWeight: measure('毛重'),
  volume: measure('体积'),
  salesItem: int('销售行', { min: 1, width: 80 }),
  productId: ref('商品', 'product', { readOnly: true, list: false }),
}

/** What SAP wants delivered, beside the ship task that it became. Warehouse §5.1. */
export const sapDeliveryOrder = entity(
  'sapDeliveryOrder',
  'SAP交货单',
  {
    sapDeliveryNo: text('交货单号', { max: 16, required: true, search: true, width: 130 }),
    deliveryType: dict('交货类型', 'delivery_order_type', { required: true, filter: true, width: 80 }),
    custType: dict('客户类型', 'delivery_cust_type', { list: false }),
    shoudaNum: text('售达方', { max: 10, required: true, search: true, filter: true, width: 95 }),
    shipToCode: text('送达方', { max: 10, required: true, search: true, width: 95 }),
    planGiDate: date('计划发货日', { required: true, width: 110 }),
    ...placeFields,
    ...arrivalFields,
    route: text('路线', { max: 10, list: false }),
    salesOrderNo: text('销售订单', { max: 40, search: true, list: false }),
    poNo: text('客户采购单号', { max: 35, search: true, list: false }),
    lineCount: int('行数', { readOnly: true, initial: 0, width: 70 }),
    totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 100 }),
    totalWeight: decimal('总重量', { decimals: 3, readOnly: true, initial: 0, width: 90 }),
    status: choice('状态', SAP_DELIVERY_STATES, {
      readOnly: true,
      initial: SAP_DELIVERY.waits,
      filter: true,
      width: 100,
    }),
    taskId: int('出库任务', { readOnly: true, list: false, port: false }),
    taskSn: text('任务号', { max: 24, readOnly: true, search: true, list: false }),
    orderSubSn: text('关联子订单', { max: 40, readOnly: true, search: true, width: 130 }),
    shippedQty: quantity('已发数量', { readOnly: true, initial: 0, width: 90 }),
    giTime: datetime('发货时间', { readOnly: true, list: false }),
    cancelReason: text('取消原因', { max: 200, readOnly: true, list: false }),
    ...sapFields,
    contentHash,
    remark: remarkField,
    lines: lines('明细', sapDeliveryLine, { min: 1, max: SAP_DELIVERY_LINES, required: true }),
  },
  { title: 'sapDeliveryNo', scope: { warehouse: 'warehouseId' }, grams: true },
)
