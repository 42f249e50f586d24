import type { ComponentType } from 'react'

/** The order in which jobs stand, as goods pass through a warehouse. Warehouse §7. */
export const ORDER = [
  'receive',
  'putAway',
  'pick',
  'sort',
  'check',
  'load',
  'transfer',
  'count',
  'stock',
] as const

/** A job of handhelds; without an id its screen offers what may be worked on. */
export interface ScanJob {
  key: (typeof ORDER)[number]
  label: string
  hint: string
  /** how numbers begin that open it */
  prefix?: string
  /** one of them opens it */
  permissions: readonly string[]
  load(): Promise<{ default: ComponentType<{ id: number }> }>
}

const jobs: ScanJob[] = []

/** What a room above does with scans; those of this room stand in jobs.web.ts. */
export function declareScanJob(job: ScanJob): void {
  if (jobs.some((one) => one.key === job.key)) throw new Error(`Scan job ${job.key} is declared twice`)
  jobs.push(job)
}

/** The jobs of rooms above. */
export const declaredJobs = (): readonly ScanJob[] => jobs
