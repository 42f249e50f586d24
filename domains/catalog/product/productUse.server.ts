import { sql } from 'kysely'
import { categoryFacts, idsOfPath } from '#domains/settings/settings.door.ts'
import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { usesBy, usesByAll } from '#kit/server/usesBy.ts'
import { product } from './product.entity.ts'

const PLACE = '商品'

/** Where products name rows of a master by a column. */
export const usesByColumn = (column: 'unitId' | 'brandId' | 'wmsGroupId' | 'tempId') =>
  usesBy(product.name, column, PLACE)

/** A unit is used as the base unit of products and as a packing unit. */
export const unitUses = usesByAll([usesByColumn('unitId'), usesBy('productUnit', 'unitId', '包装单位')])

/** Products of categories, and the brands and parameter templates that name them. */
export const categoryUses = usesByAll([
  usesBy(product.name, 'cateId', PLACE, { many: true }),
  usesBy('productParam', 'cateIds', '参数模板', { many: true }),
  usesBy('brand', 'cateIds', '品牌', { many: true }),
])

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
