import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelFacts: FactsPart = { entities: [], calls: [] }

export const levelMenus: readonly MenuNode[] = []
