import type { WebPart } from '#kit/web/room.ts'

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandWeb: WebPart = { routes: [] }
