import type { Made, TablesOf } from '#kit/server/database.ts'
import type { partiesEntities } from './parties.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof partiesEntities> {
    orgUserSecret: { orgUserId: number; passwordHash: string; updateTime: Made<Date> }
    /** parties whose contract fields follow an approved contract */
    partyContract: { partyType: number; partyId: number }
    /** one-time links to a new password, by the hash of what they carry */
    orgUserLink: { tokenHash: string; orgUserId: number; expireTime: Date; usedTime: Date | null }
    /** per order and sku, written anew with its summary */
    buySummaryLine: {
      summaryId: number
      orderSn: string
      skuId: number
      qty: number
      grossAmount: number
      discountAmount: number
      refundAmount: number
      netAmount: number
      paidAmount: number
    }
  }
}
