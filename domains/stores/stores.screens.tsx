import { CODES, STAFF_FORM, STAFF_LIST } from './stores.pages.ts'

const STORES = '/storeManagement'

import type { RoomRoute } from '#kit/web/room.ts'

/** The screens of stores and their staff. Catalog §1.3. */
const screens: readonly RoomRoute[] = [
  { path: STORES, title: '门店管理', lazy: () => import('./StoreList.tsx') },
  {
    path: `${STORES}/addStoreManagement/:id?`,
    title: '门店资料',
    activeMenu: STORES,
    lazy: () => import('./StoreForm.tsx'),
  },
  {
    path: `${STORES}/info/:id?`,
    title: '门店详情',
    activeMenu: STORES,
    lazy: () => import('./StoreInfo.tsx'),
  },
  { path: CODES, title: '店铺二维码', activeMenu: STORES, lazy: () => import('./StoreCodes.tsx') },
  { path: `${STAFF_LIST}/:shopId?`, title: '店员列表', lazy: () => import('./StaffList.tsx') },
  {
    path: `${STAFF_FORM}/:id?`,
    title: '店员资料',
    activeMenu: STAFF_LIST,
    lazy: () => import('./StaffForm.tsx'),
  },
]

export default screens
