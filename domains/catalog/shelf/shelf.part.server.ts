import type { ServerPart } from '#kit/server/room.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfServer: ServerPart = { served: [] }
