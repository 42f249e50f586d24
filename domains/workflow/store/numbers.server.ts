import type { Db } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { now } from './start.server.ts'

/** The next number of an instance, e.g. LC20261121000001; gaps are allowed. Frame §3. */
export const nextInstanceNumber = (db: Db): Promise<string> => nextNumber(db, 'LC', now())
