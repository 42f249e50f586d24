import { joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { accountFacts } from './account/account.part.ts'
import { accountsEntities } from './accounts.entities.ts'
import { bankFacts } from './bank/bank.part.ts'
import pages from './pages.ts'
import { paymentFacts } from './payment/payment.part.ts'
import { refundNoteFacts } from './refundNote/refundNote.part.ts'

/** Doors §2, layer 8. */
export const accountsFacts: RoomFacts = {
  name: 'accounts',
  layer: 8,
  label: '账户',
  entities: accountsEntities,
  ...joinFacts(accountFacts, paymentFacts, refundNoteFacts, bankFacts),
  pages,
}
