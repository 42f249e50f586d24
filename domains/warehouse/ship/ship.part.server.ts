import { type SqlBool, sql } from 'kysely'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { deliveryServed } from '../delivery/delivery.server.ts'
import { productTableServed } from '../delivery/productTable.server.ts'
import { wtsDelivery } from '../delivery/wtsDelivery.entity.ts'
import { pickServed, taskServed } from '../pick/pick.server.ts'
import { pickList } from '../pick/pickList.entity.ts'
import { documentUses } from '../place/uses.server.ts'
import { sortServed } from '../sort/sort.server.ts'
import { sortOrder } from '../sort/sortOrder.entity.ts'
import { shipTask } from './shipTask.entity.ts'
import { shortRetry } from './short.server.ts'

/** Tasks whose goods have not arrived and are still to be sent. */
const OPEN = sql<SqlBool>`"status" not in (6, 9)`
const WORKED = sql<SqlBool>`"status" in (0, 1)`
const CARRIED = sql<SqlBool>`"status" in (0, 1, 2, 3)`

const uses = (of: { name: string; label: string }, open: typeof OPEN) =>
  declareUse('warehouse', documentUses(of.name, of.label, ['warehouseId'], open))

/** The way of goods from an approved delivery note to the customer. Warehouse §5.2 to §5.4, §8. */
export const shipServer = joinServer(taskServed, pickServed, sortServed, deliveryServed, productTableServed, {
  served: [],
  jobs: [shortRetry],
  registers: [
    uses(shipTask, OPEN),
    uses(pickList, WORKED),
    uses(sortOrder, WORKED),
    uses(wtsDelivery, CARRIED),
  ],
})
