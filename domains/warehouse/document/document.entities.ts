import { stockCount, stockCountEntry, stockCountLine, stockCountPlan } from '../count/count.entity.ts'
import { exchangeInBill } from '../exchange/exchange.entity.ts'
import { freeze } from '../freeze/freeze.entity.ts'
import { shifting } from '../shifting/shifting.entity.ts'
import { stockin } from '../stockin/stockin.entity.ts'
import { stockout } from '../stockout/stockout.entity.ts'
import { transfer } from '../transfer/transfer.entity.ts'

/** The documents that post, with their lines. Warehouse §3. */
export const documentEntities = [stockin, stockout, transfer, shifting, freeze, exchangeInBill] as const

/** Counts, which post as well. Warehouse §5.9. */
export const countEntities = [stockCountPlan, stockCount, stockCountLine, stockCountEntry] as const
