import { allocOf, isReserveOf, lotAt, lotShort, lotsOf } from './bind.rules.ts'
import {
  type Book,
  enter,
  type Item,
  type Lot,
  lotById,
  lotFreeOf,
  madeHead,
  openOf,
  publicOf,
  type Reserve,
  Short,
  shown,
} from './book.rules.ts'
import { chooseLots, type LotRule } from './fefo.rules.ts'
import { itemOf, publicShort } from './pool.rules.ts'
import type { Q, ReserveKey, ShipLine } from './posting.ts'
import { unbind } from './release.rules.ts'
import { openSection, type Sections } from './sections.rules.ts'

/** A part of a line that leaves one place: of a reservation, of a freeze document, or of an unsellable section. */
export interface Part {
  line: ShipLine
  lot: Lot
  q: Q
  reserve?: Reserve
  /** of the quantity, how much the reservation has bound here */
  bound: Q
  frozen?: number
  held?: true
}

type Rules = (pair: { warehouseId: number; skuId: number }) => Omit<LotRule, 'minDays'>

/** From where each line takes its goods, without taking them: what is bound first, then by the rule. */
export function partsOf(
  book: Book,
  lines: readonly ShipLine[],
  keyOf: (line: ShipLine) => ReserveKey,
  sections: Sections,
  rules: Rules,
): Part[] {
  const free = new Map(book.lots.map((lot) => [lot, lotFreeOf(lot)]))
  return lines.flatMap((line) => {
    const own = line.frozen ?? line.held
    const parts =
      own === undefined
        ? ofReserves(book, line, keyOf(line), free, sections, rules)
        : ofPlaces(book, line, own)
    for (const { lot } of parts) openSection(sections, lot.warehouseId, lot.sectionId)
    return parts
  })
}

/** Goods that no reservation holds: the places are named, and hold at least so much. */
function ofPlaces(book: Book, line: ShipLine, of: { warehouseId: number; skuId: number }): Part[] {
  return (line.lots ?? []).map(({ place, q }) => {
    const lot = lotAt(book, place, of)
    const most = line.frozen === undefined ? lot.held : lot.frozen
    if (q > most) throw lotShort(lot, most)
    return line.frozen === undefined
      ? { line, lot, q, bound: 0, held: true }
      : { line, lot, q, bound: 0, frozen: line.frozen.freezeLineId }
  })
}

function ofReserves(
  book: Book,
  line: ShipLine,
  key: ReserveKey,
  free: Map<Lot, Q>,
  sections: Sections,
  rules: Rules,
): Part[] {
  const reserves = book.reserves
    .filter((one) => isReserveOf(one, key))
    .toSorted((a, b) => a.vacctId - b.vacctId)
  const [first] = reserves
  const open = reserves.reduce((sum, one) => sum + openOf(one), 0)
  if (first === undefined || open < line.q) {
    const skuId = first?.skuId ?? 0
    throw new Short(skuId, (name) => `库存不足：${name} 可用 ${shown(open)}，需要 ${shown(line.q)}`)
  }
  const parts: Part[] = []
  let left = line.q
  const rest = new Map(reserves.map((one) => [one, openOf(one)]))
  const add = (reserve: Reserve, lot: Lot, wanted: Q, bound: Q): void => {
    parts.push({ line, lot, q: wanted, reserve, bound })
    rest.set(reserve, (rest.get(reserve) ?? 0) - wanted)
    left -= wanted
  }
  const named = line.lots?.map(({ place, q }) => ({ lot: lotAt(book, place, first), q }))
  // What each reservation has bound itself, of the named places alone where they are named.
  for (const { reserve, stockLotId, q } of book.allocs) {
    const lot = lotById(book, stockLotId)
    if (lot === undefined || !rest.has(reserve)) continue
    const place = named?.find((one) => one.lot === lot)
    const part = Math.min(left, q, rest.get(reserve) ?? 0, named === undefined ? q : (place?.q ?? 0))
    if (part <= 0) continue
    if (place !== undefined) place.q -= part
    add(reserve, lot, part, part)
  }
  const places =
    named ??
    (left > 0 ? chooseLots(lotsOf(book, first), sections, left, { ...rules(first), minDays: 0 }) : [])
  for (const place of places) {
    // What this line's reservations have bound elsewhere is given free for it.
    const most = free.get(place.lot) ?? 0
    for (const [reserve, open] of rest) {
      const part = Math.min(left, open, place.q)
      if (part <= 0 || reserve.warehouseId !== place.lot.warehouseId) continue
      if (part > most) throw lotShort(place.lot, most)
      free.set(place.lot, (free.get(place.lot) ?? 0) - part)
      place.q -= part
      add(reserve, place.lot, part, 0)
    }
  }
  if (left > 0)
    throw new Short(
      first.skuId,
      (name) => `库存不足：${name} 可用 ${shown(line.q - left)}，需要 ${shown(line.q)}`,
    )
  return parts
}

/** Takes the parts out: one movement each, and into transit to `toWarehouseId` where it is a transfer. */
export function shipParts(
  book: Book,
  parts: readonly Part[],
  moveType: number,
  transit: ((part: Part) => Lot) | null,
): void {
  for (const part of parts) {
    const { line, lot, q, reserve, bound } = part
    const head = madeHead(book, lot.warehouseId, lot.skuId)
    const item = reserve === undefined ? undefined : itemOf(book, reserve)
    if (reserve !== undefined) takeReserved(book, reserve, lot, q, bound)
    const { value } = enter(book, {
      moveType,
      lineId: line.lineId,
      head,
      lot,
      reserve,
      freezeLineId: part.frozen,
      d: { onHand: -q, ...effectOf(part, item) },
      ...(item === undefined ? {} : { item, account: { type: 5, qty: -q, reserved: -q, shipped: q } }),
    })
    if (transit === null) continue
    const to = transit(part)
    enter(book, {
      moveType,
      lineId: line.lineId,
      head: madeHead(book, to.warehouseId, to.skuId),
      lot: to,
      d: { inTransit: q },
      transitValue: -value,
    })
  }
}

function effectOf({ q, bound, frozen, held }: Part, item: Item | undefined) {
  if (frozen !== undefined) return { frozen: -q }
  if (held) return { held: -q }
  return { reserved: -q, allocated: -bound, ...(item?.exclusive ? { vAlloc: -q, vReserved: -q } : {}) }
}

function takeReserved(book: Book, reserve: Reserve, lot: Lot, q: Q, bound: Q): void {
  // A reservation that is bound elsewhere and leaves from here gives up as much there.
  const spare = openOf(reserve) - reserve.allocated
  if (q - bound > spare) unbind(book, reserve, q - bound - spare)
  reserve.shipped += q
  if (bound === 0) return
  reserve.allocated -= bound
  allocOf(book, reserve, lot.id).q -= bound
}

/** Takes goods of the public pool out at once: 164. */
export function issueLine(
  book: Book,
  line: { lineId: number; warehouseId: number; skuId: number; q: Q },
  sections: Sections,
  rules: Rules,
): Part[] {
  const { lineId, warehouseId, skuId, q } = line
  const head = madeHead(book, warehouseId, skuId)
  const free = publicOf(head)
  if (free < q && free + head.vAlloc - head.vReserved >= q) throw publicShort(head)
  const chosen = chooseLots(lotsOf(book, line), sections, q, { ...rules(line), minDays: 0 })
  const got = Math.min(
    free,
    chosen.reduce((sum, one) => sum + one.q, 0),
  )
  if (got < q) throw new Short(skuId, (name) => `库存不足：${name} 可用 ${shown(got)}，需要 ${shown(q)}`)
  return chosen.map(({ lot, q: part }) => {
    enter(book, { moveType: 164, lineId, head, lot, d: { onHand: -part } })
    return { line: { lineId, q }, lot, q: part, bound: 0 }
  })
}
