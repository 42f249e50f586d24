import { sql } from 'kysely'
import { categoryFacts, idsOfPath } from '#domains/settings/settings.door.ts'
import { tableCache } from '#kit/server/cache.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { Use } from '#kit/server/refs.ts'
import { product } from './product.entity.ts'

const PLACE = '商品'

/** Where products name rows of a master by a column. */
export function usesByColumn(column: 'unitId' | 'brandId' | 'wmsGroupId' | 'tempId') {
  return async (tx: Tx, ids: readonly number[]): Promise<Use[]> => {
    const { rows } = await sql<{ id: number; n: number }>`
      select ${sql.ref(column)} as "id", count(*) as "n" from "product"
      where ${sql.ref(column)} = any(${sql.val([...ids])}::int[]) and "isDel" = 0 group by 1`.execute(tx)
    return rows.map((row) => ({ ...row, place: PLACE }))
  }
}

/** A unit is used as the base unit of products and as a packing unit. */
export async function unitUses(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const packed = await sql<{ id: number; n: number }>`
    select "unitId" as "id", count(*) as "n" from "productUnit"
    where "unitId" = any(${sql.val([...ids])}::int[]) and "isDel" = 0 group by 1`.execute(tx)
  return [
    ...(await usesByColumn('unitId')(tx, ids)),
    ...packed.rows.map((row) => ({ ...row, place: '包装单位' })),
  ]
}

/** Products of categories, and the brands and parameter templates that name them. */
export async function categoryUses(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const uses: Use[] = []
  for (const [table, column, place] of [
    ['product', 'cateId', PLACE],
    ['productParam', 'cateIds', '参数模板'],
    ['brand', 'cateIds', '品牌'],
  ] as const) {
    const { rows } = await sql<{ id: number; n: number }>`
      select c."id", count(*) as "n" from unnest(${sql.val([...ids])}::int[]) as c ("id")
      join ${sql.table(table)} t on t.${sql.ref(column)} @> array[c."id"] and t."isDel" = 0
      group by 1`.execute(tx)
    uses.push(...rows.map((row) => ({ ...row, place })))
  }
  return uses
}

interface Filed {
  cateId: number[]
  n: number
}

// Every form draws the tree; the products are grouped again only after one of them changed.
export const filedCache = tableCache<readonly Filed[]>(
  'productCount',
  '分类商品数',
  [product.name],
  async (db) => {
    const { rows } = await sql<Filed>`
      select "cateId", count(*) as "n" from "product" where "isDel" = 0 and "isRecycle" = 0
      group by "cateId"`.execute(db)
    return rows
  },
  {
    keys: (filed) => filed.map((one) => String(one.cateId)),
    value: (filed, key) => filed.find((one) => String(one.cateId) === key)?.n,
  },
)

/** Products in each category or below it, every product counted once however many of its categories lie there. */
export async function countByCategory(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const filed = await filedCache.read(db)
  const categories = await categoryFacts(db, [...new Set(filed.flatMap((one) => one.cateId))])
  const chains = new Map(categories.map((one) => [one.id, [...idsOfPath(one.path), one.id]]))
  const asked = new Set(ids)
  const counts = new Map<number, number>()
  for (const { cateId, n } of filed) {
    const chain = new Set(cateId.flatMap((id) => chains.get(id) ?? []))
    for (const id of chain) if (asked.has(id)) counts.set(id, (counts.get(id) ?? 0) + n)
  }
  return counts
}
