import type { Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { fieldNames, savingErrors } from '#kit/server/manyRows.ts'
import { lockRows, updateRows } from '#kit/server/rows.ts'
import { actorOf, type Change, changesOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, conflict, notFound, refuseFields, stale } from '#kit/shared/errors.ts'
import { sameValue } from '#kit/shared/record.ts'
import { guardState } from '#kit/shared/states.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { checkBarcodes, claimAll } from './barcode.server.ts'
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
import { logChanges, logProduct } from './productLog.server.ts'
import {
  checkUnits,
  type UnitLine,
  unitsOfAll,
  writeChannels,
  writePrices,
  writeUnits,
} from './productParts.server.ts'
import { concernsSap, pushProduct } from './productSap.server.ts'
import { confirmUnchanged } from './productUnchanged.server.ts'
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
import { lockSkus, refuseUsedSkus, type SkuRow, writeSkus } from './sku.server.ts'
import { planChange, type SpecChange } from './specChange.server.ts'

interface ChangeOptions {
  /** where it comes from, for the history */
  source?: string
  /** the approved document that says so: controlled fields change on the shelf, and nobody decides again */
  decided?: { type: string; id: number }
  /** of what says nothing new it is only noted that it was confirmed: no version, nothing in the history */
  confirms?: boolean
}

/** A change of these makes an approved product be asked again how it is delivered. */
const SALE = ['channels', 'deliveryTypes', 'productKind', 'isPostage', 'tempId'] as const

interface Wanted {
  id: number
  /** as it was read; null: whatever it is by now */
  version?: number | null
  form: ProductChange
}

/** A product that is changed, as far as that has come. */
interface Work {
  id: number
  form: ProductChange
  before: ProductRow
  values: Partial<ProductRow>
  /** as it will be, without what follows from its skus */
  row: ProductRow
}
interface Planned extends Work {
  living: readonly SkuRow[]
  specs: SpecChange
  units: readonly UnitLine[]
  barcodes: ReturnType<typeof barcodesOf>
  controlled: boolean
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
  options: ChangeOptions = {},
): Promise<Saved> {
  const { saved, refused } = await changeProducts(tx, who, [{ id, version, form }], options)
  const [done] = saved
  if (done === undefined) throw refused.get(0) ?? new Error('The product was not changed')
  return done
}

/**
 * As changeProduct, for many products in as many statements as for a few; each is named once. Answers those that were
 * changed, or the refusals by place in the list; then the transaction must not be committed.
 */
export async function changeProducts(
  tx: Tx,
  who: Who,
  changes: readonly Wanted[],
  { source, decided, confirms = false }: ChangeOptions = {},
): Promise<{ saved: Saved[]; refused: ReadonlyMap<number, AppError> }> {
  const refused = new Map<number, AppError>()
  const refuse = (id: number, error: AppError): void =>
    void refused.set(
      changes.findIndex((one) => one.id === id),
      error,
    )
  const each = async <T, R>(list: readonly T[], idOf: (one: T) => number, work: (one: T) => Promise<R>) => {
    const done: R[] = []
    for (const one of list)
      try {
        done.push(await work(one))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refuse(idOf(one), error)
      }
    return done
  }
  const idOf = (one: { id: number }): number => one.id

  const ids = changes.map(idOf)
  const stored = await lockRows(tx, product, ids)
  const skus = Map.groupBy(await lockSkus(tx, ids), (one) => one.productId)
  const same = confirms ? await confirmUnchanged(tx, who, changes, stored, skus) : new Set()
  const left = changes.filter(({ id }) => !same.has(id))
  const works = await each(left, idOf, (one) => begin(tx, stored, one))
  const planned = await planAll(tx, who, works, skus, decided !== undefined, each)
  if (refused.size > 0 || planned.length === 0) return { saved: [], refused }

  const taken = await claimAll(
    tx,
    planned.map(({ id, barcodes }) => ({ productId: id, typed: barcodes })),
  )
  for (const [id, error] of taken) refuse(id, error)
  if (refused.size > 0) return { saved: [], refused }
  const written = await writeSkus(
    tx,
    planned.map(({ id, specs }) => ({ productId: id, next: specs.next, gone: specs.gone })),
  )
  const skusOf = (index: number) => written[index] ?? { living: [], changes: [] }
  await each(planned, idOf, async ({ id, form, units, living }) => {
    if (form.productUnits !== undefined)
      await writeUnits(
        tx,
        id,
        units,
        living.map((one) => one.id),
      )
  })
  const open = await writeChannels(
    tx,
    planned.map(({ id, row }) => ({ productId: id, channels: row.channels })),
  )
  for (const [id, error] of open.refused) refuse(id, error)
  if (refused.size > 0) return { saved: [], refused }
  await writePrices(
    tx,
    planned.map(({ id, row, living }, index) => ({
      productId: id,
      channels: row.channels,
      skus: skusOf(index).living,
      before: new Map(living.map((one) => [one.id, { price: one.price, otPrice: one.otPrice }])),
    })),
    decided,
  )
  let isAdjusted = false
  for (const [index, { id, row, form }] of planned.entries()) {
    if (row.stockMode !== 1 || form.attrValue === undefined) continue
    await adjustStock(tx, id, skusOf(index).living)
    isAdjusted = true
  }

  const list = planned.map(({ id, before, row, values, specs, units }, index) => {
    const derived = derivedFields({ ...row, attr: mutable(specs.attr) }, skusOf(index).living, units)
    const platformStatus = shelfOfAll((open.rows.get(id) ?? []).map((one) => one.platformStatus))
    return { before, values: { ...values, ...derived, platformStatus }, cost: derived.cost }
  })
  const wrong = await savingErrors(tx, product, list)
  for (const [index, errors] of wrong.entries())
    if (errors.length > 0) refuse(planned[index]?.id ?? 0, refuseFields(errors))
  if (refused.size > 0) return { saved: [], refused }
  // A stock that was typed is written to the rows of the products, too.
  const rows = await updateAlike(tx, list, { alone: !isAdjusted })
  await keepCosts(
    tx,
    actorOf(tx),
    planned.map(({ id }, index) => ({ id, cost: list[index]?.cost ?? 0 })),
  )
  const own = changesBy(tx)
  await logChanges(
    tx,
    planned.map(({ id }, index) => ({
      productId: id,
      product: own.get(id) ?? [],
      skus: skusOf(index).changes,
    })),
    '编辑',
    source,
  )
  const saved: Saved[] = []
  for (const [index, { id, form, controlled }] of planned.entries()) {
    const row = rows[index]
    if (row === undefined) continue
    const changed = [...(own.get(id) ?? []), ...skusOf(index).changes]
    const now = await decideAgain(tx, row, controlled && decided === undefined, form.submit === 1, changed)
    saved.push({ id, version: now.version })
  }
  return { saved, refused }
}

type Each = <T, R>(list: readonly T[], idOf: (one: T) => number, work: (one: T) => Promise<R>) => Promise<R[]>

async function begin(
  tx: Tx,
  stored: ReadonlyMap<number, ProductRow>,
  { id, version = null, form }: Wanted,
): Promise<Work> {
  const before = stored.get(id)
  if (before === undefined) throw notFound()
  if (version !== null && before.version !== version) throw stale()
  if (before.isRecycle === 1) throw conflict('商品在回收站，请先恢复')
  guardState(productStates, 'edit', before.auditStatus)
  const unitId = await unitOf(tx, form)
  const values: Partial<ProductRow> = { ...ownFields(form), ...(unitId === undefined ? {} : { unitId }) }
  if (values.productCode === '') delete values.productCode
  return { id, form, before, values, row: { ...before, ...values } }
}

/** What the changes come to, and what is wrong with them; what other tables say is read once for all of them. */
async function planAll(
  tx: Tx,
  who: Who,
  works: readonly Work[],
  skus: ReadonlyMap<number, readonly SkuRow[]>,
  isDecided: boolean,
  each: Each,
): Promise<Planned[]> {
  if (works.length === 0) return []
  const changedIn =
    ({ before, row }: Work) =>
    (field: keyof ProductRow): boolean =>
      !sameValue(before[field], row[field])
  const known = await readKnown(
    tx,
    works.map((one) => one.row),
    (field) => works.some((one) => changedIn(one)(field)),
  )
  const units = await unitsOfAll(
    tx,
    works.flatMap(({ id, form }) => (form.productUnits === undefined ? [id] : [])),
  )
  return each(
    works,
    (one) => one.id,
    async (work) => {
      const { id, form, before, values, row } = work
      const changed = changedIn(work)
      checkProduct(known, row, changed)
      if (before.auditStatus === 1 && SALE.some(changed)) checkSale(row)
      const own = skus.get(id) ?? []
      const living = own.filter((one) => one.isDel === 0)
      await checkLocked(
        tx,
        before,
        values,
        living.map((one) => one.id),
      )
      const specs = planChange(who, before, row, form, own)
      await refuseUsedSkus(tx, specs.gone)
      const controlled = specs.controlled || !sameValue(before.attr, specs.attr) || CONTROLLED.some(changed)
      if (controlled && !isDecided && before.isShow === 1) throw conflict(ON_SHELF)
      if (before.isShow === 1 && !specs.next.some(({ values: one }) => one.isShow === 1 && one.price > 0))
        throw conflict('请先下架商品')
      const lines: readonly UnitLine[] = form.productUnits ?? units.get(id) ?? []
      if (form.productUnits !== undefined) checkUnits(row.unitId, lines)
      const barcodes = barcodesOf(row, specs.next, lines)
      checkBarcodes(row.productCode, barcodes)
      return { ...work, living, specs, units: lines, barcodes, controlled }
    },
  )
}

/** Writes the products, those with the same fields together, and answers them in their order; each gets a new version. */
async function updateAlike(
  tx: Tx,
  list: readonly { before: ProductRow; values: Partial<ProductRow> }[],
  { alone }: { alone: boolean },
): Promise<ProductRow[]> {
  const stored = new Map<number, ProductRow>()
  for (const own of Map.groupBy(list, fieldNames).values())
    for (const row of await updateRows(tx, product, own, { always: true, alone })) stored.set(row.id, row)
  return list.flatMap(({ before }) => stored.get(before.id) ?? [])
}

/** Sends a product on that has to be decided (again), and tells SAP of one that needs no decision. */
async function decideAgain(
  tx: Tx,
  row: ProductRow,
  isControlled: boolean,
  isSubmitted: boolean,
  changes: readonly Change[],
): Promise<ProductRow> {
  let now = row
  const { product_edit_reaudit } = await catalogSettings(tx)
  if (isControlled && now.auditStatus === 1 && product_edit_reaudit === 1) {
    now = await submitDocument(tx, reauditType, now)
    await logProduct(tx, row.id, '重新提交')
  } else if (isSubmitted && now.auditStatus !== 1) {
    now = await submitDocument(tx, productType, now)
    await logProduct(tx, row.id, '提交')
  }
  // What is decided again is told with the decision.
  if (now.auditStatus === 1 && concernsSap(tx, changes)) await pushProduct(tx, now)
  return now
}

/** What this transaction has changed of products themselves, by product. */
function changesBy(tx: Tx): ReadonlyMap<number, readonly Change[]> {
  return Map.groupBy(
    changesOf(tx).filter((one) => one.type === product.name),
    (one) => one.id,
  )
}
