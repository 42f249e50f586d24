import type { ServerPart } from '#kit/server/room.ts'

/** The ledger, its lists and accounts. Warehouse §2, §4.4, §4.10. */
export const stockServer: ServerPart = { served: [] }
