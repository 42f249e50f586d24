import type { OutWireOf } from '#kit/shared/call.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useProductTab } from '../product/ProductTabs.tsx'
import { category } from '../product/productFilters.tsx'
import { searchedByProduct } from './listed.ts'
import { PoolTabs } from './PoolTabs.tsx'
import { poolCalls } from './pool.calls.ts'
import { productVip } from './pool.entity.ts'
import { joinAct, VIP_ACTS } from './poolActs.tsx'
import '../product/product.css'

type Row = OutWireOf<typeof poolCalls.payList>['list'][number]

const OF = searchedByProduct(productVip)
const CALLS = { list: poolCalls.payList, exportRows: poolCalls.payExport }
const SHOW = [
  'image',
  'productName',
  'productCode',
  'price',
  'vipPrice',
  'saved',
  'stock',
  'perLimit',
  'validity',
  'sort',
  'auditStatus',
  'onShelf',
]
const FILTERS = [category]
const TOP = [joinAct('pay')]
const PAGES = { see: (row: Row) => `/store/common/info/pay/${row.id}` }
const NOTHING: Readonly<Record<string, string>> = {
  '1': '付费区没有上架的商品',
  '2': '没有未上架的付费商品，点击“加入商品”开始',
  '3': '没有待审核的会员价',
  '4': '没有已驳回的会员价',
}

/** 付费商品: what paid members pay. Catalog §3.5. */
export default function PayProducts() {
  const { type } = useProductTab('1')
  return (
    <ListPage<Row>
      key={type}
      of={OF}
      calls={CALLS}
      show={SHOW}
      filters={FILTERS}
      dated=""
      fixed={{ type }}
      above={<PoolTabs kind="pay" />}
      pages={PAGES}
      top={TOP}
      actions={VIP_ACTS}
      empty={<Empty text={NOTHING[type] ?? '还没有付费商品'} />}
    />
  )
}
