import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { textRows } from '#kit/server/textRows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { warningOf } from './trip.rules.ts'
import type { vehicleAssignment } from './vehicleAssignment.entity.ts'

/** What a dispatcher is warned of at stops of a trip, by their deliveries; it keeps nobody from driving. Warehouse §5.5. */
export async function warningsOf(
  db: Db,
  trip: EntityRow<typeof vehicleAssignment>,
  deliveryIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { sql: text, parameters } = sql`
    select d."id", s."truckLimit", s."receiveTo", c."truckModelId" as "model",
      to_char(${trip.planDepartTime}::timestamptz at time zone 'Asia/Shanghai', 'HH24:MI') as "departs"
    from "wtsDelivery" d join "shipTo" s on s."id" = d."shipToId" cross join "truckCar" c
    where d."id" = any(array(select unnest(${sql.val([...deliveryIds])}::int[]))) and c."id" = ${trip.truckCarId}`.compile(
    db,
  )
  const rows = await textRows<{
    id: number
    truckLimit: number[]
    receiveTo: string
    model: number
    departs: string
  }>(db, text, parameters)
  return new Map(rows.map((row) => [row.id, warningOf(row)]))
}
