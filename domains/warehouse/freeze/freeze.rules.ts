import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { lineFaults } from '../document/document.rules.ts'
import { FREEZE, type freeze, WRITTEN_REASONS } from './freeze.entity.ts'

export type Freeze = EntityRow<typeof freeze>

/** What is wrong with a freeze or an unfreezing on this day. Warehouse §4.11, §12. */
export function freezeFaults(
  { type, reason, planUnfreezeDate, lines }: Pick<Freeze, 'type' | 'reason' | 'planUnfreezeDate' | 'lines'>,
  today: string,
): FieldError[] {
  const faults: FieldError[] = []
  if (type === FREEZE && !WRITTEN_REASONS.some((one) => one === reason))
    faults.push({ field: 'reason', message: '该原因的冻结由系统生成' })
  if (planUnfreezeDate !== null && planUnfreezeDate < today)
    faults.push({ field: 'planUnfreezeDate', message: '预计解冻日不能早于今天' })
  return [...faults, ...lineFaults(lines)]
}

/** What is left of a freeze says how it stands. Warehouse §4.11. */
export const freezeState = (frozen: number, left: number): 1 | 2 | 3 =>
  left <= 0 ? 3 : left < frozen ? 2 : 1
