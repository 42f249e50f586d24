import type { Made, TablesOf } from '#kit/server/database.ts'
import type { filesEntities } from './files.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof filesEntities> {
    importMapping: {
      adminId: number
      bizType: string
      mapping: Record<string, string>
      updateTime: Made<Date>
    }
  }
}
