import { type AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { BY_COMPANY, BY_LEVEL, type MonthQty, purposeState, qtyFault } from './purpose.rules.ts'

/** What an entry is held against. */
export interface FeedbackFacts {
  purpose: {
    skuIds: readonly number[]
    startTime: Date
    endTime: Date
    deliveryMonths: readonly string[]
    minQty: number | null
    stepQty: number | null
    scopeType: number
    scopeIds: readonly number[]
    status: number
  }
  company: { id: number; orgLevelId: number | null; inForce: number; status: number } | undefined
  shouda: { companyId: number } | null | undefined
  skuId: number
  monthQty: MonthQty
}

const COLLECTING = 1
const CLOSED = 2

/** Why an entry of a customer cannot be taken, or null. Catalog §4.3. */
export function feedbackFault(facts: FeedbackFacts, now: Date): AppError | null {
  const { purpose, company, shouda, skuId, monthQty } = facts
  if (purpose.status >= CLOSED || purposeState(purpose.startTime, purpose.endTime, now) !== COLLECTING)
    return conflict('该意向不在征集时间内')
  if (company === undefined || company.inForce !== 1) return refuse('客户不存在或未审核通过', 'companyId')
  if (company.status !== 1) return refuse('单位已停用', 'companyId')
  const { scopeType, scopeIds } = purpose
  const isMeant =
    scopeType === BY_LEVEL
      ? company.orgLevelId !== null && scopeIds.includes(company.orgLevelId)
      : scopeType !== BY_COMPANY || scopeIds.includes(company.id)
  if (!isMeant) return refuse('该意向不适用于此客户', 'companyId')
  if (shouda === undefined || (shouda !== null && shouda.companyId !== company.id))
    return refuse('售达方不属于该客户', 'shoudaId')
  if (!purpose.skuIds.includes(skuId)) return refuse('该规格不在意向商品中', 'skuId')
  const fault = qtyFault(monthQty, purpose)
  return fault === null ? null : refuse(fault, 'monthQty')
}
