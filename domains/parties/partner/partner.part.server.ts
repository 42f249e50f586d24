import type { ServerPart } from '#kit/server/room.ts'

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerServer: ServerPart = { served: [] }
