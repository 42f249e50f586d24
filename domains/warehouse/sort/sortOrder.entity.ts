import { choice, date, int, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

export const SORT = { waits: 0, runs: 1, done: 2, cancelled: 9 } as const
export const SORT_STATES = [
  { value: SORT.waits, label: '待分拣', means: 'waits' },
  { value: SORT.runs, label: '分拣中', means: 'runs' },
  { value: SORT.done, label: '已完成', means: 'done' },
  { value: SORT.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:sortOrder'
/** From the batch that was picked to its slots. Warehouse §5.3. */
export const sortTable = stateTable('status', SORT_STATES, {
  sort: { from: [SORT.waits, SORT.runs], label: '分拣', permission: `${AT}:line:scan` },
  finish: { from: [SORT.runs], to: SORT.done, label: '完成', permission: `${AT}:finish` },
})

const figure = (label: string) => quantity(label, { readOnly: true, initial: 0, width: 90 })

/** Goods of a batch pick, put into a slot for each sub-order. Warehouse §5.3. */
export const sortOrder = entity(
  'sortOrder',
  '分拣单',
  {
    sortSn: text('分拣单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    pickListId: ref('拣货单', 'pickList', { readOnly: true, required: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    planDate: date('计划日期', { readOnly: true, required: true, filter: true, list: false }),
    slotCount: int('格数', { readOnly: true, initial: 0, width: 70 }),
    taskCount: int('任务数', { readOnly: true, initial: 0, list: false }),
    skuCount: int('SKU数', { readOnly: true, initial: 0, width: 70 }),
    totalQty: figure('应分'),
    sortedQty: figure('已分'),
    diffQty: figure('差异'),
    sorterId: ref('分拣员', 'admin', { readOnly: true, filter: true, width: 100 }),
    status: choice('状态', SORT_STATES, { readOnly: true, initial: SORT.waits, filter: true, width: 90 }),
  },
  { title: 'sortSn', scope: { warehouse: 'warehouseId' }, grams: true },
)

/** What a slot needs of a sku. Warehouse §5.3. */
export const sortOrderLine = entity(
  'sortOrderLine',
  '分拣明细',
  {
    sortOrderId: int('分拣单', { readOnly: true, required: true, list: false }),
    slotNo: int('格号', { readOnly: true, required: true, width: 60 }),
    taskId: int('出库任务', { readOnly: true, required: true, list: false }),
    taskLineId: int('任务行', { readOnly: true, required: true, list: false }),
    orderSubSn: text('子订单号', { max: 40, readOnly: true, width: 170 }),
    customer: text('客户', { max: 100, readOnly: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    qty: quantity('应分', { readOnly: true, required: true, width: 80 }),
    sortedQty: quantity('已分', { readOnly: true, initial: 0, width: 80 }),
    diffReason: text('差异原因', { max: 100, readOnly: true, width: 140 }),
  },
  { title: 'orderSubSn', part: true },
)
