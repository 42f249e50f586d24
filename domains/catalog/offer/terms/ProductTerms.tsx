import type { OutWireOf } from '#kit/shared/call.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { channelLabel } from '../../product/channelLabel.ts'
import { termsCalls } from './terms.calls.ts'
import { BIND_TYPES } from './terms.entity.ts'

type Term = OutWireOf<typeof termsCalls.ofProduct>[number]

const COLUMNS = [
  { title: '渠道', width: 90, render: (row: Term) => channelLabel(row.channelId) },
  { title: '协议', dataIndex: 'protocolName', width: 120 },
  { title: '条款', dataIndex: 'termName', width: 180 },
  { title: '版本', dataIndex: 'termVersion', width: 70 },
  {
    title: '绑定于',
    width: 90,
    render: (row: Term) => BIND_TYPES.find((one) => one.value === row.bindTermsType)?.label,
  },
  { title: '简述', dataIndex: 'summary', width: 240 },
]

/** 服务条款 of a product: what it shows in each of its channels. Catalog §3.2, §3.7. */
export function ProductTerms({ productId }: { productId: number }) {
  const { data, error, refetch } = useCall(termsCalls.ofProduct, { productId }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <Empty text="该商品还没有服务条款，可在“条款绑定”中绑定" />
  return (
    <Table<Term>
      rowKey={(row) => `${row.channelId}:${row.termsId}`}
      scroll={{ x: 790 }}
      columns={COLUMNS}
      dataSource={data}
    />
  )
}
