import { useSearchParams } from 'react-router'
import { choice, int } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { vacctCalls } from '../vacct/vacct.calls.ts'
import { AsofList } from './AsofList.tsx'
import { PRODUCT_FILTERS, SEARCHED } from './filters.tsx'
import { LotList, SectionList } from './LotList.tsx'
import { NearBoard } from './NearBoard.tsx'
import { ReserveList } from './ReserveList.tsx'
import { stockCalls as calls, FLAGS } from './stock.calls.ts'
import { stock } from './stock.entity.ts'

const READS = ['productCode', 'skuId', 'warehouseId'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SUBJECT = { name: 'storeName', code: 'productCode' }
const SHOW = [
  ...['storeName', 'suk', 'warehouseId', 'onHand', 'available', 'reserved', 'frozen', 'inTransit', 'amount'],
]
const FILTERS = [
  fieldFilter('flag', choice('库存状况', FLAGS, {})),
  ...PRODUCT_FILTERS,
  fieldFilter('days', int('呆滞天数', { min: 1 })),
]
const PAGES = { see: (row: Row) => `/wms/stock/info/${row.id}` }

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '流水',
    permission: calls.recordList,
    run: (row) => goTo(`/wms/recordLog/${row.productCode}/0/0?warehouseId=${row.warehouseId}`),
  }),
  act({
    label: '占用明细',
    permission: calls.reserveList,
    run: (row) => goTo(`/wms/stock?view=reserve&skuId=${row.skuId}&warehouseId=${row.warehouseId}`),
  }),
  act({
    label: '批次',
    permission: calls.lotList,
    run: (row) => goTo(`/wms/stock?view=lot&skuId=${row.skuId}&warehouseId=${row.warehouseId}`),
  }),
  act({
    label: '账户分配',
    permission: vacctCalls.assign,
    run: (row) => goTo(`/wms/stockVacct?warehouseId=${row.warehouseId}`),
  }),
]

const VIEWS = [
  { key: 'sku', label: '按商品' },
  { key: 'section', label: '按库区' },
  { key: 'lot', label: '按批次' },
  { key: 'near', label: '临期看板' },
  { key: 'reserve', label: '占用明细' },
  { key: 'asof', label: '历史时点' },
] as const
const FIRST = 'sku'

/** 库存查询: by sku, by section, by lot; who holds it, what expires, what there was. Warehouse §4.4. */
export default function StockList() {
  const [address, setAddress] = useSearchParams()
  const view = address.get('view') ?? FIRST
  return (
    <>
      <CountTabs
        active={view}
        items={VIEWS}
        label="维度"
        onChange={(key) => setAddress(key === FIRST ? {} : { view: key }, { replace: true })}
      />
      <View view={view} />
    </>
  )
}

function View({ view }: { view: string }) {
  if (view === 'section') return <SectionList />
  if (view === 'lot') return <LotList />
  if (view === 'near') return <NearBoard />
  if (view === 'reserve') return <ReserveList />
  if (view === 'asof') return <AsofList />
  return (
    <ListPage
      of={stock}
      calls={CALLS}
      reads={READS}
      subject={SUBJECT}
      show={SHOW}
      filters={FILTERS}
      searched={SEARCHED}
      pages={PAGES}
      actions={ACTIONS}
      dated=""
      empty="还没有库存。入库单审核通过后，商品在各仓库的数量在此列出"
    />
  )
}
