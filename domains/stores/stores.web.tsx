import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of stores and their staff. */
export const storesWeb: RoomWeb = { name: 'stores', routes: [] }
