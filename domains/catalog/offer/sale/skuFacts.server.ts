import { categoryFacts, idsOfPath } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'

/** Grams in a kilogram, cubic centimetres in a cubic metre. */
const GRAMS = 1000
const CM3 = 1_000_000

/** What rooms above need to know of a sku; g and cm3 are those of one base unit. Doors §1, §4. */
export type SkuFacts = Awaited<ReturnType<typeof skuFacts>>[number]

/**
 * The facts of skus in the order asked, each id once; 422 商品不存在 when one is not there. Four queries, however many
 * skus. Doors §4.
 */
export async function skuFacts(db: Db, skuIds: readonly number[]) {
  const ids = [...new Set(skuIds)]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select([
      'sku.id as skuId',
      'sku.productId',
      'sku.skuCode',
      'sku.suk',
      'sku.barCode',
      'sku.image',
      'sku.weight',
      'sku.volume',
      'sku.isShow',
      'product.productCode',
      'product.storeName',
      'product.image as productImage',
      'product.productKind',
      'product.comboLines',
      'product.stockMode',
      'product.unitId',
      'product.isWeight',
      'product.tempId',
      'product.isPostage',
      'product.postage',
      'product.weight as productWeight',
      'product.volume as productVolume',
      'product.cateId',
      'product.brandId',
      'product.supplierId',
      'product.isDirect',
      'product.deliveryTypes',
      'product.refundable',
      'product.giveIntegral',
      'product.isMemberPrice',
      'product.taxRate',
      'product.taxCode',
      'product.storageCondition',
      'product.wmsGroupId',
      'product.batchManaged',
      'product.shelfLifeDays',
      'product.shelfAlertDays',
      'product.receiveRatio',
      'product.deliverRatio',
    ])
    .where('sku.id', 'in', ids)
    .where('sku.isDel', '=', 0)
    .where('product.isDel', '=', 0)
    .execute()
  if (rows.length < ids.length) throw refuse('商品不存在')
  const productIds = [...new Set(rows.map((row) => row.productId))]
  const [units, categories] = await Promise.all([
    db
      .selectFrom('productUnit')
      .select(['productId', 'unitId', 'ratio', 'barCode', 'isPurchase', 'isSale'])
      .where('productId', 'in', productIds)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute(),
    withAncestors(
      db,
      rows.flatMap((row) => row.cateId),
    ),
  ])
  const packing = Map.groupBy(units, (one) => one.productId)
  const byId = new Map(rows.map((row) => [row.skuId, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const { weight, volume, productWeight, productVolume, productImage, cateId, ...facts } = row
    const chains = cateId.map((one) => categories.get(one)?.path ?? [one])
    return {
      ...facts,
      image: facts.image || productImage,
      units: packing.get(row.productId) ?? [],
      g: Math.round((weight || productWeight || 0) * GRAMS),
      cm3: Math.round((volume || productVolume || 0) * CM3),
      cateIds: cateId,
      /** of the main category, from the root */
      categoryPath: chains[0] ?? [],
      needLicences: [...new Set(chains.flat().flatMap((one) => categories.get(one)?.needLicences ?? []))],
    }
  })
}

/** Categories and all above them: the ids from the root down, and the licences they ask for themselves. */
async function withAncestors(db: Db, ids: readonly number[]) {
  const own = await categoryFacts(db, [...new Set(ids)])
  const above = own.flatMap((one) => idsOfPath(one.path)).filter((id) => !own.some((one) => one.id === id))
  const all = [...own, ...(await categoryFacts(db, [...new Set(above)]))]
  return new Map(
    all.map(({ id, path, needLicences }) => [id, { path: [...idsOfPath(path), id], needLicences }]),
  )
}
