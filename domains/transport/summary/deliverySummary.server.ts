import { type SqlBool, sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { TRIP, vehicleAssignment } from '../trip/vehicleAssignment.entity.ts'
import { daysOf, type Group, numberOf, reportExport, TOTAL, textOf } from './report.server.ts'
import { BY_PAPER, deliverySummaryCalls as calls, deliverySummaryRow, TRIP_GROUPS } from './summary.calls.ts'
import { summed, TRIP_SUMS, type TripSums, tripRates } from './summary.rules.ts'

type Wanted = InOf<typeof calls.report>
type Rows = OutOf<typeof calls.report>

const BY_DAY: Group = { key: sql`c."deliveryDate"::text`, name: sql`c."deliveryDate"::text` }
const GROUPS: ReadonlyMap<number, Group> = new Map([
  [1, BY_DAY],
  [
    2,
    {
      key: sql`coalesce(c."routeId", 0)::text`,
      name: sql`coalesce((select "name" from "route" where "id" = c."routeId"), '无线路')`,
    },
  ],
  [
    3,
    {
      key: sql`c."truckCarId"::text`,
      name: sql`(select "plateNo" from "truckCar" where "id" = c."truckCarId")`,
    },
  ],
  [4, { key: sql`c."driverId"::text`, name: sql`(select "name" from "driver" where "id" = c."driverId")` }],
  [5, { key: sql`c."customer"`, name: sql`c."customer"` }],
  [BY_PAPER, { key: sql`c."tripId"::text`, name: sql`c."assignSn"` }],
])
const groupOf = (by: number | null): Group => GROUPS.get(by ?? 1) ?? BY_DAY

/**
 * What trips that left came to, in groups, and their sum. What a whole trip cost and drove is shared out among its deliveries by their
 * boxes, to the last cent, so that a group of customers adds up as well. In time is what was signed for before the end of its time window,
 * or of its day. Warehouse §5.8.
 */
async function deliverySummary(db: Db, who: Who, wanted: Wanted): Promise<Rows> {
  const { from, to } = daysOf(wanted.dateLimit)
  const { warehouseId, routeId, truckCarId, driverId, customer, channelId, within, key } = wanted
  const isSeen = sql<SqlBool>`"vehicleAssignment"."status" in (${sql.lit(TRIP.onWay)}, ${sql.lit(TRIP.back)})
    and "vehicleAssignment"."deliveryDate" between ${from}::date and ${to}::date
    and (${warehouseId}::int is null or "vehicleAssignment"."warehouseId" = ${warehouseId})
    and (${routeId}::int is null or "vehicleAssignment"."routeId" = ${routeId})
    and (${truckCarId}::int is null or "vehicleAssignment"."truckCarId" = ${truckCarId})
    and (${driverId}::int is null or "vehicleAssignment"."driverId" = ${driverId})`
  const conditions = await conditionsOf(db, who, vehicleAssignment, {}, { where: [isSeen] })
  const group = groupOf(wanted.by)
  const { rows } = await sql<{ key: string; name: string } & TripSums>`
    with "carried" as (
      select "vehicleAssignment"."id" as "tripId", "assignSn", "vehicleAssignment"."deliveryDate", "vehicleAssignment"."routeId", "truckCarId",
        "driverId", "loadRate", coalesce("mileageEnd" - "mileageStart", 0) as "tripKm", ("tollFee" + "fuelFee" + "otherFee")::numeric as "tripFee",
        d."id", d."customer", d."address", d."boxCount", d."totalQty", d."totalWeight", d."totalVolume", d."goodsAmount", d."collectAmount",
        d."payStatus", d."status", t."channelId",
        d."signTime" <= (d."planDate" + coalesce(substring(d."timeWindow" from '((?:[01][0-9]|2[0-3]):[0-5][0-9])[[:space:]]*$'), '24:00')::time)
          at time zone 'Asia/Shanghai' as "inTime",
        case when sum(d."boxCount") over (partition by "vehicleAssignment"."id") = 0 then 1 else d."boxCount" end as "share"
      from "vehicleAssignment" join "wtsDelivery" d on d."carrySn" = "vehicleAssignment"."assignSn" and d."isDel" = 0 and d."status" <> 9
      join "shipTask" t on t."id" = d."taskId"
      where ${sql.join(conditions, sql` and `)}),
    "shared" as (
      select *, sum("share") over (partition by "tripId" order by "id") as "upTo", sum("share") over (partition by "tripId") as "all"
      from "carried"),
    "kept" as (
      select c.*, ${group.key} as "key", ${group.name} as "name",
        round("tripFee" * "upTo" / "all") - round("tripFee" * ("upTo" - "share") / "all") as "fee",
        round("tripKm" * "upTo" / "all", 1) - round("tripKm" * ("upTo" - "share") / "all", 1) as "km"
      from "shared" c
      where (${customer} = '' or c."customer" ilike '%' || ${customer} || '%')
        and (${channelId}::int is null or c."channelId" = ${channelId})
        and (${within}::int is null or ${groupOf(within).key} = ${key})),
    "counted" as (
      select *, row_number() over (partition by "key", "tripId" order by "id") = 1 as "isFirst" from "kept")
    select "key", min("name") as "name", count(*) filter (where "isFirst")::int as "trips",
      count(distinct ("tripId", "customer", "address"))::int as "stops", count(*)::int as "deliveries", sum("boxCount")::int as "boxes",
      sum("totalQty") as "qty", sum("totalWeight") as "weight", sum("totalVolume") as "volume", sum("goodsAmount")::bigint as "goodsAmount",
      sum("collectAmount")::bigint as "collectDue", coalesce(sum("collectAmount") filter (where "payStatus" = 2), 0)::bigint as "collectPaid",
      count(*) filter (where "status" = 4)::int as "signed", count(*) filter (where "status" = 5)::int as "partly",
      count(*) filter (where "status" = 6)::int as "refused", count(*) filter (where "status" in (4, 5, 6) and "inTime")::int as "onTime",
      coalesce(sum("loadRate") filter (where "isFirst"), 0) as "loadSum", sum("km") as "km", sum("fee")::bigint as "fee"
    from "counted" group by "key" order by "name", "key"`.execute(db)
  if (rows.length === 0) return []
  const own = rows.map((row) => ({ ...row, isTotal: 0, ...tripRates(row) }))
  const total = summed(TRIP_SUMS, rows)
  return [...own, { ...TOTAL, ...total, ...tripRates(total) }]
}

const wantedOf = (params: Record<string, unknown>): Wanted => ({
  dateLimit: textOf(params.dateLimit),
  key: textOf(params.key),
  customer: textOf(params.customer),
  by: TRIP_GROUPS.find((one) => one.value === numberOf(params.by))?.value ?? 1,
  within: numberOf(params.within),
  warehouseId: numberOf(params.warehouseId),
  routeId: numberOf(params.routeId),
  truckCarId: numberOf(params.truckCarId),
  driverId: numberOf(params.driverId),
  channelId: CHANNELS.find((one) => one.value === numberOf(params.channelId))?.value ?? null,
})

const { permission } = calls.exportRows
const sheet = reportExport(
  { bizType: 'deliverySummary', title: '配送汇总', permission },
  deliverySummaryRow,
  async (db, who, params) => (await deliverySummary(db, who, wantedOf(params))).map((row) => ({ ...row })),
)

/** 配送汇总. Warehouse §5.8. */
export const deliverySummaryServed = {
  served: [
    read(calls.report, deliverySummary),
    read(calls.print, deliverySummary),
    change(calls.exportRows, (tx, who, input) => startTask(tx, who, sheet, { ...input })),
  ],
  tasks: [sheet],
}
