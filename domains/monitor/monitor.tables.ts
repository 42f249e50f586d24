import type { Made, TablesOf } from '#kit/server/database.ts'
import type { monitorEntities } from './monitor.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof monitorEntities> {
    operLogSeal: {
      day: string
      rows: number
      digest: string
      hash: string
      sealTime: Made<Date>
      /** when the retention removed the day's rows */
      goneTime: Date | null
    }
  }
}
