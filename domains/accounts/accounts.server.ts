import './accounts.tables.ts'
import { fileURLToPath } from 'node:url'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { accountServer } from './account/account.part.server.ts'
import { accountsFacts } from './accounts.shared.ts'
import { bankServer } from './bank/bank.part.server.ts'
import { notifyRoutes } from './payment/notify.routes.ts'
import { paymentServer } from './payment/payment.part.server.ts'
import { refundNoteServer } from './refundNote/refundNote.server.ts'

export const accountsRoom: RoomServer = {
  facts: accountsFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  routes: (app, context) => notifyRoutes(app, context.db),
  ...joinServer(accountServer, paymentServer, refundNoteServer, bankServer),
}
