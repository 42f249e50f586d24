import { declareDemo } from '#kit/server/demo.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { stockDiffScene } from './dailyCompare.server.ts'
import { sapDeliveryType } from './deliveryActs.server.ts'
import { fillSap } from './demo.server.ts'
import { dailyStockServed } from './sap.server.ts'
import { billCalls } from './sapBill.calls.ts'
import { sapBill } from './sapBill.entity.ts'
import { billServed } from './sapBill.server.ts'
import { dailyStockCalls } from './sapDailyFullStock.calls.ts'
import { sapDailyFullStock, sapDailyStockLine } from './sapDailyFullStock.entity.ts'
import { sapDeliveryServed } from './sapDelivery.server.ts'
import { sapDeliveryCalls } from './sapDeliveryOrder.calls.ts'
import { sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

/** What SAP sends to the warehouse. Warehouse §5.1. */
export const sapDocsServer = joinServer(billServed, sapDeliveryServed, dailyStockServed, {
  served: [],
  registers: [
    declareDemo('documents', fillSap),
    stockDiffScene,
    sapDeliveryType,
    declareRecord({
      of: sapDeliveryOrder,
      read: sapDeliveryCalls.info,
      page: '/wts/sapDeliveryOrder/info/{id}',
    }),
    declareUse(
      'warehouse',
      usesBy(sapDeliveryOrder.name, 'warehouseId', sapDeliveryOrder.label, { past: true }),
    ),
    declareRecord({ of: sapBill, read: billCalls.info, page: '/wts/sapBill/info/{id}' }),
    declareUse('warehouse', usesBy(sapBill.name, 'warehouseId', sapBill.label, { past: true })),
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
