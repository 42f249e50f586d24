import { conflict } from '#kit/shared/errors.ts'
import { addMoney, type Cents } from '#kit/shared/money.ts'
import { CONSIGN_STATES } from './consignmentNote.entity.ts'

/** 409 当前状态为{状态}，不能{动作}. Warehouse §12. */
export function consignGuard(status: number, from: readonly number[], action: string): void {
  if (from.includes(status)) return
  const state = CONSIGN_STATES.find((one) => one.value === status)?.label ?? ''
  throw conflict(`当前状态为${state}，不能${action}`)
}

/** What a carrier charges for: the weight, or what the volume counts as, whichever is more. kg and m³. Warehouse §5.7, §10. */
export const chargeWeightOf = (weight: number, volume: number, factor: number): number =>
  Math.max(Math.round(weight * 1000), Math.round(volume * 1000 * factor)) / 1000

/** The fee for goods that are declared with a value, at so many per mille; in cents, half up. */
export const insuranceOf = (declared: Cents, perMille: number): Cents =>
  Math.round((declared * Math.round(perMille * 100)) / 100_000)

/** What a consignment costs: freight of the price line, delivery to the door, insurance. Warehouse §5.7, §10. */
export const freightOf = (base: Cents, delivery: Cents, insurance: Cents): Cents =>
  addMoney(base, delivery, insurance)
