import { company } from './company/company.entity.ts'
import { customer, customerFollow } from './company/customer.entity.ts'
import { orgHelp } from './company/orgHelp.entity.ts'
import { orgUser } from './company/orgUser.entity.ts'
import { buySummary } from './level/buySummary/buySummary.entity.ts'
import { equityIssue, equityPlan } from './level/equity/equity.entity.ts'
import { evaluationMonth, evaluationRule, orgEvaluation } from './level/evaluation/evaluation.entity.ts'
import { orgLevel, orgLevelLog } from './level/orgLevel.entity.ts'
import { invoiceTo } from './partner/invoiceTo.entity.ts'
import { licence } from './partner/licence/licence.entity.ts'
import { companyQuality } from './partner/licence/quality.entity.ts'
import { partnerLink } from './partner/partnerLink.entity.ts'
import { payer } from './partner/payer.entity.ts'
import { shipTo } from './partner/shipTo.entity.ts'
import { shouda } from './partner/shouda.entity.ts'
import { logisticsProvider } from './supplier/logisticsProvider.entity.ts'
import { supplier, supplierProduct } from './supplier/supplier.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const partiesEntities = [
  company,
  orgUser,
  orgHelp,
  customer,
  customerFollow,
  shouda,
  payer,
  shipTo,
  invoiceTo,
  partnerLink,
  companyQuality,
  licence,
  orgLevel,
  orgLevelLog,
  evaluationRule,
  evaluationMonth,
  orgEvaluation,
  buySummary,
  equityPlan,
  equityIssue,
  supplier,
  supplierProduct,
  logisticsProvider,
] as const
