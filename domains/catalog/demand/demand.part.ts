import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandFacts: FactsPart = { entities: [], calls: [] }

export const demandMenus: readonly MenuNode[] = []
