import type { Made, TablesOf } from '#kit/server/database.ts'
import type { accountsEntities } from './accounts.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof accountsEntities> {
    /** what providers of payments said and were asked, word for word */
    notifyLog: {
      id: Made<number>
      kind: 1 | 2 | 3 | 4
      provider: string
      flowNo: string
      raw: string
      verified: 0 | 1 | null
      result: string
      receiveTime: Made<Date>
    }
    /** numbers of transfers at the bank that top-ups and payments use; kept by triggers */
    bankNumber: { number: string; usedBy: 'ctRecord' | 'payment'; usedId: number }
    /** top-ups of consumers through a shop front; status 0 待支付 1 已支付 */
    recharge: {
      id: Made<number>
      rechargeSn: string
      uid: number
      appId: number | null
      amount: number
      status: Made<0 | 1>
      paidAmount: Made<number>
      payTime: Date | null
      createTime: Made<Date>
    }
  }
}
