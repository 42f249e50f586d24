import type { Made } from '#kit/server/database.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    /** scans that counted, with what they were answered; append-only. Warehouse §7 */
    scanLog: {
      id: Made<number>
      createTime: Made<Date>
      scanId: string
      adminId: number
      job: string
      sourceType: string
      sourceId: number
      code: string
      qty: number | null
      answer: Made<{ value: unknown }>
    }
  }
}
