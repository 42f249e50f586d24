import { SENSITIVE } from '#domains/parties/parties.shared.ts'
import { button, type RoomFacts } from '#kit/shared/room.ts'
import pages from './pages.ts'
import { store } from './store.entity.ts'
import { STORE_IMPORT, staffCalls, storeCalls, storeOrderCall } from './stores.calls.ts'
import { storesEntities } from './stores.entities.ts'

/** Whose row scope rooms above ask for where stores are named without a reference, and how they are changed. */
export { store, storeCalls }

/** Doors §2, layer 11. */
export const storesFacts: RoomFacts = {
  name: 'stores',
  layer: 11,
  label: '门店',
  entities: storesEntities,
  calls: [...Object.values(storeCalls), ...Object.values(staffCalls), storeOrderCall],
  pages,
  rights: {
    'storeManagement.index': {
      calls: storeCalls,
      reads: [storeCalls.getCount, storeOrderCall],
      labels: { status: '显示/隐藏' },
      buttons: [
        button('恢复', storeCalls.recovery),
        button('彻底删除', storeCalls.erase),
        { name: '导入', permissions: [STORE_IMPORT] },
        button('二维码', storeCalls.codes),
      ],
    },
    'storeManagement.staff': { calls: staffCalls, buttons: [{ name: '查看电话', permissions: [SENSITIVE] }] },
  },
}
