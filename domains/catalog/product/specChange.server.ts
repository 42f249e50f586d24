import type { Who } from '#kit/server/who.ts'
import type { ProductRow } from './productCheck.server.ts'
import { mutable, type ProductChange } from './productValues.server.ts'
import { type NextSku, nextSku, type SkuRow } from './sku.server.ts'
import { planSkus, skuCodes } from './spec.rules.ts'

/** The skus of a product as a change leaves them. */
export interface SpecChange {
  attr: ProductRow['attr']
  next: NextSku[]
  gone: SkuRow[]
  /** whether that touches what is controlled */
  controlled: boolean
}

/** Plans what a form says of the skus of a product; 422 what catalog §2.4 forbids. */
export function planChange(
  who: Who,
  before: ProductRow,
  row: ProductRow,
  form: ProductChange,
  stored: readonly SkuRow[],
): SpecChange {
  if (form.attrValue === undefined && form.attr === undefined && form.specType === undefined) {
    const next = stored
      .filter((one) => one.isDel === 0)
      .toSorted((a, b) => a.sort - b.sort)
      .map((one): NextSku => ({ stored: one, values: one }))
    return { attr: before.attr, next, gone: [], controlled: false }
  }
  const lines = form.attrValue ?? stored.filter((one) => one.isDel === 0)
  const plan = planSkus(row.specType, row.attr, lines, stored)
  const code = skuCodes(
    row.productCode,
    [...stored, ...lines].map((one) => one.skuCode),
  )
  const rules = { isSub: row.isSub, isWeight: row.isWeight, typesStock: row.stockMode === 1 }
  const next = plan.skus.map((one) => nextSku(who, one, rules, code))
  const controlled =
    plan.gone.length > 0 ||
    next.some(
      ({ stored: old, values }) =>
        old === null ||
        old.isDel === 1 ||
        old.suk !== values.suk ||
        old.price !== values.price ||
        old.otPrice !== values.otPrice,
    )
  return { attr: mutable(plan.attr), next, gone: plan.gone, controlled }
}
