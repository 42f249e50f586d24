import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Cents } from '#kit/shared/money.ts'
import { type Head, type Item, pairKey } from './book.rules.ts'
import { readItems } from './bookRead.server.ts'
import { inboundDoor } from './declare.server.ts'
import { sharesOf } from './pool.rules.ts'
import type { Q } from './posting.ts'

export interface Buyer {
  channelId?: number | null
  companyId?: number | null
  activityId?: number | null
  cityId?: number | null
}

interface SkuKind {
  skuId: number
  productKind: number
  stockMode: number
  comboLines: readonly { skuId: number; num: number }[]
}

const COMBO = 3

/**
 * What a buyer may take of each sku in the warehouses that serve its channel and city, by their priority; thousandths. Goods with
 * typed stock stand in the virtual warehouse alone; of a combination as many as its components make. Nothing is locked. Doors §4.
 */
export async function available(
  db: Db,
  skuIds: readonly number[],
  buyer: Buyer,
): Promise<{ warehouseId: number; skuId: number; available: Q }[]> {
  const kinds = await kindsOf(db, skuIds)
  const parts = kinds.flatMap((one) =>
    one.productKind === COMBO ? one.comboLines.map((line) => line.skuId) : [],
  )
  const modes = new Map((await kindsOf(db, parts)).concat(kinds).map((one) => [one.skuId, one.stockMode]))
  const warehouses = await servingWarehouses(db, buyer)
  const free = await freeOf(db, [...modes.keys()], warehouses, buyer)
  const at = (warehouseId: number, skuId: number): Q => free.get(pairKey(warehouseId, skuId)) ?? 0
  return warehouses.flatMap(({ id: warehouseId, isVirtual }) =>
    kinds.flatMap(({ skuId, productKind, comboLines, stockMode }) => {
      if (productKind === COMBO)
        return [{ warehouseId, skuId, available: comboOf(comboLines, (one) => at(warehouseId, one)) }]
      return isVirtual === (stockMode === 1)
        ? [{ warehouseId, skuId, available: at(warehouseId, skuId) }]
        : []
    }),
  )
}

/** Whole combinations that the components make: min over them of floor(available / num). */
export function comboOf(lines: readonly { skuId: number; num: number }[], at: (skuId: number) => Q): Q {
  const most = lines.map(({ skuId, num }) => Math.floor(at(skuId) / (num * 1000)))
  return most.length === 0 ? 0 : Math.min(...most) * 1000
}

async function kindsOf(db: Db, skuIds: readonly number[]): Promise<SkuKind[]> {
  if (skuIds.length === 0) return []
  return db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['sku.id as skuId', 'product.productKind', 'product.stockMode', 'product.comboLines'])
    .where('sku.id', 'in', [...new Set(skuIds)])
    .execute()
}

/** Enabled warehouses that serve a channel and a city, the first to ask first. Warehouse §4.3. */
export async function servingWarehouses(
  db: Db,
  { channelId, cityId }: Buyer,
): Promise<{ id: number; isVirtual: boolean }[]> {
  const { rows } = await sql<{ id: number; isVirtual: boolean }>`
    select w."id", w."type" = 5 as "isVirtual" from "warehouse" w join "wareHouseConfig" c on c."warehouseId" = w."id"
    where w."isDel" = 0 and w."status" = 1 and (w."type" = 5
      or (${channelId ?? null}::int is null or ${channelId ?? null}::int = any(c."channelIds"))
        and (${cityId ?? null}::int is null or cardinality(c."areaIds") = 0 or ${cityId ?? null}::int = any(c."areaIds")))
    order by c."priority", w."sort" desc, w."id"`.execute(db)
  return rows
}

async function freeOf(
  db: Db,
  skuIds: readonly number[],
  warehouses: readonly { id: number }[],
  { channelId, companyId, activityId }: Buyer,
): Promise<Map<string, Q>> {
  const { rows: heads } = await sql<Head>`
    select "id", "warehouseId", "skuId", ("onHand" * 1000)::bigint as "onHand", ("reserved" * 1000)::bigint as "reserved",
      ("frozen" * 1000)::bigint as "frozen", ("vAlloc" * 1000)::bigint as "vAlloc", ("vReserved" * 1000)::bigint as "vReserved"
    from "stock" where "skuId" = any(${sql.val([...skuIds])}::int[])
      and "warehouseId" = any(${sql.val(warehouses.map((one) => one.id))}::int[])`.execute(db)
  const shared = heads.filter((one) => one.vAlloc > 0)
  const items: Item[] = channelId || companyId || activityId ? await readItems(db, heads) : []
  return new Map(
    heads.map((head) => {
      const line = {
        lineId: 0,
        q: 0,
        warehouseId: head.warehouseId,
        skuId: head.skuId,
        channelId,
        companyId,
        activityId,
      }
      const isShared = shared.length > 0 || items.length > 0
      const shares = sharesOf(head, isShared ? items : [], line)
      return [pairKey(head.warehouseId, head.skuId), shares.reduce((sum, one) => sum + one.free, 0)]
    }),
  )
}

export interface StockFigures {
  warehouseId: number
  skuId: number
  onHand: Q
  available: Q
  inTransit: Q
  /** approved purchase lines that are still to come; 0 while no room brings purchases */
  onOrder: Q
  safety: Q
  /** cents */
  amount: Cents
}

/** Figures of skus in warehouses, all of them unless given; thousandths and cents. Doors §4. */
export async function stockFigures(
  db: Db,
  skuIds: readonly number[],
  warehouseIds?: readonly number[],
): Promise<StockFigures[]> {
  const inWarehouses =
    warehouseIds === undefined ? sql`` : sql`and s."warehouseId" = any(${sql.val([...warehouseIds])}::int[])`
  const { rows } = await sql<Omit<StockFigures, 'onOrder'>>`
    select s."warehouseId", s."skuId", (s."onHand" * 1000)::bigint as "onHand", (s."available" * 1000)::bigint as "available",
      (s."inTransit" * 1000)::bigint as "inTransit", s."amount", (coalesce(p."safetyQty", 0) * 1000)::bigint as "safety"
    from "stock" s left join "wmsProduct" p on p."skuId" = s."skuId" and p."warehouseId" = s."warehouseId" and p."isDel" = 0
    where s."skuId" = any(${sql.val([...skuIds])}::int[]) ${inWarehouses}`.execute(db)
  const warehouses = warehouseIds ?? [...new Set(rows.map((row) => row.warehouseId))]
  const onOrder = new Map(
    ((await inboundDoor(db)?.onOrder(db, skuIds, warehouses)) ?? []).map((one) => [
      pairKey(one.warehouseId, one.skuId),
      one.q,
    ]),
  )
  return rows.map((row) => ({ ...row, onOrder: onOrder.get(pairKey(row.warehouseId, row.skuId)) ?? 0 }))
}
