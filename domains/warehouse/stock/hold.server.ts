import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { allocOf, isReserveOf, lotAt, lotShort } from './bind.rules.ts'
import { type Book, enter, issueValue, type Lot, lotFreeOf, madeHead, publicOf, shown } from './book.rules.ts'
import { ensurePlaces } from './places.server.ts'
import { publicShort } from './pool.rules.ts'
import { answerOf, pairsOf, postStock } from './post.server.ts'
import type { PlaceLine, Posted, PostingHead, Q, ReserveKey } from './posting.ts'
import { checkQuantities } from './reserve.server.ts'
import { openSection, takingSection } from './sections.rules.ts'
import { sectionsOf } from './sections.server.ts'

/** A line of a freeze document; `lineId` is the freeze line, whose remainder the ledger remembers by it. */
export type FreezeLine = PlaceLine

/**
 * Keeps goods from leaving: 141. 422 批次 {lotNo} 可用数量不足，可用 {n}; 422 公共可用库存不足：{商品} 公共可用 {n}，{m} 已分配给虚拟账户.
 */
export async function freeze(tx: Tx, head: PostingHead, lines: readonly FreezeLine[]): Promise<Posted> {
  checkQuantities(lines)
  const posted = await postStock(tx, head, { pairs: pairsOf(lines), create: true, lots: true }, (book) => {
    for (const line of lines) {
      const lot = lotAt(book, line.from, line)
      const of = madeHead(book, line.warehouseId, line.skuId)
      if (lotFreeOf(lot) < line.q) throw lotShort(lot)
      if (publicOf(of) < line.q) throw publicShort(of)
      const d = { frozen: line.q }
      enter(book, { moveType: 141, lineId: line.lineId, freezeLineId: line.lineId, head: of, lot, d })
    }
  })
  return answerOf(posted)
}

/** Lets goods go again: 142. `freezeLineId`: the line that held them. 422 解冻数量超过剩余冻结数量 {n}. */
export async function unfreeze(
  tx: Tx,
  head: PostingHead,
  lines: readonly (PlaceLine & { freezeLineId: number })[],
): Promise<Posted> {
  checkQuantities(lines)
  const posted = await postStock(
    tx,
    head,
    { pairs: pairsOf(lines), create: true, lots: true },
    async (book) => {
      const left = await frozenBy(
        tx,
        lines.map((one) => one.freezeLineId),
      )
      for (const { lineId, freezeLineId, warehouseId, skuId, q, from } of lines) {
        const lot = lotAt(book, from, { warehouseId, skuId })
        const most = Math.min(left.get(freezeLineId) ?? 0, lot.frozen)
        if (q > most) throw refuse(`解冻数量超过剩余冻结数量 ${shown(most)}`, 'qty')
        left.set(freezeLineId, most - q)
        enter(book, {
          moveType: 142,
          lineId,
          freezeLineId,
          head: madeHead(book, warehouseId, skuId),
          lot,
          d: { frozen: -q },
        })
      }
    },
  )
  return answerOf(posted)
}

/** What freeze lines still hold: their moves together. */
export async function frozenBy(db: Db, freezeLineIds: readonly number[]): Promise<Map<number, Q>> {
  const { rows } = await sql<{ id: number; q: Q }>`
    select "freezeLineId" as "id", (sum("dFrozen") * 1000)::bigint as "q" from "stockMove"
    where "freezeLineId" = any(${sql.val([...freezeLineIds])}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.q]))
}

export interface ShiftLine extends PlaceLine {
  toSectionId: number
  /** goods bound to this reservation take their allocation along (pick to staging) */
  reserved?: ReserveKey
}

/**
 * Moves goods within their warehouse: 131, from sellable to unsellable 132 (needs as much public stock), back 133. 422 批次 …
 * 可用数量不足, 公共可用库存不足, 移出库区与移入库区不能相同, 库区不属于该仓库, 库区已停用; 409 库区 … 正在盘点.
 */
export async function shift(tx: Tx, head: PostingHead, lines: readonly ShiftLine[]): Promise<Posted> {
  checkQuantities(lines)
  const sections = await sectionsOf(
    tx,
    lines.map((one) => one.warehouseId),
  )
  const reserves = lines.flatMap((one) => one.reserved ?? [])
  const needs = {
    pairs: pairsOf(lines),
    create: true,
    lots: true,
    ...(reserves.length === 0 ? {} : { reserves }),
  }
  const posted = await postStock(tx, head, needs, async (book) => {
    const from = lines.map((line) => lotAt(book, line.from, line))
    const to = await ensurePlaces(
      tx,
      book,
      lines.map(({ warehouseId, toSectionId, skuId }, at) => ({
        ...{ warehouseId, sectionId: toSectionId, skuId, lotId: from[at]?.lotId ?? 0 },
      })),
    )
    for (const [at, line] of lines.entries()) {
      const [a, b] = [from[at], to[at]]
      if (a === undefined || b === undefined) continue
      if (a === b) throw refuse('移出库区与移入库区不能相同', 'toSectionId')
      const source = openSection(sections, line.warehouseId, a.sectionId)
      const target = takingSection(sections, line.warehouseId, line.toSectionId)
      moveLine(book, line, [a, source.sellable], [b, target.sellable])
    }
  })
  return answerOf(posted)
}

function moveLine(
  book: Book,
  line: ShiftLine,
  [from, wasSellable]: readonly [Lot, boolean],
  [to, isSellable]: readonly [Lot, boolean],
): void {
  const { lineId, q } = line
  const head = madeHead(book, line.warehouseId, line.skuId)
  if (line.reserved !== undefined) {
    moveBound(book, line, line.reserved, from, to)
    return
  }
  const most = wasSellable ? lotFreeOf(from) : from.held
  if (q > most) throw lotShort(from, most)
  if (wasSellable && !isSellable && publicOf(head) < q) throw publicShort(head)
  const moveType = wasSellable === isSellable ? 131 : wasSellable ? 132 : 133
  const value = issueValue(q, head.amount, head.onHand)
  const taken = { onHand: -q, ...(wasSellable ? {} : { held: -q }) }
  const put = { onHand: q, ...(isSellable ? {} : { held: q }) }
  enter(book, { moveType, lineId, head, lot: from, value: -value, d: taken })
  enter(book, { moveType, lineId, head, lot: to, value, d: put })
}

/** Goods that are bound take their allocation along; one line may be held by the reservations of several pools. */
function moveBound(book: Book, line: ShiftLine, key: ReserveKey, from: Lot, to: Lot): void {
  const { lineId, q } = line
  const head = madeHead(book, line.warehouseId, line.skuId)
  const own = book.reserves.filter((one) => isReserveOf(one, key))
  const most = own.reduce((sum, one) => sum + allocOf(book, one, from.id).q, 0)
  if (q > most) throw lotShort(from, most)
  let left = q
  for (const reserve of own) {
    const part = Math.min(left, allocOf(book, reserve, from.id).q)
    if (part === 0) continue
    left -= part
    const value = issueValue(part, head.amount, head.onHand)
    const facts = { moveType: 131, lineId, head, reserve }
    enter(book, { ...facts, lot: from, value: -value, d: { onHand: -part, allocated: -part } })
    enter(book, { ...facts, lot: to, value, d: { onHand: part, allocated: part } })
    allocOf(book, reserve, from.id).q -= part
    allocOf(book, reserve, to.id).q += part
  }
}
