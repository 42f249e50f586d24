import { type Expression, type SqlBool, sql } from 'kysely'
import { areFew, namesSku, type SkusMeant } from '#domains/catalog/catalog.door.ts'
import type { Db } from '#kit/server/database.ts'
import { type ProductFilters, skusOf } from './stockLists.server.ts'

const SKU = sql.ref('stockMove.skuId')
/** Moves come in time, so the first pages of a word that many skus have are among so many of the newest. */
const NEWEST = 5000
/** A word that one in a hundred moves has is soon met on the way through them. */
const DENSE = NEWEST / 100

/**
 * Moves of the skus that are meant. Where the newest moves have many of them, the list goes through the moves in their order;
 * else it begins at the last move that any of them has, and asks only for those that have moved at all.
 */
export async function movesOfSkus(db: Db, input: ProductFilters): Promise<Expression<SqlBool>[]> {
  const meant = await skusOf(db, input)
  const own = input.skuId ? [sql<SqlBool>`${SKU} = ${input.skuId}`] : []
  if (meant === null) return own
  if (areFew(meant) || meant.ids === null || (await areDense(db, meant)))
    return [namesSku(SKU, meant), ...own]
  const { last, ...moved } = await movedOf(db, meant)
  return [namesSku(SKU, { ...meant, ...moved }), sql<SqlBool>`"stockMove"."id" <= ${last}`, ...own]
}

async function areDense(db: Db, meant: SkusMeant): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from (select "id", "skuId" from "stockMove" order by "id" desc limit ${sql.lit(NEWEST)}) as "stockMove"
    where ${namesSku(SKU, meant)}`.execute(db)
  return (rows[0]?.n ?? 0) >= DENSE
}

/** Which of these skus have moved, and the last move of any of them. Whatever moves has a head. */
async function movedOf(
  db: Db,
  { ids }: SkusMeant,
): Promise<Pick<SkusMeant, 'count' | 'ids'> & { last: number }> {
  const { rows } = await sql<{ count: number; ids: string; last: number }>`
    with "moved" as materialized (select s."skuId", m."id" from (select distinct "skuId" from "stock"
        where ("skuId" in (select unnest(${ids}::int[]))) is true) s
      cross join lateral (select "id" from "stockMove" where "skuId" = s."skuId" order by "id" desc limit 1) m)
    select count(*)::int as "count", coalesce(array_agg("skuId"), '{}')::text as "ids", coalesce(max("id"), 0) as "last" from "moved"`.execute(
    db,
  )
  return rows[0] ?? { count: 0, ids: '{}', last: 0 }
}

/** The id of the first move at or after a time; null: there is none yet. */
export async function idAt(db: Db, at: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "stockMove" where "createTime" >= ${at} order by "createTime", "id" limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Rows that are entered side by side get their ids in another order than their times, by less than so many. */
const APART = 1000

/** The ids that moves of a time have, wider by a little. */
export async function timeBounds(db: Db, range: { from: Date; to: Date }): Promise<Expression<SqlBool>[]> {
  const [first, after] = [await idAt(db, range.from), await idAt(db, range.to)]
  return [idBounds(first, after, APART)]
}

/** The condition that a move lies between two that idAt found, wider by so many ids. */
export function idBounds(first: number | null, after: number | null, apart: number): Expression<SqlBool> {
  if (first === null) return sql<SqlBool>`false`
  const begun = sql<SqlBool>`"stockMove"."id" >= ${first - apart}`
  return after === null ? begun : sql<SqlBool>`(${begun} and "stockMove"."id" < ${after + apart})`
}
