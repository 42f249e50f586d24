import type { RoomFacts } from '#kit/shared/room.ts'
import { deskCalls } from './desk.calls.ts'
import { deskEntities } from './desk.entities.ts'

/** Doors §2, layer 22. */
export const deskFacts: RoomFacts = {
  name: 'desk',
  layer: 22,
  label: '工作台',
  entities: deskEntities,
  calls: Object.values(deskCalls),
}
