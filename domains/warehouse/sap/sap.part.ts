import { button, type FactsPart } from '#kit/shared/room.ts'
import { dailyStockCalls, dailyStockOpenCalls } from './sapDailyFullStock.calls.ts'

/** What SAP sends to the warehouse. Warehouse §5.1. */
export const sapDocsFacts: FactsPart = {
  calls: [...Object.values(dailyStockCalls), ...Object.values(dailyStockOpenCalls)],
  rights: {
    'wts.sapDailyFullStock': {
      calls: dailyStockCalls,
      buttons: [
        button('比对', dailyStockCalls.compare),
        button('生成盘点', dailyStockCalls.toCount),
        button('标记已处理', dailyStockCalls.handled),
      ],
    },
  },
}
