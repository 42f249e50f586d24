import type { FactsPart } from '#kit/shared/room.ts'

/** Accounts and their entries. Orders §2.10. */
export const accountFacts: FactsPart = { calls: [] }
