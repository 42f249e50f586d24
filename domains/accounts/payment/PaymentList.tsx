import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { PAYMENT_ACTS } from './payment.acts.tsx'
import { paymentCalls as calls } from './payment.calls.ts'
import { payment } from './payment.entity.ts'
import { paymentStateOf } from './paymentState.ts'

const READS = ['flowNo', 'direction', 'payType', 'status', 'bankSerialNo', 'version'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  'flowNo',
  'direction',
  'orderSn',
  'payType',
  'amount',
  'refundAmount',
  'transactionId',
  'status',
  'successTime',
]
const COLUMNS = {
  status: {
    width: 100,
    render: (row: Row) => {
      const state = paymentStateOf(row)
      return state === undefined ? null : <StateTag {...state} />
    },
  },
}
const PAGES = { see: (row: Row) => `/order/orderPaymentLogInfo/${row.id}` }

/** 支付流水: money in and out. Orders §6.5. */
export default function PaymentList() {
  return (
    <ListPage
      reads={READS}
      of={payment}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      dated="创建时间"
      actions={PAYMENT_ACTS}
      empty="客户支付和退款后，每一笔都记在这里"
    />
  )
}
