import {
  choice,
  date,
  datetime,
  decimal,
  flag,
  images,
  int,
  money,
  quantity,
  ref,
  text,
} from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { LOGISTICS_MODES } from '../place/warehouse.entity.ts'
import { CONSIGNEE_MASK } from '../ship/shipTask.entity.ts'
import { lotNoField } from '../stock/lotNo.ts'

export const DELIVERY = {
  waits: 0,
  assigned: 1,
  loaded: 2,
  onWay: 3,
  signed: 4,
  partly: 5,
  refused: 6,
  cancelled: 9,
} as const
/** How far a delivery is. Warehouse §5.4. */
export const DELIVERY_STATES = [
  { value: DELIVERY.waits, label: '待安排', means: 'waits' },
  { value: DELIVERY.assigned, label: '已安排', means: 'runs' },
  { value: DELIVERY.loaded, label: '已装车', means: 'runs' },
  { value: DELIVERY.onWay, label: '配送中', means: 'runs' },
  { value: DELIVERY.signed, label: '已签收', means: 'done' },
  { value: DELIVERY.partly, label: '部分签收', means: 'waits' },
  { value: DELIVERY.refused, label: '已拒收', means: 'wrong' },
  { value: DELIVERY.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:deliveryOrder'
/** From the boxes that were checked to whoever took them. Trips and consignment notes assign, remove and issue. Warehouse §5.4. */
export const deliveryTable = stateTable('status', DELIVERY_STATES, {
  assign: { from: [DELIVERY.waits], to: DELIVERY.assigned, label: '安排', permission: `${AT}:load` },
  unassign: {
    from: [DELIVERY.assigned, DELIVERY.loaded],
    to: DELIVERY.waits,
    label: '移出',
    permission: `${AT}:load`,
  },
  load: { from: [DELIVERY.assigned], to: DELIVERY.loaded, label: '装车', permission: `${AT}:load` },
  unload: {
    from: [DELIVERY.assigned, DELIVERY.loaded],
    to: DELIVERY.assigned,
    label: '卸车',
    permission: `${AT}:unload`,
  },
  lower: {
    from: [DELIVERY.assigned, DELIVERY.loaded],
    to: DELIVERY.assigned,
    label: '减单或补货',
    permission: `${AT}:load`,
  },
  issue: { from: [DELIVERY.loaded], to: DELIVERY.onWay, label: '发车', permission: `${AT}:load` },
  pickUp: { from: [DELIVERY.waits], label: '自提', permission: `${AT}:pickup` },
  sign: { from: [DELIVERY.onWay], label: '签收', permission: `${AT}:sign` },
  takeReceipt: {
    from: [DELIVERY.signed, DELIVERY.partly, DELIVERY.refused],
    label: '收回回单',
    permission: `${AT}:receiptBack`,
  },
  cancel: { from: [DELIVERY.waits], to: DELIVERY.cancelled, label: '取消', permission: `${AT}:cancel` },
})

export const PAY_STATES = [
  { value: 0, label: '无需代收' },
  { value: 1, label: '待收款' },
  { value: 2, label: '已收款' },
] as const

export const REJECT_REASONS = [
  { value: 1, label: '破损' },
  { value: 2, label: '效期不符' },
  { value: 3, label: '数量不符' },
  { value: 4, label: '质量不合格' },
  { value: 5, label: '客户取消' },
  { value: 6, label: '其他' },
] as const

const seen = (label: string, max: number, width = 120) => text(label, { max, readOnly: true, width })
const unseen = (label: string, max: number) => text(label, { max, readOnly: true, list: false })

/** What the warehouse loads and a driver carries to one customer. Warehouse §5.4. */
export const wtsDelivery = entity(
  'wtsDelivery',
  '配送单',
  {
    deliverySn: text('配送单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    taskId: int('出库任务', { readOnly: true, required: true, list: false, port: false }),
    taskSn: text('任务号', { max: 24, readOnly: true, search: true, list: false }),
    noteId: int('发货单', { readOnly: true, required: true, list: false, port: false }),
    deliveryNo: text('发货单号', { max: 40, readOnly: true, search: true, list: false }),
    orderSubSn: text('子订单号', { max: 40, readOnly: true, search: true, width: 140 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, list: false }),
    logisticsMode: choice('配送方式', LOGISTICS_MODES, {
      readOnly: true,
      required: true,
      filter: true,
      width: 90,
    }),
    /** the trip or the consignment note that carries it, by its number; of which room follows from its prefix */
    carrySn: text('派车单', { max: 24, readOnly: true, search: true, width: 130 }),
    routeId: int('线路', { readOnly: true, list: false, port: false }),
    routeName: unseen('线路', 50),
    stopSeq: int('站序', { readOnly: true, list: false }),
    shipToId: int('送达方', { readOnly: true, list: false, port: false }),
    customer: seen('客户', 100, 100),
    contact: unseen('联系人', 50),
    phone: text('电话', { max: 40, readOnly: true, list: false, masked: CONSIGNEE_MASK }),
    address: unseen('地址', 300),
    cityId: ref('城市', 'city', { readOnly: true, list: false }),
    planDate: date('计划日期', { readOnly: true, required: true, width: 110 }),
    timeWindow: unseen('送货时段', 40),
    boxCount: int('箱数', { readOnly: true, initial: 0, width: 70 }),
    loadedCount: int('已装箱数', { readOnly: true, initial: 0, list: false }),
    totalQty: quantity('数量', { readOnly: true, initial: 0, width: 90 }),
    totalWeight: decimal('重量(kg)', { decimals: 3, readOnly: true, initial: 0, list: false }),
    totalVolume: decimal('体积(m³)', { decimals: 6, readOnly: true, initial: 0, list: false }),
    goodsAmount: money('货值', { readOnly: true, initial: 0, list: false }),
    collectAmount: money('代收货款', { readOnly: true, initial: 0, list: false }),
    payStatus: choice('收款状态', PAY_STATES, { readOnly: true, initial: 0, list: false }),
    status: choice('状态', DELIVERY_STATES, {
      readOnly: true,
      initial: DELIVERY.waits,
      filter: true,
      width: 90,
    }),
    interceptFlag: flag('拦截', { readOnly: true, initial: 0, list: false }),
    pickupCode: text('提货码', { max: 8, readOnly: true, list: false, port: false }),
    issueTime: datetime('出库时间', { readOnly: true, list: false }),
    signTime: datetime('签收时间', { readOnly: true, list: false }),
    signer: unseen('签收人', 20),
    signPhotos: images('签收照片', { readOnly: true, list: false, max: 5 }),
    signLocation: unseen('签收位置', 100),
    receiptBack: flag('回单已收', { readOnly: true, initial: 0, filter: true, list: false }),
    printCount: int('打印次数', { readOnly: true, initial: 0, list: false }),
    printTime: datetime('最近打印', { readOnly: true, list: false }),
  },
  { title: 'deliverySn', scope: { warehouse: 'warehouseId', carried: 'id' }, grams: true },
)

/** Goods of one lot of a delivery. Warehouse §5.4. */
export const wtsDeliveryLine = entity(
  'wtsDeliveryLine',
  '配送明细',
  {
    deliveryId: int('配送单', { readOnly: true, required: true, list: false }),
    taskLineId: int('任务行', { readOnly: true, required: true, list: false }),
    noteLineId: int('发货单行', { readOnly: true, required: true, big: true, list: false }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    stockLotId: int('批次库存', { readOnly: true, required: true, big: true, list: false }),
    lotNo: lotNoField({ readOnly: true, width: 120 }),
    qty: quantity('数量', { readOnly: true, required: true, width: 90 }),
    signedQty: quantity('签收数量', { readOnly: true, initial: 0, width: 90 }),
    rejectQty: quantity('拒收数量', { readOnly: true, initial: 0, width: 90 }),
    rejectReason: choice('拒收原因', REJECT_REASONS, { readOnly: true, width: 100 }),
  },
  { title: 'lotNo', part: true },
)
