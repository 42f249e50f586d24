import { lackOf } from '../fleet/fleet.rules.ts'

interface Sizes {
  weight: number
  volume: number
}

/** How full a vehicle is, in hundredths of a percent of what it may carry: of weight and volume the larger. Warehouse §5.5, §10. */
export function loadOf(
  { weight, volume }: Sizes,
  { loadWeight, loadVolume }: { loadWeight: number; loadVolume: number },
): { rate: number; by: '载重' | '容积' } {
  const share = (used: number, most: number) => (most > 0 ? Math.round((used / most) * 10_000) : 0)
  const [byWeight, byVolume] = [share(weight, loadWeight), share(volume, loadVolume)]
  return byWeight >= byVolume ? { rate: byWeight, by: '载重' } : { rate: byVolume, by: '容积' }
}

/** Above this a vehicle is too full to leave. Hundredths of a percent. */
const FULL = 10_000

/** 超出车辆载重/容积：{x}%（上限100%）, or null. Warehouse §12. */
export function overloadText(load: ReturnType<typeof loadOf>): string | null {
  return load.rate > FULL ? `超出车辆${load.by}：${load.rate / 100}%（上限100%）` : null
}

interface Papers {
  status: number
  insuranceEnd: string
  inspectionEnd: string
  permitEnd: string | null
  plateNo: string
}

/** Why a vehicle may not drive on a day; null: it may. Warehouse §5.5, §12. */
export function carFault(car: Papers, day: string): string | null {
  if (car.status === 0) return `车辆${car.plateNo}已停用`
  if (car.status === 3) return `车辆${car.plateNo}维修中`
  if (car.insuranceEnd < day) return '车辆保险已过期'
  if (car.inspectionEnd < day) return '车辆年检已过期'
  if (car.permitEnd !== null && car.permitEnd < day) return '车辆运输证已过期'
  return null
}

interface Person {
  status: number
  name: string
  licenceType: string
  licenceEnd: string
  certNo: string
  certEnd: string | null
}

/** Why a driver may not drive a model on a day; null: he may. Warehouse §5.5, §12. */
export function driverFault(
  person: Person,
  model: { licenceTypes: readonly string[]; loadWeight: number },
  day: string,
): string | null {
  if (person.status === 0) return `司机${person.name}已离职`
  if (person.licenceEnd < day) return '司机驾驶证已过期'
  if (person.certEnd !== null && person.certEnd < day) return '司机从业资格证已过期'
  return lackOf(person, model)
}

/** What a ship-to would not like about a trip: its vehicle, or that it takes no goods any more when the trip leaves; '': nothing. Warehouse §5.5. */
export function warningOf(stop: {
  truckLimit: readonly number[]
  receiveTo: string
  model: number
  departs: string
}): string {
  const { truckLimit, receiveTo, model, departs } = stop
  const isLimited = truckLimit.length > 0 && !truckLimit.includes(model)
  const isLate = receiveTo !== '' && receiveTo <= departs
  return [isLimited && '车型不符合送达方限制', isLate && `发车时已过收货时间 ${receiveTo}`]
    .filter((one) => one !== false)
    .join('；')
}
