import { sql } from 'kysely'
import { drawPicture } from '#domains/files/files.door.ts'
import { deliveryCalls } from '#domains/warehouse/warehouse.shared.ts'
import type { Demo } from '#kit/server/demo.ts'
import { withCardSign } from '#kit/shared/identity.ts'
import { consignCalls } from './consign/consign.calls.ts'
import { driverMaster, truckCarMaster, truckModelMaster, upkeepCalls } from './fleet/fleet.calls.ts'
import { nightCalls } from './night/night.calls.ts'
import { papersCalls } from './papers/papers.calls.ts'
import { routeMaster } from './route/route.calls.ts'
import { tripCalls } from './trip/trip.calls.ts'

// code, name, body (1 厢式 2 冷藏 5 面包), length, width, height, kg, licence classes, zones, fuel, cents per km
const MODELS = [
  ['XH42', '4.2米厢式货车', 1, 4.2, 1.9, 2, 1500, ['C1', 'B2'], [1], 1, '1.80'],
  ['LC42', '4.2米冷藏车', 2, 4.1, 1.8, 1.8, 1450, ['C1', 'B2'], [1, 2, 3, 4], 1, '2.60'],
  ['MB26', '新能源面包车', 5, 2.6, 1.5, 1.3, 1000, ['C1', 'C2'], [1], 4, '0.60'],
  ['XH76', '7.6米厢式货车', 1, 7.6, 2.3, 2.5, 8000, ['B2', 'A2'], [1], 1, '3.20'],
] as const

// name, phone, identity card, class, years held, days until the licence ends, certificate
const DRIVERS = [
  ['陈建国', '13859100001', '350102198003124518', 'B2', 8, 1500, '350100198003'],
  ['林志强', '13859100002', '350103198807213611', 'C1', 5, 620, ''],
  ['黄美玲', '13859100003', '350104199105060024', 'C1', 4, 21, ''],
  ['吴大勇', '13859100004', '350105197611155115', 'A2', 12, 900, '350100197611'],
] as const

// plate, model, driver, days until insurance and inspection end, km
const CARS = [
  ['闽A12B35', 'XH42', '林志强', 210, 95, 48_210.5],
  ['闽A88C06', 'LC42', '黄美玲', 12, 150, 31_977],
  ['闽AF01286', 'MB26', '', 300, -3, 12_040.2],
  ['闽A6D519', 'XH76', '陈建国', 120, 60, 152_330],
] as const

/** The fleet of a small company: models, drivers, vehicles and what was spent on them. */
export async function fillFleet({ admin, ago, day, db, idOf }: Demo): Promise<void> {
  await ago(240, async () => {
    for (const [
      code,
      name,
      bodyType,
      length,
      width,
      height,
      loadWeight,
      types,
      zones,
      fuelType,
      costPerKm,
    ] of MODELS)
      await admin(truckModelMaster.calls.save, {
        ...{ code, name, bodyType, length, width, height, loadWeight, fuelType, costPerKm },
        licenceTypes: [...types],
        tempZones: [...zones],
      })
    const licenceImg = await drawPicture(db, { name: '驾驶证', shape: 'paper', hue: 200 })
    for (const [name, phone, idCard, licenceType, years, left, certNo] of DRIVERS)
      await admin(driverMaster.calls.save, {
        ...{ name, phone, licenceType, licenceImg, certNo },
        idCard: withCardSign(idCard.slice(0, 17)),
        licenceNo: withCardSign(idCard.slice(0, 17)),
        licenceBegin: day(-years * 365),
        licenceEnd: day(left),
        ...(certNo === '' ? {} : { certEnd: day(left) }),
      })
    for (const [plateNo, model, person, insured, inspected, mileage] of CARS) {
      const isHeavy = model === 'XH76'
      await admin(truckCarMaster.calls.save, {
        ...{ plateNo, mileage },
        truckModelId: await idOf('truckModel', model),
        ...(person === '' ? {} : { defaultDriverId: await idOf('driver', person) }),
        insuranceEnd: day(insured),
        inspectionEnd: day(inspected),
        ...(isHeavy ? { permitNo: '闽交运管许可350100号', permitEnd: day(400) } : {}),
      })
    }
  })
  const truckCarId = await idOf('truckCar', '闽A12B35')
  await ago(35, () =>
    admin(upkeepCalls.save, {
      ...{ truckCarId, type: 1, upkeepDate: day(-35), mileage: 47_880, fee: '860.00' },
      ...{ unit: '福州顺驰汽修', note: '更换机油、三滤，检查制动' },
    }),
  )
  await ago(9, () =>
    admin(upkeepCalls.save, {
      ...{ truckCarId, type: 2, upkeepDate: day(-9), mileage: 48_210.5, fee: '420.00' },
      ...{ unit: '福州顺驰汽修', note: '更换右后尾灯' },
    }),
  )
}

// code, name, type (1 市内 2 市外), weekdays, departure, minutes, km, vehicle, driver, colour
const ROUTES = [
  ['FZ-C1', '城区一线', 1, [1, 3, 5], '07:30', 240, 42.5, '闽A12B35', '林志强', '#1677ff'],
  ['FZ-C2', '城区二线', 1, [2, 4, 6], '08:00', 210, 36, '闽A88C06', '黄美玲', '#52c41a'],
  ['FZ-Q1', '闽南干线', 2, [2, 5], '06:00', 660, 285, '闽A6D519', '陈建国', ''],
] as const

/** Routes of the main warehouse, with the ship-tos that they pass. */
export async function fillRoutes({ admin, ago, db, idOf }: Demo): Promise<void> {
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows } = await sql<{ id: number }>`
    select "id" from "shipTo" where "isDel" = 0 and "status" = 1 order by "id" limit 9`.execute(db)
  await ago(60, async () => {
    for (const [n, one] of ROUTES.entries()) {
      const [code, name, type, weekdays, planDepartTime, minutes, distanceKm, plateNo, person, colour] = one
      await admin(routeMaster.calls.save, {
        ...{ code, name, warehouseId, type, planDepartTime, minutes, distanceKm, colour },
        weekdays: [...weekdays],
        defaultTruckCarId: await idOf('truckCar', plateNo),
        defaultDriverId: await idOf('driver', person),
        stops: rows.slice(n * 3, n * 3 + 3).map(({ id: shipToId }) => ({ shipToId, stayMinutes: 20 })),
      })
    }
  })
}

/** The trip of the next morning: loaded in part, with its papers, and half counted. Warehouse §5.5, §5.6. */
export async function fillTrips({ admin, day, db, idOf }: Demo): Promise<void> {
  const { rows } = await sql<{ id: number; deliverySn: string; warehouseId: number }>`
    select "id", "deliverySn", "warehouseId" from "wtsDelivery" where "isDel" = 0 and "status" = 0 and "logisticsMode" = 3
    order by "id" limit 1`.execute(db)
  const [delivery] = rows
  if (delivery === undefined) return
  const deliveryDate = day(1)
  const midnight = Date.parse(`${deliveryDate}T00:00:00+08:00`) / 1000
  await admin(papersCalls.save, {
    ...{ deliveryId: delivery.id, remark: '' },
    lines: [
      { type: 3, name: '送货回单', no: delivery.deliverySn, copies: 2, needBack: 1 },
      { type: 1, name: '增值税专用发票', no: '35001126', copies: 1, needBack: 0 },
      { type: 6, name: '周转箱', copies: 2, needBack: 1 },
    ],
  })
  const { id } = await admin(tripCalls.save, {
    ...{ warehouseId: delivery.warehouseId, deliveryDate, helperName: '郑小军' },
    ...{ truckCarId: await idOf('truckCar', '闽A12B35'), driverId: await idOf('driver', '林志强') },
    routeId: await idOf('route', '城区一线'),
    ...{ planDepartTime: midnight + 7.5 * 3600, planBackTime: midnight + 12 * 3600 },
    deliveryIds: String(delivery.id),
  })
  await admin(tripCalls.startLoad, { id })
  await admin(tripCalls.scanLoad, { id, code: `${delivery.deliverySn}-001` })
  const count = await admin(nightCalls.generate, {
    warehouseId: delivery.warehouseId,
    countDate: deliveryDate,
    shift: 1,
  })
  await admin(nightCalls.scan, { id: count.id, code: `${delivery.deliverySn}-001`, reason: null })
}

// vehicle, driver, leaves, comes back, km before and after; without the latter it is still on its way
const DRIVEN = [
  ['闽A6D519', '陈建国', 5.5, 10, 152_330, 152_418],
  ['闽A88C06', '黄美玲', 7, 12.5, 31_977, null],
] as const
/** Deliveries of each. */
const EACH = 2

/** The trips of today: one is back, one on its way; and what carriers took, one of it delivered. Warehouse §5.5, §5.7. */
export async function fillDriven({ as, day, db, idOf }: Demo): Promise<void> {
  const lead = as('黄志强')
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows } = await sql<{ id: number; deliverySn: string }>`
    select "id", "deliverySn" from "wtsDelivery" where "isDel" = 0 and "status" = 0 and "warehouseId" = ${warehouseId}
    order by "id"`.execute(db)
  const deliveryDate = day(0)
  const midnight = Date.parse(`${deliveryDate}T00:00:00+08:00`) / 1000
  for (const [n, [plateNo, person, leaves, comes, mileageStart, mileageEnd]] of DRIVEN.entries()) {
    const own = rows.slice(n * EACH, (n + 1) * EACH)
    const { id } = await lead(tripCalls.save, {
      ...{ warehouseId, deliveryDate, helperName: '', routeId: null },
      ...{ truckCarId: await idOf('truckCar', plateNo), driverId: await idOf('driver', person) },
      ...{ planDepartTime: midnight + leaves * 3600, planBackTime: midnight + comes * 3600 },
      deliveryIds: own.map((one) => one.id).join(','),
    })
    await lead(tripCalls.startLoad, { id })
    for (const { deliverySn: code } of own) await lead(tripCalls.scanLoad, { id, code })
    await lead(tripCalls.depart, { id, mileageStart })
    if (mileageEnd === null) continue
    for (const one of own) await lead(deliveryCalls.sign, { id: one.id, signer: '收货员' })
    await lead(tripCalls.back, { id, mileageEnd, tollFee: '35.00', fuelFee: '0.00', otherFee: '0.00' })
  }
  for (const [n, delivery] of rows.slice(DRIVEN.length * EACH, DRIVEN.length * EACH + 2).entries()) {
    const { id } = await lead(consignCalls.save, {
      ...{
        warehouseId,
        logisticsProviderId: await idOf('logisticsProvider', '福建八闽物流有限公司'),
        toCityId: 350200,
      },
      ...{ goodsName: '饮料食品', waybillNo: `SD26110${70 + n}`, baseFreight: '60.00', payMethod: 3 },
      ...{ planArriveDate: day(1), deliveryIds: String(delivery.id) },
    })
    await lead(consignCalls.dispatch, { id })
    if (n === 0) await lead(consignCalls.sign, { id, signer: '门卫' })
  }
}
