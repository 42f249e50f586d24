import { Button } from 'antd'
import { date, ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { today } from '#kit/shared/time.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { Filters } from '#kit/web/list/Filters.tsx'
import { useListState } from '#kit/web/list/useListState.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { routeMaster } from './route.calls.ts'
import { WEEKDAYS } from './route.entity.ts'
import { isoDay } from './route.rules.ts'

const { calls } = routeMaster
type Row = OutWireOf<typeof calls.daily>[number]

const NAMES = ['date', 'warehouseId'] as const
const FILTERS = [
  fieldFilter('date', date('日期', { help: '留空为今天' })),
  fieldFilter('warehouseId', ref('仓库', 'warehouse')),
]
const WIDTH = 1180

const columns = [
  {
    title: '线路',
    key: 'name',
    width: 150,
    render: (row: Row) => (
      <>
        {row.name}
        <div className="k-hint">{row.code}</div>
      </>
    ),
  },
  { title: '计划发车', dataIndex: 'planDepartTime', width: 90 },
  { title: '客户', dataIndex: 'customers', width: 260, className: 'k-breaks' },
  { title: '配送单', dataIndex: 'deliveryCount', width: 80 },
  { title: '箱数', dataIndex: 'boxCount', width: 70 },
  { title: '重量(kg)', dataIndex: 'weight', width: 90 },
  { title: '车辆', dataIndex: 'vehicles', width: 110, className: 'k-breaks' },
  { title: '司机', dataIndex: 'drivers', width: 100, className: 'k-breaks' },
  {
    title: '未安排',
    key: 'waiting',
    width: 120,
    render: (row: Row) =>
      row.waitingCount === 0 ? null : (
        <span className="k-error">
          {row.waitingCount}单{row.waitingBoxes}箱
        </span>
      ),
  },
  {
    title: '派车单',
    key: 'trips',
    width: 180,
    render: (row: Row) =>
      row.trips === ''
        ? null
        : row.trips.split('、').map((sn) => (
            <Button
              key={sn}
              type="link"
              className="k-link"
              onClick={() => goTo(`/wts/vehicleAssignment?keywords=${sn}`)}
            >
              {sn}
            </Button>
          )),
  },
]

/** 当日线路表: the routes of a day, who drives them with what, and what waits for a vehicle. Warehouse §5.8. */
export function DailyRoutes() {
  const state = useListState(NAMES)
  const { date: day = today(), warehouseId = '' } = state.filters
  return (
    <div className="k-list">
      <Filters state={state} searched="" filters={FILTERS} onAgain={() => undefined} />
      <p className="k-hint">
        {day} {WEEKDAYS[isoDay(day) - 1]?.label}
      </p>
      <Rows day={day} warehouseId={warehouseId === '' ? null : Number(warehouseId)} />
    </div>
  )
}

function Rows({ day, warehouseId }: { day: string; warehouseId: number | null }) {
  const { data, error, refetch } = useCall(
    calls.daily,
    { date: day, warehouseId },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <Empty text="当日没有线路，也没有要配送的单" />
  return <Table<Row> rowKey="id" columns={columns} dataSource={data} scroll={{ x: WIDTH }} />
}
