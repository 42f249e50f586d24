import { choice, choices, decimal, flag, int, lines, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const WEEKDAYS = [
  { value: 1, label: '周一' },
  { value: 2, label: '周二' },
  { value: 3, label: '周三' },
  { value: 4, label: '周四' },
  { value: 5, label: '周五' },
  { value: 6, label: '周六' },
  { value: 7, label: '周日' },
] as const

const ROUTE_TYPES = [
  { value: 1, label: '市内' },
  { value: 2, label: '市外' },
] as const

const clock = (label: string, initial: string) =>
  text(label, {
    max: 5,
    pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
    message: `${label}格式不正确`,
    right: '例：08:30',
    required: true,
    initial,
    list: false,
  })

/** Where a route stops, one ship-to after the other. Warehouse §5.8. */
export const routeStop = {
  seq: int('顺序', { min: 1, max: 999, width: 80 }),
  shipToId: ref('送达方', 'shipTo', { required: true, width: 260 }),
  timeWindow: text('送货时段', { max: 40, width: 140 }),
  stayMinutes: int('停留(分)', { min: 0, max: 600, width: 100 }),
}

/** So many stops one route has at most. */
const STOPS_MAX = 200

/** A fixed way of deliveries: its weekdays and its stops. Warehouse §5.8. */
export const route = entity(
  'route',
  '线路',
  {
    code: text('线路编码', { max: 20, required: true, unique: true, search: true, width: 110 }),
    name: text('线路名称', { max: 50, required: true, search: true, width: 160 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 130 }),
    type: choice('类型', ROUTE_TYPES, { required: true, initial: 1, filter: true, width: 70 }),
    weekdays: choices('配送日', WEEKDAYS, { required: true, width: 170 }),
    cutOffTime: clock('截单时间', '16:00'),
    planDepartTime: clock('计划发车', '07:30'),
    minutes: int('预计时长(分)', { min: 1, max: 2880, list: false }),
    distanceKm: decimal('里程(km)', { decimals: 1, min: 0, width: 90 }),
    defaultTruckCarId: ref('默认车辆', 'truckCar', { width: 110 }),
    defaultDriverId: ref('默认司机', 'driver', { width: 90 }),
    colour: text('颜色', { max: 7, pattern: /^(#[0-9a-fA-F]{6})?$/, list: false, port: false }),
    stops: lines('站点', routeStop, { max: STOPS_MAX }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
  },
  { title: 'name', code: 'code', scope: { warehouse: 'warehouseId' } },
)
