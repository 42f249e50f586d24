import type { RoomWeb } from '#kit/web/room.ts'
import { watchErrors } from './reportError.web.ts'

export const monitorWeb: RoomWeb = {
  name: 'monitor',
  places: ['systemLog', 'systemMonitoring'],
  screens: () => import('./monitor.screens.tsx'),
  register() {
    watchErrors()
  },
}
