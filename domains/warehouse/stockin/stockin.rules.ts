import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { lineFaults } from '../document/document.rules.ts'
import { SECTION } from '../stock/sections.rules.ts'
import type { stockin } from './stockin.entity.ts'

export type Stockin = EntityRow<typeof stockin>

/** Cents that lines with a price are worth; those without take the moving average when they are posted. */
export const amountOf = (lines: Stockin['lines']): number =>
  lines.reduce((sum, { qty, price }) => sum + Math.round((qty ?? 0) * (price ?? 0)), 0)

/** What is wrong with the lines of a receipt: B and C stand in 不良品区 alone, what is rejected has a reason. Warehouse §4.5, §12. */
export function stockinFaults(
  lines: Stockin['lines'],
  typeOf: (sectionId: number) => number | undefined,
): FieldError[] {
  const faults = lineFaults(lines)
  for (const [
    at,
    { grade, sectionId, rejectQty, rejectReason, productionDate, expiryDate },
  ] of lines.entries()) {
    if (grade !== 'A' && grade !== null && typeOf(sectionId) !== SECTION.bad)
      faults.push({ field: `lines.${at}.sectionId`, message: '次品和报废只能放入不良品区' })
    if ((rejectQty ?? 0) > 0 && rejectReason === null)
      faults.push({ field: `lines.${at}.rejectReason`, message: '请选择拒收原因' })
    if (productionDate !== null && expiryDate !== null && expiryDate <= productionDate)
      faults.push({ field: `lines.${at}.expiryDate`, message: '到期日期须晚于生产日期' })
  }
  return faults
}
