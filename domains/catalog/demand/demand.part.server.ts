import type { ServerPart } from '#kit/server/room.ts'

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandServer: ServerPart = { served: [] }
