import { type Book, enter, headOf, lotById, openOf, type Reserve } from './book.rules.ts'
import { itemOf } from './pool.rules.ts'
import type { Q, Reserved } from './posting.ts'

/** Frees so much of what a reservation has bound to lots: 194. The latest bound go first. */
export function unbind(book: Book, reserve: Reserve, q: Q, only?: ReadonlySet<number>): void {
  const head = headOf(book, reserve.warehouseId, reserve.skuId)
  let left = Math.min(q, reserve.allocated)
  for (const alloc of book.allocs.toReversed()) {
    if (left === 0) break
    if (alloc.reserve !== reserve || alloc.q === 0 || (only !== undefined && !only.has(alloc.stockLotId)))
      continue
    const lot = lotById(book, alloc.stockLotId)
    const part = Math.min(left, alloc.q)
    if (head === undefined || lot === undefined) throw new Error(`Lot row ${alloc.stockLotId} is not there`)
    alloc.q -= part
    reserve.allocated -= part
    left -= part
    enter(book, { moveType: 194, lineId: reserve.sourceLineId, head, lot, reserve, d: { allocated: -part } })
  }
}

/** Releases so much of a reservation: what is not bound first, then what is. */
export function releaseOf(book: Book, reserve: Reserve, wanted: Q): Reserved | null {
  const head = headOf(book, reserve.warehouseId, reserve.skuId)
  const q = Math.min(wanted, openOf(reserve))
  if (head === undefined || q <= 0) return null
  const bound = q - (openOf(reserve) - reserve.allocated)
  if (bound > 0) unbind(book, reserve, bound)
  const item = itemOf(book, reserve)
  reserve.released += q
  enter(book, {
    moveType: 192,
    lineId: reserve.sourceLineId,
    head,
    reserve,
    d: { reserved: -q, ...(item?.exclusive ? { vReserved: -q } : {}) },
    ...(item === undefined ? {} : { item, account: { type: 4, reserved: -q } }),
  })
  const { sourceLineId: lineId, warehouseId, skuId, vacctId } = reserve
  return { lineId, warehouseId, skuId, vacctId, q }
}

/** Releases lines of a source, or all it holds. Public stock goes back first, then that of accounts. */
export function releaseLines(
  book: Book,
  lines: readonly { lineId: number; q?: number }[] | undefined,
): Reserved[] {
  const released: Reserved[] = []
  const wanted: readonly { lineId: number; q?: number }[] =
    lines ?? [...new Set(book.reserves.map((one) => one.sourceLineId))].map((lineId) => ({ lineId }))
  for (const { lineId, q = Number.MAX_SAFE_INTEGER } of wanted) {
    let left = q
    const own = book.reserves.filter((one) => one.sourceLineId === lineId)
    for (const reserve of own.toSorted((a, b) => a.vacctId - b.vacctId)) {
      const done = releaseOf(book, reserve, left)
      if (done === null) continue
      left -= done.q
      released.push(done)
    }
  }
  return released
}
