import { screensOf } from '#kit/shared/documentPages.ts'
import { page } from '#kit/shared/pages.ts'

const supplier = screensOf(() => import('./supplier.screens.tsx'))
const provider = screensOf(() => import('./provider.screens.tsx'))

/** Catalog §7.1. */
export const supplierPages = [
  page('supplier.list', '供应商列表', '/supplier/supplierList', supplier.List, {
    sort: 90,
    behind: [
      page('supplier.form', '供应商资料', '/supplier/addSupplier/:id?', supplier.Form, { adds: 'admin:supplier:save' }),
      page('supplier.info', '供应商详情', '/supplier/infoSupplier/:id/:info', supplier.Page),
      page('supplier.print', '打印供应商档案', '/supplier/printSupplier', supplier.Print, {
        permission: 'admin:supplier:print',
      }),
    ],
  }),
]

/** Catalog §7.2. */
export const providerPages = [
  page('logistics.list', '物流商列表', '/logistics/logisticsList', provider.List, {
    sort: 90,
    behind: [
      page('logistics.form', '物流商资料', '/logistics/addLogistics/:id?', provider.Form, { adds: 'admin:logistics:provider:save' }),
      page('logistics.info', '物流商详情', '/logistics/infoLogistics/:id/:info', provider.Page),
      page('logistics.print', '打印物流商档案', '/logistics/printLogistics', provider.Print, {
        permission: 'admin:logistics:provider:print',
      }),
    ],
  }),
]
