import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PAYMENT_ACTS, payOnBehalf } from './payment.acts.tsx'
import { paymentCalls as calls } from './payment.calls.ts'
import { payment } from './payment.entity.ts'
import { paymentStateOf } from './paymentState.ts'

const READS = [
  'flowNo',
  'direction',
  'payType',
  'status',
  'bankSerialNo',
  'transactionId',
  'version',
] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = ['flowNo', 'direction', 'orderSn', 'payType', 'amount', 'refundAmount', 'status', 'successTime']
const COLUMNS = {
  status: {
    width: 100,
    render: (row: Row) => {
      const state = paymentStateOf(row)
      return state === undefined ? null : <StateTag {...state} />
    },
  },
}
const useKinds = () => useCall(calls.kinds, {}, { quiet: true }).data
const FILTERS = [optionsFilter('bizType', '业务类型', useKinds)]
const TOP = [payOnBehalf]
const PAGES = { see: (row: Row) => `/order/orderPaymentLogInfo/${row.id}` }

const ALL = {}

/** 支付流水: money in and out; of one number alone where the address names it. Orders §1, §6.5. */
export default function PaymentList() {
  const { flowNo } = useParams()
  const fixed = useMemo(() => (flowNo === undefined ? ALL : { flow: flowNo }), [flowNo])
  return (
    <ListPage
      key={flowNo ?? ''}
      fixed={fixed}
      reads={READS}
      of={payment}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      filters={FILTERS}
      dated="创建时间"
      actions={PAYMENT_ACTS}
      top={TOP}
      empty="客户支付和退款后，每一笔都记在这里"
    />
  )
}
