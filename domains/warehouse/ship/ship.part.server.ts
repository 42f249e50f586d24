import { type SqlBool, sql } from 'kysely'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { documentUses } from '../place/uses.server.ts'
import { shipTask } from './shipTask.entity.ts'

/** Tasks whose goods have not arrived and are still to be sent. */
const OPEN = sql<SqlBool>`"status" not in (6, 9)`

/** The way of goods from an approved delivery note to the vehicle. Warehouse §5.2, §8. */
export const shipServer = joinServer({
  served: [],
  registers: [declareUse('warehouse', documentUses(shipTask.name, shipTask.label, ['warehouseId'], OPEN))],
})
