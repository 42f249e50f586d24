import { choice } from '#kit/fields/shared.ts'
import type { Act } from '#kit/web/actions.tsx'
import { act } from '#kit/web/actions.tsx'
import { ColourInput } from '#kit/web/ColourInput.tsx'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { routeMaster } from './route.calls.ts'
import { route, WEEKDAYS } from './route.entity.ts'

const { calls } = routeMaster
type Row = RowSeen<typeof calls.list, never>

const SHOW = [
  ...['name', 'code', 'warehouseId', 'type', 'weekdays', 'stopCount', 'distanceKm'],
  ...['defaultTruckCarId', 'defaultDriverId', 'status'],
]
const COLUMNS = {
  name: { width: 140 },
  status: {
    render: (row: Row) => <StatusSwitch field={route.shape.status} row={row} call={calls.status} />,
  },
}
const FILTERS = [fieldFilter('weekday', choice('配送日', WEEKDAYS))]
const FORM = {
  width: 860,
  groups: [
    {
      title: '线路信息',
      fields: [
        ...['code', 'name', 'warehouseId', 'type', 'weekdays', 'cutOffTime', 'planDepartTime', 'minutes'],
        ...['distanceKm', 'defaultTruckCarId', 'defaultDriverId', 'colour', 'status'],
      ],
    },
    { title: '站点次序', fields: ['stops'] },
  ],
  inputs: {
    colour: { Input: ColourInput },
    stops: { help: '送货时段留空按送达方的收货时间；同一送达方每个配送日只在一条启用的线路' },
  },
}
const sheets = (rows: readonly { readonly id: number }[]) =>
  goTo(`/wts/routeTable/print/${rows.map((one) => one.id).join(',')}`)
const ACTIONS: readonly Act<Row>[] = [
  act({ label: '打印', permission: calls.print, run: (row: Row) => sheets([row]) }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({ label: '打印', permission: calls.print, run: sheets }),
]

/** 线路表: who is served on which days, in which order. Warehouse §5.8. */
export default function RouteList() {
  return (
    <ListPage
      of={route}
      calls={calls}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      form={FORM}
      actions={ACTIONS}
      batch={BATCH}
      dated=""
      importing
      empty="还没有线路。新增线路，按次序选择送达方"
    />
  )
}
