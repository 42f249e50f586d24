import { z } from 'zod'
import { date, decimal, int, money, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, listAnswer, paging, post, someIds } from '#kit/shared/call.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { driver } from '../fleet/driver.entity.ts'
import { vehicleAssignment } from './vehicleAssignment.entity.ts'

const TRIPS = '/admin/wts/vehicleAssignment'

/** What a scan at the vehicle is answered: `left` are the boxes the trip still lacks. */
export const tripScanned = z.object({
  deliverySn: z.string(),
  loadedCount: z.number(),
  boxCount: z.number(),
  left: z.number(),
})

const usual = standardCalls(TRIPS, vehicleAssignment, {
  list: { driverPhone: fieldOf('driverId', driver, 'phone', '司机电话', { list: false }) },
  without: ['save', 'update', 'remove', 'all'],
})

const { warehouseId, deliveryDate, routeId, truckCarId, driverId } = vehicleAssignment.shape
const { planDepartTime, planBackTime, helperName } = vehicleAssignment.shape
const shape = {
  ...{ warehouseId, deliveryDate, routeId, truckCarId, driverId, planDepartTime, planBackTime, helperName },
}

/** A stop: a delivery of the trip in its order. */
export const stopRow = {
  id: idField('配送单'),
  stopSeq: int('站序', { width: 60 }),
  deliverySn: text('配送单号', { max: 24, width: 170 }),
  customer: text('客户', { max: 100, width: 150 }),
  contact: text('联系人', { max: 50, width: 80 }),
  phone: text('电话', { max: 40, width: 120 }),
  address: text('地址', { max: 300, width: 160 }),
  timeWindow: text('送货时段', { max: 40, width: 100 }),
  boxCount: int('箱数', { width: 60 }),
  loadedCount: int('已装', { width: 60 }),
  totalWeight: decimal('重量(kg)', { decimals: 3, width: 90 }),
  collectAmount: money('代收货款', { width: 100 }),
  status: int('状态', { width: 90 }),
}
/** A stop with what its ship-to would not like about the trip. Warehouse §5.5. */
export const warnedStopRow = { ...stopRow, warning: text('提醒', { max: 100, width: 120 }) }

/** A trip as it is proposed; it is stored once a dispatcher takes it. Warehouse §5.5. */
export const proposalRow = {
  id: idField('建议'),
  ...{ warehouseId, deliveryDate, routeId, truckCarId, driverId, planDepartTime, planBackTime },
  routeName: text('线路', { max: 50, width: 110 }),
  plateNo: text('车牌', { max: 10, width: 100 }),
  driverName: text('司机', { max: 20, width: 80 }),
  customers: text('客户', { max: 4000, width: 220 }),
  deliveryCount: int('配送单数', { width: 80 }),
  deliveryIds: text('配送单', { max: 2000, list: false }),
  boxCount: int('箱数', { width: 60 }),
  weight: decimal('重量(kg)', { decimals: 3, width: 90 }),
  volume: decimal('体积(m³)', { decimals: 6, width: 90 }),
  loadRate: decimal('装载率(%)', { decimals: 2, width: 90 }),
}

/** Trips. Warehouse §5.5. */
export const tripCalls = {
  ...usual,
  counts: countsCall(usual.list, vehicleAssignment.label),
  save: post(`${TRIPS}/save`, {
    title: '新增派车单',
    input: { ...shape, deliveryIds: someIds('配送单', 200) },
    answer: answerOf(z.object({ id: z.number() })),
  }),
  update: post(`${TRIPS}/update`, {
    title: '编辑派车单',
    input: { id: idField(), ...shape },
  }),
  stops: get(`${TRIPS}/stops`, {
    title: '派车单站点',
    permission: usual.info.permission,
    input: { id: idField(), page: paging.page, limit: paging.limit },
    answer: listAnswer(warnedStopRow),
  }),
  waiting: get(`${TRIPS}/waiting`, {
    title: '待安排的配送单',
    permission: `${usual.info.permission.replace(/:info$/, ':addDelivery')}`,
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      warehouseId: idField('仓库'),
    },
    answer: listAnswer(stopRow),
  }),
  suggest: get(`${TRIPS}/suggest`, {
    title: '智能配载',
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      /** nothing is proposed without */
      warehouseId: ref('仓库', 'warehouse'),
      /** today unless given */
      deliveryDate: date('配送日期'),
    },
    answer: listAnswer(proposalRow),
  }),
  addDelivery: post(`${TRIPS}/addDelivery`, {
    title: '选择配送单',
    input: { id: idField(), deliveryIds: idsField('配送单', 200) },
  }),
  removeDelivery: post(`${TRIPS}/removeDelivery`, {
    title: '移出配送单',
    input: { id: idField(), deliveryIds: idsField('配送单', 200) },
  }),
  reorder: post(`${TRIPS}/reorder`, {
    title: '调整站序',
    permission: `${usual.info.permission.replace(/:info$/, ':update')}`,
    input: { id: idField(), deliveryIds: idsField('配送单', 200) },
  }),
  startLoad: post(`${TRIPS}/load/start/:id`, { title: '开始装车', input: { id: idField() } }),
  scanLoad: post(`${TRIPS}/load/scan`, {
    title: '装车扫码',
    input: {
      id: idField(),
      code: text('箱标或配送单号', { max: 64, required: true }),
      scanId: text('扫码号', { max: 40 }),
    },
    answer: answerOf(tripScanned),
  }),
  depart: post(`${TRIPS}/depart/:id`, {
    title: '发车',
    input: { id: idField(), mileageStart: decimal('出车里程(km)', { decimals: 1, min: 0, required: true }) },
  }),
  back: post(`${TRIPS}/back/:id`, {
    title: '回车',
    input: {
      id: idField(),
      mileageEnd: decimal('回车里程(km)', { decimals: 1, min: 0, required: true }),
      tollFee: money('路桥费', { initial: 0 }),
      fuelFee: money('油费', { initial: 0 }),
      otherFee: money('其他费用', { initial: 0 }),
    },
  }),
  cancel: post(`${TRIPS}/cancel/:id`, { title: '取消派车单', input: { id: idField() } }),
  print: post(`${TRIPS}/print`, { title: '打印派车单', input: { ids: idsField('派车单', 50) } }),
}
