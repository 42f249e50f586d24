/** The documents that post, with their lines. Warehouse §3. */
export const documentEntities = [] as const
