import { Space } from 'antd'
import { useSearchParams } from 'react-router'
import { choice, text } from '#kit/fields/shared.ts'
import { groupedNumber } from '#kit/shared/text.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PRODUCT_FILTERS, SEARCHED } from './filters.tsx'
import { stockCalls as calls } from './stock.calls.ts'
import { DIRECTIONS, stockMove } from './stock.entity.ts'

const CALLS = { list: calls.logList, exportRows: calls.logExport }
const READS = ['postingId'] as const
type Row = RowSeen<typeof calls.logList, typeof READS>
const SUBJECT = { name: 'storeName', code: 'productCode' }
const SHOW = [
  'storeName',
  'createTime',
  'moveType',
  'sourceSn',
  'party',
  'warehouseId',
  'lotNo',
  'dOnHand',
  'onHandAfter',
]
const COLUMNS = { createTime: { title: '时间' }, dOnHand: { title: '数量' }, onHandAfter: { title: '结存' } }
const FILTERS = [
  fieldFilter('direction', choice('方向', DIRECTIONS, {})),
  fieldFilter('party', text('往来方', { max: 50 })),
  fieldFilter('lotNo', text('批次号', { max: 32 })),
  fieldFilter('sourceSn', text('来源单号', { max: 40 })),
  ...PRODUCT_FILTERS,
]
const PAGES = { see: (row: Row) => `/wms/stocklog/posting/${row.postingId}` }
/** What narrows the sums as it narrows the list. */
const NARROWING = [
  ...[
    'direction',
    'party',
    'lotNo',
    'sourceSn',
    'cateId',
    'brandId',
    'moveType',
    'warehouseId',
    'sectionId',
    'operatorId',
  ],
  ...['keywords', 'dateLimit'],
]

/** 出入库日志: goods that came and went, with their sums. Warehouse §4.4. */
export default function StockLog() {
  return (
    <ListPage
      of={stockMove}
      screen={calls.logList.path}
      calls={CALLS}
      reads={READS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      searched={SEARCHED}
      pages={PAGES}
      dated="时间"
      above={<Totals />}
      empty="还没有出入库。商品每次入库和出库在此逐笔列出"
    />
  )
}

function Totals() {
  const [address] = useSearchParams()
  const narrowed = Object.fromEntries(
    NARROWING.flatMap((name) => {
      const value = address.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const { data } = useCall(calls.logTotals, narrowed, { keep: true, quiet: true })
  return (
    <Space size={[24, 4]} wrap className="k-figures">
      <span>入库合计 {data === undefined ? '…' : groupedNumber(data.inQty)}</span>
      <span>出库合计 {data === undefined ? '…' : groupedNumber(data.outQty)}</span>
    </Space>
  )
}
