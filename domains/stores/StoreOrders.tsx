import { Input, Space, Statistic } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { DateLimit } from '#kit/web/list/DateLimit.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { storeOrderCall } from './stores.calls.ts'
import './stores.css'

type Order = OutWireOf<typeof storeOrderCall>['list'][number]

const timeOf = (time: number | null) => (time === null ? '' : formatTime(time, browserZone))

/** The orders that are picked up in a store, waiting and done, with their sums. Orders §7.1. */
export function StoreOrders({ storeId }: { storeId: number }) {
  const [asked, setAsked] = useState({ page: 1, limit: 20, dateLimit: '', keywords: '' })
  const { data, error, isFetching, refetch } = useCall(
    storeOrderCall,
    { storeId, ...asked },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Space wrap className="k-list-bar">
        <Input.Search
          allowClear
          aria-label="关键字"
          placeholder="订单号、提货人、手机号码"
          onSearch={(keywords) => setAsked((now) => ({ ...now, keywords, page: 1 }))}
        />
        <DateLimit
          value={asked.dateLimit}
          label="下单时间"
          onChange={(dateLimit) => setAsked((now) => ({ ...now, dateLimit, page: 1 }))}
        />
      </Space>
      <div className="s-sums">
        <Statistic title="订单数" value={data.total} />
        <Statistic title="订单金额" value={data.orderTotalPrice} prefix="¥" />
        <Statistic title="退款单数" value={data.refundTotal} />
        <Statistic title="退款金额" value={data.refundTotalPrice} prefix="¥" />
      </div>
      {data.list.length === 0 ? (
        <Empty
          text={asked.keywords + asked.dateLimit === '' ? '该门店还没有自提订单' : '没有符合条件的自提订单'}
        />
      ) : (
        <>
          <Table<Order>
            loading={isFetching}
            scroll={{ x: 960 }}
            columns={[
              { title: '订单号', dataIndex: 'orderSn' },
              { title: '提货人', dataIndex: 'realName' },
              { title: '手机号码', dataIndex: 'userPhone' },
              { title: '数量', dataIndex: 'totalNum', align: 'right' },
              { title: '实付金额', dataIndex: 'payPrice', align: 'right' },
              { title: '状态', dataIndex: 'statusText' },
              { title: '下单时间', dataIndex: 'createTime', render: timeOf },
              { title: '核销人', dataIndex: 'verifyName' },
              { title: '核销时间', dataIndex: 'verifyTime', render: timeOf },
            ]}
            dataSource={data.list}
          />
          <Pager
            total={data.total}
            more={data.more ?? false}
            state={{
              ...asked,
              set: (next) =>
                setAsked((now) => ({ ...now, page: next.page ?? 1, limit: next.limit ?? now.limit })),
            }}
          />
        </>
      )}
    </>
  )
}
