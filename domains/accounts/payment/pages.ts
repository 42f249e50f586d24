import { type Page, page } from '#kit/shared/pages.ts'

/** Money in and out. Orders §1. */
export const paymentPages: readonly Page[] = [
  page('order.orderPaymentLog', '支付流水', '/order/orderPaymentLog', () => import('./PaymentList.tsx'), {
    sort: 40,
    behind: [
      page('order.orderPaymentLog.of', '支付流水', '/order/orderPaymentLog/:flowNo', () => import('./PaymentList.tsx')),
      page('order.orderPaymentLog.info', '支付流水详情', '/order/orderPaymentLogInfo/:id?', () => import('./PaymentInfo.tsx')),
    ],
  }),
  page('order.orderPaymentException', '支付异常', '/order/orderPaymentException', () => import('./ExceptionList.tsx'), { sort: 30 }),
]
