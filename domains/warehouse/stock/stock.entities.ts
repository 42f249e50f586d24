/** The ledger, its lots and accounts. Warehouse §2. */
export const stockEntities = [] as const
