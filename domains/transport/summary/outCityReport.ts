import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import type { Report } from './Summary.tsx'
import {
  outCitySummaryCalls as calls,
  outCitySummaryRow,
  OUT_CITY_FILTERS as SHAPE,
} from './summary.calls.ts'

/** 市外运输汇总 as its page and its paper show it. Warehouse §5.7. */
export const outCityReport: Report = {
  title: '市外运输汇总',
  path: '/wts/outCityTransportSummary',
  row: outCitySummaryRow,
  show: ['notes', 'boxes', 'weight', 'total', 'kgFee', 'onTimeRate', 'signRate', 'troubles'],
  calls,
  filters: [
    fieldFilter('by', SHAPE.by),
    fieldFilter('warehouseId', SHAPE.warehouseId),
    fieldFilter('logisticsProviderId', SHAPE.logisticsProviderId),
    fieldFilter('cityId', SHAPE.cityId),
    fieldFilter('payMethod', SHAPE.payMethod),
    fieldFilter('status', SHAPE.status),
  ],
  names: Object.keys(SHAPE),
  paper: { title: '托运单', page: '/wts/consignmentNote/info' },
  empty: '该时间范围内没有发往市外的托运单',
}
