import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { byField, category, price } from '../product/productFilters.tsx'
import { channelCalls } from './channel.calls.ts'
import { PRODUCT_SUBJECT, searchedByProduct } from './listed.ts'
import {
  batchLimits,
  batchPut,
  batchSchedule,
  batchVisible,
  editListing,
  type Listing,
  putListing,
  READS,
  scheduleListing,
  visibleListing,
} from './saleActs.tsx'
import '../product/product.css'

const OF = searchedByProduct(productChannel)
const CALLS = { list: channelCalls.list, exportRows: channelCalls.exportRows }
const TABS = { name: 'channelId', items: CHANNELS, counts: channelCalls.counts }
const FILTERS = [category, byField('brandId'), price('priceMin', '最低价'), price('priceMax', '最高价')]
const SHOW = [
  'productName',
  'channelId',
  'priceRange',
  'stock',
  'limits',
  'platformStatus',
  'shelfTime',
  'sales',
]
const COLUMNS = {
  productName: { width: 170, render: (row: Listing) => row.title || row.productName },
}
const OPEN: Act<Listing> = act({
  label: '查看',
  permission: channelCalls.info,
  run: (row) => goTo(`/store/infoSale/${row.id}`),
})
const ACTIONS: readonly Act<Listing>[] = [
  putListing('putOnShell'),
  putListing('offShell'),
  editListing,
  visibleListing,
  scheduleListing,
]
const BATCH = [batchPut('putOnShell'), batchPut('offShell'), batchVisible, batchLimits, batchSchedule]

/** 可售商品: how products are offered in each channel. Catalog §3.5. */
export default function SaleList() {
  return (
    <ListPage
      reads={READS}
      of={OF}
      calls={CALLS}
      tabs={TABS}
      filters={FILTERS}
      subject={PRODUCT_SUBJECT}
      open={OPEN}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      actions={ACTIONS}
      batch={BATCH}
      empty="还没有可售商品，请在添加商品时选择销售渠道"
    />
  )
}
