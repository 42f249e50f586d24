import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'

/** A barcode of a form and the field it was typed in. */
export interface TypedBarcode {
  barCode: string
  field: string
}

const usedBy = (code: string, field: string) => refuse(`该条码已被商品${code}使用`, field)

/** Refuses wrong check digits and barcodes that two parts of one product would share. Catalog §8.4. */
export function checkBarcodes(productCode: string, typed: readonly TypedBarcode[]): void {
  const seen = new Set<string>()
  for (const { barCode, field } of typed) {
    if (!barcodeCheckDigitFits(barCode)) throw refuse('商品条码校验位不正确', field)
    if (seen.has(barCode)) throw usedBy(productCode, field)
    seen.add(barCode)
  }
}

/**
 * Makes these the barcodes of a product, and nobody else's: 422 该条码已被商品{编码}使用. The key of the table lets
 * the second of two simultaneous claims wait for the first and then fail. Catalog invariant 1.
 */
export async function claimBarcodes(
  tx: Tx,
  productId: number,
  typed: readonly TypedBarcode[],
): Promise<void> {
  // In one order for everybody, so that two products with several codes in common cannot block each other.
  const codes = typed.map((one) => one.barCode).sort()
  await tx
    .deleteFrom('productBarcode')
    .where('productId', '=', productId)
    .where(sql<boolean>`not ("barCode" = any(${sql.val(codes)}::text[]))`)
    .execute()
  if (codes.length === 0) return
  await sql`insert into "productBarcode" ("barCode", "productId")
    select code, ${productId}::int from unnest(${sql.val(codes)}::text[]) as code
    on conflict ("barCode") do nothing`.execute(tx)
  const taken = await tx
    .selectFrom('productBarcode')
    .innerJoin('product', 'product.id', 'productBarcode.productId')
    .select(['productBarcode.barCode', 'product.productCode'])
    .where(sql<boolean>`"productBarcode"."barCode" = any(${sql.val(codes)}::text[])`)
    .where('productBarcode.productId', '<>', productId)
    .executeTakeFirst()
  if (taken === undefined) return
  const field = typed.find((one) => one.barCode === taken.barCode)?.field ?? 'barCode'
  throw usedBy(taken.productCode, field)
}

/** Gives the barcodes of a product free: it is deleted. */
export async function releaseBarcodes(tx: Tx, productId: number): Promise<void> {
  await tx.deleteFrom('productBarcode').where('productId', '=', productId).execute()
}
