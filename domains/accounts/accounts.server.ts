import './accounts.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareGrant } from '#kit/server/grant.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { accountGrant } from './account/rebate.server.ts'
import { accountsFacts } from './accounts.shared.ts'

export const accountsRoom: RoomServer = {
  facts: accountsFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [],
  registers: [declareGrant('account', accountGrant)],
}
