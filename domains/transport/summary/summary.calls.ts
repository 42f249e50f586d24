import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, decimal, int, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { get, post, rowsAnswer, taskAnswer } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { CONSIGN_STATES, PAY_METHODS } from '../consign/consignmentNote.entity.ts'

/** What every report of transport is asked with besides its own filters. */
const asked = {
  /** this month unless given */
  dateLimit: text('日期', { max: 50 }),
  warehouseId: ref('仓库', 'warehouse'),
  /** only what stands in this group; of the grouping `within` the key */
  within: int('所在分组', { min: 1 }),
  key: text('分组值', { max: 100 }),
}

/** The last group of each report: one line for every paper. */
export const BY_PAPER = 9

const percent = (label: string) => decimal(label, { decimals: 2, width: 100 })
const count = (label: string, width = 80) => int(label, { width })
const head = {
  key: text('分组值', { max: 100, list: false }),
  name: text('分组', { max: 100, width: 150 }),
  /** 1: the line below the others */
  isTotal: int('合计行', { list: false }),
}

function reportCalls<const S extends Shape, const R extends Shape>(
  path: string,
  title: string,
  input: S,
  row: R,
) {
  const answer = rowsAnswer(row)
  return {
    report: get(`${path}/report`, { title, input, answer }),
    print: get(`${path}/print`, { title: `打印${title}`, input, answer }),
    exportRows: post(`${path}/export`, { title: `导出${title}`, input, answer: taskAnswer, business: 5 }),
  }
}

export const TRIP_GROUPS = [
  { value: 1, label: '日期' },
  { value: 2, label: '线路' },
  { value: 3, label: '车辆' },
  { value: 4, label: '司机' },
  { value: 5, label: '客户' },
  { value: BY_PAPER, label: '派车单' },
] as const

export const DELIVERY_FILTERS = {
  ...asked,
  by: choice('分组', TRIP_GROUPS, { initial: 1 }),
  routeId: ref('线路', 'route'),
  truckCarId: ref('车辆', 'truckCar'),
  driverId: ref('司机', 'driver'),
  customer: text('客户', { max: 100 }),
  channelId: choice('渠道', CHANNELS),
}
export const deliverySummaryRow = {
  ...head,
  trips: count('趟次'),
  stops: count('站点数'),
  deliveries: count('配送单数', 90),
  boxes: count('箱数'),
  qty: quantity('数量', { width: 100 }),
  weight: decimal('重量(kg)', { decimals: 3, width: 110 }),
  volume: decimal('体积(m³)', { decimals: 6, width: 110 }),
  goodsAmount: money('货值', { width: 110 }),
  collectDue: money('代收应收', { width: 110 }),
  collectPaid: money('代收实收', { width: 110 }),
  signed: count('签收'),
  partly: count('部分签收', 90),
  refused: count('拒收'),
  signRate: percent('签收率(%)'),
  onTimeRate: percent('准时率(%)'),
  loadRate: decimal('平均装载率(%)', { decimals: 2, width: 120 }),
  km: decimal('里程(km)', { decimals: 1, width: 100 }),
  fee: money('费用', { width: 110 }),
  boxFee: money('单箱成本', { width: 100 }),
}
/** 配送汇总. Warehouse §5.8. */
export const deliverySummaryCalls = reportCalls(
  '/admin/wts/deliverySummary',
  '配送汇总',
  DELIVERY_FILTERS,
  deliverySummaryRow,
)

export const CONSIGN_GROUPS = [
  { value: 1, label: '日期' },
  { value: 2, label: '物流商' },
  { value: 3, label: '目的城市' },
  { value: 4, label: '客户' },
  { value: BY_PAPER, label: '托运单' },
] as const

const CARRIED_STATES = CONSIGN_STATES.filter((one) => one.value >= 1 && one.value <= 3)
export const OUT_CITY_FILTERS = {
  ...asked,
  by: choice('分组', CONSIGN_GROUPS, { initial: 1 }),
  logisticsProviderId: ref('物流商', 'logisticsProvider'),
  cityId: ref('目的城市', 'city'),
  payMethod: choice('付款方式', PAY_METHODS),
  status: choice('状态', CARRIED_STATES),
}
export const outCitySummaryRow = {
  ...head,
  notes: count('托运单数', 90),
  deliveries: count('配送单数', 90),
  boxes: count('箱数'),
  weight: decimal('重量(kg)', { decimals: 3, width: 110 }),
  volume: decimal('体积(m³)', { decimals: 6, width: 110 }),
  freight: money('运费', { width: 110 }),
  insuranceFee: money('保价费', { width: 100 }),
  total: money('合计费用', { width: 110 }),
  kgFee: money('元/kg', { width: 80 }),
  onTimeRate: percent('准时率(%)'),
  signRate: percent('签收率(%)'),
  troubles: count('异常数'),
}
/** 市外运输汇总. Warehouse §5.7. */
export const outCitySummaryCalls = reportCalls(
  '/admin/wts/outCityTransportSummary',
  '市外运输汇总',
  OUT_CITY_FILTERS,
  outCitySummaryRow,
)
