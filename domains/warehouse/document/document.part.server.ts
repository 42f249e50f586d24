import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { documentUses } from '../place/uses.server.ts'
import { stockin } from '../stockin/stockin.entity.ts'
import { stockinServed } from '../stockin/stockin.server.ts'

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentServer = joinServer(stockinServed, {
  served: [],
  registers: [declareUse('warehouse', documentUses(stockin.name, stockin.label, ['warehouseId']))],
})
