import './sap.tables.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { sapFacts } from './sap.shared.ts'

export const sapRoom: RoomServer = {
  facts: sapFacts,
  served: [],
}
