import type { Made, TableOf } from '#kit/server/database.ts'
import type { attachment } from './attachment.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    attachment: TableOf<typeof attachment>
    importMapping: {
      adminId: number
      bizType: string
      mapping: Record<string, string>
      updateTime: Made<Date>
    }
    exportPlan: {
      id: Made<number>
      adminId: number
      bizType: string
      title: string
      params: Record<string, unknown>
      cron: string
      status: Made<0 | 1>
      nextTime: Date | null
      lastTime: Date | null
      lastMessage: Made<string>
      createTime: Made<Date>
    }
  }
}
