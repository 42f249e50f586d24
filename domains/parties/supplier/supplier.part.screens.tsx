const SUPPLIERS = '/supplier/supplierList'
const PROVIDERS = '/logistics/logisticsList'

import type { RoomRoute } from '#kit/web/room.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
const screens: readonly RoomRoute[] = [
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
  {
    path: '/logistics/printLogistics',
    title: '打印物流商档案',
    permission: 'admin:logistics:provider:print',
    activeMenu: PROVIDERS,
    lazy: () => import('./ProviderPrint.tsx'),
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
    permission: 'admin:supplier:print',
    activeMenu: SUPPLIERS,
    lazy: () => import('./SupplierPrint.tsx'),
  },
  { path: SUPPLIERS, title: '供应商列表', lazy: () => import('./SupplierList.tsx') },
]

export default screens
