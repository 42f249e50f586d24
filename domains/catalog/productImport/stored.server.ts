import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { StoredSpecs } from './keepSpecs.ts'

/** A product that rows of a sheet name, with its specifications. */
export interface StoredProduct extends StoredSpecs {
  id: number
  sourceNo: string
  productCode: string
}

/**
 * Living products by their number in another system or by their code, in lower case: what the unique indexes hold. Each of the
 * two is looked for by itself: with `or` between them all products are gone through.
 */
export function productsNamed(db: Db, numbers: readonly string[], codes: readonly string[]) {
  return db.selectFrom('product').where(sql<boolean>`"id" in (
      select "id" from "product" where "isDel" = 0 and "sourceNo" <> ''
        and lower("sourceNo") = any(${sql.val([...numbers])}::text[])
      union all
      select "id" from "product" where "isDel" = 0 and "productCode" <> ''
        and lower("productCode") = any(${sql.val([...codes])}::text[]))`)
}

/** The living products of these numbers and codes (in lower case) with their specifications, by `no …` and `code …`. */
export async function storedSpecs(
  db: Db,
  numbers: readonly string[],
  codes: readonly string[],
): Promise<Map<string, StoredProduct>> {
  const found = await productsNamed(db, numbers, codes)
    .select(['id', 'specType', 'attr', 'sourceNo', 'productCode'])
    .execute()
  const ids = found.map((row) => row.id)
  const skus = await db
    .selectFrom('sku')
    .selectAll()
    .where(sql<boolean>`"productId" = any(${sql.val(ids)}::int[])`)
    .where('isDel', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(skus, (one) => one.productId)
  return new Map(
    found.flatMap((row) => {
      const one = { ...row, skus: byProduct.get(row.id) ?? [] }
      return [
        [`no ${row.sourceNo.toLowerCase()}`, one] as const,
        [`code ${row.productCode.toLowerCase()}`, one] as const,
      ]
    }),
  )
}
