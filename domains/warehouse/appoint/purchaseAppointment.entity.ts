import { choice, date, int, lines, quantity, ref, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { PLATE, phoneFits } from '#kit/shared/identity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { goodsFields } from '../document/goods.fields.ts'
import { HOUR_MINUTE } from '../place/config.rules.ts'

export const APPOINT = {
  waits: 0,
  confirmed: 1,
  arrived: 2,
  unloading: 3,
  done: 4,
  cancelled: 5,
  missed: 6,
} as const
export const APPOINT_STATES = [
  { value: APPOINT.waits, label: '待确认', means: 'waits' },
  { value: APPOINT.confirmed, label: '已确认', means: 'done' },
  { value: APPOINT.arrived, label: '已到货', means: 'runs' },
  { value: APPOINT.unloading, label: '收货中', means: 'runs' },
  { value: APPOINT.done, label: '已完成', means: 'done' },
  { value: APPOINT.cancelled, label: '已取消', means: 'off' },
  { value: APPOINT.missed, label: '爽约', means: 'wrong' },
] as const

const AT = 'admin:wts:purchaseAppointment'
/** Until the vehicle is there an appointment can be moved and given up. Warehouse §5.10. */
export const appointTable = stateTable('status', APPOINT_STATES, {
  edit: { from: [APPOINT.waits], label: '编辑', permission: `${AT}:update` },
  confirm: { from: [APPOINT.waits], to: APPOINT.confirmed, label: '确认', permission: `${AT}:confirm` },
  reschedule: {
    from: [APPOINT.waits, APPOINT.confirmed],
    label: '改期',
    permission: `${AT}:reschedule`,
  },
  cancel: {
    from: [APPOINT.waits, APPOINT.confirmed],
    to: APPOINT.cancelled,
    label: '取消',
    permission: `${AT}:cancel`,
  },
  arrive: {
    from: [APPOINT.confirmed],
    to: APPOINT.arrived,
    label: '登记到货',
    permission: 'admin:wts:appointmentRegister:save',
  },
})

/** Of a driver, as it is written at the gate. */
export const vehicleFields = {
  plate: {
    max: 8,
    pattern: PLATE,
    message: '车牌号格式不正确',
    right: '例：闽A12345，新能源 闽AF00001',
    search: true,
    width: 100,
  },
  phone: {
    max: 20,
    pattern: { test: phoneFits },
    message: '手机号格式不正确',
    right: '例：13800138000',
    list: false,
  },
} as const

export const appointLine = {
  ...goodsFields,
  purchaseSn: text('采购单', { max: 40, readOnly: true, width: 150 }),
  purchaseLineId: int('采购行', { big: true, list: false, form: false }),
  openQty: quantity('未到数量', { readOnly: true, width: 90 }),
  qty: quantity('预约数量', { required: true, width: 100 }),
  productionDate: date('生产日期', { width: 130 }),
}

/** When a supplier's vehicle comes, to which dock, with what. Warehouse §5.10. */
export const purchaseAppointment = entity(
  'purchaseAppointment',
  '采购预约',
  {
    appointSn: text('预约单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 110 }),
    supplierId: ref('供应商', 'supplier', { required: true, filter: true, width: 150 }),
    purchaseSns: texts('采购单', { each: 40, max: 20, width: 130 }),
    arriveDate: date('到货日期', { required: true, width: 105 }),
    slotStart: text('时段', {
      max: 5,
      required: true,
      pattern: HOUR_MINUTE,
      right: '例：09:00',
      width: 70,
    }),
    slotEnd: text('时段结束', { max: 5, readOnly: true, list: false }),
    dockNo: int('月台', { min: 1, max: 99, width: 60, help: '留空自动安排空闲月台' }),
    plateNo: text('车牌号', vehicleFields.plate),
    driverName: text('司机', { max: 20, list: false }),
    driverPhone: text('司机电话', vehicleFields.phone),
    boxes: int('箱数', { required: true, min: 1, width: 70 }),
    pallets: int('托数', { width: 60 }),
    contact: text('联系人', { max: 20, search: true, list: false }),
    lines: lines('明细', appointLine, { min: 1, max: 500 }),
    remark: text('备注', { max: 200, long: true, list: false }),
    cancelReason: text('取消原因', { max: 200, readOnly: true, list: false, port: false }),
    status: choice('状态', APPOINT_STATES, {
      readOnly: true,
      initial: APPOINT.waits,
      filter: true,
      width: 80,
    }),
  },
  { title: 'appointSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
