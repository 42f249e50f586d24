import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { notFound } from '#kit/shared/errors.ts'
import { reservesOf } from './bookRead.server.ts'
import { lotRules } from './lotRules.server.ts'
import type { ShipType } from './moveTypes.ts'
import { ensurePlaces } from './places.server.ts'
import { answerOf, type Needs, pairsOf, postedBefore, postStock } from './post.server.ts'
import type { Posted, PostingHead, ReserveKey, ShipLine, Shipped, StockSource } from './posting.ts'
import { checkQuantities } from './reserve.server.ts'
import { sectionsOf } from './sections.server.ts'
import { issueLine, partsOf, shipParts } from './ship.rules.ts'

export interface ShipOptions {
  moveType: ShipType
  /** of a transfer: the warehouse that waits for the goods; they are in transit there with their value */
  toWarehouseId?: number
}

/**
 * Takes goods out of the warehouse: those of reservations, bound to lots or not (FEFO then), those a freeze document holds
 * (`frozen`), or those of an unsellable section (`held`). 409 库区 … 正在盘点, 422 批次 … 可用数量不足, 422 库存不足. Answers what
 * left, lot by lot, with its cost. Warehouse §2.5.
 */
export async function shipOut(
  tx: Tx,
  head: PostingHead,
  lines: readonly ShipLine[],
  { moveType, toWarehouseId }: ShipOptions,
): Promise<Posted & { shipped: Shipped[] }> {
  checkQuantities(lines)
  const keyOf = (line: ShipLine): ReserveKey =>
    line.reserved ?? { type: head.source.type, sn: head.source.sn, lineId: line.lineId }
  const reserves = lines.filter((one) => one.frozen === undefined && one.held === undefined).map(keyOf)
  const found = await reservesOf(tx, reserves)
  const asked = found.filter((one) =>
    reserves.some(
      ({ type, sn, lineId }) => one.sourceType === type && one.sourceSn === sn && one.sourceLineId === lineId,
    ),
  )
  const direct = lines.flatMap((one) => one.frozen ?? one.held ?? [])
  const from = pairsOf([...asked, ...direct])
  const known = await postedBefore(tx, head)
  if (known !== null) return { ...known, shipped: await shippedOf(tx, known.postingId) }
  if (from.length === 0) throw notFound()
  const target =
    toWarehouseId === undefined ? [] : from.map(({ skuId }) => ({ warehouseId: toWarehouseId, skuId }))
  const sections = await sectionsOf(
    tx,
    from.map((one) => one.warehouseId),
  )
  const rules = await lotRules(tx, from)
  const needs: Needs = {
    pairs: pairsOf([...from, ...target]),
    create: target.length > 0,
    lots: true,
    items: 'reserved',
    reserves,
  }
  const posted = await postStock(tx, head, needs, async (book) => {
    const parts = partsOf(book, lines, keyOf, sections, rules)
    const to =
      toWarehouseId === undefined
        ? null
        : await ensurePlaces(
            tx,
            book,
            parts.map(({ lot }) => ({
              warehouseId: toWarehouseId,
              sectionId: 0,
              skuId: lot.skuId,
              lotId: lot.lotId,
            })),
          )
    shipParts(book, parts, moveType, to === null ? null : (part) => to[parts.indexOf(part)] ?? part.lot)
  })
  return { ...answerOf(posted), shipped: await shippedOf(tx, posted.postingId) }
}

/** What a posting took out, lot by lot. */
async function shippedOf(db: Db, postingId: number): Promise<Shipped[]> {
  const { rows } = await sql<Shipped>`
    select m."sourceLineId" as "lineId", m."warehouseId", m."skuId", m."stockLotId", m."sectionId", m."lotId", s."lotNo",
      (-m."dOnHand" * 1000)::bigint as "q", -m."amount" as "amount"
    from "stockMove" m join "stockLot" s on s."id" = m."stockLotId"
    where m."postingId" = ${postingId} and m."dOnHand" < 0 order by m."seq"`.execute(db)
  return rows
}

/**
 * Gives goods out at once, without a reservation before: 164 of the public pool, FEFO. 422 stock text. Taken back by
 * `reverse` with the same source and action `issue`.
 */
export async function issue(
  tx: Tx,
  source: StockSource,
  {
    warehouseId,
    lines,
  }: { warehouseId: number; lines: readonly { lineId: number; skuId: number; q: number }[] },
): Promise<Posted & { shipped: Shipped[] }> {
  checkQuantities(lines)
  const wanted = lines.map((line) => ({ ...line, warehouseId }))
  const pairs = pairsOf(wanted)
  const sections = await sectionsOf(tx, [warehouseId])
  const rules = await lotRules(tx, pairs)
  const needs = { pairs, create: true, lots: true }
  const posted = await postStock(tx, { source, action: 'issue' }, needs, (book) => {
    for (const line of wanted) issueLine(book, line, sections, rules)
  })
  return { ...answerOf(posted), shipped: await shippedOf(tx, posted.postingId) }
}
