import './stores.tables.ts'
import { fileURLToPath } from 'node:url'
import { onStaffLeave } from '#domains/access/access.door.ts'
import { declareNoConsumer } from '#kit/server/consumers.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareStep, hasRows } from '#kit/server/home.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { declareScope } from '#kit/server/scope.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { fillStores } from './demo.server.ts'
import { store } from './store.entity.ts'
import { storeServed, storeTasks } from './store.server.ts'
import { storeOrderServed } from './storeOrders.server.ts'
import { leaveStores, staffServed, staffTasks } from './storeStaff.server.ts'
import { STORES } from './stores.addresses.ts'
import { storeCalls } from './stores.calls.ts'
import { storesFacts } from './stores.shared.ts'

export const storesRoom: RoomServer = {
  facts: storesFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [...storeServed, ...staffServed, storeOrderServed],
  tasks: [...storeTasks, ...staffTasks],
  registers: [
    declareDemo('masters', fillStores),
    declareEntityRef('store', 'name', { column: 'isRecycle', value: 0 }),
    declareRecord({
      of: store,
      read: storeCalls.info,
      page: '/storeManagement/info/{id}',
    }),
    declareStep(
      'store',
      hasRows(store, {
        label: '新增第一家门店',
        hint: '门店管理',
        to: STORES,
        permission: storeCalls.save.permission,
      }),
    ),
    declareUse('store', usesBy('storeStaff', 'storeId', '店员')),
    declareNoConsumer('storeStaff', 'an admin'),
    // The stores a person is active staff of are kept with the person (keepStaffStores).
    declareScope('store', async (_db, who) => [...who.storeIds]),
    onStaffLeave(async (tx, { adminId, reason }) => {
      if (reason !== 'notAgent') await leaveStores(tx, adminId)
    }),
  ],
}
