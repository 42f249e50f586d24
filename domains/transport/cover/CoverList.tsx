import { flag } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { coverCalls as calls } from './cover.calls.ts'
import { coverPage } from './coverPage.entity.ts'

const READS = ['carrySn'] as const
type Row = RowSeen<typeof calls.list, typeof READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...['carrySn', 'bizDate', 'routeId', 'truckCarId', 'driverId', 'boxCount'],
  ...['deliveryCount', 'sheetCount', 'printCount'],
]
const COLUMNS = { carrySn: { width: 180 } }
const FILTERS = [fieldFilter('unprinted', flag('未打印'))]
const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '打印封面',
    permission: calls.print,
    primary: true,
    run: ({ id }: Row) => goTo(`/wts/coverPage/print/${id}`),
  }),
  act({
    label: '打印随车单据',
    permission: calls.print,
    run: ({ id }: Row) => goTo(`/wts/coverPage/bundle/${id}`),
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '打印封面',
    permission: calls.print,
    run: (rows) => goTo(`/wts/coverPage/print/${rows.map((one) => one.id).join(',')}`),
  }),
]

/** 封面: the front sheets of trips and consignments, and which are not printed yet. Warehouse §5.6. */
export default function CoverList() {
  return (
    <ListPage
      of={coverPage}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      actions={ACTIONS}
      batch={BATCH}
      dated=""
      empty="还没有封面。新增派车单或托运单后自动生成"
    />
  )
}
