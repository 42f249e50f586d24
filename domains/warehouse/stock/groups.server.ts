import type { Tx } from '#kit/server/database.ts'
import { allocOf, bindReserves, isReserveOf, lotAt, lotsOf, unbound } from './bind.rules.ts'
import { type Book, enter, madeHead, pairKey, publicOf, type Reserve } from './book.rules.ts'
import { chooseLots } from './fefo.rules.ts'
import { lotRules } from './lotRules.server.ts'
import { itemOf } from './pool.rules.ts'
import { pairsOf, postStock } from './post.server.ts'
import type { Allocated, Place, PostingHead, Q, ReserveKey } from './posting.ts'
import { releaseOf, unbind } from './release.rules.ts'
import { sectionsOf } from './sections.server.ts'

/** A line that is to be bound: so much of a reservation, in lots with at least so many days left. */
export interface GroupLine {
  ref: number
  key: ReserveKey
  warehouseId: number
  skuId: number
  q: Q
  minDays: number
}

/** Lines that are bound together or not at all. */
export interface BindGroup {
  id: number
  lines: readonly GroupLine[]
}

/** A part of a line in one lot and section. */
export interface Bound extends Allocated {
  ref: number
}

class NothingBound extends Error {}

type Rules = Awaited<ReturnType<typeof lotRules>>
type Sections = Awaited<ReturnType<typeof sectionsOf>>

const reservesIn = (book: Book, { key, warehouseId, skuId }: GroupLine): Reserve[] =>
  book.reserves.filter(
    (one) => one.warehouseId === warehouseId && one.skuId === skuId && isReserveOf(one, key),
  )

/** Whether all lines of a group can be bound as things stand now. */
function fits(book: Book, { lines }: BindGroup, sections: Sections, rules: Rules): boolean {
  const byPair = Map.groupBy(lines, ({ warehouseId, skuId }) => pairKey(warehouseId, skuId))
  const isEnough = [...byPair.values()].every((own) => {
    const [first] = own
    if (first === undefined) return true
    const wanted = own.reduce((sum, { q }) => sum + q, 0)
    const minDays = Math.max(...own.map((one) => one.minDays))
    const found = chooseLots(lotsOf(book, first), sections, wanted, { ...rules(first), minDays })
    return found.reduce((sum, { q }) => sum + q, 0) >= wanted
  })
  if (!isEnough) return false
  const byReserve = Map.groupBy(lines, ({ key }) => `${key.type} ${key.sn} ${key.lineId}`)
  return [...byReserve.values()].every((own) => {
    const [first] = own
    if (first === undefined) return true
    const open = reservesIn(book, first).reduce((sum, one) => sum + unbound(one), 0)
    return open >= own.reduce((sum, { q }) => sum + q, 0)
  })
}

/**
 * Binds reservations of many documents to lots in one posting: 193. A group is bound whole, or is answered in `short`; groups come
 * in the order of their importance. Nothing is written when none can be bound. Warehouse §2.5, §2.6.
 */
export async function allocateGroups(
  tx: Tx,
  head: PostingHead,
  groups: readonly BindGroup[],
): Promise<{ bound: Bound[]; short: Set<number> }> {
  const lines = groups.flatMap((one) => one.lines)
  const pairs = pairsOf(lines)
  const sections = await sectionsOf(
    tx,
    pairs.map((one) => one.warehouseId),
  )
  const rules = await lotRules(tx, pairs)
  const bound: Bound[] = []
  const short = new Set<number>()
  const needs = { pairs, lots: true, reserves: lines.map((one) => one.key) }
  try {
    await postStock(tx, head, needs, (book) => {
      for (const group of groups) {
        if (!fits(book, group, sections, rules)) short.add(group.id)
        else
          for (const line of group.lines) {
            const { ref, q, minDays, key } = line
            const asked = { lineId: key.lineId, q, minDays }
            for (const part of bindReserves(book, reservesIn(book, line), asked, sections, rules))
              bound.push({ ...part, ref })
          }
      }
      if (bound.length === 0) throw new NothingBound()
    })
  } catch (error) {
    if (!(error instanceof NothingBound)) throw error
  }
  return { bound, short }
}

/** So much of a reservation in one place. */
export interface BoundPart {
  ref: number
  key: ReserveKey
  warehouseId: number
  skuId: number
  stockLotId: number
  q: Q
}

function unbindPart(book: Book, { key, stockLotId, q }: BoundPart): void {
  let left = q
  for (const reserve of book.reserves.filter((one) => isReserveOf(one, key))) {
    const part = Math.min(left, allocOf(book, reserve, stockLotId).q)
    if (part > 0) unbind(book, reserve, part, new Set([stockLotId]))
    left -= part
  }
}

const needsOf = (parts: readonly BoundPart[]) => ({
  pairs: pairsOf(parts),
  lots: true,
  items: 'reserved' as const,
  reserves: parts.map((one) => one.key),
})

/** Frees parts of reservations from their lots, which stay reserved: 194. */
export async function unbindParts(tx: Tx, head: PostingHead, parts: readonly BoundPart[]): Promise<void> {
  if (parts.length === 0) return
  await postStock(tx, head, needsOf(parts), (book) => {
    for (const part of parts) unbindPart(book, part)
  })
}

/**
 * Binds parts to another place instead: 194 and 193 in one posting. 422 批次 {lotNo} 可用数量不足，可用 {n}, 409 库区 … 正在盘点.
 * Answers the row of stockLot.
 */
export async function rebindParts(
  tx: Tx,
  head: PostingHead,
  parts: readonly BoundPart[],
  place: Place,
): Promise<number> {
  const sections = await sectionsOf(
    tx,
    parts.map((one) => one.warehouseId),
  )
  const rules = await lotRules(tx, pairsOf(parts))
  let stockLotId = 0
  await postStock(tx, head, needsOf(parts), (book) => {
    for (const part of parts) {
      unbindPart(book, part)
      const own = book.reserves.filter((one) => isReserveOf(one, part.key))
      stockLotId = lotAt(book, place, part).id
      const picks = [{ place: { stockLotId }, q: part.q }]
      bindReserves(book, own, { lineId: part.key.lineId, q: part.q, picks }, sections, rules)
    }
  })
  return stockLotId
}

/** What was given up of a part. */
export interface Cut {
  ref: number
  key: ReserveKey
  q: Q
}

/** Gives up so much of a reservation: released, remembered as missing; the account it came from has less (record 6). */
function cut(book: Book, { ref, key, warehouseId, skuId }: BoundPart, wanted: Q): Cut[] {
  let left = wanted
  const head = madeHead(book, warehouseId, skuId)
  for (const reserve of book.reserves.filter((one) => isReserveOf(one, key)).toReversed()) {
    const q = Math.min(left, unbound(reserve))
    if (q <= 0) continue
    releaseOf(book, reserve, q)
    reserve.shortQty += q
    left -= q
    const item = itemOf(book, reserve)
    if (item?.exclusive)
      enter(book, {
        ...{ moveType: 196, lineId: key.lineId, head, item },
        ...{ account: { type: 6, qty: -q }, d: { vAlloc: -q } },
      })
  }
  return left === wanted ? [] : [{ ref, key, q: wanted - left }]
}

/**
 * Goods that were not found where they were bound: they are freed there (194), and where public stock does not cover what is to be
 * frozen for it, so much of the reservations is given up, the last first. Answers what was given up. Warehouse §5.2.
 */
export async function missParts(tx: Tx, head: PostingHead, parts: readonly BoundPart[]): Promise<Cut[]> {
  const cuts: Cut[] = []
  await postStock(tx, head, needsOf(parts), (book) => {
    for (const part of parts) unbindPart(book, part)
    const [first] = parts
    if (first === undefined) return
    const of = madeHead(book, first.warehouseId, first.skuId)
    const wanted = parts.reduce((sum, { q }) => sum + q, 0)
    for (const part of parts.toReversed()) {
      const missing = Math.min(part.q, wanted - publicOf(of))
      if (missing > 0) cuts.push(...cut(book, part, missing))
    }
  })
  return cuts
}

/** Binds parts to other lots as far as there are any and gives up the rest. Warehouse §5.2. */
export async function rebindElsewhere(
  tx: Tx,
  head: PostingHead,
  parts: readonly BoundPart[],
): Promise<{ bound: Bound[]; cuts: Cut[] }> {
  const sections = await sectionsOf(
    tx,
    parts.map((one) => one.warehouseId),
  )
  const rules = await lotRules(tx, pairsOf(parts))
  const bound: Bound[] = []
  const cuts: Cut[] = []
  await postStock(tx, head, needsOf(parts), (book) => {
    for (const part of parts) {
      const own = book.reserves.filter((one) => isReserveOf(one, part.key))
      const found = chooseLots(lotsOf(book, part), sections, part.q, { ...rules(part), minDays: 0 })
      const q = found.reduce((sum, one) => sum + one.q, 0)
      if (q > 0)
        for (const one of bindReserves(book, own, { lineId: part.key.lineId, q }, sections, rules))
          bound.push({ ...one, ref: part.ref })
      if (q < part.q) cuts.push(...cut(book, part, part.q - q))
    }
  })
  return { bound, cuts }
}

/** Gives up so much of reservations; their orders have it to send again. Answers what was given up. */
export async function cutParts(tx: Tx, head: PostingHead, parts: readonly BoundPart[]): Promise<Cut[]> {
  const cuts: Cut[] = []
  if (parts.length === 0) return cuts
  await postStock(tx, head, needsOf(parts), (book) => {
    for (const part of parts) cuts.push(...cut(book, part, part.q))
  })
  return cuts
}
