import './stores.tables.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { storesFacts } from './stores.shared.ts'

export const storesRoom: RoomServer = {
  facts: storesFacts,
  served: [],
}
