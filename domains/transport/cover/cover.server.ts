import { type SqlBool, sql } from 'kysely'
import { carriedPage } from '#domains/warehouse/warehouse.door.ts'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { declareUse } from '#kit/server/refs.ts'
import { lockRows, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound } from '#kit/shared/errors.ts'
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

/** What a front sheet is for, and who carries the consignment; 404 where the person does not see it. */
async function carriedWith(db: Db, who: Who, id: number): Promise<{ carrySn: string; carrier: string }> {
  const seen = await conditionsOf(db, who, coverPage, {}, { where: [sql`"coverPage"."id" = ${id}`] })
  const [found] = await builtRows<{ carrySn: string; carrier: string }>(
    db,
    sql`select "carrySn", coalesce((select p."providerName" from "consignmentNote" n
      join "logisticsProvider" p on p."id" = n."logisticsProviderId"
      where n."id" = "coverPage"."sourceId" and "coverPage"."kind" = ${sql.lit(COVER.consign)}), '') as "carrier"
    from "coverPage" where ${sql.join(seen, sql` and `)}`,
  )
  if (found === undefined) throw notFound()
  return found
}

const served = [
  read(calls.stops, async (db, who, { id, page, limit }) => {
    const { carrySn, carrier } = await carriedWith(db, who, id)
    const found = await carriedPage(db, who, carrySn, { page, limit })
    return { ...found, list: found.list.map((one) => ({ ...one, carrier })) }
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
