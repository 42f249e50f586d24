import { choice, date, datetime, decimal, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

export const TRIP = { waits: 0, loading: 1, onWay: 2, back: 3, cancelled: 9 } as const
/** How far a trip is. Warehouse §5.5. */
export const TRIP_STATES = [
  { value: TRIP.waits, label: '待装车', means: 'waits' },
  { value: TRIP.loading, label: '装车中', means: 'runs' },
  { value: TRIP.onWay, label: '已发车', means: 'runs' },
  { value: TRIP.back, label: '已回车', means: 'done' },
  { value: TRIP.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:vehicleAssignment'
const OPEN = [TRIP.waits, TRIP.loading]
/** From the plan of a trip to its return. Warehouse §5.5. */
export const tripTable = stateTable('status', TRIP_STATES, {
  edit: { from: OPEN, label: '编辑', permission: `${AT}:update` },
  add: { from: OPEN, label: '选择配送单', permission: `${AT}:addDelivery` },
  remove: { from: OPEN, label: '移出配送单', permission: `${AT}:removeDelivery` },
  reorder: { from: OPEN, label: '调整站序', permission: `${AT}:update` },
  startLoad: { from: [TRIP.waits], to: TRIP.loading, label: '开始装车', permission: `${AT}:load:start` },
  scanLoad: { from: [TRIP.loading], label: '装车', permission: `${AT}:load:scan` },
  depart: { from: [TRIP.loading], to: TRIP.onWay, label: '发车', permission: `${AT}:depart` },
  back: { from: [TRIP.onWay], to: TRIP.back, label: '回车', permission: `${AT}:back` },
  cancel: { from: OPEN, to: TRIP.cancelled, label: '取消', permission: `${AT}:cancel` },
})

const counted = (label: string, width = 70) => int(label, { readOnly: true, initial: 0, width })

/** One trip of one vehicle. Warehouse §5.5. */
export const vehicleAssignment = entity(
  'vehicleAssignment',
  '派车单',
  {
    assignSn: text('派车单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 120 }),
    deliveryDate: date('配送日期', { required: true, width: 110 }),
    routeId: ref('线路', 'route', { filter: true, list: false }),
    truckCarId: ref('车辆', 'truckCar', { required: true, filter: true, width: 110 }),
    driverId: ref('司机', 'driver', { required: true, filter: true, width: 90 }),
    planDepartTime: datetime('计划发车', { required: true, list: false }),
    planBackTime: datetime('计划回车', { required: true, list: false }),
    helperName: text('跟车员', { max: 20, list: false }),
    logisticsProviderId: ref('承运商', 'logisticsProvider', { readOnly: true, list: false }),
    stopCount: counted('站点'),
    boxCount: counted('箱数'),
    weight: decimal('重量(kg)', { decimals: 3, readOnly: true, initial: 0, list: false }),
    volume: decimal('体积(m³)', { decimals: 6, readOnly: true, initial: 0, list: false }),
    loadRate: decimal('装载率(%)', { decimals: 2, readOnly: true, initial: 0, width: 100 }),
    mileageStart: decimal('出车里程(km)', { decimals: 1, readOnly: true, list: false }),
    mileageEnd: decimal('回车里程(km)', { decimals: 1, readOnly: true, list: false }),
    tollFee: money('路桥费', { readOnly: true, initial: 0, list: false }),
    fuelFee: money('油费', { readOnly: true, initial: 0, list: false }),
    otherFee: money('其他费用', { readOnly: true, initial: 0, list: false }),
    departTime: datetime('发车时间', { readOnly: true, list: false }),
    backTime: datetime('回车时间', { readOnly: true, list: false }),
    status: choice('状态', TRIP_STATES, { readOnly: true, initial: TRIP.waits, filter: true, width: 90 }),
    printCount: int('打印次数', { readOnly: true, initial: 0, list: false }),
    printTime: datetime('最近打印', { readOnly: true, list: false }),
  },
  { title: 'assignSn', scope: { warehouse: 'warehouseId', driver: 'driverId' }, grams: true },
)
