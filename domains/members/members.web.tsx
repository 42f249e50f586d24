import { joinWeb, type RoomWeb } from '#kit/web/room.ts'
import { levelWeb } from './level/level.part.web.tsx'
import { privacyWeb } from './privacy/privacy.part.web.tsx'
import { tagWeb } from './tag/tag.part.web.tsx'
import { userWeb } from './user/user.part.web.tsx'

/** The screens of the room. Members §1.2. */
export const membersWeb: RoomWeb = {
  name: 'members',
  pages: () => import('./pages.ts'),
  ...joinWeb(userWeb, levelWeb, tagWeb, privacyWeb),
}
