import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierWeb: WebPart = {
  register() {
    declareMasterOptions(
      'logisticsProvider',
      '物流商',
      '/admin/logistics/provider',
      '/logistics/logisticsList',
    )
    declareMasterOptions('supplier', '供应商', '/admin/supplier', '/supplier/supplierList')
    declareDocumentTasks({
      logisticsProvider: () => import('./provider.screens.tsx'),
      supplier: () => import('./supplier.screens.tsx'),
    })
  },
}
