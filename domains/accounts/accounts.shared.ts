import { joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { accountFacts } from './account/account.part.ts'
import { accountsEntities } from './accounts.entities.ts'
import pages from './pages.ts'

/** Doors §2, layer 8. */
export const accountsFacts: RoomFacts = {
  name: 'accounts',
  layer: 8,
  label: '账户',
  entities: accountsEntities,
  ...joinFacts(accountFacts),
  pages,
}
