import type { FactsPart, MenuNode } from '#kit/shared/room.ts'

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerFacts: FactsPart = { entities: [], calls: [] }

export const partnerMenus: readonly MenuNode[] = []
