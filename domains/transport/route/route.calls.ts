import { choice, date, decimal, int, ref, text } from '#kit/fields/shared.ts'
import { get, idField, idsField, rowsAnswer } from '#kit/shared/call.ts'
import { declareMaster } from '#kit/shared/declareMaster.ts'
import { ruleOf } from '#kit/shared/join.ts'
import { route, routeStop, WEEKDAYS } from './route.entity.ts'

const ROUTES = '/admin/wts/routeTable'

/** A stop as drivers read it: what the route says of it, and the address of its ship-to. */
export const stopSheet = {
  routeId: idField('线路'),
  seq: int('站序', { width: 60 }),
  customer: text('客户', { max: 80, width: 160 }),
  address: text('地址', { max: 300, width: 240 }),
  contact: text('联系人', { max: 30, width: 80 }),
  phone: text('电话', { max: 40, width: 120 }),
  timeWindow: routeStop.timeWindow,
  stayMinutes: routeStop.stayMinutes,
}

/** A route on a day: what travels along it, and what waits; 0 is none. */
const dailyRow = {
  id: int('线路', { required: true }),
  code: text('线路编码', { max: 20 }),
  name: text('线路名称', { max: 50 }),
  warehouseId: ref('仓库', 'warehouse'),
  planDepartTime: text('计划发车', { max: 5 }),
  customers: text('客户', { max: 4000 }),
  deliveryCount: int('配送单', { required: true }),
  boxCount: int('箱数', { required: true }),
  weight: decimal('重量(kg)', { decimals: 3, required: true }),
  vehicles: text('车辆', { max: 500 }),
  drivers: text('司机', { max: 500 }),
  trips: text('派车单', { max: 500 }),
  waitingCount: int('未安排', { required: true }),
  waitingBoxes: int('未安排箱数', { required: true }),
}

/** Routes. Warehouse §5.8. */
export const routeMaster = declareMaster(route, {
  path: ROUTES,
  menu: 'wts.routeTable',
  list: { stopCount: ruleOf(route, ['stops'], int('站点数', { width: 80 }), (row) => row.stops.length) },
  filters: { weekday: choice('配送日', WEEKDAYS) },
  calls: {
    daily: get(`${ROUTES}/daily`, {
      title: '当日线路表',
      permission: 'admin:wts:routeTable:list',
      input: { date: date('日期', { required: true }), warehouseId: ref('仓库', 'warehouse') },
      answer: rowsAnswer(dailyRow),
    }),
    print: get(`${ROUTES}/print`, {
      title: '打印线路表',
      input: { ids: idsField('线路', 50) },
      answer: rowsAnswer(stopSheet),
    }),
  },
  importing: {
    key: 'code',
    lines: ['stops'],
    examples: {
      ...{ code: 'FZ-E1', name: '城东一线', warehouseId: 'FZ-01', weekdays: '周一、周三、周五' },
      ...{ cutOffTime: '16:00', planDepartTime: '07:30' },
    },
    notes: ['仓库、送达方填写编码或名称；同一线路的站点写在相邻的行，顺序留空按行的先后'],
  },
})
