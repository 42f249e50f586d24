import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** The product of each sku; skus that are not there are left out. */
export async function productsOfSkus(
  db: Db,
  skuIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; productId: number }>`
    select "id", "productId" from "sku" where "id" = any(${sql.val([...skuIds])}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.productId]))
}
