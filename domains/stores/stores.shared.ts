import type { RoomFacts } from '#kit/shared/room.ts'

/** Doors §2, layer 11. */
export const storesFacts: RoomFacts = {
  name: 'stores',
  layer: 11,
  label: '门店',
  entities: [],
  calls: [],
  menus: [],
}
