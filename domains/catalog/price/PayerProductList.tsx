import { choice } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { category } from '../product/productFilters.tsx'
import { openCopyTo } from './copyTo.tsx'
import { payerProduct } from './payerProduct.entity.ts'
import { payerProductCalls } from './price.calls.ts'

const READS = ['productName'] as const
type Row = RowSeen<typeof payerProductCalls.list, typeof READS>

const SHOW = [
  'productName',
  'payerId',
  'suk',
  'settlePrice',
  'monthMaxQty',
  'monthUsed',
  'validity',
  'status',
]

const SUBJECT = { name: 'productName', code: 'productCode' }

const VALID = [
  { value: 1, label: '有效' },
  { value: 0, label: '未开始' },
  { value: 2, label: '30天内到期' },
  { value: 3, label: '已到期' },
] as const

const FILTERS = [category, fieldFilter('valid', choice('有效期', VALID))]

const COPY: Act<readonly Row[]> = act({
  label: '复制到其他付款方',
  permission: payerProductCalls.copyTo,
  run: (rows) => openCopyTo(rows.map((row) => row.id)),
})

/** 付款方商品. Catalog §4.3. */
export default function PayerProductList() {
  return (
    <ListPage
      reads={READS}
      of={payerProduct}
      calls={payerProductCalls}
      subject={SUBJECT}
      show={SHOW}
      filters={FILTERS}
      dated=""
      pages={{ create: '/payerproduct/add', edit: (row) => `/payerproduct/edit/${row.id}` }}
      batch={[COPY]}
      deletePrompt={(row) => `确定删除${row.productName}的付款方商品吗？`}
      importing={{
        bizType: payerProduct.name,
        title: payerProduct.label,
        permission: payerProductCalls.importSheet.permission,
      }}
    />
  )
}
