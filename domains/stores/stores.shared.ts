import { SENSITIVE } from '#domains/parties/parties.shared.ts'
import { button, hiddenPage, type MenuNode, menuPage, type RoomFacts } from '#kit/shared/room.ts'
import { store } from './store.entity.ts'
import { storeStaff } from './storeStaff.entity.ts'
import { STORE_IMPORT, staffCalls, storeCalls, storeOrderCall } from './stores.calls.ts'

/** Whose row scope rooms above ask for where stores are named without a reference. */
export { store }

const STORES = '/storeManagement'
const STAFF = '/staff/list/:shopId?'

const menus: readonly MenuNode[] = [
  menuPage('storeManagement.index', '门店管理', STORES, {
    sort: 90,
    calls: storeCalls,
    reads: [storeCalls.getCount, storeOrderCall],
    labels: { status: '显示/隐藏' },
    buttons: [
      button('恢复', storeCalls.recovery),
      button('彻底删除', storeCalls.erase),
      { name: '导入', permissions: [STORE_IMPORT] },
      button('二维码', storeCalls.codes),
    ],
  }),
  hiddenPage('storeManagement.form', '门店资料', '/storeManagement/addStoreManagement/:id?', STORES),
  hiddenPage('storeManagement.info', '门店详情', '/storeManagement/info/:id?', STORES),
  hiddenPage('storeManagement.codes', '店铺二维码', '/storeManagement/codes', STORES),
  menuPage('storeManagement.staff', '店员列表', STAFF, {
    sort: 80,
    calls: staffCalls,
    buttons: [{ name: '查看电话', permissions: [SENSITIVE] }],
  }),
  hiddenPage('storeManagement.staff.form', '店员资料', '/staff/edit/:id?', '/staff/list'),
]

/** Doors §2, layer 11. */
export const storesFacts: RoomFacts = {
  name: 'stores',
  layer: 11,
  label: '门店',
  entities: [store, storeStaff],
  calls: [...Object.values(storeCalls), ...Object.values(staffCalls), storeOrderCall],
  menus: [
    { key: 'storeManagement', name: '门店管理', icon: 'EnvironmentOutlined', sort: 910, children: menus },
  ],
}
