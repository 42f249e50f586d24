import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import { tableVersion } from '#kit/server/changes.ts'
import type { Db } from '#kit/server/database.ts'
import { keywordCondition } from '#kit/server/list.ts'
import { perDatabase } from '#kit/server/points.ts'
import { isUpToDate } from '#kit/server/replica.ts'
import { hasTouched } from '#kit/server/transaction.ts'
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

interface Kept extends Pick<SkusMeant, 'count' | 'ids'> {
  version: number
  time: number
}

const TABLES = ['product', 'sku'] as const
const KEPT_MS = 30_000
/** Up to a megabyte each. */
const KEPT_MOST = 16
const keptOf = perDatabase(() => new Map<string, Kept>())

/**
 * Products are found by their own indexes and their skus product by product: joined, with a limit, the planner goes through
 * all products in their order. Many are kept for half a minute, until a product changes: the next page asks for them again.
 */
async function idsOf(db: Db, where: RawBuilder<SqlBool>): Promise<SkusMeant> {
  const asked = sql<Pick<SkusMeant, 'count' | 'ids'>>`
    with "meant" as materialized (select "product"."id" from "product" where ${where}),
    "found" as materialized (select array(select "own"."id" from "meant" cross join lateral (select "sku"."id" from "sku"
      where "sku"."productId" = "meant"."id" offset 0) as "own" limit ${sql.lit(MOST + 1)}) as "ids")
    select cardinality("ids") as "count", case when cardinality("ids") <= ${sql.lit(MOST)} then "ids"::text end as "ids" from "found"`
  const { sql: text, parameters } = asked.compile(db)
  const key = `${text} ${JSON.stringify(parameters)}`
  const isOwn = hasTouched(db, TABLES)
  const version = tableVersion(db, TABLES)
  const known = isOwn ? undefined : keptOf(db).get(key)
  if (known?.version === version && Date.now() - known.time < KEPT_MS) return { ...known, where }
  const mayKeep = !isOwn && isUpToDate(db, TABLES)
  const { rows } = await asked.execute(db)
  const { count = 0, ids = '{}' } = rows[0] ?? {}
  if (mayKeep && count > FEW) keep(keptOf(db), key, { count, ids, version, time: Date.now() })
  return { count, ids, where }
}

function keep(kept: Map<string, Kept>, key: string, found: Kept): void {
  kept.delete(key)
  kept.set(key, found)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MOST && oldest !== undefined) kept.delete(oldest)
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
