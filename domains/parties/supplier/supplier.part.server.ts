import type { ServerPart } from '#kit/server/room.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierServer: ServerPart = { served: [] }
