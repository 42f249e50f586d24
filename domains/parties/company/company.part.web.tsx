import type { WebPart } from '#kit/web/room.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyWeb: WebPart = { routes: [] }
