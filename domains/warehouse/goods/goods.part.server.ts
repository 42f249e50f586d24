import type { ServerPart } from '#kit/server/room.ts'

/** What the warehouse must know of each sku. Warehouse §4.9. */
export const goodsServer: ServerPart = { served: [] }
