import { button, type FactsPart } from '#kit/shared/room.ts'
import { exceptionCalls, paymentCalls, rechargeCalls } from './payment.calls.ts'

/** Payments and their exceptions as both sides know them. Orders §7.2. */
export const paymentFacts: FactsPart = {
  calls: [...Object.values(paymentCalls), ...Object.values(exceptionCalls), ...Object.values(rechargeCalls)],
  prefixes: ['ZF'],
  rights: {
    'order.orderPaymentLog': {
      calls: paymentCalls,
      buttons: [
        button('查询渠道', paymentCalls.query),
        button('代支付', paymentCalls.pay),
        button('上传凭证', paymentCalls.voucher),
        button('确认收款', paymentCalls.confirm),
      ],
    },
    'order.orderPaymentException': {
      reads: [exceptionCalls.list],
      buttons: [button('处理', exceptionCalls.handle), button('确认入账', exceptionCalls.accept)],
    },
  },
}
