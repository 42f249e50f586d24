import type { Db } from '#kit/server/database.ts'
import { namesOf } from '#kit/server/refs.ts'

/** What is printed on barcode labels and price tags: a row per sku of the products, and per sku given. Catalog §8.5. */
export async function barcodeLabels(db: Db, productIds: readonly number[], skuIds: readonly number[]) {
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
  const units = await namesOf(
    db,
    'unit',
    rows.map((row) => row.unitId),
  )
  return rows.map(({ specType, productBarCode, ...row }) => ({
    ...row,
    // The only sku of a product may go by the code of the product itself.
    barCode: row.barCode === '' && specType === 0 ? productBarCode : row.barCode,
    unitName: units.get(row.unitId) ?? '',
  }))
}
