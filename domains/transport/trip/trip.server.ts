import { sql } from 'kysely'
import {
  assignDelivery,
  carriedBy,
  carriedPage,
  countedOnce,
  type Delivery,
  deliveryFacts,
  issueDeliveries,
  loadScanned,
  lockNotes,
  orderStops,
  refetching,
  unassignDelivery,
  waitingPage,
  warehouseTerms,
} from '#domains/warehouse/warehouse.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { declareUse } from '#kit/server/refs.ts'
import { insertRow, lockRow, lockRows, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { today } from '#kit/shared/time.ts'
import { dropCover } from '../cover/keep.server.ts'
import { driver } from '../fleet/driver.entity.ts'
import { ON_THE_WAY, truckCar } from '../fleet/truckCar.entity.ts'
import { checkCounted } from '../night/make.server.ts'
import { sendSheets } from '../papers/follow.server.ts'
import { suggestServed } from './suggest.server.ts'
import { modelOf, refreshTrip } from './totals.server.ts'
import { tripCalls as calls, tripScanned } from './trip.calls.ts'
import { carFault, driverFault } from './trip.rules.ts'
import { TRIP, TRIP_STATES, tripTable, vehicleAssignment } from './vehicleAssignment.entity.ts'
import { warningsOf, wayOf } from './warnings.server.ts'

type Trip = EntityRow<typeof vehicleAssignment>
type Plan = Pick<
  Trip,
  'warehouseId' | 'deliveryDate' | 'truckCarId' | 'driverId' | 'planDepartTime' | 'planBackTime'
>

/** SIGNED and what is no longer on its way: 4 to 6. */
const SIGNED = 4

/**
 * Refuses a vehicle or driver that may not or cannot drive then. Both are locked, so that two dispatchers who want the same come one after
 * the other. 422 车辆{保险/年检/运输证}已过期, 司机驾驶证已过期, 准驾车型不符, {车牌/司机} 该时段已派车（{assignSn}）. Warehouse §5.5, §12.
 */
async function checkCrew(tx: Tx, plan: Plan, own: number): Promise<{ logisticsProviderId: number | null }> {
  const { truckCarId, driverId, planDepartTime, planBackTime, deliveryDate } = plan
  if (deliveryDate < today()) throw refuse('配送日期不能早于今天', 'deliveryDate')
  if (planBackTime <= planDepartTime) throw refuse('计划回车须晚于计划发车', 'planBackTime')
  const car = await lockRow(tx, truckCar, truckCarId, { anyScope: true })
  const person = await lockRow(tx, driver, driverId, { anyScope: true })
  const model = await modelOf(tx, truckCarId)
  const ofCar = carFault(car, deliveryDate)
  if (ofCar !== null) throw refuse(ofCar, 'truckCarId')
  const demands = { licenceTypes: model.licenceTypes, loadWeight: model.loadWeight ?? 0 }
  const ofDriver = driverFault(person, demands, deliveryDate)
  if (ofDriver !== null) throw refuse(ofDriver, 'driverId')
  const { rows } = await sql<{ assignSn: string; truckCarId: number }>`
    select "assignSn", "truckCarId" from "vehicleAssignment"
    where "isDel" = 0 and "status" in (0, 1, 2) and "id" <> ${own} and ("truckCarId" = ${truckCarId} or "driverId" = ${driverId})
      and "planDepartTime" < ${planBackTime} and "planBackTime" > ${planDepartTime} order by "id" limit 1`.execute(
    tx,
  )
  const [taken] = rows
  if (taken !== undefined) {
    const isCar = taken.truckCarId === truckCarId
    throw refuse(
      `${isCar ? car.plateNo : person.name} 该时段已派车（${taken.assignSn}）`,
      isCar ? 'truckCarId' : 'driverId',
    )
  }
  return { logisticsProviderId: car.logisticsProviderId }
}

/** Deliveries of the trip's own warehouse alone. */
async function checkPlace(tx: Tx, warehouseId: number, ids: readonly number[]): Promise<void> {
  const found = await deliveryFacts(tx, ids)
  if (found.length < new Set(ids).size || found.some((one) => one.warehouseId !== warehouseId))
    throw refuse('配送单不属于该仓库', 'deliveryIds')
}

/** Deliveries in the order of the stops of a route; those to other places behind them, as they were chosen. Warehouse §5.5. */
async function alongRoute(tx: Tx, routeId: number | null, ids: readonly number[]) {
  if (routeId === null) return { ordered: [...ids] }
  const { name: routeName, stops } = await readChosen(tx, routeId)
  const places = new Map(stops.map((stop, at) => [stop.shipToId, at]))
  const facts = new Map((await deliveryFacts(tx, ids)).map((one) => [one.id, one]))
  const placeOf = (id: number) => places.get(facts.get(id)?.shipToId ?? 0) ?? stops.length
  return { ordered: ids.toSorted((a, b) => placeOf(a) - placeOf(b)), routeId, routeName }
}

const readChosen = (tx: Tx, id: number) =>
  tx
    .selectFrom('route')
    .select(['name', 'stops', 'warehouseId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A trip goes along a route of its own warehouse. */
async function checkRoute(
  tx: Tx,
  { routeId, warehouseId }: Pick<Trip, 'routeId' | 'warehouseId'>,
): Promise<void> {
  if (routeId !== null && (await readChosen(tx, routeId)).warehouseId !== warehouseId)
    throw refuse('线路不属于该仓库', 'routeId')
}

async function add(tx: Tx, trip: Trip, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) {
    await refreshTrip(tx, trip)
    return
  }
  await checkPlace(tx, trip.warehouseId, ids)
  const before = await carriedBy(tx, trip.assignSn)
  const first = Math.max(0, ...before.map((one) => one.stopSeq ?? 0)) + 1
  const { ordered, ...way } = await alongRoute(tx, trip.routeId, ids)
  const seqs = ids.map((id) => first + ordered.indexOf(id))
  await assignDelivery(tx, ids, { sn: trip.assignSn, seqs, ...way })
  await refreshTrip(tx, trip)
}

/** Locks deliveries before their trip. Doors §5. */
async function lockTrip(
  tx: Tx,
  id: number,
  more: readonly number[] = [],
): Promise<{ trip: Trip; own: Delivery[] }> {
  const known = await tx
    .selectFrom('vehicleAssignment')
    .select('assignSn')
    .where('id', '=', id)
    .executeTakeFirst()
  const own = known === undefined ? [] : await carriedBy(tx, known.assignSn)
  await lockNotes(tx, [...new Set([...own.map((one) => one.id), ...more])])
  const trip = await lockRow(tx, vehicleAssignment, id)
  return { trip, own: await carriedBy(tx, trip.assignSn) }
}

/** What was counted at night is settled, where the warehouse wants it; what is fetched again has come. Warehouse §5.5, §5.6. */
async function checkNight(tx: Tx, trip: Trip, own: readonly Delivery[]): Promise<void> {
  const [open] = await refetching(
    tx,
    own.map((one) => one.id),
  )
  if (open !== undefined) throw conflict(`配送单 ${open} 补货未完成，不能发车`)
  const terms = (await warehouseTerms(tx, [trip.warehouseId])).get(trip.warehouseId)
  if (terms?.config.needNightCount === 1) await checkCounted(tx, trip.assignSn, own)
}

const served = [
  change(calls.save, async (tx, _who, { deliveryIds, ...plan }) => {
    await lockNotes(tx, deliveryIds)
    await checkRoute(tx, plan)
    const { logisticsProviderId } = await checkCrew(tx, plan, 0)
    const assignSn = await nextNumber(tx, 'PC')
    const trip = await insertRow(tx, vehicleAssignment, { ...plan, assignSn, logisticsProviderId })
    await add(tx, trip, deliveryIds)
    return { id: trip.id }
  }),
  change(calls.update, async (tx, _who, { id, ...plan }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'edit', trip.status)
    if (plan.warehouseId !== trip.warehouseId && own.length > 0)
      throw refuse('已有配送单，不能更换仓库', 'warehouseId')
    await checkRoute(tx, plan)
    const { logisticsProviderId } = await checkCrew(tx, plan, id)
    await refreshTrip(tx, await updateRow(tx, vehicleAssignment, trip, { ...plan, logisticsProviderId }))
  }),
  read(calls.stops, async (db, who, { id, page, limit }) => {
    const way = await wayOf(db, who, id)
    const stops = await carriedPage(db, who, way.assignSn, { page, limit })
    const warnings = await warningsOf(db, way, stops.list)
    return {
      ...stops,
      list: stops.list.map((one) => ({ ...one, warning: warnings.get(one.shipToId) ?? '' })),
    }
  }),
  read(calls.waiting, async (db, who, { warehouseId, page, limit, keywords }) => {
    return waitingPage(db, who, warehouseId, { page, limit, keywords })
  }),
  change(calls.addDelivery, async (tx, _who, { id, deliveryIds }) => {
    const { trip } = await lockTrip(tx, id, deliveryIds)
    guardState(tripTable, 'add', trip.status)
    await add(tx, trip, deliveryIds)
  }),
  change(calls.removeDelivery, async (tx, _who, { id, deliveryIds }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'remove', trip.status)
    if (!deliveryIds.every((one) => own.some((delivery) => delivery.id === one)))
      throw refuse('配送单不在本派车单中', 'deliveryIds')
    await unassignDelivery(tx, deliveryIds)
    await refreshTrip(tx, trip)
  }),
  change(calls.reorder, async (tx, _who, { id, deliveryIds }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'reorder', trip.status)
    if (deliveryIds.length !== own.length || own.some((one) => !deliveryIds.includes(one.id)))
      throw refuse('站序须包含全部配送单', 'deliveryIds')
    await orderStops(tx, deliveryIds)
  }),
  change(calls.startLoad, async (tx, _who, { id }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'startLoad', trip.status)
    if (own.length === 0) throw refuse('请先选择配送单')
    await updateRow(tx, vehicleAssignment, trip, { status: TRIP.loading }, { anyField: true })
  }),
  change(calls.scanLoad, async (tx, who, { id, code, scanId }) => {
    const source = { type: vehicleAssignment.name, id }
    return countedOnce(tx, { scanId, job: 'load', source, code }, tripScanned, async () => {
      const trip = await readRow(tx, who, vehicleAssignment, id)
      guardState(tripTable, 'scanLoad', trip.status)
      const { deliverySn, loadedCount, boxCount } = await loadScanned(tx, code, trip.assignSn)
      const own = await carriedBy(tx, trip.assignSn)
      const left = own.reduce((sum, one) => sum + one.boxCount - one.loadedCount, 0)
      return { deliverySn, loadedCount, boxCount, left }
    })
  }),
  change(calls.depart, async (tx, _who, { id, mileageStart }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'depart', trip.status)
    if (own.length === 0) throw refuse('请先选择配送单')
    const waiting = own.filter((one) => one.status !== 2)
    const intercepted = own.find((one) => one.interceptFlag === 1)
    if (intercepted !== undefined) throw conflict(`配送单 ${intercepted.deliverySn} 已拦截，请先卸下`)
    if (waiting.length > 0) throw conflict(`还有${waiting.length}张配送单未装车，不能发车`)
    await checkNight(tx, trip, own)
    const car = await lockRow(tx, truckCar, trip.truckCarId, { anyScope: true })
    const person = (await lockRows(tx, driver, [trip.driverId], { anyScope: true })).get(trip.driverId)
    const fault = carFault(car, today())
    if (fault !== null) throw refuse(fault)
    if (car.status === ON_THE_WAY) throw conflict(`车辆${car.plateNo}出车中，不能发车`)
    if (mileageStart < (car.mileage ?? 0)) throw refuse(`里程不能小于${car.mileage}`, 'mileageStart')
    await updateRow(
      tx,
      vehicleAssignment,
      trip,
      { status: TRIP.onWay, departTime: new Date(), mileageStart },
      { anyField: true },
    )
    await updateRow(tx, truckCar, car, { status: ON_THE_WAY, mileage: mileageStart }, { anyField: true })
    await issueDeliveries(
      tx,
      own.map((one) => one.id),
      { plateNo: car.plateNo, driverName: person?.name ?? '' },
    )
    await sendSheets(tx, trip.assignSn)
  }),
  change(calls.back, async (tx, _who, { id, mileageEnd, ...fees }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'back', trip.status)
    const open = own.filter((one) => one.status < SIGNED)
    if (open.length > 0) throw conflict(`还有${open.length}张配送单未签收，不能回车`)
    if (mileageEnd < (trip.mileageStart ?? 0)) throw refuse('回车里程不能小于出车里程', 'mileageEnd')
    const car = await lockRow(tx, truckCar, trip.truckCarId, { anyScope: true })
    await updateRow(
      tx,
      vehicleAssignment,
      trip,
      { status: TRIP.back, backTime: new Date(), mileageEnd, ...fees },
      { anyField: true },
    )
    await updateRow(tx, truckCar, car, { status: 1, mileage: mileageEnd }, { anyField: true })
  }),
  change(calls.cancel, async (tx, _who, { id }) => {
    const { trip, own } = await lockTrip(tx, id)
    guardState(tripTable, 'cancel', trip.status)
    if (own.length > 0)
      await unassignDelivery(
        tx,
        own.map((one) => one.id),
      )
    await updateRow(tx, vehicleAssignment, trip, { status: TRIP.cancelled }, { anyField: true })
    await dropCover(tx, trip.assignSn)
  }),
  change(calls.print, async (tx, _who, { ids }) => {
    const printTime = new Date()
    for (const row of (await lockRows(tx, vehicleAssignment, ids)).values())
      await updateRow(
        tx,
        vehicleAssignment,
        row,
        { printCount: row.printCount + 1, printTime },
        { anyField: true },
      )
  }),
  suggestServed,
  servedCounts(calls.counts, vehicleAssignment, 'status', tabsOf(TRIP_STATES)),
]

const { info, list, counts: _counts, exportRows } = calls
const handlers = standardHandlers(vehicleAssignment, { list, info, exportRows }, { joined: true })

export const tripServed = { ...handlers, served: [...handlers.served, ...served] }

/** What trips name stays while they are there. Doors §3 declareUse. */
export const tripUses = [
  declareUse(
    'warehouse',
    usesBy(vehicleAssignment.name, 'warehouseId', vehicleAssignment.label, { past: true }),
  ),
  declareUse(
    'truckCar',
    usesBy(vehicleAssignment.name, 'truckCarId', vehicleAssignment.label, { past: true }),
  ),
  declareUse('route', usesBy(vehicleAssignment.name, 'routeId', vehicleAssignment.label, { past: true })),
  declareUse('driver', usesBy(vehicleAssignment.name, 'driverId', vehicleAssignment.label, { past: true })),
  declareUse(
    'logisticsProvider',
    usesBy(vehicleAssignment.name, 'logisticsProviderId', vehicleAssignment.label, { past: true }),
  ),
]
