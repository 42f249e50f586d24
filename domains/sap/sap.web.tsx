import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of what goes to SAP and how far it came. */
export const sapWeb: RoomWeb = {
  name: 'sap',
  pages: () => import('./pages.ts'),
}
