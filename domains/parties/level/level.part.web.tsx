import type { WebPart } from '#kit/web/room.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelWeb: WebPart = { routes: [] }
