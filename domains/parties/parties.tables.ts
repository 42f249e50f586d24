import type { Made, TableOf } from '#kit/server/database.ts'
import type { company } from './company/company.entity.ts'
import type { customer, customerFollow } from './company/customer.entity.ts'
import type { orgHelp } from './company/orgHelp.entity.ts'
import type { orgUser } from './company/orgUser.entity.ts'
import type { buySummary } from './level/buySummary/buySummary.entity.ts'
import type { equityIssue, equityPlan } from './level/equity/equity.entity.ts'
import type { evaluationMonth, evaluationRule, orgEvaluation } from './level/evaluation/evaluation.entity.ts'
import type { orgLevel, orgLevelLog } from './level/orgLevel.entity.ts'
import type { invoiceTo } from './partner/invoiceTo.entity.ts'
import type { licence } from './partner/licence/licence.entity.ts'
import type { companyQuality } from './partner/licence/quality.entity.ts'
import type { partnerLink } from './partner/partnerLink.entity.ts'
import type { payer } from './partner/payer.entity.ts'
import type { shipTo } from './partner/shipTo.entity.ts'
import type { shouda } from './partner/shouda.entity.ts'
import type { logisticsProvider } from './supplier/logisticsProvider.entity.ts'
import type { supplier, supplierProduct } from './supplier/supplier.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    company: TableOf<typeof company>
    orgUser: TableOf<typeof orgUser>
    orgHelp: TableOf<typeof orgHelp>
    customer: TableOf<typeof customer>
    customerFollow: TableOf<typeof customerFollow>
    shouda: TableOf<typeof shouda>
    payer: TableOf<typeof payer>
    shipTo: TableOf<typeof shipTo>
    invoiceTo: TableOf<typeof invoiceTo>
    partnerLink: TableOf<typeof partnerLink>
    companyQuality: TableOf<typeof companyQuality>
    licence: TableOf<typeof licence>
    orgLevel: TableOf<typeof orgLevel>
    orgLevelLog: TableOf<typeof orgLevelLog>
    evaluationRule: TableOf<typeof evaluationRule>
    evaluationMonth: TableOf<typeof evaluationMonth>
    orgEvaluation: TableOf<typeof orgEvaluation>
    buySummary: TableOf<typeof buySummary>
    equityPlan: TableOf<typeof equityPlan>
    equityIssue: TableOf<typeof equityIssue>
    supplier: TableOf<typeof supplier>
    supplierProduct: TableOf<typeof supplierProduct>
    logisticsProvider: TableOf<typeof logisticsProvider>
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
