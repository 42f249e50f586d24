import { sql } from 'kysely'
import { categoryFacts } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { nextValues } from '#kit/server/number.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { insertRows } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, refuseFields } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { checkBarcodes, claimAll, type TypedBarcode } from './barcode.server.ts'
import { product } from './product.entity.ts'
import type { ProductForm } from './product.form.shared.ts'
import { productType } from './productAudit.server.ts'
import { checkProduct, type ProductRow, readKnown, unitOf } from './productCheck.server.ts'
import { logProduct, logProducts } from './productLog.server.ts'
import { checkUnits, openChannels, writePrices } from './productParts.server.ts'
import { productUnit } from './productUnit.entity.ts'
import {
  adjustStock,
  barcodesOf,
  derivedFields,
  keepCosts,
  mutable,
  type NewProduct,
  ownFields,
  type Saved,
} from './productValues.server.ts'
import { type NextSku, nextSku, type SkuRow, writeSkus } from './sku.server.ts'
import { planSkus, skuCodes } from './spec.rules.ts'

/** A product that has passed its checks, as it is written. */
interface Plan {
  form: NewProduct
  values: Partial<ProductRow> & Pick<ProductRow, 'cost'>
  next: NextSku[]
  barcodes: TypedBarcode[]
}

/** Those that were created, or the refusals by place in the list; then the transaction must not be committed. */
export interface Created {
  saved: Saved[]
  refused: ReadonlyMap<number, AppError>
}

/** Creates a product with its skus, packing units, channels and prices, off the shelf. Catalog §3.2. */
export async function createProduct(tx: Tx, who: Who, form: NewProduct): Promise<Saved> {
  const { saved, refused } = await createProducts(tx, who, [form])
  const [made] = saved
  if (made === undefined) throw refused.get(0) ?? new Error('The product was not created')
  return made
}

/** Creates products in a fixed number of statements, however many they are. */
export async function createProducts(
  tx: Tx,
  who: Who,
  forms: readonly NewProduct[],
  source?: string,
): Promise<Created> {
  const { plans, refused } = await planProducts(tx, who, forms)
  if (refused.size > 0 || plans.length === 0) return { saved: [], refused }
  const stored = await insertRows(
    tx,
    product,
    plans.map((plan) => plan.values),
  )
  const made = stored.flatMap((row, index) => {
    const plan = plans[index]
    return plan === undefined ? [] : [{ ...plan, row, productId: row.id, channels: plan.form.channels ?? [] }]
  })
  await keepCosts(
    tx,
    who,
    made.map(({ productId, values }) => ({ id: productId, cost: values.cost })),
  )
  const written = await writeSkus(
    tx,
    made.map(({ productId, next }) => ({ productId, next, gone: [] })),
  )
  const taken = await claimAll(
    tx,
    made.map(({ productId, barcodes }) => ({ productId, typed: barcodes })),
  )
  if (taken.size > 0) return { saved: [], refused: byPlace(made, taken) }
  await insertRows(
    tx,
    productUnit,
    made.flatMap(({ productId, form }) =>
      form.productUnits.map(({ id: _id, ...line }) => ({ productId, ...line })),
    ),
  )
  await openChannels(tx, made)
  const skus = (index: number) => written[index]?.living ?? []
  await writePrices(
    tx,
    made.map(({ productId, channels }, index) => ({
      productId,
      channels,
      skus: skus(index),
      before: new Map(),
    })),
  )
  await logProducts(
    tx,
    made.map((one) => one.productId),
    '新增',
    source,
  )
  const saved: Saved[] = []
  for (const [index, { form, row }] of made.entries()) {
    if (form.stockMode === 1) await adjustStock(tx, row.id, skus(index))
    const now = form.submit === 1 ? await submitDocument(tx, productType, row) : row
    if (form.submit === 1) await logProduct(tx, row.id, '提交')
    saved.push({ id: row.id, version: now.version })
  }
  return { saved, refused }
}

function byPlace(
  made: readonly { productId: number }[],
  taken: ReadonlyMap<number, AppError>,
): Map<number, AppError> {
  return new Map(
    made.flatMap(({ productId }, index) => {
      const refusal = taken.get(productId)
      return refusal === undefined ? [] : [[index, refusal] as const]
    }),
  )
}

/** Checks forms and completes them; what other tables say is read once for all of them. */
async function planProducts(
  tx: Tx,
  who: Who,
  forms: readonly NewProduct[],
): Promise<{ plans: Plan[]; refused: Map<number, AppError> }> {
  const refused = new Map<number, AppError>()
  const attempt = async <T>(index: number, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.set(index, error)
      return undefined
    }
  }
  const proposals = await proposed(tx, forms)
  const code = await newProductCodes(tx, forms.filter((form) => !form.productCode).length)
  const rows: { index: number; form: NewProduct; row: ProductRow }[] = []
  for (const [index, form] of forms.entries()) {
    const unitId = await attempt(index, () => unitOf(tx, form))
    if (refused.has(index)) continue
    const productCode = form.productCode || code()
    const values = { ...ownFields(form), ...proposals[index], productCode, unitId }
    // The figures of the skus are added when these are planned.
    rows.push({ index, form, row: rowIn(product.all, { ...values, cost: 0 }) })
  }
  const known = await readKnown(
    tx,
    rows.map((one) => one.row),
    () => true,
  )
  const plans: Plan[] = []
  for (const { index, form, row } of rows) {
    const plan = await attempt(index, () => {
      checkProduct(known, row, () => true)
      return planOne(who, form, row)
    })
    if (plan !== undefined) plans.push(plan)
  }
  if (refused.size > 0) return { plans: [], refused }
  const wrong = await referenceErrors(
    tx,
    product.shape,
    plans.map((plan) => plan.values),
  )
  for (const [index, errors] of wrong.entries())
    if (errors.length > 0) refused.set(index, refuseFields(errors))
  const units = plans.flatMap(({ form }, index) => form.productUnits.map((line) => ({ index, line })))
  const unitErrors = await referenceErrors(
    tx,
    productUnit.shape,
    units.map(({ line }) => line),
  )
  for (const [index, lines] of Map.groupBy(units.entries(), ([, { index }]) => index)) {
    const errors = lines.flatMap(([place]) => unitErrors[place] ?? [])
    if (errors.length > 0 && !refused.has(index)) refused.set(index, refuseFields(errors))
  }
  return { plans, refused }
}

function planOne(who: Who, form: NewProduct, row: ProductRow): Plan {
  checkUnits(row.unitId, form.productUnits)
  const planned = planSkus<ProductForm['attrValue'][number], SkuRow>(
    form.specType,
    form.attr,
    form.attrValue,
    [],
  )
  const code = skuCodes(
    row.productCode,
    form.attrValue.map((line) => line.skuCode),
  )
  const rules = { isSub: form.isSub ?? 0, isWeight: form.isWeight, typesStock: form.stockMode === 1 }
  const next = planned.skus.map((one) => nextSku(who, one, rules, code))
  const barcodes = barcodesOf(row, next, form.productUnits)
  checkBarcodes(row.productCode, barcodes)
  const derived = derivedFields(
    { ...row, attr: mutable(planned.attr) },
    next.map(({ values }) => values),
    form.productUnits,
  )
  return { form, values: { ...row, ...derived }, next, barcodes }
}

/** What the main category proposes for new products of it. Catalog §2.1. */
async function proposed(tx: Tx, forms: readonly NewProduct[]): Promise<Partial<ProductRow>[]> {
  const categories = await categoryFacts(tx, [...new Set(forms.flatMap((form) => form.cateId.slice(0, 1)))])
  const byId = new Map(categories.map((one) => [one.id, one]))
  return forms.map((form) => {
    const main = byId.get(form.cateId[0] ?? 0)
    if (main === undefined) return {}
    return {
      ...(form.wmsGroupId === null ? { wmsGroupId: main.wmsGroupId } : {}),
      ...(form.taxCode === '' ? { taxCode: main.taxCode } : {}),
    }
  })
}

/** Codes nobody typed: P and eight digits, taken as one block. */
async function newProductCodes(tx: Tx, count: number): Promise<() => string> {
  const free: string[] = []
  while (free.length < count) {
    const lacking = count - free.length
    const first = await nextValues(tx, 'productCode', lacking)
    const block = Array.from({ length: lacking }, (_, index) => `P${String(first + index).padStart(8, '0')}`)
    const { rows } = await sql<{ code: string }>`select "productCode" as "code" from "product"
      where lower("productCode") = any(${sql.val(block.map((code) => code.toLowerCase()))}::text[])
        and "isDel" = 0 and "productCode" <> ''`.execute(tx)
    const taken = new Set(rows.map((row) => row.code.toUpperCase()))
    free.push(...block.filter((code) => !taken.has(code)))
  }
  return () => free.shift() ?? ''
}
