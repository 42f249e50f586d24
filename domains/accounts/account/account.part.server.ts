import { declareGrant } from '#kit/server/grant.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { accountGrant } from './rebate.server.ts'

/** Accounts and their entries. Orders §2.10. */
export const accountServer: ServerPart = {
  served: [],
  registers: [declareGrant('account', accountGrant)],
}
