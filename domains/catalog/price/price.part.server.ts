import type { ServerPart } from '#kit/server/room.ts'

/** Prices and the documents that set them. Catalog §4. */
export const priceServer: ServerPart = { served: [] }
