import { button, type FactsPart } from '#kit/shared/room.ts'
import { refundNoteCalls as calls } from './refundNote.calls.ts'

/** Refund notes as both sides know them. Orders §7.2. */
export const refundNoteFacts: FactsPart = {
  calls: Object.values(calls),
  prefixes: ['TK'],
  rights: {
    'order.refundNote': {
      calls,
      buttons: [
        button('执行退款', calls.execute),
        button('改退款方式', calls.way),
        button('登记线下退款', calls.offline),
        button('作废', calls.void),
      ],
    },
  },
}
