import { lockRows } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { linesPage } from '../document/linesPage.server.ts'
import { sortCalls as calls } from './sort.calls.ts'
import { finishSort, scanSort, startSort } from './sorting.server.ts'
import { SORT_STATES, sortOrder, sortOrderLine } from './sortOrder.entity.ts'

const handlers = standardHandlers(sortOrder, calls, { joined: true })

const served = [
  read(calls.lines, (db, who, { sortOrderId: id, ...input }) => {
    const lines = { parent: sortOrder, id, of: sortOrderLine, by: 'sortOrderId' }
    return linesPage(db, who, lines, calls.lines.answer, input, {
      order: [
        ['slotNo', 'asc'],
        ['id', 'asc'],
      ],
    })
  }),
  change(calls.start, async (tx, _who, { id }) => {
    await startSort(tx, id)
  }),
  change(calls.scan, (tx, _who, input) => scanSort(tx, input)),
  change(calls.finish, (tx, _who, { id, reasons }) => finishSort(tx, id, reasons)),
  change(calls.print, async (tx, _who, { ids }) => {
    await lockRows(tx, sortOrder, ids)
  }),
  servedCounts(calls.counts, sortOrder, 'status', tabsOf(SORT_STATES)),
]

export const sortServed = { ...handlers, served: [...handlers.served, ...served] }
