import { stockin } from '../stockin/stockin.entity.ts'

/** The documents that post, with their lines. Warehouse §3. */
export const documentEntities = [stockin] as const
