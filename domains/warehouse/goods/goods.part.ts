import type { FactsPart } from '#kit/shared/room.ts'

/** What the warehouse must know of each sku. Warehouse §4.9. */
export const goodsFacts: FactsPart = { calls: [] }
