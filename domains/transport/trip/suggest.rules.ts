import { loadOf } from './trip.rules.ts'

/** A delivery that waits for a vehicle. */
export interface Waiting {
  id: number
  /** what travels together: the warehouse, the route, the half of the day */
  group: string
  weight: number
  volume: number
  /** temperature zones of its goods */
  zones: readonly number[]
  /** models that may drive to its ship-to; none: all */
  models: readonly number[]
}

/** A vehicle that is free, with somebody who may drive it. */
export interface FreeCar {
  id: number
  model: number
  loadWeight: number
  loadVolume: number
  zones: readonly number[]
  /** the usual vehicle of these groups goes before others that fit as well */
  usual: readonly string[]
}

export interface Proposal {
  carId: number
  group: string
  ids: number[]
  weight: number
  volume: number
  /** percent */
  loadRate: number
}

interface Load {
  weight: number
  volume: number
}

const EMPTY: Load = { weight: 0, volume: 0 }
const sumOf = (some: readonly Load[]): Load => ({
  weight: Math.round(some.reduce((sum, one) => sum + one.weight, 0) * 1000) / 1000,
  volume: Math.round(some.reduce((sum, one) => sum + one.volume, 0) * 1e6) / 1e6,
})
const rateOf = (load: Load, car: FreeCar): number => loadOf(load, car).rate
const FULL = 10_000

const mayCarry = (car: FreeCar, one: Waiting): boolean =>
  one.zones.every((zone) => car.zones.includes(zone)) &&
  (one.models.length === 0 || one.models.includes(car.model))

/** What of some deliveries goes onto a vehicle, the largest first. */
function filled(car: FreeCar, some: readonly Waiting[]): Waiting[] {
  const on: Waiting[] = []
  for (const one of some) if (mayCarry(car, one) && rateOf(sumOf([...on, one]), car) <= FULL) on.push(one)
  return on
}

const bySize = (a: Load, b: Load): number => b.weight - a.weight || b.volume - a.volume

/**
 * Trips for what waits: each group into the smallest vehicle that takes all of it; where none does, the vehicle that takes most is filled,
 * the largest deliveries first, and the rest looks for another. Each vehicle goes once. What fits nowhere is left. Warehouse §5.5.
 */
export function proposeTrips(
  waiting: readonly Waiting[],
  cars: readonly FreeCar[],
): { trips: Proposal[]; left: number[] } {
  const trips: Proposal[] = []
  const left: number[] = []
  const free = new Set(cars.toSorted((a, b) => a.loadWeight - b.loadWeight || a.id - b.id))
  const groups = [...Map.groupBy(waiting, (one) => one.group)].toSorted(([, a], [, b]) =>
    bySize(sumOf(a), sumOf(b)),
  )
  for (const [group, members] of groups) {
    let open = members.toSorted((a, b) => bySize(a, b) || a.id - b.id)
    while (open.length > 0) {
      const [best] = [...free]
        .map((car) => ({ car, on: filled(car, open) }))
        .toSorted(
          (a, b) =>
            b.on.length - a.on.length ||
            Number(b.car.usual.includes(group)) - Number(a.car.usual.includes(group)),
        )
      if (best === undefined || best.on.length === 0) break
      const load = best.on.length === 0 ? EMPTY : sumOf(best.on)
      const ids = best.on.map((one) => one.id)
      trips.push({ carId: best.car.id, group, ids, ...load, loadRate: rateOf(load, best.car) / 100 })
      free.delete(best.car)
      open = open.filter((one) => !ids.includes(one.id))
    }
    left.push(...open.map((one) => one.id))
  }
  return { trips, left }
}

/** The last hour of a morning: a time window that begins then or later is served in the afternoon. */
const NOON = '12:00'

/** Which half of the day a time window (08:00-11:00) asks for; without one the morning. Warehouse §5.5. */
export function halfOf(timeWindow: string): 'am' | 'pm' {
  const from = /^\s*(\d{2}:\d{2})/.exec(timeWindow)?.[1]
  return from !== undefined && from >= NOON ? 'pm' : 'am'
}
