import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, date, decimal, flag, int, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { LOGISTICS_MODES } from '../place/warehouse.entity.ts'

/** Sees the phone of whoever receives goods; others see it masked. Warehouse §5.4. */
export const CONSIGNEE = 'admin:wts:deliveryOrder:phone'
export const CONSIGNEE_MASK = { permission: CONSIGNEE, show: maskPhone }

export const TASK = {
  waits: 0,
  picking: 1,
  picked: 2,
  sorted: 3,
  checked: 4,
  shipped: 5,
  signed: 6,
  short: 8,
  cancelled: 9,
} as const

/** How far a ship task is. Warehouse §5.2. */
export const TASK_STATES = [
  { value: TASK.waits, label: '待拣货', means: 'waits' },
  { value: TASK.short, label: '缺货', means: 'wrong' },
  { value: TASK.picking, label: '拣货中', means: 'runs' },
  { value: TASK.picked, label: '已拣货', means: 'runs' },
  { value: TASK.sorted, label: '已分拣', means: 'runs' },
  { value: TASK.checked, label: '已复核', means: 'runs' },
  { value: TASK.shipped, label: '已出库', means: 'runs' },
  { value: TASK.signed, label: '已签收', means: 'done' },
  { value: TASK.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:pickList:task'
/** The goods of these are picked or being picked: the warehouse has to confirm 取消拣货 first. Warehouse §5.2. */
export const HANDLED = [TASK.picking, TASK.picked, TASK.sorted, TASK.checked]
/** From the approved note to the customer; its note withdraws it. Warehouse §5.2. */
export const taskTable = stateTable('status', TASK_STATES, {
  withdraw: {
    from: [TASK.waits, TASK.short],
    to: TASK.cancelled,
    label: '撤回',
    permission: `${AT}:cancelPick`,
  },
  cancelPick: { from: HANDLED, to: TASK.cancelled, label: '取消拣货', permission: `${AT}:cancelPick` },
  reallocate: { from: [TASK.short], to: TASK.waits, label: '重新分配', permission: `${AT}:reallocate` },
  shipShort: { from: [TASK.short], to: TASK.waits, label: '缺货发出', permission: `${AT}:shipShort` },
  check: {
    from: [TASK.picked, TASK.sorted],
    to: TASK.checked,
    label: '复核',
    permission: 'admin:wts:deliveryOrder:check',
  },
})

/** Ways of delivery that the warehouse does not load: parcels packed at their bench, and what customers fetch. */
export const EXPRESS = 1
export const PICKUP = 2

export const PRIORITY = { urgent: 1, usual: 2 } as const
export const PRIORITIES = [
  { value: PRIORITY.urgent, label: '加急' },
  { value: PRIORITY.usual, label: '普通' },
] as const

const fixed = (label: string, max: number, width = 120) => text(label, { max, readOnly: true, width })

/** The warehouse's side of one delivery note. Warehouse §5.2. */
export const shipTask = entity(
  'shipTask',
  '出库任务',
  {
    taskSn: text('任务号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    noteId: int('发货单', { readOnly: true, required: true, list: false, port: false }),
    deliveryNo: text('发货单号', { max: 40, readOnly: true, search: true, width: 170 }),
    orderSn: text('订单号', { max: 40, readOnly: true, search: true, list: false }),
    orderSubSn: text('子订单号', { max: 40, readOnly: true, search: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 110 }),
    channelId: choice('渠道', CHANNELS, { readOnly: true, required: true, list: false }),
    shoudaId: int('售达方', { readOnly: true, list: false, port: false }),
    shipToId: int('送达方', { readOnly: true, list: false, port: false }),
    customer: fixed('客户', 100, 100),
    contact: text('联系人', { max: 50, readOnly: true, list: false }),
    phone: text('电话', { max: 40, readOnly: true, list: false, masked: CONSIGNEE_MASK }),
    address: text('收货地址', { max: 300, readOnly: true, list: false }),
    cityId: ref('城市', 'city', { readOnly: true, list: false }),
    timeWindow: text('送货时段', { max: 40, readOnly: true, list: false }),
    goodsAmount: money('货值', { readOnly: true, initial: 0, list: false }),
    collectAmount: money('代收货款', { readOnly: true, initial: 0, list: false }),
    logisticsMode: choice('配送方式', LOGISTICS_MODES, { readOnly: true, required: true, list: false }),
    planDate: date('计划日期', { readOnly: true, required: true, filter: true, width: 110 }),
    cutOff: fixed('截单时间', 5, 80),
    priority: choice('优先级', PRIORITIES, {
      readOnly: true,
      initial: PRIORITY.usual,
      filter: true,
      width: 80,
    }),
    /** the order of notes as orders rank them: the smaller first */
    rank: int('次序', { readOnly: true, initial: 0, list: false, port: false }),
    lineCount: int('行数', { readOnly: true, initial: 0, list: false }),
    totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 90 }),
    boxes: int('箱数', { readOnly: true, initial: 0, width: 70 }),
    weight: decimal('重量(kg)', { decimals: 3, readOnly: true, initial: 0, list: false }),
    volume: decimal('体积(m³)', { decimals: 6, readOnly: true, initial: 0, list: false }),
    remark: text('备注', { max: 200, readOnly: true, list: false }),
    status: choice('状态', TASK_STATES, { readOnly: true, initial: TASK.waits, filter: true, width: 90 }),
    interceptFlag: flag('拦截', { readOnly: true, initial: 0, list: false }),
    shortFlag: flag('缺货', { readOnly: true, initial: 0, list: false }),
  },
  { title: 'taskSn', scope: { warehouse: 'warehouseId' }, grams: true },
)

/** What a task is to send, and which reservation it comes from. Warehouse §5.2. */
export const shipTaskLine = entity(
  'shipTaskLine',
  '出库任务明细',
  {
    taskId: int('出库任务', { readOnly: true, required: true, list: false }),
    noteLineId: int('发货单行', { readOnly: true, required: true, big: true, list: false }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    qty: quantity('数量', { readOnly: true, required: true, width: 90 }),
    pickedQty: quantity('已拣', { readOnly: true, initial: 0, width: 90 }),
    /** what was scanned at the check */
    checkedQty: quantity('已复核', { readOnly: true, initial: 0, list: false }),
    /** that could not be found, and returns to what the order still has to send */
    shortQty: quantity('缺货', { readOnly: true, initial: 0, width: 90 }),
    /** what the customer pays for all of it */
    amount: money('货值', { readOnly: true, initial: 0, list: false }),
    reserveType: text('占用来源', { max: 40, readOnly: true, list: false }),
    reserveSn: text('占用单号', { max: 40, readOnly: true, list: false }),
    reserveLineId: int('占用行', { readOnly: true, required: true, big: true, list: false }),
  },
  { title: 'reserveSn', part: true },
)
