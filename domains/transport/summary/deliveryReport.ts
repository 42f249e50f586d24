import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import type { Report } from './Summary.tsx'
import {
  deliverySummaryCalls as calls,
  deliverySummaryRow,
  DELIVERY_FILTERS as SHAPE,
} from './summary.calls.ts'

/** 配送汇总 as its page and its paper show it. Warehouse §5.8. */
export const deliveryReport: Report = {
  title: '配送汇总',
  path: '/wts/deliverySummary',
  row: deliverySummaryRow,
  show: ['trips', 'deliveries', 'boxes', 'goodsAmount', 'signRate', 'onTimeRate', 'fee', 'boxFee'],
  calls,
  filters: [
    fieldFilter('by', SHAPE.by),
    fieldFilter('warehouseId', SHAPE.warehouseId),
    fieldFilter('routeId', SHAPE.routeId),
    fieldFilter('truckCarId', SHAPE.truckCarId),
    fieldFilter('driverId', SHAPE.driverId),
    fieldFilter('customer', SHAPE.customer),
    fieldFilter('channelId', SHAPE.channelId),
  ],
  names: Object.keys(SHAPE),
  paper: { title: '派车单', page: '/wts/vehicleAssignment/info' },
  empty: '该时间范围内没有已发车的派车单',
}
