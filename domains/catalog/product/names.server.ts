import { type Expression, type SqlBool, sql } from 'kysely'
import { keywordCondition } from '#kit/server/list.ts'
import { product } from './product.entity.ts'

/** The ids of the products that words find, as a list in the place of an `any`: an index on the column then serves. */
export function productsFound(words: string): Expression<unknown> {
  return sql`array(select "product"."id" from "product" where ${keywordCondition(product, words) ?? sql`false`})`
}

/** Rows whose product, by the named column, words find. */
export function ofProducts(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${productsFound(words)})`
}
