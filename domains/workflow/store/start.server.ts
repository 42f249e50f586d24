import type { Db } from '#kit/server/database.ts'

let pool: Db | undefined
let clock: () => Date = () => new Date()

/** Keeps the pool of the process: numbers and definitions are read outside the transaction of a command. */
export function keepPool(db: Db): void {
  pool = db
}

export function thePool(): Db {
  if (pool === undefined) throw new Error('The room workflow was used before it was registered')
  return pool
}

/** The instant processes live at. */
export const now = (): Date => clock()

/** For tests: lets processes live at another time; without one, at the real one again. */
export function setClock(tell: () => Date = () => new Date()): void {
  clock = tell
}
