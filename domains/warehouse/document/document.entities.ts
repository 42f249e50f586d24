import { freeze } from '../freeze/freeze.entity.ts'
import { shifting } from '../shifting/shifting.entity.ts'
import { stockin } from '../stockin/stockin.entity.ts'
import { stockout } from '../stockout/stockout.entity.ts'

/** The documents that post, with their lines. Warehouse §3. */
export const documentEntities = [stockin, stockout, shifting, freeze] as const
