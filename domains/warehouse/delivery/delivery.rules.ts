import { DELIVERY } from './wtsDelivery.entity.ts'

/** What a delivery is once it has been signed for: all, a part or nothing was taken. Quantities of any unit. Warehouse §5.4. */
export function signedStatus(lines: readonly { qty: number; rejectQty: number }[]): 4 | 5 | 6 {
  const rejected = lines.reduce((sum, one) => sum + one.rejectQty, 0)
  if (rejected === 0) return DELIVERY.signed
  return lines.every((one) => one.rejectQty >= one.qty) ? DELIVERY.refused : DELIVERY.partly
}

/** The number of a box as its label says it: PS…-003. */
export const boxLabel = (deliverySn: string, boxNo: number): string =>
  `${deliverySn}-${String(boxNo).padStart(3, '0')}`

/** Which box of which delivery a label names; null when it is none. */
export function readBoxLabel(code: string): { deliverySn: string; boxNo: number } | null {
  const found = /^(PS\d{14})-(\d{3,})$/i.exec(code.trim())
  return found?.[1] === undefined ? null : { deliverySn: found[1].toUpperCase(), boxNo: Number(found[2]) }
}

/** Whether what was weighed is what was expected: within 3 % or 50 g. Both in kilograms. Warehouse §5.3. */
export function isWeightRight(weighed: number, expected: number): boolean {
  const off = Math.abs(Math.round(weighed * 1000) - Math.round(expected * 1000))
  return off <= 50 || off * 100 <= Math.round(expected * 1000) * 3
}
