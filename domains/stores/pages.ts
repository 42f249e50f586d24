import { directory, type Page, page } from '#kit/shared/pages.ts'
import { CODES, STAFF_FORM, STAFF_LIST, STORES } from './stores.addresses.ts'

/** Stores and their staff. Catalog §1.3. */
const pages: readonly Page[] = [
  directory('storeManagement', '门店管理', { icon: 'EnvironmentOutlined', sort: 910 }, [
    page('storeManagement.index', '门店管理', STORES, () => import('./StoreList.tsx'), {
      sort: 90,
      behind: [
        page('storeManagement.form', '门店资料', `${STORES}/addStoreManagement/:id?`, () => import('./StoreForm.tsx'), {
          adds: 'admin:system:store:save',
        }),
        page('storeManagement.info', '门店详情', `${STORES}/info/:id?`, () => import('./StoreInfo.tsx')),
        page('storeManagement.codes', '店铺二维码', CODES, () => import('./StoreCodes.tsx')),
      ],
    }),
    page('storeManagement.staff', '店员列表', `${STAFF_LIST}/:shopId?`, () => import('./StaffList.tsx'), { sort: 80 }),
    page('storeManagement.staff.form', '店员资料', `${STAFF_FORM}/:id?`, () => import('./StaffForm.tsx'), {
      hidden: true,
      noCache: true,
      activeMenu: STAFF_LIST,
      adds: 'admin:system:store:staff:save',
    }),
  ]),
]

export default pages
