/** Warehouse §4.9. */

export const goodsPages = [] as const
