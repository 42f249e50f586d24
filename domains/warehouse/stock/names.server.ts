import type { Db } from '#kit/server/database.ts'

/** What refusals call a sku: the product with its 规格, and the product alone. Warehouse §12. */
export async function skuNames(db: Db, skuId: number): Promise<{ name: string; short: string }> {
  const row = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['product.storeName', 'sku.suk'])
    .where('sku.id', '=', skuId)
    .executeTakeFirst()
  return { name: `${row?.storeName ?? ''}${row?.suk ?? ''}`, short: row?.storeName ?? '' }
}
