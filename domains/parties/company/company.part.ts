import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyFacts: FactsPart = { entities: [], calls: [] }

export const companyMenus: readonly MenuNode[] = []
