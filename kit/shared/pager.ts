/** Page sizes of the lists of business records (frame §5). */
export const PAGE_SIZES = [20, 40, 60, 80, 100] as const

/** Page sizes of dictionaries, logs and monitoring (frame §5). */
export const LONG_PAGE_SIZES = [10, 20, 50, 100, 200, 500, 1000] as const
