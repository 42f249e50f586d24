import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Reference } from '#kit/server/refs.ts'

const skus = (db: Db) => db.selectFrom('sku').innerJoin('product', 'product.id', 'sku.productId')

/** A specification in fields of any room: named by product, specification and code; a sheet names it by its code. */
export const skuReference: Reference = {
  async labels(db, ids) {
    const rows = await skus(db)
      .select(['sku.id', 'sku.suk', 'sku.skuCode', 'product.storeName'])
      .where('sku.id', 'in', [...ids])
      .execute()
    return new Map(
      rows.map(({ id, storeName, suk, skuCode }) => [
        id,
        [storeName, suk, skuCode].filter((part) => part !== '').join(' '),
      ]),
    )
  },
  async exists(db, ids) {
    const rows = await skus(db)
      .select('sku.id')
      .where('sku.id', 'in', [...ids])
      .where('sku.isDel', '=', 0)
      .where('product.isDel', '=', 0)
      .execute()
    return new Set(rows.map((row) => row.id))
  },
  async words(db, ids) {
    const rows = await skus(db)
      .select(['sku.id', 'sku.skuCode'])
      .where('sku.id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.id, row.skuCode]))
  },
  async named(db, codes) {
    const rows = await skus(db)
      .select(['sku.id', 'sku.skuCode'])
      .where(
        sql<boolean>`lower("sku"."skuCode") = any(${sql.val(codes.map((code) => code.toLowerCase()))}::text[])`,
      )
      .where('sku.isDel', '=', 0)
      .where('product.isDel', '=', 0)
      .execute()
    return new Map(rows.map((row) => [row.skuCode.toLowerCase(), [row.id]]))
  },
}
