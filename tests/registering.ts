import type { Db } from '#kit/server/database.ts'
import { type Registration, register } from '#kit/server/points.ts'

/** Registers in a house that stands already; what is there under the same name gives way. */
export const registerNow = (db: Db, ...given: readonly Registration[]): void =>
  register(db, given, { anew: true })
