import { Button, Space, Tabs } from 'antd'
import { useState } from 'react'
import { Empty } from '#kit/web/states/Empty.tsx'
import { type PickedSku, pickSkus } from '../catalog.pickers.tsx'
import { PriceCalc } from './PriceCalc.tsx'
import { PriceHistory } from './PriceHistory.tsx'

/** 价格日历: what a sku costs whom and when, which document set it, and how an order would be priced. Catalog §10. */
export default function PriceCalendar() {
  const [sku, setSku] = useState<PickedSku | null>(null)
  const choose = async () => {
    const picked = await pickSkus({ multiple: false })
    if (picked?.[0] !== undefined) setSku(picked[0])
  }
  const button = (
    <Button type="primary" onClick={() => void choose()}>
      {sku === null ? '选择商品' : '更换商品'}
    </Button>
  )
  if (sku === null)
    return (
      <div className="k-page">
        <Empty text="选择一个商品，查看它过去、现在和计划中的价格">{button}</Empty>
      </div>
    )
  return (
    <div className="k-page">
      <Space wrap className="p-above">
        <strong className="p-name">
          {sku.productName} {sku.suk}
        </strong>
        <span className="k-hint">{sku.skuCode}</span>
        {button}
      </Space>
      <Tabs
        items={[
          {
            key: 'history',
            label: '价格记录',
            children: <PriceHistory key={sku.skuId} skuId={sku.skuId ?? sku.id} />,
          },
          {
            key: 'calc',
            label: '价格试算',
            children: <PriceCalc key={sku.skuId} skuId={sku.skuId ?? sku.id} />,
          },
        ]}
      />
    </div>
  )
}
