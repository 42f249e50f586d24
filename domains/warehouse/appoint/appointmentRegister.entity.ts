import { choice, datetime, decimal, images, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { vehicleFields } from './purchaseAppointment.entity.ts'

export const GATE = { waits: 0, called: 1, unloading: 2, unloaded: 3, left: 4 } as const
export const GATE_STATES = [
  { value: GATE.waits, label: '待叫号', means: 'waits' },
  { value: GATE.called, label: '已叫号', means: 'runs' },
  { value: GATE.unloading, label: '卸货中', means: 'runs' },
  { value: GATE.unloaded, label: '卸货完成', means: 'runs' },
  { value: GATE.left, label: '已离场', means: 'done' },
] as const

const AT = 'admin:wts:appointmentRegister'
/** The way of a vehicle from the gate to the dock and out again. Warehouse §5.10. */
export const gateTable = stateTable('status', GATE_STATES, {
  edit: {
    from: [GATE.waits, GATE.called, GATE.unloading, GATE.unloaded],
    label: '编辑',
    permission: `${AT}:update`,
  },
  remove: { from: [GATE.waits, GATE.called], label: '删除', permission: `${AT}:delete` },
  call: { from: [GATE.waits], to: GATE.called, label: '叫号', permission: `${AT}:call` },
  start: {
    from: [GATE.called],
    to: GATE.unloading,
    label: '开始卸货',
    permission: `${AT}:unload:start`,
  },
  end: { from: [GATE.unloading], to: GATE.unloaded, label: '结束卸货', permission: `${AT}:unload:end` },
  leave: { from: [GATE.unloaded], to: GATE.left, label: '离场', permission: `${AT}:leave` },
})

export const EXCEPTIONS = [
  { value: 0, label: '无' },
  { value: 1, label: '破损', means: 'wrong' },
  { value: 2, label: '温度不符', means: 'wrong' },
  { value: 3, label: '单货不符', means: 'wrong' },
] as const

const at = (label: string) => datetime(label, { readOnly: true, list: false })

/** A vehicle that arrived, from the gate to the dock and out again. Warehouse §5.10. */
export const appointmentRegister = entity(
  'appointmentRegister',
  '预约登记',
  {
    registerSn: text('登记号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    queueNo: int('排队号', { readOnly: true, width: 70 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, list: false }),
    appointId: ref('预约单', 'purchaseAppointment', { width: 160 }),
    supplierId: ref('供应商', 'supplier', { filter: true, width: 150 }),
    purchaseSn: text('采购单', { max: 40, search: true, list: false }),
    plateNo: text('车牌号', { ...vehicleFields.plate, required: true }),
    driverName: text('司机', { max: 20, required: true, search: true, list: false }),
    driverPhone: text('司机电话', { ...vehicleFields.phone, required: true }),
    arriveTime: datetime('到达时间', { required: true, width: 150 }),
    sealNo: text('封签号', { max: 30, list: false }),
    temperature: decimal('到货温度(℃)', { decimals: 1, min: -60, max: 60, list: false }),
    dockNo: int('月台', { min: 1, max: 99, width: 60 }),
    callTime: at('叫号时间'),
    waitMinutes: int('等待(分)', { readOnly: true, width: 80 }),
    unloadStart: at('卸货开始'),
    unloadEnd: at('卸货结束'),
    unloadMinutes: int('卸货(分)', { readOnly: true, width: 80 }),
    leaveTime: at('离场时间'),
    photos: images('照片', { max: 9 }),
    exception: choice('异常', EXCEPTIONS, { initial: 0, filter: true, list: false }),
    stockinId: ref('入库单', 'stockin', { readOnly: true, width: 160 }),
    remark: text('备注', { max: 200, long: true, list: false }),
    status: choice('状态', GATE_STATES, { readOnly: true, initial: GATE.waits, filter: true, width: 90 }),
  },
  { title: 'registerSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
