import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { carriedBy, zonesOf } from '#domains/warehouse/warehouse.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { COVER } from '../cover/coverPage.entity.ts'
import { keepCover } from '../cover/keep.server.ts'
import { loadOf, overloadText } from './trip.rules.ts'
import { vehicleAssignment } from './vehicleAssignment.entity.ts'

type Trip = EntityRow<typeof vehicleAssignment>

/** What the model of a vehicle carries, and demands of its driver. */
export async function modelOf(db: Db, truckCarId: number) {
  return db
    .selectFrom('truckCar')
    .innerJoin('truckModel', 'truckModel.id', 'truckCar.truckModelId')
    .select([
      'truckModel.licenceTypes',
      'truckModel.loadWeight',
      'truckModel.loadVolume',
      'truckModel.tempZones',
    ])
    .where('truckCar.id', '=', truckCarId)
    .executeTakeFirstOrThrow()
}

/** What the deliveries of a trip come to; 422 超出车辆载重/容积：{x}%（上限100%）. */
export async function refreshTrip(tx: Tx, trip: Trip): Promise<Trip> {
  const own = await carriedBy(tx, trip.assignSn)
  const sum = (name: 'boxCount' | 'totalWeight' | 'totalVolume') =>
    own.reduce((total, one) => total + (one[name] ?? 0), 0)
  const [weight, volume] = [
    Math.round(sum('totalWeight') * 1000) / 1000,
    Math.round(sum('totalVolume') * 1e6) / 1e6,
  ]
  const model = await modelOf(tx, trip.truckCarId)
  const most = { loadWeight: model.loadWeight ?? 0, loadVolume: model.loadVolume ?? 0 }
  const load = loadOf({ weight, volume }, most)
  const over = overloadText(load)
  if (over !== null) throw refuse(over, 'deliveryIds')
  const zones = await zonesOf(
    tx,
    own.map((one) => one.id),
  )
  const zone = zones.find((one) => !model.tempZones.some((carried) => carried === one))
  if (zone !== undefined) {
    const label = TEMP_ZONES.find((one) => one.value === zone)?.label ?? ''
    throw refuse(`温层不符：车型不能运${label}商品`, 'deliveryIds')
  }
  const stopCount = new Set(own.map((one) => `${one.customer} ${one.address}`)).size
  const totals = { stopCount, boxCount: sum('boxCount'), weight, volume, loadRate: load.rate / 100 }
  const now = await updateRow(tx, vehicleAssignment, trip, totals, { anyField: true })
  await keepCover(tx, {
    ...{ carrySn: now.assignSn, kind: COVER.trip, sourceId: now.id, warehouseId: now.warehouseId },
    ...{
      bizDate: now.deliveryDate,
      routeId: now.routeId,
      truckCarId: now.truckCarId,
      driverId: now.driverId,
    },
  })
  return now
}
