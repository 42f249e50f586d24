import { type Expression, type SqlBool, sql } from 'kysely'
import { findSkus, namesSku, type SkusMeant } from '#domains/catalog/catalog.door.ts'
import type { Db } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { dateRange, filterNumbers, type ListOptions } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { pairKey } from './book.rules.ts'
import { inboundDoor } from './declare.server.ts'
import { BUCKETS, stockCalls as calls, type Flag, lotJoined, stockJoined } from './stock.calls.ts'
import { lot, stock, stockLot } from './stock.entity.ts'
import { untoldPair, untoldTo, withoutTransit } from './untold.server.ts'

export interface ProductFilters {
  skuId?: number | null
  keywords?: string
  productCode?: string
  cateId?: string
  brandId?: string
}

/** The skus of the products that are meant; null where nothing is asked of products. */
export const skusOf = (db: Db, input: ProductFilters): Promise<SkusMeant | null> =>
  findSkus(db, {
    keywords: input.keywords ?? '',
    productCode: input.productCode ?? '',
    cateIds: filterNumbers(input.cateId ?? '', '商品分类', 'cateId'),
    brandIds: filterNumbers(input.brandId ?? '', '品牌', 'brandId'),
  })

/** Rows of the skus that are meant. */
export async function ofSkus(db: Db, table: string, input: ProductFilters): Promise<Expression<SqlBool>[]> {
  const column = sql.ref(`${table}.skuId`)
  const meant = await skusOf(db, input)
  return [
    ...(meant === null ? [] : [namesSku(column, meant)]),
    ...(input.skuId ? [sql<SqlBool>`${column} = ${input.skuId}`] : []),
  ]
}

export interface StockFilters extends ProductFilters {
  flag?: Flag | null
  days?: number | null
}

const IDLE_DAYS = 90

/** Stock in a state that the list of stock is filtered by; `days`: idle for so many. Warehouse §4.4. */
export function flagged(flag: Flag, days = IDLE_DAYS): Expression<SqlBool> {
  const day = today()
  const limit = (condition: string) =>
    sql<SqlBool>`exists (select from "wmsProduct" w where w."skuId" = "stock"."skuId" and w."warehouseId" = "stock"."warehouseId"
      and w."isDel" = 0 and ${sql.raw(condition)})`
  const ofLots = (condition: Expression<SqlBool>) =>
    sql<SqlBool>`("stock"."skuId", "stock"."warehouseId") in (select l."skuId", l."warehouseId" from "stockLot" l
      where l."onHand" > 0 and ${condition})`
  if (flag === 'low') return limit('"stock"."available" < w."safetyQty"')
  if (flag === 'high') return limit('w."maxQty" > 0 and "stock"."onHand" > w."maxQty"')
  if (flag === 'zero') return sql<SqlBool>`"stock"."onHand" = 0`
  if (flag === 'frozen') return sql<SqlBool>`"stock"."frozen" > 0`
  if (flag === 'transit') return sql<SqlBool>`"stock"."inTransit" > 0`
  if (flag === 'expired') return ofLots(sql<SqlBool>`l."expiryDate" < ${day}::date`)
  if (flag === 'near')
    return ofLots(
      sql<SqlBool>`l."expiryDate" >= ${day}::date and l."lotId" in (select "id" from "lot" where "near" = 1)`,
    )
  return sql<SqlBool>`"stock"."onHand" > 0 and coalesce("stock"."lastOutTime", "stock"."createTime")
    < now() - make_interval(days => ${days})`
}

const onOrderOf: Figures[string] = async (db, ids) => {
  const door = inboundDoor(db)
  if (door === undefined) return new Map()
  const { rows } = await sql<{ id: number; skuId: number; warehouseId: number }>`
    select "id", "skuId", "warehouseId" from "stock" where "id" = any(${sql.val([...ids])}::bigint[])`.execute(
    db,
  )
  const found = await door.onOrder(
    db,
    rows.map((row) => row.skuId),
    rows.map((row) => row.warehouseId),
  )
  const byPair = new Map(found.map((one) => [pairKey(one.warehouseId, one.skuId), one.q / 1000]))
  return new Map(rows.map((row) => [row.id, byPair.get(pairKey(row.warehouseId, row.skuId)) ?? 0]))
}

const SAFETY = `coalesce((select w."safetyQty" from "wmsProduct" w where w."skuId" = "stock"."skuId"
  and w."warehouseId" = "stock"."warehouseId" and w."isDel" = 0), 0)`

/** What no join tells of a head. */
export const stockFiguresOf: Figures = { safetyQty: rowFigure(stock, SAFETY), onOrder: onOrderOf }

/** What the condition on the skus that are meant reads, when there are too many of them to be told one by one. */
export const readsOfSkus = (of: readonly Expression<SqlBool>[]): readonly string[] =>
  of.length === 0 ? [] : ['product', 'sku']

/**
 * How many heads there are is kept until there is another. Postings tell no list of states that its counts are old, so those are
 * counted each time. No head is ever deleted, so nobody asks whether it is: then an index alone counts them.
 */
export async function stockOptions(
  db: Db,
  who: Who,
  { flag = null, days, ...input }: StockFilters,
): Promise<ListOptions> {
  const untold = flag === 'transit' ? await untoldTo(db, who) : null
  const meant = await ofSkus(db, stock.name, input)
  return {
    fresh: flag !== null,
    reads: readsOfSkus(meant),
    isDel: 'both',
    // How many lie below or above their limits stands in no statistics.
    unweighed: flag === 'low' || flag === 'high',
    where: [
      ...meant,
      ...(flag === null ? [] : [flagged(flag, days ?? IDLE_DAYS)]),
      ...(untold === null ? [] : [sql<SqlBool>`not ${untoldPair(stock.name, untold)}`]),
    ],
  }
}

export interface LotFilters extends ProductFilters {
  lotNumber?: string
  expiry?: string
  bucket?: number | null
}

/** Places with goods, or with goods on their way. */
const LISTED = sql<SqlBool>`("stockLot"."onHand" > 0 or "stockLot"."inTransit" > 0)`
/** Places with goods that a document may take. */
export const MOVABLE = sql<SqlBool>`("stockLot"."onHand" > 0
  and "stockLot"."onHand" > "stockLot"."allocated" + "stockLot"."frozen")`

/**
 * Postings tell when places come to lists or leave them, so their counts are kept until then. No place is ever deleted, so nobody
 * asks whether it is.
 */
export async function lotOptions(
  db: Db,
  { lotNumber = '', expiry = '', bucket = null, ...input }: LotFilters,
  which = LISTED,
): Promise<ListOptions> {
  const range = dateRange(expiry)
  const wanted = BUCKETS.find((one) => one.value === bucket)
  const day = today()
  const meant = await ofSkus(db, stockLot.name, input)
  return {
    reads: [...readsOfSkus(meant), ...(lotNumber === '' ? [] : [lot.name])],
    isDel: 'both',
    where: [
      which,
      ...meant,
      ...(lotNumber === ''
        ? []
        : [
            sql<SqlBool>`"stockLot"."lotId" in (select "id" from "lot" where lower("lotNo") = lower(${lotNumber}))`,
          ]),
      ...(range === null
        ? []
        : [
            sql<SqlBool>`"stockLot"."expiryDate" >= (${range.from}::timestamptz at time zone 'Asia/Shanghai')::date
              and "stockLot"."expiryDate" < (${range.to}::timestamptz at time zone 'Asia/Shanghai')::date`,
          ]),
      ...(wanted === undefined ? [] : [inBucket(wanted, day)]),
    ],
  }
}

export function inBucket(
  { from, to }: { from: number | null; to: number },
  day: string,
): Expression<SqlBool> {
  return sql<SqlBool>`"stockLot"."expiryDate" <= ${movedDay(day, to)}::date and ${
    from === null ? sql`true` : sql`"stockLot"."expiryDate" >= ${movedDay(day, from)}::date`
  }`
}

/** 库存导出: the columns of the list; what things cost with the permission for it. */
export const stockExport = exportEntity(stock, calls.exportRows, {
  list: (who, input, db) => stockOptions(db, who, input),
  joined: stockJoined,
  figures: stockFiguresOf,
  enrich: (db, rows, who) => withoutTransit(db, who, stock, rows),
})

export const lotExport = exportEntity(stockLot, calls.lotExport, {
  list: (_who, input, db) => lotOptions(db, input),
  joined: lotJoined,
  enrich: (db, rows, who) => withoutTransit(db, who, stockLot, rows),
})
