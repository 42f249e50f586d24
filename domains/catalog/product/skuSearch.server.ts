import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
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

/** The skus of products that are meant. */
export interface SkusMeant {
  count: number
  /** as PostgreSQL writes an array, {1,2,3}: thousands of ids are never read here; null: too many to be told one by one */
  ids: string | null
  /** the condition on the table of products */
  where: RawBuilder<SqlBool>
}

/** The database weighs an index by so many ids; of more each row of a list is looked at in its order. */
const FEW = 1000
/** So many are told at most: what a statement can hash in its memory. */
const MOST = 200_000

/** The skus that are meant; null where nothing is asked. */
export async function findSkus(db: Db, wish: SkuWish): Promise<SkusMeant | null> {
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
  return idsOf(db, sql<SqlBool>`("product"."isDel" = 0 and ${sql.join(found, sql` and `)})`)
}

/** Up to a megabyte each. */
const kept = keptAnswers<Pick<SkusMeant, 'count' | 'ids'>>(16)

/**
 * Products are found by their own indexes and their skus product by product: joined, with a limit, the planner goes through
 * all products in their order. Many are kept until a product changes: the next page asks for them again.
 */
async function idsOf(db: Db, where: RawBuilder<SqlBool>): Promise<SkusMeant> {
  const statement = sql<Pick<SkusMeant, 'count' | 'ids'>>`
    with "meant" as materialized (select "product"."id" from "product" where ${where}),
    "found" as materialized (select array(select "own"."id" from "meant" cross join lateral (select "sku"."id" from "sku"
      where "sku"."productId" = "meant"."id" offset 0) as "own" limit ${sql.lit(MOST + 1)}) as "ids")
    select cardinality("ids") as "count", case when cardinality("ids") <= ${sql.lit(MOST)} then "ids"::text end as "ids" from "found"`.compile(
    db,
  )
  const ask = async () => (await db.executeQuery(statement)).rows[0] ?? { count: 0, ids: '{}' }
  const isWorth = ({ count }: { count: number }): boolean => count > FEW
  return { ...(await kept(db, { statement, tables: ['product', 'sku'], ask, isWorth })), where }
}

/** Whether these are so few that an index finds their rows. */
export const areFew = ({ count }: SkusMeant): boolean => count <= FEW

/**
 * The condition that a column of sku ids names one that is meant. For lists of rooms above. `is true` keeps the planner from
 * making a join of it: it cannot know how many rows it leaves, and has chosen one that takes minutes. `select *` keeps the statement
 * from being prepared: a plan for any other filter beside these goes through the whole table where that filter is a rare one.
 */
export function namesSku(column: Expression<unknown>, meant: SkusMeant): Expression<SqlBool> {
  const { ids, where } = meant
  if (ids === null)
    return sql<SqlBool>`(exists (select from "sku" join "product" on "product"."id" = "sku"."productId"
      where "sku"."id" = ${column} and ${where})) is true`
  if (areFew(meant)) return sql<SqlBool>`${column} = any(${ids}::int[])`
  return sql<SqlBool>`(${column} in (select * from unnest(${ids}::int[]))) is true`
}
