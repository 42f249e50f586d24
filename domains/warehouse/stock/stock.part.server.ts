import './stock.tables.ts'
import { declareStock } from '#domains/catalog/catalog.door.ts'
import { declareSapType } from '#domains/sap/sap.door.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareWatch, rowsWhere } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { vacctPart } from '../vacct/vacct.server.ts'
import { fillStock } from './demo.server.ts'
import { stockJobs } from './jobs.server.ts'
import { ledgerStock } from './selfKept.server.ts'
import { stockCalls } from './stock.calls.ts'
import { lot, stock, stockPosting } from './stock.entity.ts'
import { stockServed, stockTasks } from './stock.server.ts'
import { flagged } from './stockLists.server.ts'

/** The ledger, its lists and accounts. Warehouse §2, §4.4, §4.10. */
export const stockServer = joinServer(vacctPart, {
  served: stockServed,
  tasks: stockTasks,
  jobs: stockJobs,
  registers: [
    declareSapType('stockPosting', { label: '库存过账', table: stockPosting.name }),
    declareStock(ledgerStock),
    declareDemo('documents', fillStock),
    declareEntityRef('lot', 'lotNo'),
    // Written once, before the first move that names the lot.
    declareKeptColumns(lot, ['lotNo']),
    declareWatch(
      'stock.near',
      rowsWhere(
        stock,
        { label: '临期库存', to: '/wms/stock?flag=near', permission: stockCalls.list.permission },
        () => flagged('near'),
      ),
    ),
  ],
})
