import type { WebPart } from '#kit/web/room.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfWeb: WebPart = { routes: [] }
