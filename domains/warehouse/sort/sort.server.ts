import { type SqlBool, sql } from 'kysely'
import { answerPage } from '#kit/server/list.ts'
import { lockRows, readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { sortCalls as calls } from './sort.calls.ts'
import { finishSort, scanSort, startSort } from './sorting.server.ts'
import { SORT_STATES, sortOrder, sortOrderLine } from './sortOrder.entity.ts'

const handlers = standardHandlers(sortOrder, calls, { joined: true })

const served = [
  read(calls.lines, async (db, who, { sortOrderId, ...input }) => {
    await readRow(db, who, sortOrder, sortOrderId)
    return answerPage(db, who, sortOrderLine, calls.lines.answer, input, {
      fresh: true,
      order: [
        ['slotNo', 'asc'],
        ['id', 'asc'],
      ],
      where: [sql<SqlBool>`"sortOrderLine"."sortOrderId" = ${sortOrderId}`],
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
