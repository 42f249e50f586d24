import type { ServerPart } from '#kit/server/room.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerServer: ServerPart = { served: [] }
