import type { WebPart } from '#kit/web/room.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierWeb: WebPart = { routes: [] }
