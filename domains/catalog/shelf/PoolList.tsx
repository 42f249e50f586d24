import { useMemo } from 'react'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import type { ListPageProps } from '#kit/web/list/listProps.ts'
import { ProductTabs, useProductTab } from '../product/ProductTabs.tsx'
import { category } from '../product/productFilters.tsx'
import { PRODUCT_SUBJECT, searchedByProduct } from './listed.ts'
import { poolCalls } from './pool.calls.ts'
import { productIntegral, productVip } from './pool.entity.ts'
import { INTEGRAL_ACTS, INTEGRAL_BATCH, joinAct, type PoolRow, READS, VIP_ACTS } from './poolActs.tsx'
import { recordPage } from './shelf.addresses.ts'
import '../product/product.css'

const FIRST_TAB = '1'
const FILTERS = [category]
const shown = (...own: readonly string[]) => ['productName', ...own, 'validity', 'auditStatus', 'onShelf']

interface PoolPage
  extends Pick<
    ListPageProps<PoolRow, (typeof READS)[number]>,
    'of' | 'calls' | 'show' | 'top' | 'actions' | 'batch'
  > {
  place: string
  setting: string
}
const POOLS: Record<'pay' | 'integral', PoolPage> = {
  pay: {
    of: searchedByProduct(productVip),
    calls: { list: poolCalls.payList, exportRows: poolCalls.payExport },
    show: shown('price', 'vipPrice', 'saved', 'stock'),
    top: [joinAct('pay')],
    actions: VIP_ACTS,
    place: '付费区',
    setting: '会员价',
  },
  integral: {
    of: searchedByProduct(productIntegral),
    calls: { list: poolCalls.integralList, exportRows: poolCalls.integralExport },
    show: shown('integralPrice', 'integralCash', 'integralStock', 'exchanged'),
    top: [joinAct('integral')],
    actions: INTEGRAL_ACTS,
    batch: INTEGRAL_BATCH,
    place: '积分区',
    setting: '兑换设置',
  },
}
const TABS = { pay: { kind: 'pay' }, integral: { kind: 'integral' } }

/** What a tab of a pool says while nothing is in it. */
function nothing(type: string, { of, place, setting }: PoolPage): string {
  if (type === '1') return `${place}没有上架的商品`
  if (type === '2') return `没有未上架的${of.label}，点击“加入商品”开始`
  return type === '3' ? `没有待审核的${setting}` : `没有已驳回的${setting}`
}

function PoolList({ kind }: { kind: 'pay' | 'integral' }) {
  const { type } = useProductTab(FIRST_TAB)
  const fixed = useMemo(() => ({ type }), [type])
  const pages = useMemo(() => ({ see: (row: PoolRow) => recordPage(kind, row.id) }), [kind])
  const { place: _place, setting: _setting, ...pool } = POOLS[kind]
  return (
    <ListPage
      key={type}
      {...pool}
      subject={PRODUCT_SUBJECT}
      reads={READS}
      filters={FILTERS}
      dated=""
      fixed={fixed}
      above={<ProductTabs call={poolCalls.tabs} first={FIRST_TAB} fixed={TABS[kind]} />}
      pages={pages}
      empty={nothing(type, POOLS[kind])}
    />
  )
}

/** 付费商品: what paid members pay. Catalog §3.5. */
export const PayProducts = () => <PoolList kind="pay" />

/** 积分商品: what points are exchanged for. Catalog §3.5. */
export const IntegralProducts = () => <PoolList kind="integral" />
