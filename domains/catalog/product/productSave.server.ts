import { categoryFacts } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { cleanHtml } from '#kit/server/html.ts'
import { nextValue } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { type Change, changesOf } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import { conflict } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { guardState } from '#kit/shared/states.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { checkBarcodes, claimBarcodes, type TypedBarcode } from './barcode.server.ts'
import { masterFields, product, saleFields } from './product.entity.ts'
import type { ProductForm } from './product.form.shared.ts'
import { CONTROLLED, completenessOf, figuresOf, ON_SHELF } from './product.rules.ts'
import { productStates } from './product.states.ts'
import { productType, reauditType } from './productAudit.server.ts'
import { checkLocked, checkProduct, type ProductRow, unitOf } from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import {
  checkUnits,
  type UnitLine,
  unitsOf,
  writeChannels,
  writePrices,
  writeUnits,
} from './productParts.server.ts'
import { shelfOfAll } from './shelf.states.ts'
import { COST } from './sku.entity.ts'
import {
  lockSkus,
  type NextSku,
  nextSku,
  refuseUsedSkus,
  type SkuRow,
  type SkuValues,
  writeSkus,
} from './sku.server.ts'
import { planSkus, skuCodes } from './spec.rules.ts'
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
function ownFields(form: ProductChange): Partial<ProductRow> {
  const given: Record<string, unknown> = form
  const own: ProductChange = trust(
    Object.fromEntries(OWN_FIELDS.filter((name) => name in given).map((name) => [name, given[name]])),
  )
  const { unitId, content, ...fields } = own
  return {
    ...fields,
    ...(unitId ? { unitId } : {}),
    ...(content === undefined ? {} : { content: cleanHtml(content) }),
    // Goods that perish are told apart by batch.
    ...(fields.shelfLifeDays ? { batchManaged: 1 as const } : {}),
  }
}

/** A code nobody typed: P and eight digits, counted outside the transaction so that nobody waits for it. */
async function newProductCode(tx: Tx, numbers: Db): Promise<string> {
  for (;;) {
    const code = `P${String(await nextValue(numbers, 'productCode')).padStart(8, '0')}`
    const taken = await tx
      .selectFrom('product')
      .select('id')
      .where('productCode', '=', code)
      .executeTakeFirst()
    if (taken === undefined) return code
  }
}

/** What the main category proposes for a new product of it. Catalog §2.1. */
async function proposed(tx: Tx, form: NewProduct): Promise<Partial<ProductRow>> {
  const [main] = await categoryFacts(tx, form.cateId.slice(0, 1))
  if (main === undefined) return {}
  return {
    ...(form.wmsGroupId === null ? { wmsGroupId: main.wmsGroupId } : {}),
    ...(form.taxCode === '' ? { taxCode: main.taxCode } : {}),
  }
}

/** Creates a product with its skus, packing units, channels and prices, off the shelf. Catalog §3.2. */
export async function createProduct(tx: Tx, who: Who, form: NewProduct, numbers: Db): Promise<Saved> {
  const values = { ...ownFields(form), ...(await proposed(tx, form)) }
  const unitId = await unitOf(tx, form)
  const productCode = form.productCode || (await newProductCode(tx, numbers))
  const row: ProductRow = trust({ ...values, productCode, unitId, cost: 0 })
  await checkProduct(tx, row, () => true)
  checkUnits(row.unitId, form.productUnits)
  const planned = planSkus<ProductForm['attrValue'][number], SkuRow>(
    form.specType,
    form.attr,
    form.attrValue,
    [],
  )
  const code = skuCodes(
    productCode,
    form.attrValue.map((line) => line.skuCode),
  )
  const rules = { isSub: form.isSub ?? 0, isWeight: form.isWeight, typesStock: form.stockMode === 1 }
  const next = planned.skus.map((one) => nextSku(who, one, rules, code))
  const derived = derivedFields(
    { ...row, attr: mutable(planned.attr) },
    next.map(({ values: one }) => one),
    form.productUnits,
  )
  const barcodes = barcodesOf(row, next, form.productUnits)
  checkBarcodes(productCode, barcodes)
  const stored = await insertRow(tx, product, { ...values, productCode, unitId: row.unitId, ...derived })
  await keepCost(tx, who, stored.id, derived.cost)
  const { living } = await writeSkus(tx, stored.id, next, [])
  await claimBarcodes(tx, stored.id, barcodes)
  await writeUnits(tx, stored.id, form.productUnits, [])
  const channels = form.channels ?? []
  await writeChannels(tx, stored.id, channels)
  await writePrices(tx, stored.id, channels, living, new Map())
  if (form.stockMode === 1) await adjustStock(tx, stored.id, living)
  await logProduct(tx, stored.id, '新增')
  const now = form.submit === 1 ? await submitDocument(tx, productType, stored) : stored
  if (form.submit === 1) await logProduct(tx, stored.id, '提交')
  return { id: stored.id, version: now.version }
}

/**
 * Changes what is given of a product. Controlled fields stay while it is on a shelf (409), and send an approved
 * product back to 待审核 otherwise. Catalog §2.3, §3.3.
 */
export async function changeProduct(
  tx: Tx,
  who: Who,
  id: number,
  version: number | null,
  form: ProductChange,
): Promise<Saved> {
  const before = await lockRow(tx, product, id, { version })
  if (before.isRecycle === 1) throw conflict('商品在回收站，请先恢复')
  guardState(productStates, 'edit', before.auditStatus)
  const unitId = await unitOf(tx, form)
  const values: Partial<ProductRow> = { ...ownFields(form), ...(unitId === undefined ? {} : { unitId }) }
  if (values.productCode === '') delete values.productCode
  const row: ProductRow = { ...before, ...values }
  await checkProduct(tx, row, (field) => differs(before[field], row[field]))
  const skus = await lockSkus(tx, id)
  const living = skus.filter((one) => one.isDel === 0)
  const livingIds = living.map((one) => one.id)
  await checkLocked(tx, before, values, livingIds)

  const specs = planChange(who, before, row, form, skus)
  await refuseUsedSkus(tx, specs.gone)
  const controlled =
    specs.controlled ||
    differs(before.attr, specs.attr) ||
    CONTROLLED.some((field) => differs(before[field], row[field]))
  if (controlled && before.isShow === 1) throw conflict(ON_SHELF)
  if (before.isShow === 1 && !specs.next.some(({ values: one }) => one.isShow === 1 && one.price > 0))
    throw conflict('请先下架商品')

  const units: readonly UnitLine[] = form.productUnits ?? (await unitsOf(tx, id))
  if (form.productUnits !== undefined) checkUnits(row.unitId, units)
  const barcodes = barcodesOf(row, specs.next, units)
  checkBarcodes(row.productCode, barcodes)
  await claimBarcodes(tx, id, barcodes)
  const written = await writeSkus(tx, id, specs.next, specs.gone)
  if (form.productUnits !== undefined) await writeUnits(tx, id, units, livingIds)
  const open = await writeChannels(tx, id, row.channels)
  const shown = new Map(living.map((one) => [one.id, { price: one.price, otPrice: one.otPrice }]))
  await writePrices(tx, id, row.channels, written.living, shown)
  if (row.stockMode === 1 && form.attrValue !== undefined) await adjustStock(tx, id, written.living)

  const derived = derivedFields({ ...row, attr: mutable(specs.attr) }, written.living, units)
  const platformStatus = shelfOfAll(open.map((one) => one.platformStatus))
  let now = await updateRow(tx, product, before, { ...values, ...derived, platformStatus })
  await keepCost(tx, who, id, derived.cost)
  await logProduct(tx, id, '编辑', { product: changesTo(tx, id), skus: written.changes })
  const { product_edit_reaudit } = await catalogSettings(tx)
  if (controlled && now.auditStatus === 1 && product_edit_reaudit === 1) {
    now = await submitDocument(tx, reauditType, now)
    await logProduct(tx, id, '重新提交')
  } else if (form.submit === 1 && now.auditStatus !== 1) {
    now = await submitDocument(tx, productType, now)
    await logProduct(tx, id, '提交')
  }
  return { id, version: now.version }
}

/** The skus as the change leaves them, and whether that touches what is controlled. */
function planChange(
  who: Who,
  before: ProductRow,
  row: ProductRow,
  form: ProductChange,
  stored: readonly SkuRow[],
): { attr: ProductRow['attr']; next: NextSku[]; gone: SkuRow[]; controlled: boolean } {
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

const mutable = (attr: readonly { attrName: string; attrValues: readonly string[] }[]): ProductRow['attr'] =>
  attr.map((line) => ({ attrName: line.attrName, attrValues: [...line.attrValues] }))

/** What a product shows of its skus and packing units, kept on its own row for lists and search. */
function derivedFields(row: ProductRow, skus: readonly SkuValues[], units: readonly UnitLine[]) {
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
function barcodesOf(
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

// The figure follows from the skus, whoever saves them; only typed costs need the permission.
async function keepCost(tx: Tx, who: Who, id: number, cost: number): Promise<void> {
  if (!may(who, COST)) await tx.updateTable('product').set({ cost }).where('id', '=', id).execute()
}

async function adjustStock(
  tx: Tx,
  productId: number,
  skus: readonly { id: number; stock: number }[],
): Promise<void> {
  await stockDoor().adjust(
    tx,
    productId,
    skus.map(({ id, stock }) => ({ skuId: id, stock })),
  )
}

function changesTo(tx: Tx, id: number): Change[] {
  return changesOf(tx).filter((one) => one.type === product.name && one.id === id)
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}
