import type { ServerPart } from '#kit/server/room.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyServer: ServerPart = { served: [] }
