import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { PriceFilters, PriceSource, SourceHint, spanText, type Wanted } from './PriceParts.tsx'
import { priceCalendarCall } from './price.calls.ts'
import { SCOPE } from './price.rules.ts'

type Period = OutWireOf<typeof priceCalendarCall>[number]

const TITLES: Readonly<Record<number, string>> = {
  [SCOPE.base]: '基础价',
  [SCOPE.channel]: '渠道价',
  [SCOPE.salesChannel]: '销售渠道价',
  [SCOPE.shouda]: '售达方价',
  [SCOPE.orgLevel]: '组织等级价',
}
const STATES = priceCalendarCall.answer.shape?.state?.choices ?? []

const keyOf = (one: Period): string => `${one.channelId} ${one.scopeType} ${one.scopeId}`

function titleOf({ scopeType, channelId, scopeName }: Period): string {
  const channel = channelId === 0 ? '' : channelLabel(channelId)
  return [TITLES[scopeType] ?? '', channel, scopeName].filter((part) => part !== '').join(' · ')
}

/** What a sku costs from when to when, planned, now and before, and what set it: for each scope by itself. Catalog §10. */
export function PricePeriods({ skuId }: { skuId: number }) {
  const [wanted, setWanted] = useState<Wanted>({})
  const { data, error, refetch } = useCall(
    priceCalendarCall,
    { skuId, ...wanted },
    { keep: true, quiet: true },
  )
  const scopes = [...Map.groupBy(data ?? [], keyOf).values()]
  return (
    <>
      <div className="p-price-bar">
        <PriceFilters value={wanted} onChange={setWanted} />
      </div>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data?.length === 0 && <Empty text="还没有价格；商品设置渠道后才有渠道价格" />}
      {scopes.map((periods) => (
        <Scope key={periods[0] && keyOf(periods[0])} periods={periods} />
      ))}
    </>
  )
}

function Scope({ periods }: { periods: readonly Period[] }) {
  const [first] = periods
  if (first === undefined) return null
  const now = periods.find((one) => one.state === 1)
  const isBase = first.scopeType === SCOPE.base
  return (
    <section className="p-price-scope">
      <h3 className="k-group-title">
        {titleOf(first)}
        <span className="k-hint">{now === undefined ? '现在没有价格' : `现价 ${now.price}`}</span>
      </h3>
      <Table<Period>
        rowKey="startTime"
        scroll={{ x: 900 }}
        columns={[
          {
            title: '状态',
            dataIndex: 'state',
            width: 80,
            render: (state: number) => {
              const found = STATES.find((one) => one.value === state)
              return <StateTag label={found?.label ?? ''} means={found?.means} />
            },
          },
          { title: isBase ? '基础价' : '售价', dataIndex: 'price', width: 80, align: 'right' },
          {
            title: '有效期',
            dataIndex: 'startTime',
            width: 290,
            render: (_, row) => spanText(row.startTime, row.endTime),
          },
          {
            title: '变动',
            dataIndex: 'changeRate',
            width: 90,
            align: 'right',
            render: (rate: number | null) => changeText(rate),
          },
          {
            title: isBase ? '最低限价' : '原价',
            dataIndex: isBase ? 'floorPrice' : 'otPrice',
            width: 90,
            align: 'right',
            render: (price: string | null) => price ?? NONE,
          },
          {
            title: '来源',
            dataIndex: 'sourceName',
            width: 280,
            render: (_, row) => (
              <>
                <PriceSource {...row} />
                <SourceHint {...row} />
              </>
            ),
          },
        ]}
        dataSource={[...periods]}
      />
    </section>
  )
}

function changeText(rate: number | null): string {
  if (rate === null) return NONE
  if (rate === 0) return '不变'
  return `${rate > 0 ? '↑' : '↓'} ${Math.abs(rate).toFixed(2)}%`
}
