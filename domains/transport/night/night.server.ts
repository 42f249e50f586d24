import { type SqlBool, sql } from 'kysely'
import { answerPage, conditionsOf, pageOf } from '#kit/server/list.ts'
import { declareUse } from '#kit/server/refs.ts'
import { lockRows, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { notFound } from '#kit/shared/errors.ts'
import { finishNight, goodsOfLine, handleLine, scanNight } from './counting.server.ts'
import { generateNight } from './make.server.ts'
import { nightCalls as calls } from './night.calls.ts'
import { NIGHT_STATES, nightCount, nightCountLine } from './nightCount.entity.ts'

const { info, list, exportRows } = calls
const handlers = standardHandlers(
  nightCount,
  { list, info, exportRows },
  {
    joined: true,
    list: (_who, input) =>
      input.hasDiff === null
        ? {}
        : { where: [sql<SqlBool>`("nightCount"."diffCount" > 0) = ${input.hasDiff === 1}`] },
  },
)

const served = [
  change(calls.generate, async (tx, _who, input) => ({ id: await generateNight(tx, input) })),
  read(calls.lines, async (db, who, { nightCountId, ...input }) => {
    await readRow(db, who, nightCount, nightCountId)
    return answerPage(db, who, nightCountLine, calls.lines.answer, input, {
      fresh: true,
      order: [['id', 'asc']],
      where: [sql<SqlBool>`"nightCountLine"."nightCountId" = ${nightCountId}`],
    })
  }),
  change(calls.scan, (tx, _who, input) => scanNight(tx, input)),
  read(calls.goods, async (db, who, { lineId, page, limit }) => {
    const seen = await conditionsOf(db, who, nightCount, {}, { where: [sql`l."id" = ${lineId}`] })
    const [line] = await builtRows<{ deliveryId: number }>(
      db,
      sql`select l."deliveryId" from "nightCountLine" l
      join "nightCount" on "nightCount"."id" = l."nightCountId" where ${sql.join(seen, sql` and `)}`,
    )
    if (line === undefined) throw notFound()
    const goods = await goodsOfLine(db, line.deliveryId)
    return pageOf(goods.slice((page - 1) * limit, page * limit), goods.length, { page, limit })
  }),
  change(calls.handle, (tx, _who, input) => handleLine(tx, input)),
  change(calls.finish, (tx, _who, { id }) => finishNight(tx, id)),
  change(calls.print, async (tx, _who, { ids }) => {
    const printTime = new Date()
    for (const row of (await lockRows(tx, nightCount, ids)).values())
      await updateRow(
        tx,
        nightCount,
        row,
        { printCount: (row.printCount ?? 0) + 1, printTime },
        { anyField: true },
      )
  }),
  servedCounts(calls.counts, nightCount, 'status', tabsOf(NIGHT_STATES)),
]

export const nightServed = { ...handlers, served: [...handlers.served, ...served] }

/** What night counts name stays while they are there. Doors §3 declareUse. */
export const nightUses = [
  declareUse('warehouse', usesBy(nightCount.name, 'warehouseId', nightCount.label, { past: true })),
]
