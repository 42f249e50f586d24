import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type AppError, refuse } from '#kit/shared/errors.ts'
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

/** The barcodes a product is to hold. */
export interface BarcodeClaim {
  productId: number
  typed: readonly TypedBarcode[]
}

/**
 * Makes these the barcodes of the products, and nobody else's. Answers by product the refusal 该条码已被商品{编码}使用;
 * when there is one, the transaction must not be committed. The key of the table lets the second of two simultaneous
 * claims wait for the first and then fail. Catalog invariant 1.
 */
export async function claimAll(tx: Tx, claims: readonly BarcodeClaim[]): Promise<Map<number, AppError>> {
  // In one order for everybody, so that two products with several codes in common cannot block each other.
  const wanted = claims
    .flatMap(({ productId, typed }) => typed.map((one) => ({ productId, ...one })))
    .sort((a, b) => (a.barCode < b.barCode ? -1 : 1))
  const rows = sql`unnest(${sql.val(wanted.map((one) => one.barCode))}::text[],
    ${sql.val(wanted.map((one) => one.productId))}::int[]) as c ("barCode", "productId")`
  await sql`delete from "productBarcode"
    where "productId" = any(${sql.val(claims.map((one) => one.productId))}::int[])
      and ("barCode", "productId") not in (select c."barCode", c."productId" from ${rows})`.execute(tx)
  if (wanted.length === 0) return new Map()
  await sql`insert into "productBarcode" ("barCode", "productId") select c."barCode", c."productId" from ${rows}
    on conflict ("barCode") do nothing`.execute(tx)
  const taken = await sql<{ barCode: string; productId: number; productCode: string }>`
    select c."barCode", c."productId", p."productCode" from ${rows}
    join "productBarcode" b on b."barCode" = c."barCode" and b."productId" <> c."productId"
    join "product" p on p."id" = b."productId"`.execute(tx)
  return new Map(
    taken.rows.map(({ barCode, productId, productCode }) => {
      const own = wanted.find((one) => one.productId === productId && one.barCode === barCode)
      return [productId, usedBy(productCode, own?.field ?? 'barCode')]
    }),
  )
}

/** Makes these the barcodes of one product; 422 when another one holds any of them. */
export async function claimBarcodes(
  tx: Tx,
  productId: number,
  typed: readonly TypedBarcode[],
): Promise<void> {
  const refusal = (await claimAll(tx, [{ productId, typed }])).get(productId)
  if (refusal !== undefined) throw refusal
}

/** Gives the barcodes of a product free: it is deleted. */
export async function releaseBarcodes(tx: Tx, productId: number): Promise<void> {
  await tx.deleteFrom('productBarcode').where('productId', '=', productId).execute()
}
