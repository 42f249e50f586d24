import { page } from '#kit/shared/pages.ts'

/** Catalog §7.1. */
export const supplierPages = [
  page('supplier.list', '供应商列表', '/supplier/supplierList', () => import('./SupplierList.tsx'), {
    sort: 90,
    behind: [
      page('supplier.form', '供应商资料', '/supplier/addSupplier/:id?', () => import('./SupplierForm.tsx')),
      page('supplier.info', '供应商详情', '/supplier/infoSupplier/:id/:info', () => import('./SupplierInfo.tsx')),
      page('supplier.print', '打印供应商档案', '/supplier/printSupplier', () => import('./SupplierPrint.tsx'), {
        permission: 'admin:supplier:print',
      }),
    ],
  }),
]

/** Catalog §7.2. */
export const providerPages = [
  page('logistics.list', '物流商列表', '/logistics/logisticsList', () => import('./ProviderList.tsx'), {
    sort: 90,
    behind: [
      page('logistics.form', '物流商资料', '/logistics/addLogistics/:id?', () => import('./ProviderForm.tsx')),
      page('logistics.info', '物流商详情', '/logistics/infoLogistics/:id/:info', () => import('./ProviderInfo.tsx')),
      page('logistics.print', '打印物流商档案', '/logistics/printLogistics', () => import('./ProviderPrint.tsx'), {
        permission: 'admin:logistics:provider:print',
      }),
    ],
  }),
]
