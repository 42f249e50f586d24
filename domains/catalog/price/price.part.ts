import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Prices and the documents that set them. Catalog §4. */
export const priceFacts: FactsPart = { entities: [], calls: [] }

export const priceMenus: readonly MenuNode[] = []
