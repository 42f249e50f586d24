import { categoryFacts, idsOfPath } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'

/** What terms and warnings look at of a sku's product. */
export interface Placed {
  skuId: number
  productId: number
  brandId: number | null
  /** its categories and all above them, with how far above the product's own they lie */
  categories: ReadonlyMap<number, number>
}

/** The categories of each filing with their ancestors: 0 is a category of the product itself. */
export async function categoryDistances(
  db: Db,
  filings: readonly (readonly number[])[],
): Promise<ReadonlyMap<number, number>[]> {
  const facts = await categoryFacts(db, [...new Set(filings.flat())])
  const chains = new Map(facts.map((one) => [one.id, [one.id, ...idsOfPath(one.path).toReversed()]]))
  return filings.map((cateIds) => {
    const distances = new Map<number, number>()
    for (const cateId of cateIds)
      for (const [distance, id] of (chains.get(cateId) ?? []).entries())
        distances.set(id, Math.min(distance, distances.get(id) ?? distance))
    return distances
  })
}

/** Where the skus lie: their products, brands and categories. Skus that are not there are left out. */
export async function placesOf(db: Db, skuIds: readonly number[]): Promise<Placed[]> {
  if (skuIds.length === 0) return []
  const rows = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['sku.id as skuId', 'product.id as productId', 'product.brandId', 'product.cateId'])
    .where('sku.id', 'in', [...skuIds])
    .execute()
  const distances = await categoryDistances(
    db,
    rows.map((row) => row.cateId),
  )
  return rows.map(({ cateId: _cateId, ...row }, index) => ({
    ...row,
    categories: distances[index] ?? new Map<number, number>(),
  }))
}
