import { type SqlBool, sql } from 'kysely'
import { carriedPage } from '#domains/warehouse/warehouse.door.ts'
import { declareUse } from '#kit/server/refs.ts'
import { lockRows, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import { coverCalls as calls } from './cover.calls.ts'
import { COVER, coverPage } from './coverPage.entity.ts'

const { info, list, exportRows } = calls
const handlers = standardHandlers(
  coverPage,
  { list, info, exportRows },
  {
    joined: true,
    list: (_who, input) =>
      input.unprinted === null
        ? {}
        : { where: [sql<SqlBool>`("coverPage"."printCount" = 0) = ${input.unprinted === 1}`] },
  },
)

const served = [
  read(calls.stops, async (db, who, { id, page, limit }) => {
    const cover = await readRow(db, who, coverPage, id)
    const note =
      cover.kind === COVER.consign
        ? await db
            .selectFrom('consignmentNote')
            .innerJoin('logisticsProvider', 'logisticsProvider.id', 'consignmentNote.logisticsProviderId')
            .select('logisticsProvider.providerName as name')
            .where('consignmentNote.id', '=', cover.sourceId)
            .executeTakeFirst()
        : undefined
    const found = await carriedPage(db, who, cover.carrySn, { page, limit })
    return { ...found, list: found.list.map((one) => ({ ...one, carrier: note?.name ?? '' })) }
  }),
  read(calls.sheets, async (db, who, { id }) => {
    const { carrySn } = await readRow(db, who, coverPage, id)
    return db
      .selectFrom('attachSheet')
      .select('id')
      .where('carrySn', '=', carrySn)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
  }),
  change(calls.print, async (tx, _who, { ids }) => {
    const printTime = new Date()
    for (const row of (await lockRows(tx, coverPage, ids)).values())
      await updateRow(tx, coverPage, row, { printCount: row.printCount + 1, printTime }, { anyField: true })
  }),
]

export const coverServed = { ...handlers, served: [...handlers.served, ...served] }

const uses = (of: string, column: string) =>
  declareUse(of, usesBy(coverPage.name, column, coverPage.label, { past: true }))
/** What front sheets name stays while they are there. Doors §3 declareUse. */
export const coverUses = [
  uses('warehouse', 'warehouseId'),
  uses('route', 'routeId'),
  uses('truckCar', 'truckCarId'),
  uses('driver', 'driverId'),
]
