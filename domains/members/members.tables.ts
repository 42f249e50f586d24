import type { Made, TablesOf } from '#kit/server/database.ts'
import type { membersEntities } from './members.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof membersEntities> {
    /** what is encrypted with the key of the house */
    userSecret: { uid: number; cardCipher: string; updateTime: Made<Date> }
    /** what of an event has been counted in the figures of a user */
    userStatSource: { source: string; sourceId: number; part: string; uid: number; createTime: Made<Date> }
    /** what each line of an order gained, in whole growth for thousandths of pieces */
    growthLine: { lineId: number; uid: number; linkId: string; qty: number; total: number; refundQty: number }
    /** what has been counted for a task; amount is what is left of it after refunds */
    vipTaskHit: {
      taskId: number
      uid: number
      sourceType: string
      sourceId: string
      recordId: number
      amount: number
    }
    /** rewards of a task given on a day */
    vipTaskDay: { taskId: number; day: string; given: number }
    /** reminders of an end that were told */
    vipRemind: { paidId: number; days: number; createTime: Made<Date> }
  }
}
