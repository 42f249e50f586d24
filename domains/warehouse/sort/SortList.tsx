import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { sortCalls as calls } from './sort.calls.ts'
import { SORT, SORT_STATES, sortOrder } from './sortOrder.entity.ts'

const READS = ['sortSn', 'status'] as const
type Row = RowSeen<typeof calls.list, typeof READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  'sortSn',
  'pickListId',
  'warehouseId',
  'slotCount',
  'totalQty',
  'sortedQty',
  'diffQty',
  'sorterId',
  'status',
]
const COLUMNS = { sortSn: { width: 170 } }
const TABS = { name: 'status', items: SORT_STATES, counts: calls.counts }
const PAGES = { see: ({ id }: { id: number }) => `/wts/sortOrder/info/${id}` }
export const SORT_ACTS: readonly Act<Row>[] = [
  callAct(calls.start, {
    label: '开始',
    primary: true,
    closed: ({ status }: Row) => (status === SORT.waits ? null : '已开始分拣'),
    input: ({ id }: Row) => ({ id }),
    success: '已开始分拣',
    touches: ['/admin/wts'],
    done: ({ id }: Row) => goTo(`/wts/sortOrder/info/${id}`),
  }),
  act({
    label: '打印',
    permission: calls.print,
    run: ({ id }: Row) => goTo(`/wts/sortOrder/print/${id}`),
  }),
]

/** 分拣单: batches that are put into a slot for each sub-order. Warehouse §5.3. */
export default function SortList() {
  return (
    <ListPage
      of={sortOrder}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={SORT_ACTS}
      empty="还没有分拣单。批量拣货的拣货单完成后，在此按子订单分拣"
    />
  )
}
