import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of the ledgers of money. */
export const accountsWeb: RoomWeb = { name: 'accounts' }
