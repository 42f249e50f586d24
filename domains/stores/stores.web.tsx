import { lazy } from 'react'
import { declareCompanyTab } from '#domains/parties/parties.pickers.tsx'
import { declareTab } from '#kit/web/info/tabs.tsx'
import { later } from '#kit/web/later.ts'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { onSignedIn } from '#kit/web/session.ts'
import { keepStaffList } from './staffList.web.ts'

/** The screens of stores and their staff. Catalog §1.3. */
export const storesWeb: RoomWeb = {
  name: 'stores',
  pages: () => import('./pages.ts'),
  register() {
    declareMasterOptions('store', '门店', '/admin/system/store', '/storeManagement')
    declareCompanyTab({
      key: 'stores',
      label: '门店',
      permission: 'admin:system:store:list',
      isShort: true,
      Content: lazy(() => import('./StoresOf.tsx').then((file) => ({ default: file.StoresOfCompany }))),
    })
    declareTab('admin', {
      key: 'stores',
      label: '门店',
      permission: 'admin:system:store:staff:list',
      Content: lazy(() => import('./StoresOf.tsx').then((file) => ({ default: file.StoresOfPerson }))),
    })
    // Without it nobody counts as staff of a store, which is what it would say as well.
    onSignedIn(() => later(() => void keepStaffList().catch(() => undefined)))
  },
}
