import type { Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import { lotShort } from './bind.rules.ts'
import {
  atAverage,
  type Book,
  enter,
  type Head,
  issueValue,
  type Lot,
  lotFreeOf,
  madeHead,
  publicOf,
  shown,
  timesPrice,
} from './book.rules.ts'
import type { ReceiptType } from './moveTypes.ts'
import { ensureLots, ensurePlaces } from './places.server.ts'
import { publicShort } from './pool.rules.ts'
import { answerOf, pairsOf, postStock } from './post.server.ts'
import type { LotGiven, Posted, PostingHead, Q, ReceiptLine } from './posting.ts'
import { checkQuantities } from './reserve.server.ts'
import { openSection, SECTION, type Sections, takingSection } from './sections.rules.ts'
import { sectionsOf } from './sections.server.ts'

/** What a receipt is worth: what was paid, else the moving average. */
const worthOf = (head: Head, { q, price, amount }: Pick<ReceiptLine, 'q' | 'price' | 'amount'>): Cents =>
  amount ?? (price === undefined ? atAverage(head, q) : timesPrice(q, price))

/**
 * Brings goods into a warehouse. 122 takes them from what is in transit there (422 收货数量超过在途数量 {n}; lot and value come
 * along). What stands in an unsellable section is held at once. 409 库区 … 正在盘点, 422 库区不属于该仓库 / 库区已停用, lot texts of §12:
 * 请输入批次号 / 请输入生产日期 / 生产日期不能晚于今天 / 批次 … 已存在，生产日期为 ….
 */
export async function receive(
  tx: Tx,
  head: PostingHead,
  lines: readonly ReceiptLine[],
  moveType: ReceiptType,
): Promise<Posted> {
  checkQuantities(lines)
  return atPlaces(tx, head, lines, (book, sections, line, of, to) => {
    const { sellable } = takingSection(sections, line.warehouseId, line.sectionId)
    const value = moveType === 122 ? leaveTransit(book, moveType, of, to.lotId, line) : worthOf(of, line)
    put(book, moveType, line.lineId, of, to, line.q, value, sellable)
  })
}

/** Posts lines that name their section and lot: finds or makes these, then enters each line at its place. */
async function atPlaces<L extends Pick<ReceiptLine, 'warehouseId' | 'skuId' | 'sectionId' | 'lot' | 'lotId'>>(
  tx: Tx,
  head: PostingHead,
  lines: readonly L[],
  enterLine: (book: Book, sections: Sections, line: L, of: Head, place: Lot) => void,
): Promise<Posted> {
  const sections = await sectionsOf(
    tx,
    lines.map((one) => one.warehouseId),
  )
  const lots = await ensureLots(tx, lines)
  const needs = { pairs: pairsOf(lines), create: true, lots: true }
  const posted = await postStock(tx, head, needs, async (book) => {
    const places = await ensurePlaces(
      tx,
      book,
      lines.map(({ warehouseId, sectionId, skuId }, at) => ({
        warehouseId,
        sectionId,
        skuId,
        lotId: lots[at] ?? 0,
      })),
    )
    for (const [at, line] of lines.entries()) {
      const place = places[at]
      if (place === undefined) continue
      enterLine(book, sections, line, madeHead(book, line.warehouseId, line.skuId), place)
    }
  })
  return answerOf(posted)
}

/** What stands in an unsellable section is held. */
function put(
  book: Book,
  moveType: number,
  lineId: number,
  head: Head,
  lot: Lot,
  q: Q,
  value: Cents,
  sellable: boolean,
): void {
  enter(book, { moveType, lineId, head, lot, value, d: { onHand: q, ...(sellable ? {} : { held: q }) } })
}

/** Takes goods of a lot out of transit to a warehouse and answers what they are worth. 422 收货数量超过在途数量 {n}. */
function leaveTransit(
  book: Book,
  moveType: 122 | 123 | 124,
  head: Head,
  lotId: number,
  { lineId, q }: { lineId: number; q: Q },
): Cents {
  const lot = book.lots.find(
    (one) =>
      one.warehouseId === head.warehouseId &&
      one.sectionId === 0 &&
      one.skuId === head.skuId &&
      one.lotId === lotId,
  )
  const open = lot?.inTransit ?? 0
  if (lot === undefined || open < q) throw refuse(`收货数量超过在途数量 ${shown(open)}`, 'qty')
  return -enter(book, { moveType, lineId, head, lot, d: { inTransit: -q } }).transitValue
}

/** Goods in transit to a warehouse. */
export interface TransitLine {
  lineId: number
  /** that waits for them */
  warehouseId: number
  skuId: number
  lotId: number
  q: number
  /** of a return: where they stand again */
  to?: { warehouseId: number; sectionId: number }
}

/** Ends goods in transit: without `to` as lost (123), with it as back at their source (124). 422 收货数量超过在途数量 {n}. */
export async function endTransit(tx: Tx, head: PostingHead, lines: readonly TransitLine[]): Promise<Posted> {
  checkQuantities(lines)
  const back = lines.flatMap(({ to, skuId, lotId }) => (to === undefined ? [] : [{ ...to, skuId, lotId }]))
  const sections = await sectionsOf(
    tx,
    back.map((one) => one.warehouseId),
  )
  const needs = { pairs: pairsOf([...lines, ...back]), create: true, lots: true }
  const posted = await postStock(tx, head, needs, async (book) => {
    const places = await ensurePlaces(tx, book, back)
    let at = 0
    for (const { lineId, warehouseId, skuId, lotId, q, to } of lines) {
      const moveType = to === undefined ? 123 : 124
      const value = leaveTransit(book, moveType, madeHead(book, warehouseId, skuId), lotId, { lineId, q })
      const place = to === undefined ? undefined : places[at++]
      if (to === undefined || place === undefined) continue
      const { sellable } = takingSection(sections, to.warehouseId, to.sectionId)
      put(book, moveType, lineId, madeHead(book, to.warehouseId, skuId), place, q, value, sellable)
    }
  })
  return answerOf(posted)
}

/**
 * Goods of an after-sale come back: 112, the good ones into 退货待检区, the bad ones into 不良品区 of their warehouse. The source
 * is the refund. `price` in cents: what they cost when they left; the moving average unless given.
 * @public the stock-in of an after-sale calls it
 */
export async function receiveBack(
  tx: Tx,
  head: PostingHead,
  lines: readonly {
    lineId: number
    warehouseId: number
    skuId: number
    good: number
    bad: number
    lot?: LotGiven
    lotId?: number
    price?: number
  }[],
): Promise<Posted> {
  const sections = await sectionsOf(
    tx,
    lines.map((one) => one.warehouseId),
  )
  const receipts = lines.flatMap(({ good, bad, ...line }): ReceiptLine[] => [
    ...(good > 0
      ? [{ ...line, q: good, sectionId: ofType(sections, line.warehouseId, SECTION.returns) }]
      : []),
    ...(bad > 0 ? [{ ...line, q: bad, sectionId: ofType(sections, line.warehouseId, SECTION.bad) }] : []),
  ])
  return receive(tx, head, receipts, 112)
}

const TITLES: Readonly<Record<number, string>> = {
  [SECTION.returns]: '退货待检区',
  [SECTION.bad]: '不良品区',
}

function ofType(sections: Sections, warehouseId: number, type: number): number {
  const found = [...sections.values()].find(
    (one) => one.warehouseId === warehouseId && one.type === type && one.enabled,
  )
  if (found === undefined) throw refuse(`仓库没有启用的${TITLES[type] ?? '库区'}`)
  return found.id
}

export interface AdjustLine {
  lineId: number
  warehouseId: number
  skuId: number
  sectionId: number
  /** thousandths; below zero takes away */
  q: number
  lot?: LotGiven
  lotId?: number
  price?: number
}

/**
 * Changes what is there by what was found: 165 / 166 of adjustment orders, 151 / 152 of counts (`count`: also in a section
 * that this count has locked). 422 差异区库存不足 of an adjustment in 差异区, 批次 … 可用数量不足 otherwise.
 */
export async function adjust(
  tx: Tx,
  head: PostingHead,
  lines: readonly AdjustLine[],
  { count }: { count?: { countSn: string } } = {},
): Promise<Posted> {
  checkQuantities(lines.map(({ q }) => ({ q: Math.abs(q) })))
  return atPlaces(tx, head, lines, (book, sections, line, of, lot) => {
    const { q, lineId, price } = line
    const section = openSection(sections, line.warehouseId, line.sectionId, count?.countSn)
    if (q > 0) {
      const value = worthOf(of, { q, ...(price === undefined ? {} : { price }) })
      put(book, count ? 151 : 165, lineId, of, lot, q, value, section.sellable)
      return
    }
    const free = section.sellable ? lotFreeOf(lot) : lot.held
    if (free < -q)
      throw section.type === SECTION.difference && !count ? refuse('差异区库存不足') : lotShort(lot, free)
    if (section.sellable && publicOf(of) < -q) throw publicShort(of)
    const d = { onHand: q, ...(section.sellable ? {} : { held: q }) }
    const value = -issueValue(-q, of.amount, of.onHand)
    enter(book, { moveType: count ? 152 : 166, lineId, head: of, lot, value, d })
  })
}
