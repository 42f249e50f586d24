import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import type { Book, Lot } from './book.rules.ts'
import { readLots } from './bookRead.server.ts'
import { NO_LOT } from './lotNo.ts'
import { skuNames } from './names.server.ts'
import type { LotGiven } from './posting.ts'

interface PlaceNeeded {
  warehouseId: number
  sectionId: number
  skuId: number
  lotId: number
}

/** Lot rows of places, made where there are none; their heads are locked, so nobody makes them meanwhile. In the order given. */
export async function ensurePlaces(tx: Tx, book: Book, places: readonly PlaceNeeded[]): Promise<Lot[]> {
  const find = (place: PlaceNeeded) =>
    book.lots.find(
      (one) =>
        one.warehouseId === place.warehouseId &&
        one.sectionId === place.sectionId &&
        one.skuId === place.skuId &&
        one.lotId === place.lotId,
    )
  const missing = places.filter((one) => find(one) === undefined)
  if (missing.length > 0) {
    await sql`insert into "stockLot" ("warehouseId", "sectionId", "skuId", "lotId", "lotNo", "productionDate", "expiryDate")
      select distinct p.*, l."lotNo", l."productionDate", l."expiryDate"
      from unnest(${sql.val(missing.map((one) => one.warehouseId))}::int[],
        ${sql.val(missing.map((one) => one.sectionId))}::int[], ${sql.val(missing.map((one) => one.skuId))}::int[],
        ${sql.val(missing.map((one) => one.lotId))}::int[]) as p ("warehouseId", "sectionId", "skuId", "lotId")
      join "lot" l on l."id" = p."lotId" and l."skuId" = p."skuId"
      on conflict ("skuId", "warehouseId", "sectionId", "lotId") do nothing`.execute(tx)
    const known = new Set(book.lots.map((one) => one.id))
    for (const one of await readLots(tx, missing))
      if (!known.has(one.id)) {
        known.add(one.id)
        book.lots.push(one)
      }
  }
  return places.map((place) => {
    const found = find(place)
    if (found === undefined) throw refuse('批次不属于该商品', 'lotId')
    return found
  })
}

interface LotLine {
  skuId: number
  lot?: LotGiven
  lotId?: number
}

interface SkuLotFacts {
  skuId: number
  batchManaged: 0 | 1
  shelfLifeDays: number | null
}

/**
 * The lots of lines, made where they are new: before any head is locked. Skus with batches need a number and a date, the other
 * date follows from the shelf life; those without take the one lot "-", and all do where nobody looks after `batches`.
 * Warehouse §2.6, §12.
 */
export async function ensureLots(tx: Tx, lines: readonly LotLine[], batches = true): Promise<number[]> {
  const asked = batches ? lines.filter((one) => one.lotId === undefined) : []
  const facts = await lotFacts(
    tx,
    asked.map((one) => one.skuId),
  )
  const wanted: { skuId: number; given: LotGiven }[] = []
  for (const { skuId, lot, lotId } of lines) {
    if (lotId !== undefined) continue
    const fact = facts.get(skuId)
    wanted.push({ skuId, given: fact?.batchManaged ? await batchOf(tx, fact, lot) : { lotNo: NO_LOT } })
  }
  const ids = await lotIds(tx, wanted)
  let at = 0
  return lines.map((line) => line.lotId ?? ids[at++] ?? 0)
}

async function batchOf(db: Db, { skuId, shelfLifeDays }: SkuLotFacts, lot?: LotGiven): Promise<LotGiven> {
  const lotNo = lot?.lotNo.trim() ?? ''
  if (lot === undefined || lotNo === '' || lotNo === NO_LOT) {
    const { short } = await skuNames(db, skuId)
    throw refuse(`${short} 已启用批次管理，请输入批次号`, 'lotNo')
  }
  const life = shelfLifeDays ?? 0
  let { productionDate = null, expiryDate = null } = lot
  if (life > 0 && productionDate === null && expiryDate === null)
    throw refuse('请输入生产日期', 'productionDate')
  if (productionDate !== null && productionDate > today())
    throw refuse('生产日期不能晚于今天', 'productionDate')
  if (life > 0) {
    expiryDate ??= productionDate === null ? null : movedDay(productionDate, life)
    productionDate ??= expiryDate === null ? null : movedDay(expiryDate, -life)
  }
  return { lotNo, productionDate, expiryDate, supplierId: lot.supplierId ?? null }
}

async function lotFacts(db: Db, skuIds: readonly number[]): Promise<Map<number, SkuLotFacts>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['sku.id as skuId', 'product.batchManaged', 'product.shelfLifeDays'])
    .where('sku.id', 'in', [...new Set(skuIds)])
    .execute()
  return new Map(rows.map((row) => [row.skuId, row]))
}

async function lotIds(tx: Tx, wanted: readonly { skuId: number; given: LotGiven }[]): Promise<number[]> {
  if (wanted.length === 0) return []
  const skus = sql.val(wanted.map((one) => one.skuId))
  const numbers = sql.val(wanted.map((one) => one.given.lotNo))
  await sql`insert into "lot" ("skuId", "lotNo", "productionDate", "expiryDate", "supplierId", "firstInTime")
    select distinct on (1, 2) *, now() from unnest(${skus}::int[], ${numbers}::text[],
      ${sql.val(wanted.map((one) => one.given.productionDate ?? null))}::date[],
      ${sql.val(wanted.map((one) => one.given.expiryDate ?? null))}::date[],
      ${sql.val(wanted.map((one) => one.given.supplierId ?? null))}::int[])
    order by 1, 2 on conflict ("skuId", "lotNo") do nothing`.execute(tx)
  const { rows } = await sql<{ id: number; productionDate: string | null; expiryDate: string | null }>`
    select l."id", l."productionDate", l."expiryDate"
    from unnest(${skus}::int[], ${numbers}::text[]) with ordinality as w ("skuId", "lotNo", "at")
    join "lot" l on l."skuId" = w."skuId" and l."lotNo" = w."lotNo" order by w."at"`.execute(tx)
  return rows.map((row, at) => {
    const given = wanted[at]?.given
    if (given?.productionDate && row.productionDate !== given.productionDate)
      throw refuse(`批次 ${given.lotNo} 已存在，生产日期为 ${row.productionDate ?? '空'}`, 'productionDate')
    if (given?.expiryDate && row.expiryDate !== given.expiryDate)
      throw refuse(`批次 ${given.lotNo} 已存在，到期日期为 ${row.expiryDate ?? '空'}`, 'expiryDate')
    return row.id
  })
}
