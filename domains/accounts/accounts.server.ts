import './accounts.tables.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { accountsFacts } from './accounts.shared.ts'

export const accountsRoom: RoomServer = {
  facts: accountsFacts,
  served: [],
}
