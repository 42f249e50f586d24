import './members.tables.ts'
import { fileURLToPath } from 'node:url'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { levelServer } from './level/level.part.server.ts'
import { membersFacts } from './members.shared.ts'
import { privacyServer } from './privacy/privacy.part.server.ts'
import { tagServer } from './tag/tag.part.server.ts'
import { userServer } from './user/user.part.server.ts'

export const membersRoom: RoomServer = {
  facts: membersFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  ...joinServer(userServer, levelServer, tagServer, privacyServer),
}
