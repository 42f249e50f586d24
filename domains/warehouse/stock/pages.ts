/** The ledger, its lists and accounts. Warehouse §2, §4.4, §4.10. */

export const stockPages = [] as const
