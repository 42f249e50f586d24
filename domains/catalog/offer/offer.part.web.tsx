import type { WebPart } from '#kit/web/room.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerWeb: WebPart = { routes: [] }
