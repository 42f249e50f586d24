import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of stores and their staff. Catalog §1.3. */
export const storesWeb: RoomWeb = {
  name: 'stores',
  places: ['staff', 'storeManagement'],
  screens: () => import('./stores.screens.tsx'),
  register() {
    declareRefOptions('store', {
      call: optionsCall('/admin/system/store', '门店'),
      title: '门店',
      page: '/storeManagement',
    })
  },
}
