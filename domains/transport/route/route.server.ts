import { type SqlBool, sql } from 'kysely'
import { seenPhone } from '#domains/warehouse/warehouse.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { declareUse, type Use } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
import { serveMaster } from '#kit/server/standard.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { lackOf } from '../fleet/fleet.rules.ts'
import { dailyRoutes } from './daily.server.ts'
import { routeMaster } from './route.calls.ts'
import { route, WEEKDAYS } from './route.entity.ts'
import { inOrder, repeated, type Stop, windowOf } from './route.rules.ts'

type Route = EntityRow<typeof route>

/** Stops without a time window get that of their ship-to. */
async function withWindows(tx: Tx, stops: readonly Stop[]): Promise<Stop[]> {
  const bare = stops.filter((one) => one.timeWindow === '').map((one) => one.shipToId)
  if (bare.length === 0) return [...stops]
  const { rows } = await sql<{ id: number; receiveFrom: string; receiveTo: string }>`
    select "id", "receiveFrom", "receiveTo" from "shipTo" where "id" = any(${sql.val(bare)}::int[])`.execute(
    tx,
  )
  const windows = new Map(rows.map((one) => [one.id, windowOf(one.receiveFrom, one.receiveTo)]))
  return stops.map((one) => ({ ...one, timeWindow: one.timeWindow || (windows.get(one.shipToId) ?? '') }))
}

/** 422 {送达方} {周一}已在线路 {code}: a ship-to belongs to one enabled route per weekday. Warehouse §5.8. */
async function refuseSecondRoute(
  tx: Tx,
  { stops, weekdays }: Pick<Route, 'stops' | 'weekdays'>,
  own: number,
): Promise<void> {
  // Two people who put one ship-to on two routes at once must not both pass the check.
  await sql`select pg_advisory_xact_lock(hashtext('route'))`.execute(tx)
  const shipToIds = stops.map((one) => one.shipToId)
  const { rows } = await sql<{ shipToId: number; name: string; code: string; weekday: number }>`
    select s."id" as "shipToId", s."shipToName" as "name", r."code", d."weekday"
    from unnest(${sql.val(shipToIds)}::int[]) as "asked" ("id") join "shipTo" s on s."id" = "asked"."id"
    join "route" r on r."isDel" = 0 and r."status" = 1 and r."id" <> ${own}
      and r."stops" @> jsonb_build_array(jsonb_build_object('shipToId', s."id"))
    cross join lateral unnest(r."weekdays") as d ("weekday")
    where d."weekday" = any(${sql.val([...weekdays])}::int[])
    order by array_position(${sql.val(shipToIds)}::int[], s."id"), d."weekday", r."id" limit 1`.execute(tx)
  const [taken] = rows
  if (taken === undefined) return
  const day = WEEKDAYS.find((one) => one.value === taken.weekday)?.label ?? ''
  const at = stops.findIndex((one) => one.shipToId === taken.shipToId)
  throw refuse(`${taken.name} ${day}已在线路 ${taken.code}`, `stops.${at}.shipToId`)
}

/** 422 准驾车型不符: the usual driver may drive the usual vehicle. */
async function checkCrew(
  tx: Tx,
  { defaultTruckCarId, defaultDriverId }: Partial<Pick<Route, 'defaultTruckCarId' | 'defaultDriverId'>>,
): Promise<void> {
  if (defaultTruckCarId == null || defaultDriverId == null) return
  const model = await tx
    .selectFrom('truckCar')
    .innerJoin('truckModel', 'truckModel.id', 'truckCar.truckModelId')
    .select(['truckModel.licenceTypes', 'truckModel.loadWeight'])
    .where('truckCar.id', '=', defaultTruckCarId)
    .executeTakeFirst()
  const person = await tx
    .selectFrom('driver')
    .select(['licenceType', 'certNo'])
    .where('id', '=', defaultDriverId)
    .executeTakeFirst()
  if (model === undefined || person === undefined) return
  const lack = lackOf(person, { licenceTypes: model.licenceTypes, loadWeight: model.loadWeight ?? 0 })
  if (lack !== null) throw refuse(lack, 'defaultDriverId')
}

const master = serveMaster(routeMaster, {
  chosen: 'enabled',
  usedText: ({ place }) => `该线路已被${place}使用，不能删除，可以停用`,
  list: (_who, input) =>
    'weekday' in input && input.weekday !== null
      ? { where: [sql<SqlBool>`"route"."weekdays" @> array[${Number(input.weekday)}]::int[]`] }
      : {},
  async prepare(tx, values, before) {
    const whole = { ...before, ...values }
    await checkCrew(tx, whole)
    const twice = repeated(whole.stops ?? [])
    if (twice >= 0) throw refuse('送达方已在本线路中', `stops.${twice}.shipToId`)
    return values.stops === undefined
      ? values
      : { ...values, stops: await withWindows(tx, inOrder(values.stops)) }
  },
  // Rows of a sheet are stored together, so what they must not share is looked at once they are there.
  async saved(tx, row) {
    if (row.status === 1) await refuseSecondRoute(tx, row, row.id)
  },
  async switching(tx, row, status) {
    if (status === 1) await refuseSecondRoute(tx, row, row.id)
  },
})

const print = read(routeMaster.calls.print, async (db, who, { ids }) => {
  const wanted = sql<SqlBool>`"route"."id" = any(${sql.val([...ids])}::int[])`
  const conditions = await conditionsOf(db, who, route, {}, { where: [wanted] })
  const { rows } = await sql<Sheet>`
    select "route"."id" as "routeId", p."seq", p."timeWindow", p."stayMinutes", s."shipToName" as "customer", s."address",
      s."contactName" as "contact", s."contactPhone" as "phone"
    from "route" cross join lateral jsonb_to_recordset("route"."stops") as p ("seq" int, "shipToId" int, "timeWindow" text, "stayMinutes" int)
    join "shipTo" s on s."id" = p."shipToId" where ${sql.join(conditions, sql` and `)} order by "route"."id", p."seq"`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, phone: seenPhone(who, row.phone) }))
})

const daily = read(routeMaster.calls.daily, (db, who, input) => dailyRoutes(db, who, input))

interface Sheet {
  routeId: number
  seq: number
  timeWindow: string
  stayMinutes: number | null
  customer: string
  address: string
  contact: string
  phone: string
}

export const routeServed = { ...master, served: [...master.served, print, daily] }

/** Ship-tos that stand on routes stay while they do. */
async function stopsOfRoutes(db: Db, ids: readonly number[]): Promise<Use[]> {
  const { rows } = await sql<{ id: number; n: number }>`
    select "asked"."id", count(*)::int as "n" from unnest(${sql.val([...new Set(ids)])}::int[]) as "asked" ("id")
    join "route" r on r."isDel" = 0 and r."stops" @> jsonb_build_array(jsonb_build_object('shipToId', "asked"."id"))
    group by 1`.execute(db)
  return rows.map((row) => ({ ...row, place: route.label }))
}

/** What routes name stays while they are there. Doors §3 declareUse. */
export const routeUses = [
  declareUse('shipTo', stopsOfRoutes),
  declareUse('warehouse', usesBy(route.name, 'warehouseId', route.label)),
  declareUse('truckCar', usesBy(route.name, 'defaultTruckCarId', route.label, { past: true })),
  declareUse('driver', usesBy(route.name, 'defaultDriverId', route.label, { past: true })),
]
