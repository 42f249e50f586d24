import { movedDay } from '#kit/shared/time.ts'

export interface Stop {
  seq: number | null
  shipToId: number
  timeWindow: string
  stayMinutes: number | null
}

/** Stops in their order, numbered from 1; those without a number keep their place behind the one before them. Warehouse §5.8. */
export function inOrder<S extends Stop>(stops: readonly S[]): S[] {
  let last = 0
  const keyed = stops.map((stop) => {
    last = stop.seq ?? last
    return { stop, at: last }
  })
  return keyed.toSorted((a, b) => a.at - b.at).map(({ stop }, at) => ({ ...stop, seq: at + 1 }))
}

/** Where a ship-to stands a second time; -1: nowhere. */
export function repeated(stops: readonly Pick<Stop, 'shipToId'>[]): number {
  return stops.findIndex((stop, at) => stops.findIndex((one) => one.shipToId === stop.shipToId) < at)
}

/** When a ship-to takes goods, as a time window; blank unless both ends are known. */
export const windowOf = (from: string, to: string): string =>
  from === '' || to === '' ? '' : `${from}-${to}`

/** Seconds of a time of a day in Shanghai. */
const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`) / 1000
/** How long a trip is planned for where its route does not say. */
const USUAL_MINUTES = 240

/** The day of the week of a day, 1 is Monday. */
export const isoDay = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The next trip of a route from a moment (in seconds) on: its day, when it leaves and when it is back. Warehouse §5.5, §5.8. */
export function nextTrip(
  route: { weekdays: readonly number[]; planDepartTime: string; minutes: number | null },
  today: string,
  now: number,
): { deliveryDate: string; planDepartTime: number; planBackTime: number } {
  const days = [0, 1, 2, 3, 4, 5, 6, 7].map((by) => movedDay(today, by))
  const goes = (day: string): boolean =>
    route.weekdays.includes(isoDay(day)) && at(day, route.planDepartTime) > now
  const deliveryDate = days.find(goes) ?? today
  const planDepartTime = at(deliveryDate, route.planDepartTime)
  return {
    deliveryDate,
    planDepartTime,
    planBackTime: planDepartTime + (route.minutes ?? USUAL_MINUTES) * 60,
  }
}
