import { type SqlBool, sql } from 'kysely'
import { answerPage } from '#kit/server/list.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { conflict } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import {
  changeFullStock,
  compare,
  countDifferences,
  markHandled,
  takeFullStock,
} from './dailyStock.server.ts'
import { dailyStockCalls as calls, dailyStockOpenCalls } from './sapDailyFullStock.calls.ts'
import {
  BY_HAND,
  BY_INTERFACE,
  FULL_STOCK_STATES,
  type fullStockLine,
  sapDailyFullStock,
  sapDailyStockLine,
} from './sapDailyFullStock.entity.ts'

type FullStockLine = RowOf<typeof fullStockLine>

const { list, info, remove, exportRows } = calls
const handlers = standardHandlers(
  sapDailyFullStock,
  { list, info, remove, exportRows },
  {
    joined: true,
    async deleting(_tx, row) {
      if (row.source === BY_INTERFACE) throw conflict('接口接收的数据不能删除')
    },
  },
)

const served = [
  read(calls.lines, async (db, who, { fullStockId, differing, ...input }) => {
    await readRow(db, who, sapDailyFullStock, fullStockId)
    return answerPage(db, who, sapDailyStockLine, calls.lines.answer, input, {
      fresh: true,
      order: [['lineNo', 'asc']],
      where: [
        sql<SqlBool>`"sapDailyStockLine"."fullStockId" = ${fullStockId}`,
        ...(differing === 1 ? [sql<SqlBool>`"sapDailyStockLine"."diffQty" > 0`] : []),
      ],
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
      select "sapCode", "charg", "labst", "umlme", "insme", "speme", "meins" from "sapDailyStockLine" where "fullStockId" = ${id}
      order by "lineNo"`.execute(db)
    return { id, version, stockDate, sapPlant, sapStorageLocation, remark, lines }
  }),
  change(calls.save, async (tx, _who, told) => {
    const { id, repeated } = await takeFullStock(tx, told, { source: BY_HAND, remark: told.remark })
    if (repeated) throw conflict('该库存日期和地点的相同数据已存在')
    return { id }
  }),
  change(calls.update, (tx, _who, { id, ...told }) => changeFullStock(tx, id, told)),
  change(calls.compare, async (tx, who, { id }) => {
    await readRow(tx, who, sapDailyFullStock, id)
    await compare(tx, id)
  }),
  change(calls.toCount, (tx, _who, { id }) => countDifferences(tx, id)),
  change(calls.handled, (tx, _who, { id, reason }) => markHandled(tx, id, reason)),
  change(dailyStockOpenCalls.receive, (tx, _who, { batchNo, ...told }) =>
    takeFullStock(tx, told, { source: BY_INTERFACE, batchNo }),
  ),
  servedCounts(calls.counts, sapDailyFullStock, 'status', tabsOf(FULL_STOCK_STATES)),
]

export const dailyStockServed = { ...handlers, served: [...handlers.served, ...served] }
