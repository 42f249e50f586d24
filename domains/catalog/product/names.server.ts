import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { keywordCondition } from '#kit/server/list.ts'
import { namesOf } from '#kit/server/refs.ts'
import { product } from './product.entity.ts'

/** Names of several categories as one text. */
export function joinNames(ids: readonly number[], names: ReadonlyMap<number, string>): string {
  return ids
    .map((id) => names.get(id))
    .filter((name) => name !== undefined)
    .join(',')
}

/** The ids of the products that words find, as a list in the place of an `any`: an index on the column then serves. */
export function productsFound(words: string): Expression<unknown> {
  return sql`array(select "product"."id" from "product" where ${keywordCondition(product, words) ?? sql`false`})`
}

/** Rows whose product, by the named column, words find. */
export function ofProducts(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${productsFound(words)})`
}

interface Named {
  storeName: string
  cateId: readonly number[]
  brandId: number | null
  unitId: number
  createTime: Date
}

/** Adds what every answer about products carries beside their own fields. Catalog D2. */
export async function withNames<R extends Named>(db: Db, rows: readonly R[]) {
  const [categories, brands, units] = await Promise.all([
    namesOf(
      db,
      'category',
      rows.flatMap((row) => row.cateId),
    ),
    namesOf(
      db,
      'brand',
      rows.map((row) => row.brandId),
    ),
    namesOf(
      db,
      'unit',
      rows.map((row) => row.unitId),
    ),
  ])
  // Completed in place: a page of rows with some hundred columns is not copied once more.
  return rows.map((row) =>
    Object.assign(row, {
      productName: row.storeName,
      cateValues: joinNames(row.cateId, categories),
      brandName: brands.get(row.brandId ?? 0) ?? '',
      unitName: units.get(row.unitId) ?? '',
      addTime: row.createTime,
    }),
  )
}
