import { Drawer } from 'antd'
import { useState } from 'react'
import { datetime } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import MomentInput from '#kit/web/time/MomentInput.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { PriceChart } from './PriceChart.tsx'
import { PriceFilters, PriceSource, SourceHint, type Wanted } from './PriceParts.tsx'
import { priceHistoryCall } from './price.calls.ts'
import '../product/product.css'

type Price = OutWireOf<typeof priceHistoryCall>['list'][number]

const fields = priceHistoryCall.answer.shape ?? {}
const AT = datetime('某一时刻')
const labelOf = (name: string, value: number) => fields[name]?.choices?.find((one) => one.value === value)

/** 价格记录 of a sku, planned and past, with the document that set each. Catalog §3.2, §10. */
export function openPriceHistory(skuId: number, name: string): Promise<null> {
  return openDialog<null>((close) => <PriceDrawer skuId={skuId} name={name} onClose={() => close(null)} />)
}

function PriceDrawer({ skuId, name, onClose }: { skuId: number; name: string; onClose(): void }) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(true)
  return (
    <Drawer
      title={<span className="p-name">价格记录 {name}</span>}
      size={phone ? '100%' : 860}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => {
        if (!now) onClose()
      }}
    >
      <PriceHistory skuId={skuId} />
    </Drawer>
  )
}

/** The price records of a sku: of every scope, or of some; of all times, or those that rule at one. */
export function PriceHistory({ skuId }: { skuId: number }) {
  const phone = useIsPhone()
  const [wanted, setWanted] = useState<Wanted>({})
  const [time, setTime] = useState<number | null>(null)
  const { paging, state: pagerState, first: toFirst } = usePaging()
  const { data, error, isFetching, refetch } = useCall(
    priceHistoryCall,
    {
      skuId,
      ...wanted,
      ...(time === null ? {} : { time }),
      ...paging,
    },
    { keep: true, quiet: true },
  )
  return (
    <>
      <div className="p-price-bar">
        <PriceFilters
          value={wanted}
          onChange={(next) => {
            setWanted(next)
            toFirst()
          }}
        />
        <MomentInput
          field={AT}
          placeholder="某一时刻生效的价格"
          value={time}
          onChange={(next) => {
            setTime(typeof next === 'number' ? next : null)
            toFirst()
          }}
        />
      </div>
      <PriceChart
        skuId={skuId}
        wanted={wanted}
        onMoment={(moment) => {
          setTime(moment)
          toFirst()
        }}
      />
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Price>
          loading={isFetching}
          scroll={{ x: phone ? 1000 : 800 }}
          columns={[
            {
              title: '状态',
              dataIndex: 'state',
              width: 80,
              render: (state: number) => {
                const found = labelOf('state', state)
                return <StateTag label={found?.label ?? ''} means={found?.means} />
              },
            },
            {
              title: '渠道',
              dataIndex: 'channelId',
              width: 80,
              render: (id: number) => (id === 0 ? NONE : channelLabel(id)),
            },
            {
              title: '适用',
              dataIndex: 'scopeType',
              width: 120,
              render: (type: number, row) => (
                <>
                  {labelOf('scopeType', type)?.label}
                  {row.scopeName !== '' && <div className="k-hint">{row.scopeName}</div>}
                </>
              ),
            },
            { title: '售价', dataIndex: 'price', width: 90, align: 'right' },
            { title: '原价', dataIndex: 'otPrice', width: 90, align: 'right' },
            { title: '生效时间', dataIndex: 'startTime', width: 140, render: timeOf },
            { title: '失效时间', dataIndex: 'endTime', width: 140, render: timeOf },
            {
              title: '来源',
              dataIndex: 'sourceName',
              width: 240,
              render: (_, row) => (
                <>
                  <PriceSource {...row} />
                  <SourceHint {...row} />
                </>
              ),
            },
          ]}
          dataSource={data?.list ?? []}
          locale={{ emptyText: <Empty text="还没有价格记录；商品设置渠道后才有渠道价格" /> }}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <Pager total={data.total} more={data.more ?? false} state={pagerState} />
      )}
    </>
  )
}

const timeOf = (seconds: number | null) => (seconds === null ? NONE : formatTime(seconds, browserZone))
