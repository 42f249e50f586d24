import type { ServerPart } from '#kit/server/room.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelServer: ServerPart = { served: [] }
