import { trust } from '#kit/shared/loose.ts'
import { type Db, databaseOf } from './database.ts'
import type { RoomContext } from './room.ts'

// Where a lower room takes what rooms above it bring (doors §3). A point is a constant that says what fits it; what the
// rooms registered lies in one object for each house, to which every handle of its database leads. So several houses
// live in one process, and nothing depends on which file was imported first.

/** What a room brings for a point of the kit or of a room below it; stands in its manifest (RoomServer.registers). */
export interface Registration {
  readonly point: Point
  readonly key: string
  readonly value: unknown
}

interface Point {
  readonly title: string
  /** several may be registered under one key */
  readonly many?: true
}

interface House {
  registered: Map<Point, Map<string, unknown>>
  kept: Map<object, unknown>
}

const houses = new WeakMap<Db, House>()

function houseOf(db: Db): House {
  const database = databaseOf(db)
  const found = houses.get(database)
  if (found !== undefined) return found
  const house: House = { registered: new Map(), kept: new Map() }
  houses.set(database, house)
  return house
}

/** Lets a second handle of the same rows, a replica, lead to the house of the first. */
export function shareHouse(of: Db, other: Db): void {
  houses.set(databaseOf(other), houseOf(of))
}

const entriesAt = (db: Db, point: Point): ReadonlyMap<string, unknown> =>
  houseOf(db).registered.get(point) ?? new Map()

/**
 * Puts what rooms bring into the house of a database, at its start. What is given twice for a key throws, unless the point
 * takes several or the later one is to take the place of the first (`anew`, for tests).
 */
export function register(
  db: Db,
  registrations: readonly Registration[],
  { anew = false }: { anew?: boolean } = {},
): void {
  const { registered } = houseOf(db)
  for (const { point, key, value } of registrations) {
    const entries = registered.get(point) ?? new Map<string, unknown>()
    registered.set(point, entries)
    if (point.many) entries.set(key, [...trust<unknown[]>(entries.get(key) ?? []), value])
    else if (!anew && entries.has(key))
      throw new Error(`${point.title} ${key} is declared twice`.replace('  ', ' '))
    else entries.set(key, value)
  }
}

/** A point at which each name is registered once; `as` makes a registration, `of` and `all` read what a house has. */
export function namedPoint<T>(title: string) {
  const point: Point = { title }
  return {
    as: (key: string, value: T): Registration => ({ point, key, value }),
    of: (db: Db, key: string): T | undefined => trust(entriesAt(db, point).get(key)),
    all: (db: Db): ReadonlyMap<string, T> => trust(entriesAt(db, point)),
  }
}

/** A point for one thing in the whole house. */
export function singlePoint<T>(title: string) {
  const { as, of } = namedPoint<T>(title)
  return { as: (value: T): Registration => as('', value), of: (db: Db): T | undefined => of(db, '') }
}

/** A point at which several are registered, also under keys, and found in the order of the rooms. */
export function listPoint<T>(title: string) {
  const point: Point = { title, many: true }
  return {
    as: (value: T, key = ''): Registration => ({ point, key, value }),
    of: (db: Db, key = ''): readonly T[] => trust(entriesAt(db, point).get(key) ?? []),
  }
}

/** What a process keeps of one database, made when it is first asked for: caches, counts, connections. */
export function perDatabase<T>(make: (db: Db) => T): (db: Db) => T {
  const key = {}
  return (db) => {
    const { kept } = houseOf(db)
    if (!kept.has(key)) kept.set(key, make(databaseOf(db)))
    return trust(kept.get(key))
  }
}

const context = singlePoint<RoomContext>('Context')

/** Registers what the house stands on; the program does it at the start. */
export const declareContext = (given: RoomContext): Registration => context.as(given)

/** What the house of a database stands on: settings, keys, facts of its rooms. Throws where none was opened. */
export function contextOf(db: Db): RoomContext {
  const found = context.of(db)
  if (found === undefined) throw new Error('This database was not opened by a house')
  return found
}
