import { useSearchParams } from 'react-router'
import { choice } from '#kit/fields/shared.ts'
import { today } from '#kit/shared/time.ts'
import type { Act } from '#kit/web/actions.tsx'
import { act } from '#kit/web/actions.tsx'
import { ColourInput } from '#kit/web/ColourInput.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { tripCalls } from '../trip/trip.calls.ts'
import { openTrip } from '../trip/tripForm.ts'
import { DailyRoutes } from './DailyRoutes.tsx'
import { routeMaster } from './route.calls.ts'
import { route, WEEKDAYS } from './route.entity.ts'
import { nextTrip } from './route.rules.ts'

const { calls } = routeMaster
const READS = [
  'code',
  'planDepartTime',
  'minutes',
  'weekdays',
  'warehouseId',
  'status',
  'defaultTruckCarId',
  'defaultDriverId',
] as const
type Row = RowSeen<typeof calls.list, typeof READS>

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
  act({
    label: '派车',
    permission: tripCalls.save,
    closed: ({ status }: Row) => (status === 1 ? null : '线路已停用'),
    async run(row: Row) {
      const id = await openTrip(null, {
        routeId: row.id,
        warehouseId: row.warehouseId,
        truckCarId: row.defaultTruckCarId,
        driverId: row.defaultDriverId,
        ...nextTrip(row, today(), Date.now() / 1000),
      })
      if (id !== null) goTo(`/wts/vehicleAssignment/info/${id}`)
    },
  }),
  act({ label: '打印', permission: calls.print, run: (row: Row) => sheets([row]) }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({ label: '打印', permission: calls.print, run: sheets }),
]

/** 线路表: who is served on which days, in which order. Warehouse §5.8. */
export default function RouteList() {
  const [address, setAddress] = useSearchParams()
  const view = address.get('view') ?? FIRST
  return (
    <>
      <CountTabs
        active={view}
        items={VIEWS}
        label="线路表"
        onChange={(key) => setAddress(key === FIRST ? {} : { view: key }, { replace: true })}
      />
      {view === FIRST ? <Routes /> : <DailyRoutes />}
    </>
  )
}

const FIRST = 'routes'
const VIEWS = [
  { key: FIRST, label: '线路' },
  { key: 'daily', label: '当日线路表' },
] as const

function Routes() {
  return (
    <ListPage
      of={route}
      reads={READS}
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
