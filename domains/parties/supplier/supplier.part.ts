import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierFacts: FactsPart = { entities: [], calls: [] }

export const supplierMenus: readonly MenuNode[] = []
