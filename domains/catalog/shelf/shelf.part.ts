import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfFacts: FactsPart = { entities: [], calls: [] }

export const shelfMenus: readonly MenuNode[] = []
