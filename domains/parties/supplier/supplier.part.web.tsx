import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

const SUPPLIERS = '/supplier/supplierList'
const PROVIDERS = '/logistics/logisticsList'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierWeb: WebPart = {
  routes: [
    {
      path: '/logistics/addLogistics/:id?',
      title: '物流商资料',
      activeMenu: PROVIDERS,
      lazy: () => import('./ProviderForm.tsx'),
    },
    {
      path: '/logistics/infoLogistics/:id/:info',
      title: '物流商详情',
      activeMenu: PROVIDERS,
      lazy: () => import('./ProviderInfo.tsx'),
    },
    { path: PROVIDERS, title: '物流商列表', lazy: () => import('./ProviderList.tsx') },
    {
      path: '/supplier/addSupplier/:id?',
      title: '供应商资料',
      activeMenu: SUPPLIERS,
      lazy: () => import('./SupplierForm.tsx'),
    },
    {
      path: '/supplier/infoSupplier/:id/:info',
      title: '供应商详情',
      activeMenu: SUPPLIERS,
      lazy: () => import('./SupplierInfo.tsx'),
    },
    {
      path: '/supplier/printSupplier',
      title: '打印供应商档案',
      activeMenu: SUPPLIERS,
      lazy: () => import('./SupplierPrint.tsx'),
    },
    { path: SUPPLIERS, title: '供应商列表', lazy: () => import('./SupplierList.tsx') },
  ],
  register() {
    declareRefOptions('logisticsProvider', {
      call: optionsCall('/admin/logistics/provider', '物流商'),
      title: '物流商',
    })
    declareRefOptions('supplier', { call: optionsCall('/admin/supplier', '供应商'), title: '供应商' })
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
