import { choice, date, datetime, int, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { lotNoField } from '../stock/lotNo.ts'

/** Takes another lot than proposed though it expires later. Warehouse §2.6, §14. */
export const CHANGE_LOT = 'admin:wts:pickList:changeLot'

export const PICK = { byOrder: 1, batch: 2 } as const
export const PICK_TYPES = [
  { value: PICK.byOrder, label: '按单' },
  { value: PICK.batch, label: '批量' },
] as const

export const LIST = { open: 0, picking: 1, done: 2, short: 3, cancelled: 9 } as const
export const PICK_STATES = [
  { value: LIST.open, label: '待领取', means: 'waits' },
  { value: LIST.picking, label: '拣货中', means: 'runs' },
  { value: LIST.done, label: '已完成', means: 'done' },
  { value: LIST.short, label: '缺货完成', means: 'wrong' },
  { value: LIST.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:pickList'
const OPEN = [LIST.open, LIST.picking]
/** From the list that waits for its picker to what was fetched. Warehouse §5.2. */
export const pickTable = stateTable('status', PICK_STATES, {
  assign: { from: OPEN, label: '分派', permission: `${AT}:assign` },
  claim: { from: OPEN, label: '领取', permission: `${AT}:claim` },
  pick: { from: OPEN, label: '拣货', permission: `${AT}:line:pick` },
  short: { from: OPEN, label: '登记缺货', permission: `${AT}:line:short` },
  finish: { from: [LIST.picking], label: '完成', permission: `${AT}:finish` },
  cancel: { from: OPEN, to: LIST.cancelled, label: '取消', permission: `${AT}:cancel` },
})

export const SHORT_REASONS = [
  { value: 1, label: '实物不足' },
  { value: 2, label: '破损' },
  { value: 3, label: '批次不符' },
  { value: 4, label: '找不到' },
] as const

const counted = (label: string, width = 70) => int(label, { readOnly: true, initial: 0, width })

/** What one picker fetches, for one ship task or for several. Warehouse §5.2. */
export const pickList = entity(
  'pickList',
  '拣货单',
  {
    pickSn: text('拣货单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    waveSn: text('波次', { max: 24, readOnly: true, search: true, width: 160 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    pickType: choice('拣货方式', PICK_TYPES, { readOnly: true, required: true, filter: true, width: 80 }),
    planDate: date('计划日期', { readOnly: true, required: true, filter: true, list: false }),
    taskCount: counted('任务数'),
    skuCount: counted('SKU数'),
    totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 90 }),
    totalBoxes: counted('总箱数'),
    lineCount: int('行数', { readOnly: true, initial: 0, list: false }),
    doneCount: int('已拣行数', { readOnly: true, initial: 0, list: false }),
    pickerId: ref('拣货员', 'admin', { readOnly: true, filter: true, width: 100 }),
    status: choice('状态', PICK_STATES, { readOnly: true, initial: LIST.open, filter: true, width: 90 }),
    printCount: int('打印次数', { readOnly: true, initial: 0, list: false }),
    printTime: datetime('最近打印', { readOnly: true, list: false }),
    startTime: datetime('开始时间', { readOnly: true, list: false }),
    endTime: datetime('完成时间', { readOnly: true, list: false }),
    minutes: int('用时(分)', { readOnly: true, list: false }),
  },
  { title: 'pickSn', scope: { warehouse: 'warehouseId' }, grams: true },
)

/** Goods of one lot in one section, in the order of walking. Warehouse §5.2. */
export const pickListLine = entity(
  'pickListLine',
  '拣货明细',
  {
    pickListId: int('拣货单', { readOnly: true, required: true, list: false }),
    seq: int('序', { readOnly: true, required: true, width: 50 }),
    sectionId: ref('库区', 'section', { readOnly: true, required: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    stockLotId: int('批次库存', { readOnly: true, required: true, big: true, list: false }),
    lotNo: lotNoField({ readOnly: true, width: 120 }),
    expiryDate: date('到期日期', { readOnly: true, width: 110 }),
    qty: quantity('应拣', { readOnly: true, required: true, width: 80 }),
    pickedQty: quantity('实拣', { readOnly: true, initial: 0, width: 80 }),
    shortQty: quantity('缺货', { readOnly: true, initial: 0, width: 80 }),
    shortReason: choice('缺货原因', SHORT_REASONS, { readOnly: true, width: 100 }),
    changedLotNo: text('改用批次', { max: 32, readOnly: true, width: 110 }),
    changeReason: text('改批原因', { max: 100, readOnly: true, width: 140 }),
  },
  { title: 'lotNo', part: true },
)
