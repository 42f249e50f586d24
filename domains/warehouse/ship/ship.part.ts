import type { FactsPart } from '#kit/shared/room.ts'

/** The way of goods from an approved delivery note to the vehicle. Warehouse §5.2, §8. */
export const shipFacts: FactsPart = { calls: [], prefixes: ['CR'] }
