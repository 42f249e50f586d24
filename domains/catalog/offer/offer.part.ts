import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerFacts: FactsPart = { entities: [], calls: [] }

export const offerMenus: readonly MenuNode[] = []
