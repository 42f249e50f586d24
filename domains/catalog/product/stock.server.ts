import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import { touch } from '#kit/server/transaction.ts'

/** What the catalog asks of whoever keeps the stock. Doors §3 declareStock. */
export interface StockDoor {
  /** available figure per sku; those without any may be left out */
  onHand(db: Db, skuIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** sets the typed stock of goods without a warehouse (stockMode 1), the product being the source */
  adjust(tx: Tx, productId: number, lines: readonly { skuId: number; stock: number }[]): Promise<void>
}

/** Writes the typed stock of skus of a product, in base units, where its pages show it. Catalog §1.1. */
export async function writeTypedStock(
  tx: Tx,
  productId: number,
  lines: readonly { skuId: number; stock: number }[],
): Promise<void> {
  await sql`update "sku" set "stock" = v."stock"
    from unnest(${sql.val(lines.map((line) => line.skuId))}::int[],
      ${sql.val(lines.map((line) => line.stock))}::numeric[]) as v ("skuId", "stock")
    where "sku"."id" = v."skuId" and "sku"."productId" = ${productId}`.execute(tx)
}

/** Without a warehouse the figure on the sku is the stock itself. Catalog D4. */
const onSku: StockDoor = {
  async onHand(db, skuIds) {
    if (skuIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('sku')
      .select(['id', 'stock'])
      .where(sql<boolean>`"id" = any(${sql.val([...skuIds])}::int[])`)
      .execute()
    return new Map(rows.map((row) => [row.id, row.stock]))
  },
  adjust: writeTypedStock,
}

const door = singlePoint<StockDoor>('Stock')

/** The warehouse registers its ledger here. */
export const declareStock = (stock: StockDoor): Registration => door.as(stock)

export const stockDoor = (db: Db): StockDoor => door.of(db) ?? onSku

/** The skus that have stock now. */
export async function skusWithStock(db: Db, skuIds: readonly number[]): Promise<Set<number>> {
  const figures = await stockDoor(db).onHand(db, skuIds)
  return new Set(skuIds.filter((id) => (figures.get(id) ?? 0) > 0))
}

/**
 * Shows what is available of skus, in base units, on them and their products. The last figures win; what is right already is
 * not written. Doors §4.
 */
export async function setStockFigures(
  tx: Tx,
  figures: readonly { skuId: number; available: number }[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with "set" as (
      update "sku" set "stock" = v."stock"
      from unnest(${sql.val(figures.map((one) => one.skuId))}::int[],
        ${sql.val(figures.map((one) => one.available))}::numeric[]) as v ("id", "stock")
      where "sku"."id" = v."id" and "sku"."stock" <> v."stock" returning "sku"."id", "sku"."productId", "sku"."stock"
    ), "sums" as (
      select k."productId", sum(coalesce("set"."stock", k."stock")) as "stock"
      from "sku" k left join "set" on "set"."id" = k."id"
      where k."isDel" = 0 and k."productId" in (select "productId" from "set") group by 1
    ), "shown" as (
      update "product" set "stock" = "sums"."stock" from "sums"
      where "product"."id" = "sums"."productId" and "product"."stock" <> "sums"."stock"
    )
    select count(*)::int as "n" from "set"`.execute(tx)
  const n = rows[0]?.n ?? 0
  if (n > 0) {
    touch(tx, 'sku')
    touch(tx, 'product')
  }
  return n
}
