import type { Made, TablesOf } from '#kit/server/database.ts'
import type { membersEntities } from './members.entities.ts'
import type { OrderLineFact, RefundLineFact } from './user/facts.rules.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof membersEntities> {
    /** what is encrypted with the key of the house */
    userSecret: { uid: number; cardCipher: string; updateTime: Made<Date> }
    /** what each paid order gave to the figures of its user, and what was refunded of it */
    userOrderFact: {
      orderSn: string
      orderId: number
      uid: number
      channelId: number | null
      payTime: Date
      paid: number
      refunded: Made<number>
      lines: OrderLineFact[]
    }
    userRefundFact: {
      refundId: number
      orderSn: string
      uid: number
      refundTime: Date
      amount: number
      lines: RefundLineFact[]
    }
    /** SHA-256 of tokens of other platforms that somebody has signed in with */
    usedToken: { hash: string; createTime: Made<Date> }
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
    /** what lines of finished orders have been paid and given back, in cents */
    taskOrderLine: { lineId: number; uid: number; orderSubSn: string; paid: number; refunded: number }
    /** rewards of a task given on a day */
    vipTaskDay: { taskId: number; day: string; given: number }
    /** reminders of an end that were told */
    vipRemind: { paidId: number; days: number; createTime: Made<Date> }
    /** what an employee has bought in a month, cents */
    groupBuyMonth: { employeeId: number; month: string; used: Made<number> }
    /** what an order took of a month, and what was given back of it, cents */
    groupBuyUse: {
      orderSn: string
      employeeId: number
      month: string
      amount: number
      back: Made<number>
      createTime: Made<Date>
    }
    /** both rows as they were before a merge */
    mergeSnapshot: {
      mergeId: number
      fromUid: number
      toUid: number
      rows: Record<string, unknown>
      keepUntil: Date
    }
    /** that a phone had paid before its consumer was forgotten, by a keyed hash */
    erasedPhone: { phoneHash: string; hadPaid: Made<number>; keepUntil: Date }
    /** passwords of files with full values, encrypted with the key of the house */
    exportSecret: { exportId: number; cipher: string }
    exportDownload: {
      id: Made<number>
      exportId: number
      adminId: number
      ip: Made<string>
      time: Made<Date>
    }
  }
}
