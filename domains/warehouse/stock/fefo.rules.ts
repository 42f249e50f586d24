import { daysUntil } from '#kit/shared/time.ts'
import { type Lot, lotFreeOf } from './book.rules.ts'
import type { Q } from './posting.ts'
import { NO_SECTION, type Sections, STAGING } from './sections.rules.ts'

/** How lots of a sku are chosen. */
export interface LotRule {
  /** 1 earliest expiry first, 2 earliest receipt first */
  rule: 1 | 2
  /** pieces of a whole box in thousandths; none: 0 */
  boxQ: Q
  /** today, 'yyyy-MM-dd' */
  today: string
  /** days a lot must have left */
  minDays: number
}

const STORAGE = 1
const PICKING = 2

/**
 * Chooses so much of a sku among its places: sellable sections that are not counted, the staging section last; lots with the
 * days the customer wants, and none that has expired; then by the rule, the smaller remainder, the way of the picker. Whole boxes
 * come rather from storage, loose pieces from picking sections. Answers what it found, which may be less. Warehouse §2.6, §10.
 */
export function chooseLots(
  lots: readonly Lot[],
  sections: Sections,
  q: Q,
  { rule, boxQ, today, minDays }: LotRule,
): { lot: Lot; q: Q }[] {
  const places = lots.flatMap((lot) => {
    const section = lot.sectionId === 0 ? NO_SECTION : sections.get(lot.sectionId)
    const free = lotFreeOf(lot)
    const left = lot.expiryDate === null ? null : daysUntil(lot.expiryDate, today)
    const fits = left === null || left >= Math.max(0, minDays)
    const isOpen = section?.sellable && section.enabled && section.countSn === ''
    return section !== undefined && isOpen && fits && free > 0 ? [{ lot, section, free }] : []
  })
  const boxes = boxQ > 0 ? Math.floor(q / boxQ) * boxQ : 0
  const chosen = new Map<Lot, Q>()
  const take = (wanted: Q, preferred: number): Q => {
    let left = wanted
    const order = places.toSorted(
      (a, b) =>
        Number(a.section.type === STAGING) - Number(b.section.type === STAGING) ||
        byAge(a.lot, b.lot, rule) ||
        (boxQ > 0 ? Number(b.section.type === preferred) - Number(a.section.type === preferred) : 0) ||
        a.free - b.free ||
        a.section.pickSort - b.section.pickSort ||
        a.lot.id - b.lot.id,
    )
    for (const place of order) {
      const part = Math.min(left, place.free)
      if (part <= 0) continue
      place.free -= part
      left -= part
      chosen.set(place.lot, (chosen.get(place.lot) ?? 0) + part)
    }
    return left
  }
  const leftOver = boxes > 0 ? take(boxes, STORAGE) : 0
  take(q - boxes + leftOver, PICKING)
  return [...chosen].map(([lot, part]) => ({ lot, q: part }))
}

function byAge(a: Lot, b: Lot, rule: 1 | 2): number {
  const [first, second] = [a.expiryDate, b.expiryDate]
  if (rule === 1 && first !== second) {
    // What never expires can wait.
    if (first === null) return 1
    if (second === null) return -1
    return first < second ? -1 : 1
  }
  return rule === 2 || first === null ? a.firstInTime - b.firstInTime : 0
}
