import { button, type FactsPart } from '#kit/shared/room.ts'
import { billCalls, billOpenCalls } from './sapBill.calls.ts'
import { dailyStockCalls, dailyStockOpenCalls } from './sapDailyFullStock.calls.ts'
import { sapDeliveryCalls, sapDeliveryOpenCalls } from './sapDeliveryOrder.calls.ts'

/** What SAP sends to the warehouse. Warehouse §5.1. */
export const sapDocsFacts: FactsPart = {
  calls: [
    ...Object.values(billCalls),
    ...Object.values(billOpenCalls),
    ...Object.values(sapDeliveryCalls),
    ...Object.values(sapDeliveryOpenCalls),
    ...Object.values(dailyStockCalls),
    ...Object.values(dailyStockOpenCalls),
  ],
  rights: {
    'wts.sapBill': {
      calls: billCalls,
      reads: [billCalls.raw],
      buttons: [
        button('匹配', billCalls.match),
        button('生成单据', billCalls.generate),
        button('忽略', billCalls.ignore),
      ],
    },
    'wts.sapDeliveryOrder': {
      calls: sapDeliveryCalls,
      reads: [sapDeliveryCalls.raw],
      buttons: [
        button('匹配', sapDeliveryCalls.match),
        button('转出库任务', sapDeliveryCalls.toTask),
        button('发货过账回传', sapDeliveryCalls.postBack),
        button('取消', sapDeliveryCalls.cancel),
      ],
    },
    'wts.sapDailyFullStock': {
      calls: dailyStockCalls,
      reads: [dailyStockCalls.lines, dailyStockCalls.raw],
      buttons: [
        button('比对', dailyStockCalls.compare),
        button('生成盘点', dailyStockCalls.toCount),
        button('标记已处理', dailyStockCalls.handled),
      ],
    },
  },
}
