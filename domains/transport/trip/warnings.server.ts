import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { builtRows, textRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound } from '#kit/shared/errors.ts'
import { warningOf } from './trip.rules.ts'
import { vehicleAssignment } from './vehicleAssignment.entity.ts'

/** What of a trip a ship-to may not like. */
interface Way {
  assignSn: string
  /** of its vehicle; null: there is none */
  model: number | null
  /** by the clock */
  departs: string
}

/** The way of a trip that the person sees; 404 where they do not see it. */
export async function wayOf(db: Db, who: Who, id: number): Promise<Way> {
  const seen = await conditionsOf(
    db,
    who,
    vehicleAssignment,
    {},
    { where: [sql`"vehicleAssignment"."id" = ${id}`] },
  )
  const [found] = await builtRows<Way>(
    db,
    sql`select "assignSn",
      (select c."truckModelId" from "truckCar" c where c."id" = "vehicleAssignment"."truckCarId") as "model",
      to_char("planDepartTime" at time zone 'Asia/Shanghai', 'HH24:MI') as "departs"
    from "vehicleAssignment" where ${sql.join(seen, sql` and `)}`,
  )
  if (found === undefined) throw notFound()
  return found
}

/** What a dispatcher is warned of at stops of a trip, by their ship-tos; it keeps nobody from driving. Warehouse §5.5. */
export async function warningsOf(
  db: Db,
  { model, departs }: Way,
  stops: readonly { shipToId: number | null }[],
): Promise<ReadonlyMap<number | null, string>> {
  const ids = [...new Set(stops.flatMap(({ shipToId }) => shipToId ?? []))]
  if (model === null || ids.length === 0) return new Map()
  const text = `select "id", "truckLimit", "receiveTo" from "shipTo" where "id" = any($1::int[])`
  const rows = await textRows<{ id: number; truckLimit: number[]; receiveTo: string }>(db, text, [ids])
  return new Map(rows.map((row) => [row.id, warningOf({ ...row, model, departs })]))
}
