import type { RoomFacts } from '#kit/shared/room.ts'
import { accountsEntities } from './accounts.entities.ts'

/** Doors §2, layer 8. */
export const accountsFacts: RoomFacts = {
  name: 'accounts',
  layer: 8,
  label: '账户',
  entities: accountsEntities,
  calls: [],
}
