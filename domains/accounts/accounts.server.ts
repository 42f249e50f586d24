import './accounts.tables.ts'
import { fileURLToPath } from 'node:url'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { accountServer } from './account/account.part.server.ts'
import { accountsFacts } from './accounts.shared.ts'

export const accountsRoom: RoomServer = {
  facts: accountsFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  ...joinServer(accountServer),
}
