import { type SqlBool, sql } from 'kysely'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { conflict } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { guardState } from '#kit/shared/states.ts'
import { linesPage } from '../document/linesPage.server.ts'
import { rawOf } from './arrival.server.ts'
import { compare, countDifferences, markHandled } from './dailyCompare.server.ts'
import { dailyStockImport } from './dailySheets.server.ts'
import { changeFullStock, takeFullStock } from './dailyStock.server.ts'
import { dailyStockCalls as calls, dailyStockOpenCalls } from './sapDailyFullStock.calls.ts'
import {
  FULL_STOCK_STATES,
  type fullStockLine,
  fullStockTable,
  sapDailyFullStock,
  sapDailyStockLine,
} from './sapDailyFullStock.entity.ts'
import { BY_HAND, BY_INTERFACE } from './sapSource.ts'

type FullStockLine = RowOf<typeof fullStockLine>

/** By the day of the stock, and of those that differ alone. */
const listOptions = (_who: unknown, { differing = 0 }: { readonly differing?: unknown }) => ({
  dateColumn: 'stockDate',
  ...(differing === 1 ? { where: [sql<SqlBool>`"sapDailyFullStock"."diffLines" > 0`] } : {}),
})

const { list, info, remove, exportRows } = calls
const handlers = standardHandlers(
  sapDailyFullStock,
  { list, info, remove, exportRows },
  {
    list: listOptions,
    joined: true,
    async deleting(_tx, row) {
      if (row.source === BY_INTERFACE) throw conflict('接口接收的数据不能删除')
      guardState(fullStockTable, 'remove', row.status)
    },
  },
)

const served = [
  read(calls.lines, async (db, who, { fullStockId, differing, ...input }) => {
    const which = { parent: sapDailyFullStock, id: fullStockId, of: sapDailyStockLine, by: 'fullStockId' }
    return linesPage(db, who, which, calls.lines.answer, input, {
      // Real differences first: what waits for SAP settles itself.
      order: [...(differing === 1 ? [['lagSn', 'asc'] as const] : []), ['lineNo', 'asc']],
      where: differing === 1 ? [sql<SqlBool>`"sapDailyStockLine"."diffQty" > 0`] : [],
    })
  }),
  read(calls.edit, async (db, who, { id }) => {
    const { stockDate, sapPlant, sapStorageLocation, remark, version } = await readRow(
      db,
      who,
      sapDailyFullStock,
      id,
    )
    const { rows: lines } = await sql<FullStockLine>`
      select "sapCode", "charg", "labst", "umlme", "insme", "speme", "meins" from "sapDailyStockLine" where "fullStockId" = ${id} and "told" = 1
      order by "lineNo"`.execute(db)
    return { id, version, stockDate, sapPlant, sapStorageLocation, remark, lines }
  }),
  change(calls.save, async (tx, _who, told) => {
    const { id, repeated } = await takeFullStock(tx, told, { source: BY_HAND, remark: told.remark })
    if (repeated) throw conflict('该库存日期和地点的相同数据已存在')
    return { id }
  }),
  change(calls.update, (tx, _who, { id, version, ...told }) => changeFullStock(tx, id, version, told)),
  change(calls.compare, async (tx, who, { id }) => {
    await readRow(tx, who, sapDailyFullStock, id)
    await compare(tx, id)
  }),
  change(calls.toCount, (tx, _who, { id }) => countDifferences(tx, id)),
  change(calls.handled, (tx, _who, { id, reason }) => markHandled(tx, id, reason)),
  change(dailyStockOpenCalls.receive, (tx, _who, { batchNo, remark, ...told }, { body }) =>
    takeFullStock(tx, told, { source: BY_INTERFACE, batchNo, remark, raw: body }),
  ),
  read(calls.raw, async (db, who, { id }) => {
    await readRow(db, who, sapDailyFullStock, id)
    return { payload: await rawOf(db, sapDailyFullStock, id) }
  }),
  servedCounts(calls.counts, sapDailyFullStock, 'status', tabsOf(FULL_STOCK_STATES), listOptions),
]

export const dailyStockServed = {
  ...handlers,
  served: [...handlers.served, ...served],
  tasks: [...handlers.tasks, dailyStockImport],
}
