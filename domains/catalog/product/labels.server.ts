import type { Db } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import type { Who } from '#kit/server/who.ts'
import { product } from './product.entity.ts'
import { joined } from './product.form.shared.ts'

/** What is printed on barcode labels and price tags: a row per sku of the products, and per sku given. Catalog §8.5. */
export async function barcodeLabels(
  db: Db,
  who: Who,
  productIds: readonly number[],
  skuIds: readonly number[],
) {
  const rows = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select([
      'sku.id',
      'sku.productId',
      'product.productCode',
      'product.storeName as productName',
      'product.specType',
      'product.barCode as productBarCode',
      'product.unitId',
      'sku.suk',
      'sku.skuCode',
      'sku.barCode',
      'sku.price',
      'sku.otPrice',
    ])
    .where('sku.isDel', '=', 0)
    .where('product.isDel', '=', 0)
    .where((where) =>
      where.or([
        ...(productIds.length > 0 ? [where('sku.productId', 'in', [...productIds])] : []),
        ...(skuIds.length > 0 ? [where('sku.id', 'in', [...skuIds])] : []),
      ]),
    )
    .orderBy('sku.productId')
    .orderBy('sku.sort')
    .orderBy('sku.id')
    .execute()
  const named = await joinRows(db, who, { unitId: product.all.unitId, unitName: joined.unitName }, rows)
  return named.map(({ specType, productBarCode, ...row }) => ({
    ...row,
    // The only sku of a product may go by the code of the product itself.
    barCode: row.barCode === '' && specType === 0 ? productBarCode : row.barCode,
  }))
}
