import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { bindLine } from './bind.rules.ts'
import { reservesOf } from './bookRead.server.ts'
import { lotRules } from './lotRules.server.ts'
import { reserveLines } from './pool.rules.ts'
import { pairsOf, postStock } from './post.server.ts'
import type { Allocated, AllocateLine, PostingHead, Reserved, ReserveLine, StockSource } from './posting.ts'
import { releaseLines, unbind } from './release.rules.ts'
import { sectionsOf } from './sections.server.ts'

export interface ReserveOptions {
  /** which reservation of this source it is; a further one adds to the first. Default `reserve` */
  action?: string
  /** released by the job once this has passed and nothing is bound to a lot; orders set none */
  expireTime?: Date
}

/**
 * Reserves goods, all lines or none: 191. A buyer's line draws from the accounts of its activity, company and channel, then
 * from the public pool; a document's from the public pool alone. 422 库存不足：{商品}{规格} 可用 {n}，需要 {m}; for documents,
 * where accounts hold the rest, 422 公共可用库存不足：…. The lines of a source are named by its sn. Warehouse §2.5.
 */
export async function reserve(
  tx: Tx,
  source: StockSource,
  lines: readonly ReserveLine[],
  { action = 'reserve', expireTime }: ReserveOptions = {},
): Promise<Reserved[]> {
  checkQuantities(lines)
  const items = lines.some((one) => one.channelId || one.companyId || one.activityId)
  let made: Reserved[] = []
  const posted = await postStock(tx, { source, action }, { pairs: pairsOf(lines), items }, (book) => {
    made = reserveLines(book, source, lines, expireTime ?? null)
  })
  return posted.book === null ? movedBefore(tx, posted.postingId, 191, 'dReserved') : made
}

/** Quantities are whole thousandths above zero. Warehouse §12. */
export function checkQuantities(lines: readonly { q: number }[]): void {
  for (const { q } of lines) {
    if (!Number.isSafeInteger(q)) throw refuse('数量最多3位小数')
    if (q <= 0) throw refuse('数量必须大于0')
  }
}

/**
 * Releases what a source still holds, or of these lines only (q: so much of it, otherwise all): 194 of what is bound to
 * lots, the unbound first, then 192. Answers what was released. `action` names it; give one where a source releases
 * several times (default `release`).
 */
export async function release(
  tx: Tx,
  source: StockSource,
  lines?: readonly { lineId: number; q?: number }[],
  action = 'release',
): Promise<Reserved[]> {
  const own = await reservesOf(tx, [source])
  const named =
    lines === undefined ? own : own.filter((one) => lines.some((line) => line.lineId === one.sourceLineId))
  if (named.length === 0) return []
  let done: Reserved[] = []
  const needs = {
    pairs: pairsOf(named),
    lots: named.some((one) => one.allocated > 0),
    items: named.some((one) => one.vacctId !== 0),
    reserves: [source],
  }
  const posted = await postStock(tx, { source, action }, needs, (book) => {
    done = releaseLines(book, lines)
  })
  return posted.book === null ? movedBefore(tx, posted.postingId, 192, 'dReserved') : done
}

/** What a posting that was there already moved, line by line. */
async function movedBefore(
  db: Db,
  postingId: number,
  moveType: number,
  column: 'dReserved',
): Promise<Reserved[]> {
  const { rows } = await sql<Reserved>`
    select "sourceLineId" as "lineId", "warehouseId", "skuId", coalesce("vacctId", 0) as "vacctId",
      (sum(abs(${sql.ref(column)})) * 1000)::bigint as "q"
    from "stockMove" where "postingId" = ${postingId} and "moveType" = ${moveType} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(
    db,
  )
  return rows
}

type Of = { type: string; sn: string }

/**
 * Binds reservations of a source to lots: 193. FEFO or FIFO by the rule of the sku's storage group, or chosen places. 422
 * 批次 {lotNo} 可用数量不足，可用 {n}, 422 库存不足：… where the sellable lots do not suffice, 409 for a section that is counted.
 * `head.source` is whose action it is, `of` whose reservations (the same unless given). Warehouse §2.6.
 */
export async function allocate(
  tx: Tx,
  head: PostingHead,
  lines: readonly AllocateLine[],
  of: Of = head.source,
): Promise<Allocated[]> {
  const own = (await reservesOf(tx, [of])).filter((one) =>
    lines.some((line) => line.lineId === one.sourceLineId),
  )
  const pairs = pairsOf(own)
  if (pairs.length === 0) return []
  const sections = await sectionsOf(
    tx,
    pairs.map((one) => one.warehouseId),
  )
  const rules = await lotRules(tx, pairs)
  let done: Allocated[] = []
  const posted = await postStock(tx, head, { pairs, lots: true, reserves: [of] }, (book) => {
    done = lines.flatMap((line) => bindLine(book, line, sections, rules))
  })
  return posted.book === null ? allocatedOf(tx, of) : done
}

/** Unbinds reservations of a source from their lots, all of them or of these lines: 194. */
export async function unallocate(
  tx: Tx,
  head: PostingHead,
  lines?: readonly { lineId: number }[],
  of: Of = head.source,
): Promise<void> {
  const isMeant = (lineId: number): boolean =>
    lines === undefined || lines.some((one) => one.lineId === lineId)
  const own = (await reservesOf(tx, [of])).filter((one) => one.allocated > 0 && isMeant(one.sourceLineId))
  if (own.length === 0) return
  await postStock(tx, head, { pairs: pairsOf(own), lots: true, reserves: [of] }, (book) => {
    for (const one of book.reserves) if (isMeant(one.sourceLineId)) unbind(book, one, one.allocated)
  })
}

/** What a source has bound to lots now, line by line. */
export async function allocatedOf(db: Db, of: Of): Promise<Allocated[]> {
  const { rows } = await sql<Allocated>`
    select r."sourceLineId" as "lineId", s."warehouseId", s."skuId", s."id" as "stockLotId", s."sectionId", s."lotId",
      s."lotNo", (a."q" * 1000)::bigint as "q"
    from "stockReserve" r join "stockAlloc" a on a."reserveId" = r."id" and a."q" > 0
    join "stockLot" s on s."id" = a."stockLotId"
    where r."sourceSn" = ${of.sn} and r."sourceType" = ${of.type} and r."status" = 1 order by 1, a."id"`.execute(
    db,
  )
  return rows
}
