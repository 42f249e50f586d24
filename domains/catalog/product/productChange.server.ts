import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, type Change, changesOf, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { canDo, guardState } from '#kit/shared/states.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { checkBarcodes, claimBarcodes } from './barcode.server.ts'
import { product } from './product.entity.ts'
import { CONTROLLED, ON_SHELF } from './product.rules.ts'
import { productStates } from './product.states.ts'
import { productType, reauditType } from './productAudit.server.ts'
import {
  checkLocked,
  checkProduct,
  checkSale,
  type ProductRow,
  readKnown,
  unitOf,
} from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import {
  checkUnits,
  type UnitLine,
  unitsOf,
  writeChannels,
  writePrices,
  writeUnits,
} from './productParts.server.ts'
import { concernsSap, pushProduct } from './productSap.server.ts'
import {
  adjustStock,
  barcodesOf,
  derivedFields,
  keepCosts,
  mutable,
  ownFields,
  type ProductChange,
  type Saved,
} from './productValues.server.ts'
import { shelfOfAll } from './shelf.states.ts'
import {
  isSame,
  lockSkus,
  type NextSku,
  nextSku,
  refuseUsedSkus,
  type SkuRow,
  writeSkus,
} from './sku.server.ts'
import { planSkus, skuCodes } from './spec.rules.ts'

interface ChangeOptions {
  /** where it comes from, for the history */
  source?: string
  /** the approved document that says so: controlled fields change on the shelf, and nobody decides again */
  decided?: { type: string; id: number }
}

/** A change of these makes an approved product be asked again how it is delivered. */
const SALE = ['channels', 'deliveryTypes', 'productKind', 'isPostage', 'tempId'] as const

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
  { source, decided }: ChangeOptions = {},
): Promise<Saved> {
  const before = await lockRow(tx, product, id, { version })
  if (before.isRecycle === 1) throw conflict('商品在回收站，请先恢复')
  guardState(productStates, 'edit', before.auditStatus)
  const unitId = await unitOf(tx, form)
  const values: Partial<ProductRow> = { ...ownFields(form), ...(unitId === undefined ? {} : { unitId }) }
  if (values.productCode === '') delete values.productCode
  const row: ProductRow = { ...before, ...values }
  const changed = (field: keyof typeof row): boolean => differs(before[field], row[field])
  checkProduct(await readKnown(tx, [row], changed), row, changed)
  if (before.auditStatus === 1 && SALE.some(changed)) checkSale(row)
  const skus = await lockSkus(tx, [id])
  const living = skus.filter((one) => one.isDel === 0)
  const livingIds = living.map((one) => one.id)
  await checkLocked(tx, before, values, livingIds)

  const specs = planChange(who, before, row, form, skus)
  await refuseUsedSkus(tx, specs.gone)
  const controlled = specs.controlled || differs(before.attr, specs.attr) || CONTROLLED.some(changed)
  if (controlled && decided === undefined && before.isShow === 1) throw conflict(ON_SHELF)
  if (before.isShow === 1 && !specs.next.some(({ values: one }) => one.isShow === 1 && one.price > 0))
    throw conflict('请先下架商品')

  const units: readonly UnitLine[] = form.productUnits ?? (await unitsOf(tx, id))
  if (form.productUnits !== undefined) checkUnits(row.unitId, units)
  const barcodes = barcodesOf(row, specs.next, units)
  checkBarcodes(row.productCode, barcodes)
  await claimBarcodes(tx, id, barcodes)
  const [written = { living: [], changes: [] }] = await writeSkus(tx, [
    { productId: id, next: specs.next, gone: specs.gone },
  ])
  if (form.productUnits !== undefined) await writeUnits(tx, id, units, livingIds)
  const open = await writeChannels(tx, id, row.channels)
  const shown = new Map(living.map((one) => [one.id, { price: one.price, otPrice: one.otPrice }]))
  const typed = { productId: id, channels: row.channels, skus: written.living, before: shown }
  await writePrices(tx, [typed], decided)
  if (row.stockMode === 1 && form.attrValue !== undefined) await adjustStock(tx, id, written.living)

  const derived = derivedFields({ ...row, attr: mutable(specs.attr) }, written.living, units)
  const platformStatus = shelfOfAll(open.map((one) => one.platformStatus))
  let now = await updateRow(tx, product, before, { ...values, ...derived, platformStatus })
  await keepCosts(tx, actorOf(tx), [{ id, cost: derived.cost }])
  const told = source === undefined ? {} : { source }
  const changes = changesTo(tx, id)
  await logProduct(tx, id, '编辑', { product: changes, skus: written.changes, ...told })
  const { product_edit_reaudit } = await catalogSettings(tx)
  if (controlled && decided === undefined && now.auditStatus === 1 && product_edit_reaudit === 1) {
    now = await submitDocument(tx, reauditType, now)
    await logProduct(tx, id, '重新提交')
  } else if (form.submit === 1 && now.auditStatus !== 1) {
    now = await submitDocument(tx, productType, now)
    await logProduct(tx, id, '提交')
  }
  // What is decided again is told with the decision.
  if (now.auditStatus === 1 && concernsSap([...changes, ...written.changes])) await pushProduct(tx, now)
  return { id, version: now.version }
}

/**
 * Finds those of the changes that would change nothing and only notes that somebody confirmed them now: another
 * import of the same sheet. Answers the ids of their products.
 */
export async function confirmUnchanged(
  tx: Tx,
  who: Who,
  changes: readonly { id: number; form: ProductChange }[],
): Promise<ReadonlySet<number>> {
  const ids = changes.map((one) => one.id)
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const skus = Map.groupBy(await lockSkus(tx, ids), (one) => one.productId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const same = changes.flatMap(({ id, form }) => {
    const row = byId.get(id)
    return row !== undefined && isUnchanged(who, row, skus.get(id) ?? [], form) ? [id] : []
  })
  const { adminId } = actorOf(tx)
  await sql`update "product" set "updateTime" = now(), "updateBy" = ${adminId === 0 ? null : adminId}::int
    where "id" = any(${sql.val(same)}::int[])`.execute(tx)
  if (same.length > 0) touch(tx, product.name)
  return new Set(same)
}

function isUnchanged(who: Who, row: ProductRow, skus: readonly SkuRow[], form: ProductChange): boolean {
  if (row.isRecycle === 1 || !canDo(productStates, 'edit', row.auditStatus)) return false
  if (form.submit === 1 || form.productUnits !== undefined || form.unitName) return false
  const given: Record<string, unknown> = ownFields(form)
  const stored: Record<string, unknown> = row
  // A product without specifications is typed without their names and stored with the usual one.
  const named = Object.keys(given).filter((name) => name !== 'attr')
  if (named.some((name) => differs(stored[name], given[name]))) return false
  try {
    const { attr, next, gone } = planChange(who, row, row, form, skus)
    const isKept = next.every((one) => one.stored !== null && isSame(one.stored, one.values))
    return isKept && gone.length === 0 && !differs(row.attr, attr)
  } catch (error) {
    // What is refused is refused by the change itself, in its order.
    if (error instanceof AppError) return false
    throw error
  }
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

function changesTo(tx: Tx, id: number): Change[] {
  return changesOf(tx).filter((one) => one.type === product.name && one.id === id)
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}
