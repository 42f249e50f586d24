import type { Act } from '#kit/web/actions.tsx'
import { act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { deliveryCalls as calls } from './delivery.calls.ts'
import { DELIVERY_ACTS, DELIVERY_READS } from './deliveryActs.tsx'
import { DELIVERY_STATES, wtsDelivery } from './wtsDelivery.entity.ts'

type Row = RowSeen<typeof calls.list, typeof DELIVERY_READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...[
    'deliverySn',
    'orderSubSn',
    'customer',
    'logisticsMode',
    'carrySn',
    'boxCount',
    'totalQty',
    'planDate',
    'status',
  ],
]
const COLUMNS = { deliverySn: { width: 170 } }
const TABS = { name: 'status', items: DELIVERY_STATES, counts: calls.counts }
const PAGES = { see: ({ id }: { id: number }) => `/wts/deliveryOrder/info/${id}` }
const idsOf = (rows: readonly Row[]): string => rows.map((one) => one.id).join(',')
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '打印',
    permission: calls.print,
    run: (rows) => goTo(`/wts/deliveryOrder/print/${idsOf(rows)}`),
  }),
]

/** 配送单: what travels to each customer. Warehouse §5.4. */
export default function DeliveryList() {
  return (
    <ListPage
      of={wtsDelivery}
      calls={CALLS}
      reads={DELIVERY_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={DELIVERY_ACTS}
      batch={BATCH}
      empty="还没有配送单。拣货完成的出库任务复核装箱后生成配送单"
    />
  )
}
