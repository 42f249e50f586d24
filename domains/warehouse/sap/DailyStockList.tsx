import { choice } from '#kit/fields/shared.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { DAILY_ACTS, DAILY_READS, fixedDaily } from './dailyStockActs.tsx'
import { dailyStockCalls as calls } from './sapDailyFullStock.calls.ts'
import { FULL_STOCK_STATES, sapDailyFullStock } from './sapDailyFullStock.entity.ts'

type Row = RowSeen<typeof calls.list, typeof DAILY_READS>
const CALLS = {
  list: calls.list,
  save: calls.save,
  update: calls.update,
  remove: calls.remove,
  exportRows: calls.exportRows,
}
const SHOW = [
  ...[
    'stockDate',
    'sapPlant',
    'sapStorageLocation',
    'warehouseId',
    'sapQty',
    'ownQty',
    'diffLines',
    'diffQty',
  ],
  'status',
]
const COLUMNS = { stockDate: { width: 120 } }
const FILTERS = [fieldFilter('differing', choice('差异', [{ value: 1, label: '只看差异' }], {}))]
const TABS = { name: 'status', items: FULL_STOCK_STATES, counts: calls.counts }
const AT = '/wts/sapDailyFullStock'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}
/** SAP每日全量库存: what SAP says stood there, beside what we had. Warehouse §5.1. */
export default function DailyStockList() {
  return (
    <ListPage
      of={sapDailyFullStock}
      calls={CALLS}
      reads={DAILY_READS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      tabs={TABS}
      pages={PAGES}
      actions={DAILY_ACTS}
      noEdit={(row: Row) => fixedDaily(row, 'edit')}
      noDelete={(row: Row) => fixedDaily(row, 'remove')}
      dated="库存日期"
      importing
      empty="还没有SAP库存。SAP每天由接口推送，也可以导入或手工录入"
    />
  )
}
