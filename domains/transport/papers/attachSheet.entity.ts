import { lotNoField } from '#domains/warehouse/warehouse.shared.ts'
import { choice, date, datetime, flag, int, lines, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

export const SHEET = { waits: 0, sent: 1, partly: 2, settled: 3 } as const
export const SHEET_STATES = [
  { value: SHEET.waits, label: '待交', means: 'waits' },
  { value: SHEET.sent, label: '已随车', means: 'runs' },
  { value: SHEET.partly, label: '部分回收', means: 'runs' },
  { value: SHEET.settled, label: '已结清', means: 'done' },
] as const

const AT = 'admin:wts:attachmentSheet'
/** From papers that are put together to the last that came back. Warehouse §5.6. */
export const sheetTable = stateTable('status', SHEET_STATES, {
  edit: { from: [SHEET.waits], label: '编辑', permission: `${AT}:update` },
  remove: { from: [SHEET.waits], label: '删除', permission: `${AT}:delete` },
  back: { from: [SHEET.sent, SHEET.partly], label: '登记回收', permission: `${AT}:back` },
})

export const PAPER = { report: 2, receipt: 3 } as const
export const PAPER_TYPES = [
  { value: 1, label: '发票' },
  { value: PAPER.report, label: '质检报告' },
  { value: PAPER.receipt, label: '送货回单' },
  { value: 4, label: '检疫证明' },
  { value: 5, label: '赠品物料' },
  { value: 6, label: '周转箱' },
  { value: 7, label: '其他' },
] as const

/** A paper or extra that goes along. Warehouse §5.6. */
export const paperLine = {
  type: choice('类型', PAPER_TYPES, { required: true, initial: 1, width: 120 }),
  name: text('名称', { max: 100, required: true, width: 200 }),
  no: text('编号', { max: 40, width: 130 }),
  lotNo: lotNoField({ width: 120 }, '批次'),
  copies: int('份数', { min: 1, max: 999, required: true, initial: 1, width: 80 }),
  needBack: flag('需回收', { initial: 0, width: 80 }),
}

/** A paper with what of it came back. */
export const paperBack = {
  ...paperLine,
  backQty: int('已回收', { min: 0, initial: 0, readOnly: true, width: 80 }),
  backTime: datetime('回收时间', { readOnly: true, width: 150 }),
  backBy: ref('回收人', 'admin', { readOnly: true, width: 90 }),
}

const counted = (label: string) => int(label, { readOnly: true, initial: 0, width: 80 })

/** Papers and extras that travel with a delivery, and what must come back. Warehouse §5.6. */
export const attachSheet = entity(
  'attachSheet',
  '附表',
  {
    attachSn: text('附表号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    /** the trip or the consignment note, by its number; follows the delivery */
    carrySn: text('派车单', { max: 24, readOnly: true, search: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, list: false }),
    deliveryId: int('配送单', { readOnly: true, required: true, list: false, port: false }),
    deliverySn: text('配送单号', { max: 24, readOnly: true, search: true, list: false }),
    customer: text('客户', { max: 100, readOnly: true, search: true, width: 140 }),
    bizDate: date('日期', { readOnly: true, required: true, filter: true, width: 110 }),
    driverId: ref('司机', 'driver', { readOnly: true, filter: true, list: false }),
    lines: lines('明细', paperBack, { min: 1, max: 100, required: true }),
    copies: counted('份数'),
    needCount: counted('需回收'),
    backCount: counted('已回收'),
    openCount: counted('未回收'),
    sentTime: datetime('随车时间', { readOnly: true, list: false }),
    status: choice('状态', SHEET_STATES, { readOnly: true, initial: SHEET.waits, filter: true, width: 90 }),
    remark: text('备注', { max: 200, list: false }),
    printCount: int('打印次数', { readOnly: true, initial: 0, list: false }),
    printTime: datetime('最近打印', { readOnly: true, list: false }),
  },
  { title: 'attachSn', scope: { warehouse: 'warehouseId' }, grams: true },
)
