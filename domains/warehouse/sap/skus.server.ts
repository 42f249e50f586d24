import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** The one sku of each product; products with several, or none, are left out: SAP's number stands on the product. */
export async function skusOf(db: Db, productIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ productId: number; skuId: number }>`
    select "productId", min("id") as "skuId" from "sku" where "isDel" = 0 and "productId" = any(${sql.val([...new Set(productIds)])}::int[])
    group by 1 having count(*) = 1`.execute(db)
  return new Map(rows.map((row) => [row.productId, row.skuId]))
}
