import { Button, Descriptions, Space, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { NONE } from '#kit/web/fieldUi.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { pickSkus } from '../catalog.pickers.tsx'
import { findSkusCall } from '../lines/lines.calls.ts'
import type { FoundSku } from '../lines/skuFind.ts'
import { PriceCalc } from './PriceCalc.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { PriceListing } from './PriceListing.tsx'
import { PricePeriods } from './PricePeriods.tsx'
import '../product/product.css'

/** 价格日历: what a sku costs whom and when, which document set it, and how an order would be priced. Catalog §10. */
export default function PriceCalendar() {
  const [address, setAddress] = useSearchParams()
  const skuId = Number(address.get('skuId') ?? 0)
  const choose = async () => {
    const [picked] = (await pickSkus({ multiple: false })) ?? []
    if (picked !== undefined) setAddress({ skuId: String(picked.skuId ?? picked.id) }, { replace: true })
  }
  const button = (
    <Space wrap>
      <Button type="primary" onClick={() => void choose()}>
        {skuId === 0 ? '选择商品' : '更换商品'}
      </Button>
      <PriceListing />
    </Space>
  )
  return (
    <div className="k-page">
      {skuId === 0 ? (
        <Empty text="选择一个商品，查看它过去、现在和计划中的价格">{button}</Empty>
      ) : (
        <Sku key={skuId} skuId={skuId} button={button} />
      )}
    </div>
  )
}

function Sku({ skuId, button }: { skuId: number; button: React.ReactNode }) {
  const { data, error, refetch } = useCall(findSkusCall, { skuIds: String(skuId) }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const [sku] = data.list
  if (sku === undefined) return <Empty text="商品不存在或已删除，请选择其他商品">{button}</Empty>
  return (
    <>
      <div className="p-price-head">
        <strong className="p-name">
          {sku.productName} {sku.suk}
        </strong>
        {button}
      </div>
      <Descriptions
        size="small"
        column={{ xs: 2, sm: 2, md: 3, xl: 6 }}
        items={factsOf(sku).map(([label, value]) => ({ key: label, label, children: value ?? NONE }))}
      />
      <Tabs
        items={[
          { key: 'periods', label: '价格日历', children: <PricePeriods skuId={skuId} /> },
          {
            key: 'calc',
            label: '价格试算',
            children: <PriceCalc skuId={skuId} unitName={sku.unitName} />,
          },
          { key: 'history', label: '价格记录', children: <PriceHistory skuId={skuId} /> },
        ]}
      />
    </>
  )
}

/** What its prices are held against; the cost only for who may see it. */
function factsOf(sku: FoundSku): readonly (readonly [label: string, value: string | null])[] {
  return [
    ['规格编码', sku.skuCode],
    ['单位', sku.unitName],
    ...('cost' in sku ? [['成本价', sku.cost] as const] : []),
    ['基础价', sku.basePrice],
    ['最低限价', sku.floorPrice],
    ['采购基准价', sku.purchaseBase],
  ]
}
