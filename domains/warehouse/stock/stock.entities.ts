import { stockVacct, stockVacctItem, stockVacctRecord } from '../vacct/vacct.entity.ts'
import { lot, stock, stockLot, stockMove, stockPosting, stockReserve } from './stock.entity.ts'

/** What the ledger stores. Warehouse §2. */
export const stockEntities = [
  stock,
  stockLot,
  lot,
  stockPosting,
  stockMove,
  stockReserve,
  stockVacct,
  stockVacctItem,
  stockVacctRecord,
] as const
