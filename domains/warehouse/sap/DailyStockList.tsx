import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { DAILY_ACTS, DAILY_READS } from './dailyStockActs.tsx'
import { dailyStockCalls as calls } from './sapDailyFullStock.calls.ts'
import { BY_INTERFACE, FULL_STOCK, FULL_STOCK_STATES, sapDailyFullStock } from './sapDailyFullStock.entity.ts'

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
    'lineCount',
    'sapQty',
    'ownQty',
    'diffLines',
  ],
  'status',
]
const COLUMNS = { stockDate: { width: 120 } }
const TABS = { name: 'status', items: FULL_STOCK_STATES, counts: calls.counts }
const AT = '/wts/sapDailyFullStock'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}
const fixed = (row: Row): string | null =>
  row.source === BY_INTERFACE
    ? '接口接收的数据不能修改'
    : row.status === FULL_STOCK.handled || row.status === FULL_STOCK.replaced
      ? '已处理或已被替换'
      : null

/** SAP每日全量库存: what SAP says stood there, beside what we had. Warehouse §5.1. */
export default function DailyStockList() {
  return (
    <ListPage
      of={sapDailyFullStock}
      calls={CALLS}
      reads={DAILY_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={DAILY_ACTS}
      noEdit={fixed}
      noDelete={fixed}
      dated="接收时间"
      empty="还没有SAP库存。SAP每天由接口推送，也可以手工录入"
    />
  )
}
