import { sql } from 'kysely'
import { type Delivery, waitingDeliveries } from '#domains/warehouse/warehouse.door.ts'
import type { Db } from '#kit/server/database.ts'
import { pageOf } from '#kit/server/list.ts'
import { read } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { fromSeconds, today } from '#kit/shared/time.ts'
import { type FreeCar, halfOf, proposeTrips } from './suggest.rules.ts'
import { tripCalls as calls } from './trip.calls.ts'
import { carFault, driverFault } from './trip.rules.ts'

type Row = OutOf<typeof calls.suggest>['list'][number]

/** When trips leave and how long they take where no route says it. */
const USUAL = { am: '07:30', pm: '13:00', minutes: 240 }

interface Way {
  id: number
  name: string
  warehouseId: number
  planDepartTime: string
  minutes: number | null
  defaultTruckCarId: number | null
  shipToIds: number[]
}

/** Routes that go on a day. */
async function waysOf(db: Db, warehouseId: number, day: string): Promise<Way[]> {
  const { rows } = await sql<Way>`
    select "id", "name", "warehouseId", "planDepartTime", "minutes", "defaultTruckCarId",
      array(select (s->>'shipToId')::int from jsonb_array_elements("stops") as s) as "shipToIds"
    from "route" where "isDel" = 0 and "status" = 1 and "warehouseId" = ${warehouseId}
      and extract(isodow from ${day}::date)::int = any("weekdays") order by "id"`.execute(db)
  return rows
}

/** Vehicles whose papers and usual drivers are in order that day, and that no trip of it has. */
async function freeCars(db: Db, day: string) {
  const { rows } = await sql<
    Parameters<typeof carFault>[0] & {
      id: number
      model: number
      driverId: number
      loadWeight: number
      loadVolume: number
      licenceTypes: string[]
      tempZones: number[]
      driver: Parameters<typeof driverFault>[0]
    }
  >`
    select c."id", c."truckModelId" as "model", c."plateNo", c."status", c."insuranceEnd"::text, c."inspectionEnd"::text, c."permitEnd"::text,
      d."id" as "driverId", coalesce(m."loadWeight", 0) as "loadWeight", coalesce(m."loadVolume", 0) as "loadVolume", m."licenceTypes", m."tempZones",
      json_build_object('status', d."status", 'name', d."name", 'licenceType', d."licenceType", 'licenceEnd', d."licenceEnd"::text,
        'certNo', d."certNo", 'certEnd', d."certEnd"::text) as "driver"
    from "truckCar" c join "truckModel" m on m."id" = c."truckModelId" join "driver" d on d."id" = c."defaultDriverId" and d."isDel" = 0
    where c."isDel" = 0 and not exists (select from "vehicleAssignment" v where v."isDel" = 0 and v."status" in (0, 1, 2)
      and v."deliveryDate" = ${day}::date and (v."truckCarId" = c."id" or v."driverId" = d."id"))
    order by c."id"`.execute(db)
  const fit = rows.filter((one) => carFault(one, day) === null && driverFault(one.driver, one, day) === null)
  // One driver is the usual one of several vehicles at times; he drives one of them.
  return fit.filter((one, at) => fit.findIndex(({ driverId }) => driverId === one.driverId) === at)
}

async function limitsOf(db: Db, waiting: readonly Delivery[]) {
  const ids = waiting.map((one) => one.id)
  const { rows } = await sql<{ id: number; zones: number[]; models: number[] }>`
    select w."id", coalesce((select s."truckLimit" from "shipTo" s where s."id" = w."shipToId"), '{}') as "models",
      array(select distinct p."storageCondition" from "wtsDeliveryLine" l join "sku" k on k."id" = l."skuId"
        join "product" p on p."id" = k."productId" where l."deliveryId" = w."id" and p."storageCondition" is not null)::int[] as "zones"
    from "wtsDelivery" w where w."id" = any(${sql.val(ids)}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const secondsOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`) / 1000

/** 智能配载: trips for what waits on a day, as a dispatcher may take them. Nothing is stored. Warehouse §5.5. */
async function suggest(db: Db, who: Who, warehouseId: number, day: string): Promise<Row[]> {
  const all = await waitingDeliveries(db, who, warehouseId, '')
  const waiting = all.filter((one) => one.planDate <= day)
  if (waiting.length === 0) return []
  const [ways, cars, limits] = [
    await waysOf(db, warehouseId, day),
    await freeCars(db, day),
    await limitsOf(db, waiting),
  ]
  const wayOf = ({ shipToId }: Delivery) =>
    ways.find((way) => shipToId !== null && way.shipToIds.includes(shipToId))
  const groupOf = (one: Delivery) => `${wayOf(one)?.id ?? 0} ${halfOf(one.timeWindow)}`
  const free: FreeCar[] = cars.map((car) => ({
    ...{ id: car.id, model: car.model, loadWeight: car.loadWeight, loadVolume: car.loadVolume },
    zones: car.tempZones,
    usual: ways
      .filter((way) => way.defaultTruckCarId === car.id)
      .flatMap(({ id }) => [`${id} am`, `${id} pm`]),
  }))
  const { trips } = proposeTrips(
    waiting.map((one) => ({
      ...{ id: one.id, group: groupOf(one), weight: one.totalWeight ?? 0, volume: one.totalVolume ?? 0 },
      ...{ zones: limits.get(one.id)?.zones ?? [], models: limits.get(one.id)?.models ?? [] },
    })),
    free,
  )
  return trips.flatMap(({ carId, ids, ...trip }, at) => {
    const own = waiting.filter((one) => ids.includes(one.id))
    const car = cars.find((one) => one.id === carId)
    if (car === undefined) return []
    const way = own[0] && wayOf(own[0])
    const isLate = trip.group.endsWith('pm')
    const departs = secondsOf(day, isLate ? USUAL.pm : (way?.planDepartTime ?? USUAL.am))
    return [
      {
        ...{ id: at + 1, warehouseId, deliveryDate: day, truckCarId: carId, driverId: car.driverId },
        ...{ plateNo: car.plateNo, driverName: car.driver.name, routeId: way?.id ?? null },
        ...{
          routeName: way?.name ?? '无线路',
          customers: [...new Set(own.map((one) => one.customer))].join('、'),
        },
        planDepartTime: fromSeconds(departs),
        planBackTime: fromSeconds(departs + (way?.minutes ?? USUAL.minutes) * 60),
        ...{
          deliveryCount: ids.length,
          deliveryIds: ids.join(','),
          weight: trip.weight,
          volume: trip.volume,
        },
        ...{ boxCount: own.reduce((sum, one) => sum + one.boxCount, 0), loadRate: trip.loadRate },
      },
    ]
  })
}

export const suggestServed = read(
  calls.suggest,
  async (db, who, { warehouseId, deliveryDate, page, limit }) => {
    const rows = warehouseId === null ? [] : await suggest(db, who, warehouseId, deliveryDate ?? today())
    return pageOf(rows.slice((page - 1) * limit, page * limit), rows.length, { page, limit })
  },
)
