import { type Expression, type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { keywordCondition } from '#kit/server/list.ts'
import { product } from './product.entity.ts'

export interface SkuWish {
  /** code, name or barcode, as people type it */
  keywords?: string
  /** the code of the product, exactly */
  productCode?: string
  /** categories with those below them */
  cateIds?: readonly number[]
  brandIds?: readonly number[]
}

/** Beyond so many a list is narrowed by nothing a person would mean. */
const MOST = 20_000

/** Skus of the products that are meant, at most 20,000; null where nothing is asked. For lists of rooms above. */
export async function skuIdsFound(db: Db, wish: SkuWish): Promise<number[] | null> {
  const { keywords = '', productCode = '', cateIds = [], brandIds = [] } = wish
  const words = keywords === '' ? null : keywordCondition(product, keywords)
  const cates = cateIds.length === 0 ? [] : await categoriesBelow(db, 1, cateIds)
  const found: Expression<SqlBool>[] = [
    ...(words === null ? [] : [words]),
    ...(productCode === '' ? [] : [sql<SqlBool>`lower("product"."productCode") = lower(${productCode})`]),
    ...(cateIds.length === 0 ? [] : [sql<SqlBool>`"product"."cateId" && ${sql.val(cates)}::int[]`]),
    ...(brandIds.length === 0
      ? []
      : [sql<SqlBool>`"product"."brandId" = any(${sql.val([...brandIds])}::int[])`]),
  ]
  if (found.length === 0) return null
  const { rows } = await sql<{ id: number }>`
    select "sku"."id" from "sku" where "sku"."productId" in (
      select "product"."id" from "product" where "product"."isDel" = 0 and ${sql.join(found, sql` and `)})
    limit ${sql.lit(MOST)}`.execute(db)
  return rows.map((row) => row.id)
}
