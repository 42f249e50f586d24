import type { RoomFacts } from '#kit/shared/room.ts'

/** Doors §2, layer 7. */
export const sapFacts: RoomFacts = {
  name: 'sap',
  layer: 7,
  label: 'SAP对接',
  entities: [],
  calls: [],
  menus: [],
}
