import { PageLink } from '#kit/web/shell/PageLink.tsx'
import type { NoteInfo } from './refundNote.facts.ts'

/** Where what a note names is shown. */
export const NOTE_CELLS = {
  orderSn: {
    cell: ({ bizPage, orderSn }: NoteInfo) =>
      bizPage === '' ? orderSn : <PageLink to={bizPage}>{orderSn}</PageLink>,
  },
  flowNo: {
    cell: ({ paymentId, flowNo }: NoteInfo) => (
      <PageLink to={`/order/orderPaymentLogInfo/${paymentId}`}>{flowNo}</PageLink>
    ),
  },
  exceptionId: {
    label: '支付异常',
    cell: ({ flowNo }: NoteInfo) => (
      <PageLink to={`/order/orderPaymentException?keywords=${encodeURIComponent(flowNo ?? '')}`}>
        查看异常
      </PageLink>
    ),
  },
}
