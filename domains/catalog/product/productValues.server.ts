import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { TypedBarcode } from './barcode.server.ts'
import { masterFields, saleFields } from './product.entity.ts'
import type { ProductForm } from './product.form.shared.ts'
import { completenessOf, figuresOf } from './product.rules.ts'
import type { ProductRow } from './productCheck.server.ts'
import type { UnitLine } from './productParts.server.ts'
import { COST } from './sku.entity.ts'
import type { NextSku, SkuValues } from './sku.server.ts'
import { stockDoor } from './stock.server.ts'

/** A new product: the whole master form, with the sale fields or, from the repository, without. */
export type NewProduct = Omit<ProductForm, keyof typeof saleFields> & Partial<ProductForm>
export type ProductChange = Partial<ProductForm>
export interface Saved {
  id: number
  version: number
}

const OWN_FIELDS = Object.keys({ ...masterFields, ...saleFields })

/** The columns of a form: everything in it that is a field of the product itself. */
export function ownFields(form: ProductChange): Partial<ProductRow> {
  const given: Record<string, unknown> = form
  const own: ProductChange = Object.fromEntries(
    OWN_FIELDS.filter((name) => name in given).map((name) => [name, given[name]]),
  )
  const { unitId, ...fields } = own
  return {
    ...fields,
    ...(unitId ? { unitId } : {}),
    // Goods that perish are told apart by batch.
    ...(fields.shelfLifeDays ? { batchManaged: 1 as const } : {}),
  }
}

/** Specification names as a row stores them. */
export const mutable = (
  attr: readonly { attrName: string; attrValues: readonly string[] }[],
): ProductRow['attr'] => attr.map((line) => ({ attrName: line.attrName, attrValues: [...line.attrValues] }))

/** What a product shows of its skus and packing units, kept on its own row for lists and search. */
export function derivedFields(row: ProductRow, skus: readonly SkuValues[], units: readonly UnitLine[]) {
  const codes = skus.flatMap((one) => [one.skuCode, one.barCode])
  const packed = units.map((unit) => unit.barCode)
  return {
    ...figuresOf(skus),
    attr: row.attr,
    specCount: skus.length,
    completeness: completenessOf(row, skus).percent,
    skuSearch: [...new Set([...codes, ...packed])].filter((code) => code !== '').join(' '),
  }
}

/** All barcodes of a product with their places; its only sku may repeat the code of the product itself. */
export function barcodesOf(
  row: Pick<ProductRow, 'barCode' | 'specType'>,
  next: readonly NextSku[],
  units: readonly UnitLine[],
): TypedBarcode[] {
  const ofSkus = next.map(({ values }, index) => ({
    barCode: values.barCode,
    field: `attrValue.${index}.barCode`,
  }))
  return [
    { barCode: row.barCode, field: 'barCode' },
    ...ofSkus.filter((one) => row.specType === 1 || one.barCode !== row.barCode),
    ...units.map((unit, index) => ({ barCode: unit.barCode, field: `productUnits.${index}.barCode` })),
  ].filter((one) => one.barCode !== '')
}

/** The figure follows from the skus, whoever saves them; only typed costs need the permission. */
export async function keepCosts(
  tx: Tx,
  who: Who,
  costs: readonly { id: number; cost: number }[],
): Promise<void> {
  if (may(who, COST)) return
  await sql`update "product" set "cost" = v."cost"
    from unnest(${sql.val(costs.map((one) => one.id))}::int[], ${sql.val(costs.map((one) => one.cost))}::bigint[])
      as v ("id", "cost") where "product"."id" = v."id"`.execute(tx)
}

/** Gives goods without a warehouse the stock that was typed for them. */
export async function adjustStock(
  tx: Tx,
  productId: number,
  skus: readonly { id: number; stock: number }[],
): Promise<void> {
  await stockDoor(tx).adjust(
    tx,
    productId,
    skus.map(({ id, stock }) => ({ skuId: id, stock })),
  )
}
