import type { OutWireOf } from '#kit/shared/call.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useProductTab } from '../product/ProductTabs.tsx'
import { category } from '../product/productFilters.tsx'
import { searchedByProduct } from './listed.ts'
import { PoolTabs } from './PoolTabs.tsx'
import { poolCalls } from './pool.calls.ts'
import { productIntegral } from './pool.entity.ts'
import { INTEGRAL_ACTS, joinAct } from './poolActs.tsx'
import '../product/product.css'

type Row = OutWireOf<typeof poolCalls.integralList>['list'][number]

const OF = searchedByProduct(productIntegral)
const CALLS = { list: poolCalls.integralList, exportRows: poolCalls.integralExport }
const SHOW = [
  'image',
  'productName',
  'productCode',
  'integralPrice',
  'integralCash',
  'integralStock',
  'exchanged',
  'perLimit',
  'validity',
  'sort',
  'auditStatus',
  'onShelf',
]
const FILTERS = [category]
const TOP = [joinAct('integral')]
const PAGES = { see: (row: Row) => `/store/common/info/integral/${row.id}` }
const NOTHING: Readonly<Record<string, string>> = {
  '1': '积分区没有上架的商品',
  '2': '没有未上架的积分商品，点击“加入商品”开始',
  '3': '没有待审核的兑换设置',
  '4': '没有已驳回的兑换设置',
}

/** 积分商品: what points are exchanged for. Catalog §3.5. */
export default function IntegralProducts() {
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
      above={<PoolTabs kind="integral" />}
      pages={PAGES}
      top={TOP}
      actions={INTEGRAL_ACTS}
      empty={<Empty text={NOTHING[type] ?? '还没有积分商品'} />}
    />
  )
}
