import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { closedBy } from '#kit/shared/states.ts'
import { act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { forecastCalls as calls } from './forecast.calls.ts'
import { FORECAST_STATES, forecastTable, singleItemForecast } from './forecast.entity.ts'
import { FORECAST_ACTS } from './forecastActs.tsx'

type Row = OutWireOf<typeof calls.info>
const AT = '/wts/singleItemForecast'
const EDIT = act<Row>({
  label: '编辑',
  permission: calls.update,
  closed: (row) => closedBy(forecastTable, 'edit', row.status),
  run: ({ id }) => goTo(`${AT}/add/${id}`),
})
const SECTIONS = [
  {
    title: '预测',
    fields: [
      'warehouseId',
      'storeName',
      'skuCode',
      'suk',
      'supplierId',
      'periodStart',
      'periodEnd',
      'source',
      'confidence',
    ],
  },
  { title: '依据', fields: ['avgDaily', 'available', 'inTransit', 'onOrder', 'forecastQty', 'suggestQty'] },
  { title: '到货', fields: ['planQty', 'boxes', 'pallets', 'expectDate', 'appointId', 'remark'] },
  { title: '结果', fields: ['actualIn', 'actualOut', 'accuracy'] },
]
const IF_ANY = {
  supplierId: (row: Row) => row.supplierId !== null,
  confidence: (row: Row) => row.confidence !== null,
  appointId: (row: Row) => row.appointId !== null,
  actualIn: (row: Row) => row.actualIn !== null,
  actualOut: (row: Row) => row.actualOut !== null,
  accuracy: (row: Row) => row.accuracy !== null,
}

/** 单品预测详情. Warehouse §5.10. */
export default function ForecastInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={singleItemForecast}
      call={calls.info}
      id={id}
      title={(row) => `单品预测 ${row.forecastSn}`}
      name={(row) => row.storeName}
      number={(row) => row.forecastSn}
      states={(row) => [FORECAST_STATES.find((one) => one.value === row.status)]}
      actions={[...FORECAST_ACTS, EDIT]}
      back={AT}
      figures={(row) => [
        { label: '预测需求', value: row.forecastQty ?? 0 },
        { label: '建议', value: row.suggestQty },
        { label: '计划到货', value: row.planQty },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
    />
  )
}
