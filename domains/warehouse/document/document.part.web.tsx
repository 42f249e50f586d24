import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentWeb: WebPart = {
  register() {
    declareMasterOptions('stockin', '入库单', '/admin/wms/stockin', '/wms/stockin')
    declareMasterOptions('stockout', '出库单', '/admin/wms/stockout', '/wms/stockout')
    declareDocumentTasks({
      stockin: () => import('../stockin/stockin.screens.tsx'),
      stockout: () => import('../stockout/stockout.screens.tsx'),
      transfer: () => import('../transfer/transfer.screens.tsx'),
      shifting: () => import('../shifting/shifting.screens.tsx'),
      stockCount: () => import('../count/count.screens.tsx'),
      exchangeInBill: () => import('../exchange/exchange.screens.tsx'),
      freeze: () => import('../freeze/freeze.screens.tsx'),
    })
  },
}
