import { choice, date, datetime, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { LINES_MAX } from '../document/document.rules.ts'
import { leavingFields } from '../document/goods.fields.ts'

export const TRANSFER_TYPES = [
  { value: 1, label: '补货调拨' },
  { value: 2, label: '门店要货' },
  { value: 3, label: '不良退仓' },
  { value: 4, label: '其他' },
] as const

export const CARRY = { own: 1, carrier: 2, fetched: 3 } as const
export const CARRY_MODES = [
  { value: CARRY.own, label: '自有车辆' },
  { value: CARRY.carrier, label: '物流商' },
  { value: CARRY.fetched, label: '自提' },
] as const

export const STATUS = { draft: 0, waits: 1, onWay: 2, partly: 3, done: 4, cancelled: 7 } as const
/** How far the goods are; before the approval auditStatus says more. Warehouse §4.7. */
export const TRANSFER_STATES = [
  { value: STATUS.draft, label: '未审核', means: 'off' },
  { value: STATUS.waits, label: '待出库', means: 'waits' },
  { value: STATUS.onWay, label: '在途', means: 'runs' },
  { value: STATUS.partly, label: '部分收货', means: 'runs' },
  { value: STATUS.done, label: '已完成', means: 'done' },
  { value: STATUS.cancelled, label: '已取消', means: 'off' },
] as const

/** Why who receives it blind neither edits nor hands it in. Warehouse §4.7, decision 0200. */
export const BLIND = {
  edit: '调入仓盲收，收货前只有制单人和调出仓可以修改',
  submit: '调入仓盲收，收货前只有制单人和调出仓可以提交',
} as const

export const DIFF_REASONS = [
  { value: 1, label: '短装' },
  { value: 2, label: '破损' },
  { value: 3, label: '丢失' },
  { value: 4, label: '错货' },
] as const

const done = (label: string) => quantity(label, { readOnly: true, initial: 0, width: 90 })

export const transferLine = {
  ...leavingFields,
  sectionId: ref('出库库区', 'section', { width: 150 }),
  qty: quantity('调拨数量', { required: true, width: 100 }),
  shippedQty: done('发出'),
  receivedQty: done('已收'),
  lostQty: done('损失'),
  returnedQty: done('退回'),
  openQty: done('在途'),
  inSectionId: ref('入库库区', 'section', { readOnly: true, width: 120 }),
  diffReason: choice('差异原因', DIFF_REASONS, { readOnly: true, width: 90 }),
  /** what the sections are called, told whoever is told the transfer: one of them is of a warehouse where they may not work */
  sectionName: text('出库库区名称', { max: 120, readOnly: true, list: false }),
  inSectionName: text('入库库区名称', { max: 120, readOnly: true, list: false }),
  hold: int('占用行', { readOnly: true, list: false }),
  stockLotId: int('批次库存', { readOnly: true, big: true, list: false }),
  lotId: int('批次', { readOnly: true, list: false }),
  /** scanned for a step that is not posted yet, and which: 0 its shipping, above its receipts and differences so far */
  scanQty: quantity('扫码数量', { readOnly: true, list: false }),
  scanStep: int('扫码步骤', { readOnly: true, list: false }),
  remark: text('备注', { max: 100, width: 140 }),
}

/** Goods that go from one warehouse to another, in two steps. Warehouse §4.7. */
export const transfer = entity(
  'transfer',
  '调拨单',
  {
    transferSn: text('调拨单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    transferType: choice('调拨类型', TRANSFER_TYPES, {
      required: true,
      initial: 1,
      filter: true,
      list: false,
    }),
    outWarehouseId: ref('调出仓', 'anyWarehouse', { required: true, filter: true, width: 120 }),
    inWarehouseId: ref('调入仓', 'anyWarehouse', { required: true, filter: true, width: 120 }),
    bizDate: date('业务日期', { required: true, list: false }),
    planOutDate: date('计划出库日', { required: true, list: false }),
    planInDate: date('计划到货日', { width: 110 }),
    carryMode: choice('运输方式', CARRY_MODES, { required: true, initial: CARRY.own, list: false }),
    truckCarId: ref('车辆', 'truckCar', { list: false }),
    driverId: ref('司机', 'driver', { list: false }),
    logisticsProviderId: ref('物流商', 'logisticsProvider', { list: false }),
    waybillNo: text('运单号', { max: 40, search: true, list: false }),
    totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 90 }),
    shippedQty: done('已发'),
    receivedQty: done('已收'),
    openQty: done('在途数量'),
    status: choice('状态', TRANSFER_STATES, {
      readOnly: true,
      initial: STATUS.draft,
      filter: true,
      width: 90,
    }),
    shipTime: datetime('出库时间', { readOnly: true, list: false }),
    receiver: int('最后收货人', { readOnly: true, list: false, port: false }),
    /** receipts and differences so far: they number its postings */
    times: int('收货次数', { readOnly: true, initial: 0, list: false, port: false }),
    lines: lines('明细', transferLine, { min: 1, max: LINES_MAX }),
    reversed: flag('已冲销', { readOnly: true, initial: 0, filter: true, list: false, port: false }),
    ...documentFields,
  },
  {
    title: 'transferSn',
    scope: { warehouse: 'outWarehouseId', warehouseTo: 'inWarehouseId', owner: 'createBy' },
    grams: true,
  },
)
