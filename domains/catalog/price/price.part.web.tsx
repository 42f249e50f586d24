import type { WebPart } from '#kit/web/room.ts'

/** Prices and the documents that set them. Catalog §4. */
export const priceWeb: WebPart = { routes: [] }
