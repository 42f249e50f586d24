import { refuse } from '#kit/shared/errors.ts'
import {
  type Alloc,
  type Book,
  enter,
  headOf,
  type Lot,
  lotById,
  lotFreeOf,
  openOf,
  type Reserve,
  Short,
  shown,
} from './book.rules.ts'
import { chooseLots, type LotRule } from './fefo.rules.ts'
import { lotWords } from './lotNo.ts'
import type { Allocated, AllocateLine, Place, Q, ReserveKey } from './posting.ts'
import { openSection, type Sections } from './sections.rules.ts'

/** The lot row of a place; 422 when nothing of it ever stood there. */
export function lotAt(book: Book, place: Place, of: { warehouseId: number; skuId: number }): Lot {
  const found =
    'stockLotId' in place
      ? lotById(book, place.stockLotId)
      : book.lots.find(
          (one) =>
            one.warehouseId === of.warehouseId &&
            one.skuId === of.skuId &&
            one.sectionId === place.sectionId &&
            one.lotId === place.lotId,
        )
  if (found === undefined || found.skuId !== of.skuId || found.warehouseId !== of.warehouseId)
    throw refuse('可用数量不足，可用 0')
  return found
}

export const lotShort = (lot: Lot, free: Q = lotFreeOf(lot)) =>
  refuse(`${lotWords(lot.lotNo)}可用数量不足，可用 ${shown(Math.max(0, free))}`)

export const lotsOf = (book: Book, { warehouseId, skuId }: { warehouseId: number; skuId: number }): Lot[] =>
  book.lots.filter((one) => one.warehouseId === warehouseId && one.skuId === skuId)

/** Binds so much of a reservation to a lot row: 193. */
function bind(book: Book, reserve: Reserve, lot: Lot, q: Q): void {
  const head = headOf(book, reserve.warehouseId, reserve.skuId)
  if (head === undefined) throw new Error(`Lot row ${lot.id} has no head`)
  enter(book, { moveType: 193, lineId: reserve.sourceLineId, head, lot, reserve, d: { allocated: q } })
  reserve.allocated += q
  allocOf(book, reserve, lot.id).q += q
}

/** The binding of a reservation to a lot row, made when it is new. */
export function allocOf(book: Book, reserve: Reserve, stockLotId: number): Alloc {
  const found = book.allocs.find((one) => one.reserve === reserve && one.stockLotId === stockLotId)
  if (found !== undefined) return found
  const made = { reserve, stockLotId, q: 0 }
  book.allocs.push(made)
  return made
}

/** Whether a reservation is the one of this line; of several pools there are several. */
export const isReserveOf = (one: Reserve, key: ReserveKey): boolean =>
  one.sourceType === key.type && one.sourceSn === key.sn && one.sourceLineId === key.lineId

/** How much of a reservation is bound to no lot. */
export const unbound = (reserve: Reserve): Q => openOf(reserve) - reserve.allocated

/** Binds the reservations of a line, warehouse by warehouse, to chosen places or by the rule. */
export function bindLine(
  book: Book,
  line: AllocateLine,
  sections: Sections,
  rules: (pair: { warehouseId: number; skuId: number }) => Omit<LotRule, 'minDays'>,
): Allocated[] {
  const own = book.reserves.filter((one) => one.sourceLineId === line.lineId && unbound(one) > 0)
  return bindReserves(book, own, line, sections, rules)
}

/** The same of these reservations. */
export function bindReserves(
  book: Book,
  own: readonly Reserve[],
  line: AllocateLine,
  sections: Sections,
  rules: (pair: { warehouseId: number; skuId: number }) => Omit<LotRule, 'minDays'>,
): Allocated[] {
  const bound: Allocated[] = []
  const put = (reserve: Reserve, lot: Lot, q: Q) => {
    bind(book, reserve, lot, q)
    const { warehouseId, skuId, sectionId, lotId, lotNo, id: stockLotId } = lot
    bound.push({ lineId: line.lineId, warehouseId, skuId, stockLotId, sectionId, lotId, lotNo, q })
  }
  let left = line.q ?? own.reduce((sum, one) => sum + unbound(one), 0)
  for (const { place, q } of line.picks ?? []) {
    const [first] = own
    if (first === undefined) break
    const lot = lotAt(book, place, first)
    openSection(sections, lot.warehouseId, lot.sectionId)
    if (lotFreeOf(lot) < q) throw lotShort(lot)
    let part = q
    for (const reserve of own) {
      const most = Math.min(part, unbound(reserve))
      if (most <= 0 || reserve.warehouseId !== lot.warehouseId) continue
      put(reserve, lot, most)
      part -= most
      left -= most
    }
    if (part > 0) throw lotShort(lot, q - part)
  }
  if (line.picks !== undefined) return bound
  for (const reserve of own) {
    const wanted = Math.min(left, unbound(reserve))
    if (wanted <= 0) continue
    const found = chooseLots(lotsOf(book, reserve), sections, wanted, {
      ...rules(reserve),
      minDays: line.minDays ?? 0,
    })
    const got = found.reduce((sum, one) => sum + one.q, 0)
    if (got < wanted)
      throw new Short(reserve.skuId, (name) => `库存不足：${name} 可用 ${shown(got)}，需要 ${shown(wanted)}`)
    for (const { lot, q } of found) put(reserve, lot, q)
    left -= wanted
  }
  return bound
}
