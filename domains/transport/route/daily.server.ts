import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { TRIP } from '../trip/vehicleAssignment.entity.ts'
import { route } from './route.entity.ts'

/** Deliveries that go by own vehicle, waiting and given up. Warehouse §5.4. */
const [OWN, WAITS, CANCELLED] = [3, 0, 9] as const

interface Wanted {
  date: string
  warehouseId: number | null
}

interface Row {
  id: number
  code: string
  name: string
  warehouseId: number | null
  planDepartTime: string
  customers: string
  deliveryCount: number
  boxCount: number
  weight: number
  vehicles: string
  drivers: string
  trips: string
  waitingCount: number
  waitingBoxes: number
}

/**
 * 当日线路表: the routes of a day with what travels along them, by which vehicles, and what waits for a vehicle. A delivery belongs to the
 * route of its trip, one that waits to the enabled route of its warehouse that serves its ship-to on this weekday, and to none else.
 * Warehouse §5.8.
 */
export async function dailyRoutes(db: Db, who: Who, { date, warehouseId }: Wanted): Promise<Row[]> {
  const ofRoutes = await conditionsOf(db, who, route, {}, {})
  const scope = scopeCondition(await rowScope(db, who, route), 'd') ?? sql`true`
  const { rows } = await sql<Row>`
    with "routes" as (
      select "route".* from "route" where ${sql.join(ofRoutes, sql` and `)} and "route"."status" = 1
        and (${warehouseId}::int is null or "route"."warehouseId" = ${warehouseId})),
    "found" as (
      select d."id", d."warehouseId", d."customer", d."boxCount", d."totalWeight", t."assignSn", c."plateNo", v."name" as "driver",
        case when t."id" is not null then coalesce(t."routeId", 0) else coalesce((select r."id" from "routes" r
          where r."warehouseId" = d."warehouseId" and r."weekdays" @> array[extract(isodow from ${date}::date)::int]
            and r."stops" @> jsonb_build_array(jsonb_build_object('shipToId', d."shipToId")) order by r."id" limit 1), 0) end as "routeId"
      from "wtsDelivery" d
      left join "vehicleAssignment" t on t."assignSn" = d."carrySn" and t."isDel" = 0 and t."status" <> ${TRIP.cancelled}
      left join "truckCar" c on c."id" = t."truckCarId" left join "driver" v on v."id" = t."driverId"
      where d."isDel" = 0 and d."logisticsMode" = ${OWN} and d."status" <> ${CANCELLED} and ${scope}
        and (${warehouseId}::int is null or d."warehouseId" = ${warehouseId})
        and (t."deliveryDate" = ${date}::date or (t."id" is null and d."status" = ${WAITS} and d."planDate" = ${date}::date))),
    "sums" as (
      select "routeId", string_agg(distinct "customer", '、') as "customers", count(*)::int as "deliveryCount",
        sum("boxCount")::int as "boxCount", sum("totalWeight")::float8 as "weight",
        coalesce(string_agg(distinct "plateNo", '、'), '') as "vehicles", coalesce(string_agg(distinct "driver", '、'), '') as "drivers",
        coalesce(string_agg(distinct "assignSn", '、'), '') as "trips",
        (count(*) filter (where "assignSn" is null))::int as "waitingCount",
        coalesce(sum("boxCount") filter (where "assignSn" is null), 0)::int as "waitingBoxes"
      from "found" group by "routeId")
    select r."id", r."code", r."name", r."warehouseId", r."planDepartTime", coalesce(s."customers", '') as "customers",
      coalesce(s."deliveryCount", 0) as "deliveryCount", coalesce(s."boxCount", 0) as "boxCount", coalesce(s."weight", 0) as "weight",
      coalesce(s."vehicles", '') as "vehicles", coalesce(s."drivers", '') as "drivers", coalesce(s."trips", '') as "trips",
      coalesce(s."waitingCount", 0) as "waitingCount", coalesce(s."waitingBoxes", 0) as "waitingBoxes"
    from "routes" r left join "sums" s on s."routeId" = r."id"
    where s."routeId" is not null or r."weekdays" @> array[extract(isodow from ${date}::date)::int]
    union all
    select 0, '', '未定线路', null, '', s."customers", s."deliveryCount", s."boxCount", s."weight", s."vehicles", s."drivers", s."trips",
      s."waitingCount", s."waitingBoxes"
    from "sums" s where s."routeId" = 0
    order by 5, 2, 1`.execute(db)
  return rows.toSorted((a, b) => Number(a.id === 0) - Number(b.id === 0))
}
