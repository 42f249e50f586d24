import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { dailyStockServed } from './sap.server.ts'
import { dailyStockCalls } from './sapDailyFullStock.calls.ts'
import { sapDailyFullStock, sapDailyStockLine } from './sapDailyFullStock.entity.ts'

/** What SAP sends to the warehouse. Warehouse §5.1. */
export const sapDocsServer = joinServer(dailyStockServed, {
  served: [],
  registers: [
    declareRecord({
      of: sapDailyFullStock,
      read: dailyStockCalls.info,
      page: '/wts/sapDailyFullStock/info/{id}',
      unsearched: true,
    }),
    declareUse(
      'warehouse',
      usesBy(sapDailyFullStock.name, 'warehouseId', sapDailyFullStock.label, { past: true }),
    ),
    declareUse(
      'product',
      usesBy(sapDailyStockLine.name, 'productId', sapDailyStockLine.label, { past: true }),
    ),
  ],
})
