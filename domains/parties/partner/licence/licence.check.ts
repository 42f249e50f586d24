import type { FieldError } from '#kit/shared/errors.ts'
import { missingText } from '#kit/shared/field.ts'

interface Term {
  startDate: string
  endDate: string | null
  longTerm: 0 | 1
}

/** What is wrong with the term of a licence; `at` leads to the line it stands in. Catalog §6.4. */
export function termFaults({ startDate, endDate, longTerm }: Term, at = ''): FieldError[] {
  if (longTerm === 1) return []
  const field = `${at}endDate`
  if (endDate === null) return [{ field, message: missingText('date', '到期日期') }]
  return endDate < startDate ? [{ field, message: '到期日期不能早于生效日期' }] : []
}

/** A long term has no end. */
export const settledTerm = <T extends Term>(term: T): T =>
  term.longTerm === 1 ? { ...term, endDate: null } : term
