import { type SqlBool, sql } from 'kysely'
import { declareDemo } from '#kit/server/demo.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { stockCount, stockCountPlan } from '../count/count.entity.ts'
import { countPlan } from '../count/count.jobs.ts'
import { countServed, planServed } from '../count/count.server.ts'
import { fillExchanges } from '../exchange/demo.server.ts'
import { exchangeServed } from '../exchange/exchange.server.ts'
import { freezeJobs } from '../freeze/freeze.jobs.ts'
import { freezeServed } from '../freeze/freeze.server.ts'
import { documentUses } from '../place/uses.server.ts'
import { shiftingServed } from '../shifting/shifting.server.ts'
import { stockinServed } from '../stockin/stockin.server.ts'
import { stockoutServed } from '../stockout/stockout.server.ts'
import { transferServed } from '../transfer/transfer.server.ts'
import { transferScene, transferWatch } from '../transfer/transferWatch.server.ts'
import { fillDocuments } from './demo.server.ts'
import { documentEntities } from './document.entities.ts'

/** Counts that are neither posted nor void. */
const COUNTING = sql<SqlBool>`"status" not in (5, 9)`

/** The columns in which a document names warehouses. */
const placesIn = (of: { name: string }) =>
  of.name === 'transfer' ? ['outWarehouseId', 'inWarehouseId'] : ['warehouseId']

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentServer = joinServer(
  stockinServed,
  stockoutServed,
  transferServed,
  shiftingServed,
  freezeServed,
  exchangeServed,
  planServed,
  countServed,
  {
    served: [],
    jobs: [...freezeJobs, transferWatch, countPlan],
    registers: [
      transferScene,
      declareUse('warehouse', documentUses(stockCount.name, stockCount.label, ['warehouseId'], COUNTING)),
      declareUse('stockCountPlan', usesBy(stockCount.name, 'planId', stockCount.label, { past: true })),
      declareUse(
        'warehouse',
        usesBy(stockCountPlan.name, 'warehouseId', stockCountPlan.label, { past: true }),
      ),
      declareDemo('documents', fillDocuments),
      declareDemo('documents', fillExchanges),
      ...documentEntities.map((of) => declareUse('warehouse', documentUses(of.name, of.label, placesIn(of)))),
    ],
  },
)
