import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierWeb: WebPart = {
  register() {
    declareRefOptions('logisticsProvider', {
      call: optionsCall('/admin/logistics/provider', '物流商'),
      title: '物流商',
      page: '/logistics/logisticsList',
    })
    declareRefOptions('supplier', {
      call: optionsCall('/admin/supplier', '供应商'),
      title: '供应商',
      page: '/supplier/supplierList',
    })
    declareTaskForm(
      'logisticsProvider',
      lazy(() => import('./ProviderTask.tsx')),
    )
    declareTaskForm(
      'supplier',
      lazy(() => import('./SupplierTask.tsx')),
    )
  },
}
