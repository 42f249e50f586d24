import { Button } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Notices } from './Notices.tsx'
import { PAYMENT_ACTS } from './payment.acts.tsx'
import { paymentCalls as calls } from './payment.calls.ts'
import { INCOMING, OUTGOING, payment } from './payment.entity.ts'
import { paymentStateOf } from './paymentState.ts'

type Row = OutWireOf<typeof calls.info>

const LIST = '/order/orderPaymentLog'

const SECTIONS = [
  {
    title: '流水',
    fields: [
      'direction',
      'bizTypeName',
      'orderSn',
      'companyName',
      'payType',
      'payChannel',
      'amount',
      'receivedAmount',
      'fee',
      'refundAmount',
      'createTime',
      'expireTime',
      'successTime',
      'failReason',
    ],
  },
  { title: '渠道', fields: ['transactionId', 'originalNo', 'refundNoteSn'] },
  {
    title: '收款确认',
    fields: ['bankSerialNo', 'payerName', 'voucher', 'uploadName', 'confirmName', 'confirmTime'],
  },
]
const has = (name: keyof Row) => (row: Row) => row[name] !== null && row[name] !== ''
const isByHand = ({ payType }: Row): boolean => payType === 'bank' || payType === 'offline'
const IF_ANY = {
  receivedAmount: has('receivedAmount'),
  expireTime: has('expireTime'),
  failReason: has('failReason'),
  companyName: has('companyName'),
  transactionId: has('transactionId'),
  originalNo: has('originalNo'),
  refundNoteSn: has('refundNoteSn'),
  refundAmount: ({ direction }: Row) => direction === INCOMING,
  fee: ({ direction }: Row) => direction === INCOMING,
  bankSerialNo: isByHand,
  payerName: isByHand,
  voucher: isByHand,
  uploadName: isByHand,
  confirmName: has('confirmName'),
  confirmTime: has('confirmTime'),
}
const CELLS = {
  orderSn: {
    cell: ({ bizPage, orderSn }: Row) =>
      bizPage === '' ? orderSn : <PageLink to={bizPage}>{orderSn}</PageLink>,
  },
  refundNoteSn: {
    cell: ({ refundNoteId, refundNoteSn }: Row) => (
      <PageLink to={`/order/refundNoteInfo/${refundNoteId}/0`}>{refundNoteSn}</PageLink>
    ),
  },
  originalNo: {
    cell: ({ paymentOf, originalNo }: Row) => (
      <PageLink to={`/order/orderPaymentLogInfo/${paymentOf}`}>{originalNo}</PageLink>
    ),
  },
}

/** 支付流水详情: one payment or refund, with what its provider said. Orders §6.5. */
export default function PaymentInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在支付流水中选择一笔">
        <Button onClick={() => goTo(LIST)}>支付流水</Button>
      </Empty>
    )
  return <Page id={Number(id)} />
}

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={payment}
      call={calls.info}
      id={id}
      title={(row) => `支付流水详情 ${row.flowNo}`}
      name={(row) => row.flowNo}
      states={(row) => [paymentStateOf(row)]}
      figures={(row) => [
        { label: row.direction === OUTGOING ? '退款金额' : '支付金额', value: groupedAmount(row.amount) },
        row.direction === INCOMING
          ? {
              label: '已退金额',
              value: groupedAmount(row.refundAmount),
              to: `/order/refundNote?keywords=${encodeURIComponent(row.orderSn)}`,
            }
          : undefined,
      ]}
      actions={PAYMENT_ACTS}
      back={LIST}
      sections={SECTIONS}
      cells={CELLS}
      ifAny={IF_ANY}
      lists={() =>
        mayCall(calls.notices)
          ? [{ key: 'notices', label: '渠道报文', content: <Notices paymentId={id} /> }]
          : []
      }
    />
  )
}
