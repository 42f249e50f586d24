import './stock.tables.ts'
import { declareSapType } from '#domains/sap/sap.door.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { stockPosting } from './stock.entity.ts'

/** The ledger, its lists and accounts. Warehouse §2, §4.4, §4.10. */
export const stockServer: ServerPart = {
  served: [],
  registers: [declareSapType('stockPosting', { label: '库存过账', table: stockPosting.name })],
}
