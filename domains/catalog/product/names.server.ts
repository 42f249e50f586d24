import { type Expression, type SqlBool, sql } from 'kysely'
import { keywordCondition } from '#kit/server/list.ts'
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
