import { Button, Drawer, Select, Table } from 'antd'
import { useState } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { hasPermission, mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { channelLabel } from './channelLabel.ts'
import { storeCalls } from './product.calls.ts'
import { COST } from './sku.entity.ts'

/** A sku as tables show it. */
export interface ShownSku {
  id: number
  suk: string
  skuCode: string
  barCode: string
  price: string
  otPrice: string
  cost: string | null
  stock: number
  sales: number
  isShow: 0 | 1
}

const VIRTUAL_FROM = 100
const VIRTUAL_HEIGHT = 480
const NONE = '—'

/** The skus of a product with prices and stock, each with the history of its prices. */
export function SkuTable({ skus }: { skus: readonly ShownSku[] }) {
  const virtual = skus.length > VIRTUAL_FROM
  const columns = [
    { title: '规格', dataIndex: 'suk', width: 180, className: 'p-name' },
    { title: '规格编码', dataIndex: 'skuCode', width: 160, className: 'p-name' },
    { title: '售价', dataIndex: 'price', width: 100, align: 'right' as const },
    { title: '原价', dataIndex: 'otPrice', width: 100, align: 'right' as const },
    ...(hasPermission(COST)
      ? [
          {
            title: '成本价',
            dataIndex: 'cost',
            width: 100,
            align: 'right' as const,
            render: (cost: string | null) => cost ?? NONE,
          },
        ]
      : []),
    { title: '库存', dataIndex: 'stock', width: 90, align: 'right' as const },
    { title: '销量', dataIndex: 'sales', width: 90, align: 'right' as const },
    {
      title: '商品条码',
      dataIndex: 'barCode',
      width: 150,
      render: (code: string) => code || NONE,
    },
    {
      title: '规格上架',
      dataIndex: 'isShow',
      width: 90,
      render: (on: 0 | 1) => (
        <StateTag label={on === 1 ? '上架' : '下架'} color={on === 1 ? 'green' : undefined} />
      ),
    },
    ...(mayCall(storeCalls.priceHistory)
      ? [
          {
            title: '操作',
            key: 'actions',
            width: 90,
            render: (_: unknown, one: ShownSku) => (
              <Button type="link" className="k-link" onClick={() => void openPriceHistory(one)}>
                价格记录
              </Button>
            ),
          },
        ]
      : []),
  ]
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <Table<ShownSku>
      size="small"
      rowKey="id"
      pagination={false}
      columns={columns}
      dataSource={[...skus]}
      virtual={virtual}
      scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : { x: width }}
      locale={{ emptyText: '没有规格' }}
    />
  )
}

const MOST = 1000

/** The skus of a row of the list, read when it is opened. */
export function SkusOf({ productId }: { productId: number }) {
  const { data, error, refetch } = useCall(storeCalls.attrValues, { productId, limit: MOST }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <SkuTable skus={data.list} />
}

type Price = OutWireOf<typeof storeCalls.priceHistory>['list'][number]

const SOURCES: Readonly<Record<string, string>> = {
  product: '商品资料',
  basePrice: '商品基础价格',
  saleInfo: '商品销售信息',
  priceNotice: '价格通知单',
}

/** 价格记录 of a sku by channel, planned and past. Catalog §3.2. */
function openPriceHistory(one: ShownSku): Promise<null> {
  return openDialog<null>((close) => <PriceDrawer sku={one} onClose={() => close(null)} />)
}

function PriceDrawer({ sku, onClose }: { sku: ShownSku; onClose(): void }) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(true)
  const [channelId, setChannelId] = useState<(typeof CHANNELS)[number]['value'] | null>(null)
  const [paging, setPaging] = useState({ page: 1, limit: 20 })
  const { data, error, isFetching, refetch } = useCall(
    storeCalls.priceHistory,
    { skuId: sku.id, ...(channelId === null ? {} : { channelId }), ...paging },
    { keep: true, quiet: true },
  )
  return (
    <Drawer
      title={<span className="p-name">价格记录 {sku.suk}</span>}
      size={phone ? '100%' : 680}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => {
        if (!now) onClose()
      }}
    >
      <Select
        className="p-above"
        aria-label="渠道"
        allowClear
        placeholder="全部渠道"
        value={channelId}
        options={CHANNELS.map(({ value, label }) => ({ value, label }))}
        onChange={(next) => {
          setChannelId(next ?? null)
          setPaging((now) => ({ ...now, page: 1 }))
        }}
      />
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Price>
          size="small"
          rowKey="id"
          loading={isFetching}
          pagination={false}
          scroll={{ x: 620 }}
          columns={[
            { title: '渠道', dataIndex: 'channelId', width: 90, render: channelLabel },
            { title: '售价', dataIndex: 'price', width: 90, align: 'right' },
            { title: '原价', dataIndex: 'otPrice', width: 90, align: 'right' },
            { title: '生效时间', dataIndex: 'startTime', width: 140, render: timeOf },
            { title: '失效时间', dataIndex: 'endTime', width: 140, render: timeOf },
            {
              title: '来源',
              dataIndex: 'sourceType',
              width: 110,
              render: (type: string, row) => (
                <>
                  {SOURCES[type] ?? type}
                  <div className="k-hint">{row.createByName}</div>
                </>
              ),
            },
          ]}
          dataSource={data?.list ?? []}
          locale={{ emptyText: <Empty text="还没有价格记录；商品设置渠道后才有渠道价格" /> }}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <Pager
          total={data.total}
          more={data.more ?? false}
          state={{
            ...paging,
            set: (next) => setPaging((now) => ({ page: next.page ?? 1, limit: next.limit ?? now.limit })),
          }}
        />
      )}
    </Drawer>
  )
}

const timeOf = (seconds: number | null) => (seconds === null ? NONE : formatTime(seconds, browserZone))
