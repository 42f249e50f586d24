import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { lineFaults } from '../document/document.rules.ts'
import { SHIFT, type shifting } from './shifting.entity.ts'

export type Shifting = EntityRow<typeof shifting>

/** What is wrong with goods that are to change their place: `sellable` tells whether what stands in a section is sold. Warehouse §4.8, §12. */
export function shiftingFaults(
  { reason, lines }: Pick<Shifting, 'reason' | 'lines'>,
  sellable: (sectionId: number | null) => boolean | undefined,
): FieldError[] {
  const faults = lineFaults(lines.map((line) => ({ ...line, lotNo: `${line.lotNo} → ${line.toSectionId}` })))
  for (const [at, { sectionId, toSectionId }] of lines.entries()) {
    const [from, to] = [sellable(sectionId), sellable(toSectionId)]
    const field = `lines.${at}.toSectionId`
    if (sectionId !== null && sectionId === toSectionId)
      faults.push({ field, message: '移出库区与移入库区不能相同' })
    else if (reason === SHIFT.toBad && to === true) faults.push({ field, message: '良转次须移入不可售库区' })
    else if (reason === SHIFT.toGood && (from === true || to === false))
      faults.push({ field, message: '次转良须从不可售库区移入可售库区' })
  }
  return faults
}

/** A pick section that runs low, and where else its goods stand. */
export interface Low {
  skuId: number
  toSectionId: number
  /** in thousandths: there now, and as much as there should be */
  onHand: number
  max: number
  /** pieces of a box, in thousandths */
  box: number
  places: readonly { sectionId: number; lotNo: string; expiryDate: string | null; free: number }[]
}

/** Lines that fill a pick section up to its limit in whole boxes, oldest places first. Warehouse §4.8. */
export function replenishLines({ skuId, toSectionId, onHand, max, box, places }: Low) {
  const unit = Math.max(1000, box)
  let left = Math.ceil(Math.max(0, max - onHand) / unit) * unit
  return places.flatMap(({ sectionId, lotNo, expiryDate, free }) => {
    const q = Math.min(left, free)
    if (q <= 0) return []
    left -= q
    return [{ skuId, sectionId, toSectionId, lotNo, expiryDate, qty: q / 1000 }]
  })
}
