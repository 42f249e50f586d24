import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { AppError } from '#kit/shared/errors.ts'
import {
  type Book,
  enter,
  lotById,
  lotFreeOf,
  madeHead,
  openOf,
  publicOf,
  type Reserve,
} from './book.rules.ts'
import { noteDoor } from './declare.server.ts'
import { itemOf } from './pool.rules.ts'
import { pairsOf, postStock } from './post.server.ts'
import type { PostingHead, Q } from './posting.ts'
import { releaseOf, unbind } from './release.rules.ts'

/** Goods that are not there any more, though they may be promised. */
export interface LossLine {
  lineId: number
  warehouseId: number
  skuId: number
  stockLotId: number
  q: Q
}

interface Lost {
  type: string
  sn: string
  lineId: number
  q: Q
}

/**
 * Makes room for a loss that is larger than what is free: accounts give up what they have not reserved, lower priorities first
 * (record 6), then reservations are cut, the newest first, and what is bound to the lost lot is freed, to be bound anew. Orders
 * hear what they lost. Nothing is done where enough is free. 422 盘亏后库存不足，将影响 {n} 个订单，请确认 until it is `confirmed`, with
 * what would be cut. Answers what was cut. Warehouse §2.7, §5.9.
 */
export async function makeRoom(
  tx: Tx,
  head: PostingHead,
  lines: readonly LossLine[],
  confirmed: boolean,
): Promise<readonly Lost[]> {
  const pairs = pairsOf(lines)
  if (lines.length === 0 || !(await isShort(tx, lines))) return []
  const lost: Lost[] = []
  const needs = { pairs, lots: true, items: true, reserveIds: await openReserves(tx, pairs) }
  await postStock(tx, head, needs, (book) => {
    for (const pair of pairs) {
      const own = lines.filter((one) => one.skuId === pair.skuId && one.warehouseId === pair.warehouseId)
      lost.push(...cutOf(book, own))
    }
    const isCut = lost.length > 0 || book.moves.some((one) => one.account?.type === 6)
    if (isCut && !confirmed) throw ask(lost)
  })
  if (lost.length > 0) await noteDoor(tx)?.reserveLost(tx, lost)
  return lost
}

function ask(lost: readonly Lost[]): AppError {
  const orders = new Set(lost.map(({ type, sn }) => `${type} ${sn}`)).size
  return new AppError(422, `盘亏后库存不足，将影响 ${orders} 个订单，请确认`, {
    reason: 'confirm',
    lost: lost.map(({ sn, lineId, q }) => ({ sn, lineId, q: q / 1000 })),
  })
}

/** Cuts what stands in the way of these losses of one sku in one warehouse. */
function cutOf(book: Book, lines: readonly LossLine[]): Lost[] {
  const [first] = lines
  if (first === undefined) return []
  const { warehouseId, skuId, lineId } = first
  const head = madeHead(book, warehouseId, skuId)
  const wanted = lines.reduce((sum, { q }) => sum + q, 0)
  const missing = (): Q => wanted - publicOf(head)
  const giveUp = (item: Book['items'][number], q: Q) =>
    enter(book, { moveType: 196, lineId, head, item, account: { type: 6, qty: -q }, d: { vAlloc: -q } })
  for (const item of book.items) {
    const q = Math.min(missing(), item.qty - item.reserved)
    if (item.skuId === skuId && item.warehouseId === warehouseId && item.exclusive && q > 0) giveUp(item, q)
  }
  const lost: Lost[] = []
  const newest = book.reserves
    .filter((one) => one.skuId === skuId && one.warehouseId === warehouseId)
    .toSorted((a, b) => b.id - a.id)
  for (const reserve of newest) {
    const q = Math.min(missing(), openOf(reserve))
    if (q <= 0) continue
    releaseOf(book, reserve, q)
    reserve.shortQty += q
    const item = itemOf(book, reserve)
    if (item?.exclusive) giveUp(item, q)
    lost.push({ type: reserve.sourceType, sn: reserve.sourceSn, lineId: reserve.sourceLineId, q })
  }
  for (const line of lines) freeLot(book, line, newest)
  return lost
}

/** Frees so much of a lot as is lost of it; the newest reservations are bound anew when they ship. */
function freeLot(book: Book, { stockLotId, q }: LossLine, newest: readonly Reserve[]): void {
  const lot = lotById(book, stockLotId)
  if (lot === undefined) return
  const only = new Set([stockLotId])
  for (const reserve of newest) {
    const missing = q - lotFreeOf(lot)
    const bound = book.allocs.find((one) => one.reserve === reserve && one.stockLotId === stockLotId)?.q ?? 0
    if (missing > 0 && bound > 0) unbind(book, reserve, Math.min(missing, bound), only)
  }
}

/** Whether something of these losses is promised: more than is public of a sku, or than is free of a lot. */
async function isShort(db: Db, lines: readonly LossLine[]): Promise<boolean> {
  const { rows } = await sql<{ short: boolean }>`
    with "loss" as (select * from unnest(${sql.val(lines.map((one) => one.stockLotId))}::bigint[],
      ${sql.val(lines.map((one) => one.q))}::bigint[]) as l ("id", "q"))
    select exists (select from "loss" join "stockLot" t using ("id") where t."lotFree" * 1000 < "loss"."q")
      or exists (select from "loss" join "stockLot" t using ("id")
        join "stock" s on s."warehouseId" = t."warehouseId" and s."skuId" = t."skuId"
        group by s."id", s."publicAvail" having s."publicAvail" * 1000 < sum("loss"."q")) as "short"`.execute(
    db,
  )
  return rows[0]?.short === true
}

async function openReserves(
  db: Db,
  pairs: readonly { warehouseId: number; skuId: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r."id" from "stockReserve" r join unnest(${sql.val(pairs.map((one) => one.warehouseId))}::int[],
      ${sql.val(pairs.map((one) => one.skuId))}::int[]) as p ("warehouseId", "skuId") using ("warehouseId", "skuId")
    where r."status" = 1`.execute(db)
  return rows.map((row) => row.id)
}
