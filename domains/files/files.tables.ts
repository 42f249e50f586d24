import type { Made, TableOf } from '#kit/server/database.ts'
import type { attachment } from './attachment.entity.ts'
import type { exportPlan } from './plan.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    attachment: TableOf<typeof attachment>
    importMapping: {
      adminId: number
      bizType: string
      mapping: Record<string, string>
      updateTime: Made<Date>
    }
    exportPlan: TableOf<typeof exportPlan>
  }
}
