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

/** So many are found first, so that the database knows how few they are; of more each row is looked at in its order. */
const FEW = 1000

/**
 * The condition that a column of sku ids names a product that is meant; null where nothing is asked. For lists of rooms
 * above.
 */
export async function skusMeant(
  db: Db,
  column: Expression<unknown>,
  wish: SkuWish,
): Promise<Expression<SqlBool> | null> {
  const { keywords = '', productCode = '', cateIds = [], brandIds = [] } = wish
  const words = keywords === '' ? null : keywordCondition(product, keywords)
  const cates = cateIds.length === 0 ? [] : await categoriesBelow(db, 1, cateIds)
  const found: Expression<SqlBool>[] = [
    ...(words === null ? [] : [words]),
    // The index of the codes holds none that is blank, which the database must be told.
    ...(productCode === ''
      ? []
      : [
          sql<SqlBool>`lower("product"."productCode") = lower(${productCode}) and "product"."productCode" <> ''`,
        ]),
    ...(cateIds.length === 0 ? [] : [sql<SqlBool>`"product"."cateId" && ${sql.val(cates)}::int[]`]),
    ...(brandIds.length === 0
      ? []
      : [sql<SqlBool>`"product"."brandId" = any(${sql.val([...brandIds])}::int[])`]),
  ]
  if (found.length === 0) return null
  const meant = sql`"product"."isDel" = 0 and ${sql.join(found, sql` and `)}`
  const { rows } = await sql<{ id: number }>`
    select "sku"."id" from "product" join "sku" on "sku"."productId" = "product"."id" where ${meant}
    limit ${sql.lit(FEW + 1)}`.execute(db)
  if (rows.length <= FEW) return sql<SqlBool>`${column} = any(${sql.val(rows.map((row) => row.id))}::int[])`
  return sql<SqlBool>`exists (select from "sku" join "product" on "product"."id" = "sku"."productId"
    where "sku"."id" = ${column} and ${meant})`
}
