import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { closedBy } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import { cellOf, fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { forecastCalls as calls } from './forecast.calls.ts'
import { FORECAST, FORECAST_STATES, forecastTable, singleItemForecast } from './forecast.entity.ts'
import { COMPUTE, FORECAST_ACTS, FORECAST_READS, openToAppointment } from './forecastActs.tsx'

type Row = RowSeen<typeof calls.list, typeof FORECAST_READS>
const cell = cellOf<OutWireOf<typeof calls.list>['list'][number]>()
const SHOW = [
  ...['forecastSn', 'storeName', 'warehouseId', 'avgDaily', 'available', 'forecastQty', 'suggestQty'],
  ...['planQty', 'status'],
]
const COLUMNS = {
  forecastSn: { width: 170 },
  storeName: { width: 200 },
  periodStart: {
    title: '期间',
    width: 190,
    ...cell(['periodStart', 'periodEnd'], (row) => `${row.periodStart} 至 ${row.periodEnd}`),
  },
}
const FILTERS = [fieldFilter('cateId', ref('商品分类', 'category', { categoryType: 1 }))]
const TABS = { name: 'status', items: FORECAST_STATES, counts: calls.counts }
const AT = '/wts/singleItemForecast'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}
const isEffective = ({ status }: Row): boolean => status === FORECAST.effective
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '转预约',
    permission: calls.toAppointment,
    ...forAll(isEffective, '只有已生效的预测可以转预约'),
    run: (rows) => openToAppointment(rows),
  }),
]

/** 单品预测: what warehouses will need of single items. Warehouse §5.10. */
export default function ForecastList() {
  return (
    <ListPage
      of={singleItemForecast}
      calls={calls}
      reads={FORECAST_READS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      tabs={TABS}
      pages={PAGES}
      actions={FORECAST_ACTS}
      batch={BATCH}
      top={[COMPUTE]}
      importing
      noEdit={(row: Row) => closedBy(forecastTable, 'edit', row.status)}
      noDelete={(row: Row) => closedBy(forecastTable, 'remove', row.status)}
      empty="还没有单品预测。点击计算建议，按近28天出库和库存得出建议到货"
    />
  )
}
