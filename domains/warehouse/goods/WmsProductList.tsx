import { choice, ref, refs } from '#kit/fields/shared.ts'
import { act } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { wmsProductCalls as calls, LACKS } from './wmsProduct.calls.ts'
import { openWmsBatch, openWmsProduct } from './wmsProductForms.tsx'
import { wmsSku } from './wmsSku.entity.ts'

const READS = ['storeName', 'suk'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = [
  ...['storeName', 'suk', 'wmsGroupId', 'storageCondition', 'boxQty', 'weight'],
  ...['safetyQty', 'onHand', 'available'],
]
const COLUMNS = {
  storeName: { width: 230 },
  boxQty: { width: 70 },
  weight: { width: 85 },
  productId: { off: true },
  createTime: { off: true },
  updateTime: { off: true },
}
const FILTERS = [
  fieldFilter('warehouseId', ref('仓库', 'warehouse')),
  fieldFilter('cateId', refs('商品分类', 'category', { categoryType: 1 })),
  fieldFilter('lacks', choice('资料', LACKS)),
]
const edit = act<Row>({ label: '编辑', permission: calls.update, run: ({ id }) => openWmsProduct(id) })
const open = act<Row>({ label: '查看', permission: calls.info, run: ({ id }) => openWmsProduct(id) })
const ACTIONS = [edit]
const BATCH = [
  act<readonly Row[]>({
    label: '批量编辑',
    permission: calls.batchUpdate,
    run: (rows) => openWmsBatch(rows.map((row) => row.id)),
  }),
]
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const IMPORTING = { bizType: 'wmsProduct', title: '仓储商品', permission: calls.update.permission }

/** 仓储商品. Warehouse §4.9. */
export default function WmsProductList() {
  return (
    <ListPage
      reads={READS}
      of={wmsSku}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      open={open}
      actions={ACTIONS}
      batch={BATCH}
      importing={IMPORTING}
      empty="还没有商品。在商品库新增实物商品后，这里维护其箱规、尺寸和各仓的库存上下限"
    />
  )
}
