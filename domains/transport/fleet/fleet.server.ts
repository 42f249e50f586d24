import { sql } from 'kysely'
import { dictValues } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { declareUse } from '#kit/server/refs.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveMaster } from '#kit/server/standard.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import type { driver } from './driver.entity.ts'
import { driverMaster, truckCarMaster, truckModelMaster } from './fleet.calls.ts'
import {
  carFaults,
  driverFaults,
  HEAVY_KG,
  lackOf,
  modelFaults,
  NEAR_DAYS,
  ofCard,
  proposedVolume,
} from './fleet.rules.ts'
import { ON_THE_WAY, truckCar } from './truckCar.entity.ts'
import type { truckModel } from './truckModel.entity.ts'

type Driver = EntityRow<typeof driver>
type Car = EntityRow<typeof truckCar>
type Model = EntityRow<typeof truckModel>

/** Papers that end within NEAR_DAYS, or have ended. */
const endsSoon = (...columns: string[]): ListOptions => {
  const near = sql`${movedDay(today(), NEAR_DAYS)}::date`
  const ends = columns.map((column) => sql`${sql.ref(column)} <= ${near}`)
  return { where: [sql<boolean>`(${sql.join(ends, sql` or `)})`] }
}

const demands = ({ licenceTypes, loadWeight }: Model) => ({ licenceTypes, loadWeight: loadWeight ?? 0 })

/** Vehicles with their drivers and models, by what ties them; those that are deleted left out. */
async function usualDrivers(db: Db, by: 'defaultDriverId' | 'truckModelId', id: number) {
  return db
    .selectFrom('truckCar')
    .innerJoin('driver', 'driver.id', 'truckCar.defaultDriverId')
    .innerJoin('truckModel', 'truckModel.id', 'truckCar.truckModelId')
    .select([
      'truckCar.plateNo',
      'driver.name',
      'driver.licenceType',
      'driver.certNo',
      'truckModel.licenceTypes',
      'truckModel.loadWeight',
    ])
    .where(`truckCar.${by}`, '=', id)
    .where('truckCar.isDel', '=', 0)
    .orderBy('truckCar.id')
    .execute()
}

/** Vehicles and drivers keep what they name from being deleted. Doors §3 declareUse. */
export const fleetUses = [
  declareUse('truckModel', usesBy(truckCar.name, 'truckModelId', truckCar.label)),
  declareUse('driver', usesBy(truckCar.name, 'defaultDriverId', truckCar.label)),
  declareUse('driver', usesBy('transfer', 'driverId', '调拨单', { past: true })),
  declareUse('truckCar', usesBy('transfer', 'truckCarId', '调拨单', { past: true })),
  declareUse('warehouse', usesBy(truckCar.name, 'warehouseId', truckCar.label, { past: true })),
  declareUse('logisticsProvider', usesBy(truckCar.name, 'logisticsProviderId', truckCar.label)),
  declareUse('logisticsProvider', usesBy('driver', 'logisticsProviderId', '司机')),
]

async function checkLicenceTypes(tx: Tx, types: readonly string[]): Promise<void> {
  const known = await dictValues(tx, 'driver_license_type')
  const wrong = types.find((one) => !known.some((entry) => entry.dictValue === one))
  if (wrong !== undefined) throw refuse(`准驾车型要求${wrong}不存在`, 'licenceTypes')
}

export const truckModelServed = serveMaster(truckModelMaster, {
  chosen: 'enabled',
  usedText: () => '该车型下有车辆，不能删除，可以停用',
  async prepare(tx, values, before) {
    const whole = { ...before, ...values }
    const faults = modelFaults(whole)
    if (faults.length > 0) throw refuseFields(faults)
    if (values.licenceTypes !== undefined) await checkLicenceTypes(tx, values.licenceTypes)
    return whole.loadVolume == null ? { ...values, loadVolume: proposedVolume(whole) } : values
  },
  async saved(tx, row, before) {
    if (before === null) return
    for (const one of await usualDrivers(tx, 'truckModelId', row.id)) {
      const lack = lackOf(one, demands(row))
      if (lack !== null) throw refuse(`${one.plateNo}的默认司机${one.name}：${lack}`, 'licenceTypes')
    }
  },
})

export const driverServed = serveMaster(driverMaster, {
  chosen: 'enabled',
  usedText: ({ place }) => `该司机已被${place}使用，不能删除，可以改为离职`,
  list: (_who, input) => (input.expiring === 1 ? endsSoon('driver.licenceEnd', 'driver.certEnd') : {}),
  async prepare(_tx, values, before) {
    const faults = driverFaults({ ...before, ...values })
    if (faults.length > 0) throw refuseFields(faults)
    return { ...values, ...(values.idCard === undefined ? {} : ofCard(values.idCard)) }
  },
  async saved(tx, row, before) {
    if (before === null) return
    for (const { plateNo, licenceTypes, loadWeight } of await usualDrivers(tx, 'defaultDriverId', row.id)) {
      const lack = lackOf(row, { licenceTypes, loadWeight: loadWeight ?? 0 })
      if (lack !== null)
        throw refuse(
          `该司机是${plateNo}的默认司机：${lack}`,
          lack === '准驾车型不符' ? 'licenceType' : 'certNo',
        )
    }
  },
  async switching(tx, row, status) {
    if (status === 1) return
    const [car] = await usualDrivers(tx, 'defaultDriverId', row.id)
    if (car !== undefined) throw conflict(`该司机是${car.plateNo}的默认司机，请先更换`)
  },
})

/** What the model and the usual driver of a vehicle ask of each other and of its papers. */
async function checkTies(tx: Tx, car: Partial<Car>): Promise<void> {
  const model: Model | undefined = await tx
    .selectFrom('truckModel')
    .selectAll()
    .where('id', '=', car.truckModelId ?? 0)
    .executeTakeFirst()
  if (model === undefined) return
  if ((model.loadWeight ?? 0) > HEAVY_KG && (car.permitNo ?? '') === '')
    throw refuse('请输入道路运输证', 'permitNo')
  if (car.defaultDriverId == null) return
  const person: Driver | undefined = await tx
    .selectFrom('driver')
    .selectAll()
    .where('id', '=', car.defaultDriverId)
    .forShare()
    .executeTakeFirst()
  const lack = person === undefined ? null : lackOf(person, demands(model))
  if (lack !== null) throw refuse(lack, 'defaultDriverId')
}

const carServed = serveMaster(truckCarMaster, {
  chosen: 'any',
  usedText: ({ place }) => `该车辆已被${place}使用，不能删除，可以停用`,
  offered: () => sql<boolean>`"truckCar"."status" <> 0`,
  list: (_who, input) =>
    input.expiring === 1
      ? endsSoon('truckCar.insuranceEnd', 'truckCar.inspectionEnd', 'truckCar.permitEnd')
      : {},
  async prepare(tx, values, before) {
    const whole = { ...before, ...values }
    const faults = carFaults(whole)
    if (faults.length > 0) throw refuseFields(faults)
    if (before !== null && values.mileage !== undefined && (values.mileage ?? 0) < (before.mileage ?? 0))
      throw refuse(`里程不能小于${before.mileage}`, 'mileage')
    await checkTies(tx, whole)
    return values
  },
  async deleting(_tx, row) {
    if (row.status === ON_THE_WAY) throw conflict('车辆出车中，不能删除')
  },
})

export const truckCarServed = {
  ...carServed,
  served: [
    ...carServed.served,
    change(truckCarMaster.calls.setStatus, async (tx, _who, { id, status }) => {
      const row = await lockRow(tx, truckCar, id)
      if (row.status === ON_THE_WAY) throw conflict('当前状态为出车中，不能设置状态')
      if (row.status !== status) await updateRow(tx, truckCar, row, { status })
    }),
  ],
}
