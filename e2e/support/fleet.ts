import { withCardSign } from '../../kit/shared/identity.ts'
import { today } from '../../kit/shared/time.ts'
import { ask, phone, serial, unique } from './people.ts'
import { openWarehouse, readyDelivery } from './warehouseRecords.ts'

/** The number of an identity card of somebody born on 1990-05-17, another one each time. */
export function card(): string {
  const one = serial()
  return withCardSign(`${110_000 + Math.floor(one / 1000)}19900517${String(one % 1000).padStart(3, '0')}`)
}

/** What plates are written with. */
const SIGNS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A number plate that no other test of the run uses. */
export function plate(letter: string): string {
  let rest = serial()
  const signs = Array.from({ length: 5 }, () => {
    const sign = SIGNS[rest % SIGNS.length]
    rest = Math.floor(rest / SIGNS.length)
    return sign
  })
  return `闽${letter}${signs.reverse().join('')}`
}

/** A route of one's own without stops. */
export async function openRoute(warehouseId: number): Promise<{ id: number; code: string; name: string }> {
  const [code, name] = [unique('XL'), unique('城区线')]
  const { id } = await ask('POST', '/admin/wts/routeTable/save', {
    ...{ code, name, warehouseId, type: 1, weekdays: [1, 4], stops: [] },
  })
  return { id, code, name }
}

const save = async (path: string, body: object): Promise<number> =>
  (await ask('POST', `/admin/truck/${path}/save`, body)).id

/** A model, a driver and a vehicle of one's own. */
export async function openFleet() {
  const [plateNo, driverName] = [plate('C'), unique('陈师傅')]
  const model = await save('truckModel', {
    ...{ code: unique('M'), name: unique('厢式车'), bodyType: 1, length: 4.2, width: 1.9, height: 2 },
    ...{ loadWeight: 1500, licenceTypes: ['C1'] },
  })
  const driver = await save('driver', {
    ...{
      name: driverName,
      phone: phone(),
      idCard: card(),
      ownership: 1,
      licenceNo: '350102',
      licenceType: 'C1',
    },
    ...{ licenceBegin: '2020-01-01', licenceEnd: '2035-01-01', licenceImg: '/files/proof.png' },
  })
  const car = await save('truckCar', {
    ...{
      plateNo,
      truckModelId: model,
      ownership: 1,
    },
    ...{ defaultDriverId: driver, insuranceEnd: '2035-01-01', inspectionEnd: '2035-01-01' },
  })
  return { model, driver, car, plateNo, driverName }
}

/** A fleet and a trip, and the addresses of their pages. */
export async function fleetPages(): Promise<Record<string, string>> {
  const { model, driver, car } = await openFleet()
  await save('truckCar/upkeep', {
    truckCarId: car,
    type: 1,
    upkeepDate: '2026-01-05',
    fee: '860.00',
    unit: '顺驰汽修',
  })
  const { id: warehouseId } = await openWarehouse()
  const day = Date.parse(`${today()}T00:00:00+08:00`) / 1000
  const { id: trip } = await ask('POST', '/admin/wts/vehicleAssignment/save', {
    ...{ warehouseId, deliveryDate: today(), truckCarId: car, driverId: driver, deliveryIds: '' },
    ...{ planDepartTime: day + 8 * 3600, planBackTime: day + 12 * 3600 },
  })
  const { id: delivery } = await readyDelivery(warehouseId)
  await ask('POST', '/admin/wts/vehicleAssignment/addDelivery', { id: trip, deliveryIds: String(delivery) })
  const { id: paper } = await ask('POST', '/admin/wts/attachmentSheet/save', {
    deliveryId: delivery,
    lines: [{ type: 3, name: '送货回单', copies: 1, needBack: 1 }],
  })
  const { id: night } = await ask('POST', '/admin/wts/nightCount/generate', {
    ...{ warehouseId, countDate: today(), shift: 1 },
  })
  const covers = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/wts/coverPage/list?warehouseId=${warehouseId}`,
  )
  const cover = covers.list[0]?.id ?? 0
  const line = await openRoute(warehouseId)
  return {
    '/wts/deliverySummary/print': '/wts/deliverySummary/print',
    '/wts/outCityTransportSummary/print': '/wts/outCityTransportSummary/print',
    '/wts/nightCount/info/:id': `/wts/nightCount/info/${night}`,
    '/wts/nightCount/print/:idList': `/wts/nightCount/print/${night}`,
    '/wts/coverPage/print/:idList': `/wts/coverPage/print/${cover}`,
    '/wts/coverPage/bundle/:id': `/wts/coverPage/bundle/${cover}`,
    '/wts/attachmentSheet/info/:id': `/wts/attachmentSheet/info/${paper}`,
    '/wts/attachmentSheet/print/:idList': `/wts/attachmentSheet/print/${paper}`,
    '/wts/routeTable/print/:idList': `/wts/routeTable/print/${line.id}`,
    '/wts/vehicleAssignment/info/:id': `/wts/vehicleAssignment/info/${trip}`,
    '/wts/vehicleAssignment/print/:idList': `/wts/vehicleAssignment/print/${trip}`,
    '/truck/addTruckModel/:id?': `/truck/addTruckModel/${model}`,
    '/truck/addDriver/:id?': `/truck/addDriver/${driver}`,
    '/truck/addTruckCar/:id?': `/truck/addTruckCar/${car}`,
    '/truck/infoTruckCar/:id?': `/truck/infoTruckCar/${car}`,
  }
}
