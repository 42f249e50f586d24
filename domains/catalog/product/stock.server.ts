import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'

/** What the catalog asks of whoever keeps the stock. Doors §3 declareStock. */
export interface StockDoor {
  /** available figure per sku; those without any may be left out */
  onHand(db: Db, skuIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** sets the typed stock of goods without a warehouse (stockMode 1), the product being the source */
  adjust(tx: Tx, productId: number, lines: readonly { skuId: number; stock: number }[]): Promise<void>
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
  async adjust(tx, productId, lines) {
    await sql`update "sku" set "stock" = v."stock"
      from unnest(${sql.val(lines.map((line) => line.skuId))}::int[],
        ${sql.val(lines.map((line) => line.stock))}::numeric[]) as v ("skuId", "stock")
      where "sku"."id" = v."skuId" and "sku"."productId" = ${productId}`.execute(tx)
  },
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
