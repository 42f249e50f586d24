import { choice, date, datetime, decimal, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

export const NIGHT = { waits: 0, runs: 1, differs: 2, done: 3 } as const
export const NIGHT_STATES = [
  { value: NIGHT.waits, label: '待清点', means: 'waits' },
  { value: NIGHT.runs, label: '清点中', means: 'runs' },
  { value: NIGHT.differs, label: '有差异', means: 'wrong' },
  { value: NIGHT.done, label: '已完成', means: 'done' },
] as const

const AT = 'admin:wts:nightCount'
const COUNTED = [NIGHT.waits, NIGHT.runs, NIGHT.differs]
/** From the boxes that should be there to every difference handled. Warehouse §5.6. */
export const nightTable = stateTable('status', NIGHT_STATES, {
  scan: { from: COUNTED, label: '清点', permission: `${AT}:line:scan` },
  handle: { from: [NIGHT.runs, NIGHT.differs], label: '处理差异', permission: `${AT}:line:handle` },
  finish: { from: [NIGHT.runs, NIGHT.differs], label: '完成', permission: `${AT}:finish` },
})

export const SHIFTS = [
  { value: 1, label: '夜班' },
  { value: 2, label: '早班' },
] as const
export const NIGHT_REASONS = [
  { value: 1, label: '漏装' },
  { value: 2, label: '错装' },
  { value: 3, label: '多装' },
  { value: 4, label: '破损' },
] as const
export const HANDLING = { refetch: 1, lower: 2, swap: 3, correct: 4 } as const
export const HANDLINGS = [
  { value: HANDLING.refetch, label: '补货' },
  { value: HANDLING.lower, label: '减单' },
  { value: HANDLING.swap, label: '换货' },
  { value: HANDLING.correct, label: '更正' },
] as const

const counted = (label: string, width = 80) => int(label, { readOnly: true, initial: 0, width })

/** Check of the boxes that are staged and loaded for the trips of a day. Warehouse §5.6. */
export const nightCount = entity(
  'nightCount',
  '夜盘单',
  {
    nightSn: text('夜盘单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 120 }),
    countDate: date('日期', { required: true, filter: true, width: 110 }),
    shift: choice('班次', SHIFTS, { required: true, initial: 1, filter: true, list: false }),
    assignSns: text('派车单', { max: 4000, readOnly: true, search: true, list: false }),
    plates: text('车牌', { max: 2000, readOnly: true, search: true, list: false }),
    tripCount: counted('车辆数'),
    boxCount: counted('应点箱'),
    countedBoxes: counted('实点箱'),
    diffCount: counted('差异箱'),
    openCount: int('未处理差异', { readOnly: true, initial: 0, list: false }),
    accuracy: decimal('准确率(%)', { decimals: 2, readOnly: true, initial: 0, width: 100 }),
    counterId: ref('清点人', 'admin', { readOnly: true, filter: true, width: 100 }),
    status: choice('状态', NIGHT_STATES, { readOnly: true, initial: NIGHT.waits, filter: true, width: 90 }),
    finishTime: datetime('完成时间', { readOnly: true, list: false }),
    printCount: int('打印次数', { readOnly: true, initial: 0, list: false }),
    printTime: datetime('最近打印', { readOnly: true, list: false }),
  },
  { title: 'nightSn', scope: { warehouse: 'warehouseId' }, grams: true },
)

/** A box of a vehicle. Warehouse §5.6. */
export const nightCountLine = entity(
  'nightCountLine',
  '夜盘明细',
  {
    nightCountId: int('夜盘单', { readOnly: true, required: true, list: false }),
    assignSn: text('派车单', { max: 24, readOnly: true, width: 170 }),
    plateNo: text('车牌', { max: 20, readOnly: true, width: 100 }),
    deliveryId: int('配送单', { readOnly: true, required: true, list: false }),
    deliverySn: text('配送单号', { max: 24, readOnly: true, width: 170 }),
    customer: text('客户', { max: 100, readOnly: true, width: 140 }),
    boxNo: int('箱号', { readOnly: true, required: true, width: 60 }),
    expected: int('应有', { readOnly: true, initial: 1, width: 60 }),
    counted: int('实点', { readOnly: true, initial: 0, width: 60 }),
    diff: int('差异', { readOnly: true, initial: 0, width: 60 }),
    reason: choice('原因', NIGHT_REASONS, { readOnly: true, width: 80 }),
    handling: choice('处理', HANDLINGS, { readOnly: true, width: 80 }),
    handleNote: text('处理说明', { max: 200, readOnly: true, width: 160 }),
    handleBy: ref('处理人', 'admin', { readOnly: true, width: 90 }),
    handleTime: datetime('处理时间', { readOnly: true, list: false }),
  },
  { title: 'deliverySn', part: true },
)
