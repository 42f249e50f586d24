import type { Db } from '../database.ts'
import { type Registration, singlePoint } from '../points.ts'

/** What a task may take and how many run; config form 201. Platform §7.2. */
export interface TaskLimits {
  importMaxMb: number
  exportMaxRows: number
  keepDays: number
  /** running in one process */
  concurrency: number
  /** running for one person, in all processes */
  perPerson: number
  /** exports carry who made them, and when */
  marked: boolean
}

const usual: TaskLimits = {
  importMaxMb: 20,
  exportMaxRows: 100_000,
  keepDays: 7,
  concurrency: 2,
  perPerson: 3,
  marked: false,
}

type Read = (db: Db) => Promise<Partial<TaskLimits>>

const reader = singlePoint<Read>('Task limits')

/** Registers where the limits are kept; what is left out stays as usual. */
export const declareTaskLimits = (read: Read): Registration => reader.as(read)

/** The limits as of now. */
export async function taskLimits(db: Db): Promise<TaskLimits> {
  return { ...usual, ...(await reader.of(db)?.(db)) }
}
