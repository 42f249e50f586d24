import { sql } from 'kysely'
import { skuCards } from '#domains/catalog/catalog.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type FieldError, refuseFields } from '#kit/shared/errors.ts'
import type { PlaceLine, ShipLine, StockSource } from '../stock/posting.ts'
import { allocate, release, reserve } from '../stock/reserve.server.ts'
import { toQ } from './document.rules.ts'

interface GoodsLine {
  readonly skuId: number
  readonly productName: string
  readonly skuCode: string
  readonly suk: string
  readonly unitName: string
}

/** Lines with what the catalog calls their goods today. */
export async function withCards<L extends GoodsLine>(db: Db, lines: readonly L[]): Promise<L[]> {
  const cards = await skuCards(
    db,
    lines.map((line) => line.skuId),
  )
  return lines.map((line) => {
    const { productName = '', skuCode = '', suk = '', unitName = '' } = cards.get(line.skuId) ?? {}
    return { ...line, productName, skuCode, suk, unitName }
  })
}

/** A line of goods as leavingFields declares it. */
export interface LeavingLine {
  readonly skuId: number
  readonly sectionId: number | null
  readonly lotNo: string
  readonly expiryDate: string | null
  readonly qty: number
}

/** Where goods of a line stand: a row of stockLot. */
export interface LinePlace {
  stockLotId: number
  sectionId: number
  skuId: number
  lotNo: string
  expiryDate: string | null
}

/**
 * The place of each line, in their order; undefined where a line names neither section nor lot. A line that names one of them
 * alone means the only place there is. 422 at its field where there is none, or more than one. Warehouse §4.6.
 */
export async function placesOfLines(
  db: Db,
  warehouseId: number,
  lines: readonly LeavingLine[],
): Promise<(LinePlace | undefined)[]> {
  const skuIds = [...new Set(lines.map((line) => line.skuId))]
  const { rows } = await sql<LinePlace>`
    select "id" as "stockLotId", "sectionId", "skuId", "lotNo", "expiryDate"::text as "expiryDate" from "stockLot"
    where "warehouseId" = ${warehouseId} and "skuId" = any(${sql.val(skuIds)}::int[]) and "onHand" > 0`.execute(
    db,
  )
  const faults: FieldError[] = []
  const places = lines.map(({ skuId, sectionId, lotNo }, at) => {
    const named = lotNo.trim()
    if (sectionId === null && named === '') return undefined
    const [place, other] = rows.filter(
      (row) =>
        row.skuId === skuId &&
        (sectionId === null || row.sectionId === sectionId) &&
        (named === '' || row.lotNo.toLowerCase() === named.toLowerCase()),
    )
    const field = sectionId === null ? 'sectionId' : 'lotNo'
    if (place === undefined) faults.push({ field: `lines.${at}.${field}`, message: '该库区没有此商品或批次' })
    else if (other !== undefined)
      faults.push({
        field: `lines.${at}.${field}`,
        message: sectionId === null ? '请选择库区' : '请选择批次',
      })
    return place
  })
  if (faults.length > 0) throw refuseFields(faults)
  return places
}

/** The places of lines that have to name them. 422 请选择库区. */
export async function fixedPlaces(
  db: Db,
  warehouseId: number,
  lines: readonly LeavingLine[],
): Promise<LinePlace[]> {
  const places = await placesOfLines(db, warehouseId, lines)
  const missing = places.flatMap((place, at) =>
    place === undefined ? [{ field: `lines.${at}.sectionId`, message: '请选择库区' }] : [],
  )
  if (missing.length > 0) throw refuseFields(missing)
  return places.filter((place) => place !== undefined)
}

/** Lines of a freeze or a shifting as the ledger takes them; a line is named by its place in the document. */
export const placeLines = (
  warehouseId: number,
  lines: readonly LeavingLine[],
  places: readonly LinePlace[],
): PlaceLine[] =>
  lines.map(({ skuId, qty }, at) => ({
    ...{ lineId: at + 1, warehouseId, skuId, q: toQ(qty) },
    from: { stockLotId: places[at]?.stockLotId ?? 0 },
  }))

/** A line that remembers what was held for it. */
export interface HeldLine extends LeavingLine {
  /** names its reservation: the line as it was handed in. Parts of one line share it */
  readonly hold: number | null
  /** row of stockLot that the goods leave */
  readonly stockLotId: number | null
}

/**
 * Holds what lines take: reserved (191) and bound to lots (193), by FEFO where a line names no place. Answers the lines with
 * their places; one that leaves several is split. `times` tells apart how often the document was handed in: its version.
 * 422 库存不足：…, 公共可用库存不足：…, 批次 … 可用数量不足. Warehouse §3, §4.6.
 */
export async function holdLines<L extends HeldLine>(
  tx: Tx,
  source: StockSource,
  times: number,
  warehouseId: number,
  lines: readonly L[],
  places: readonly (LinePlace | undefined)[],
): Promise<L[]> {
  const wanted = lines.map(({ skuId, qty }, at) => ({ lineId: at + 1, warehouseId, skuId, q: toQ(qty) }))
  await reserve(tx, source, wanted, { action: `reserve:${times}` })
  const bound = await allocate(
    tx,
    { source, action: `allocate:${times}` },
    wanted.map(({ lineId, q }, at) => {
      const place = places[at]
      return place === undefined
        ? { lineId }
        : { lineId, picks: [{ place: { stockLotId: place.stockLotId }, q }] }
    }),
  )
  const expiries = await expiriesOf(
    tx,
    bound.map((one) => one.stockLotId),
  )
  return lines.flatMap((line, at) =>
    bound
      .filter((one) => one.lineId === at + 1)
      .map(({ stockLotId, sectionId, lotNo, q }) => ({
        ...line,
        ...{ sectionId, lotNo, stockLotId, qty: q / 1000, hold: at + 1 },
        expiryDate: expiries.get(stockLotId) ?? null,
      })),
  )
}

async function expiriesOf(db: Db, ids: readonly number[]): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; day: string | null }>`
    select "id", "expiryDate"::text as "day" from "stockLot" where "id" = any(${sql.val([...ids])}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.day]))
}

/** Lets go what lines of a document hold. */
export async function releaseLines(tx: Tx, source: StockSource, times: number): Promise<void> {
  await release(tx, source, undefined, `release:${times}`)
}

/** Held lines as the ledger ships them: the parts of one line together, from their lots. */
export function shipLinesOf(source: StockSource, lines: readonly HeldLine[]): ShipLine[] {
  const byHold = Map.groupBy(lines, (line) => line.hold ?? 0)
  return [...byHold].map(([lineId, parts]) => ({
    lineId,
    q: parts.reduce((sum, { qty }) => sum + toQ(qty), 0),
    reserved: { type: source.type, sn: source.sn, lineId },
    lots: parts.map(({ stockLotId, qty }) => ({ place: { stockLotId: stockLotId ?? 0 }, q: toQ(qty) })),
  }))
}
