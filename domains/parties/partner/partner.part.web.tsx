import type { WebPart } from '#kit/web/room.ts'

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerWeb: WebPart = { routes: [] }
