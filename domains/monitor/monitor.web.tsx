import type { RoomWeb } from '#kit/web/room.ts'
import { watchErrors } from './reportError.web.ts'

export const monitorWeb: RoomWeb = {
  name: 'monitor',
  pages: () => import('./pages.ts'),
  register() {
    watchErrors()
  },
}
