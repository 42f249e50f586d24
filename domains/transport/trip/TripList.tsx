import { PlusOutlined } from '@ant-design/icons'
import type { Act } from '#kit/web/actions.tsx'
import { act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { openSuggest } from './openSuggest.tsx'
import { tripCalls as calls } from './trip.calls.ts'
import { TRIP_ACTS, TRIP_READS } from './tripActs.tsx'
import { openTrip } from './tripForm.ts'
import { TRIP_STATES, vehicleAssignment } from './vehicleAssignment.entity.ts'

type Row = RowSeen<typeof calls.list, typeof TRIP_READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...[
    'assignSn',
    'deliveryDate',
    'warehouseId',
    'truckCarId',
    'driverId',
    'stopCount',
    'boxCount',
    'loadRate',
    'status',
  ],
]
const COLUMNS = { assignSn: { width: 170 } }
const TABS = { name: 'status', items: TRIP_STATES, counts: calls.counts }
const PAGES = { see: ({ id }: { id: number }) => `/wts/vehicleAssignment/info/${id}` }
const TOP: readonly Act<void>[] = [
  act({
    label: '新增',
    icon: <PlusOutlined />,
    permission: calls.save,
    primary: true,
    async run() {
      const id = await openTrip(null)
      if (id !== null) goTo(`/wts/vehicleAssignment/info/${id}`)
    },
  }),
  act({
    label: '智能配载',
    permission: calls.suggest,
    closed: () => (mayCall(calls.save) ? null : '没有新增派车单的权限'),
    run: openSuggest,
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '打印',
    permission: calls.print,
    run: (rows) => goTo(`/wts/vehicleAssignment/print/${rows.map((one) => one.id).join(',')}`),
  }),
]

/** 派车单: trips, what they carry and how far they are. Warehouse §5.5. */
export default function TripList() {
  return (
    <ListPage
      of={vehicleAssignment}
      calls={CALLS}
      reads={TRIP_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      top={TOP}
      actions={TRIP_ACTS}
      batch={BATCH}
      empty="还没有派车单。新增派车单，选择车辆和司机后选择待安排的配送单"
    />
  )
}
