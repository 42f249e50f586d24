import type { Made, TableOf } from '#kit/server/database.ts'
import type { backup } from './backup.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    backup: TableOf<typeof backup>
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
