import { directSuppliers } from '#domains/parties/parties.door.ts'
import { categoryFacts, type DictEntry, dictValues, idsOfPath } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { usesOf } from '#kit/server/refs.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { nearestTemplate, readTemplates, type Templates } from './paramTemplate.server.ts'
import type { ParamValue } from './product.entity.ts'
import { product } from './product.entity.ts'
import type { ProductForm } from './product.form.shared.ts'
import { brokenRule } from './product.rules.ts'
import { skusWithStock } from './stock.server.ts'

export type ProductRow = EntityRow<typeof product>
type Checked = Pick<
  ProductRow,
  | 'cateId'
  | 'productFamily'
  | 'productFamilySecond'
  | 'productKind'
  | 'stockMode'
  | 'comboLines'
  | 'shelfLifeDays'
  | 'shelfAlertDays'
  | 'boxQty'
  | 'palletQty'
  | 'isDirect'
  | 'supplierId'
  | 'wmsGroupId'
  | 'storageCondition'
  | 'paramValues'
>

/** The base unit by id or by name; 422 when it is neither. Catalog §2.3. */
export async function unitOf(
  tx: Tx,
  form: Pick<Partial<ProductForm>, 'unitId' | 'unitName'>,
): Promise<number | undefined> {
  if (form.unitId) return form.unitId
  if (form.unitName === undefined && form.unitId === undefined) return undefined
  if (!form.unitName) throw refuse('请选择基本单位', 'unitId')
  const row = await tx
    .selectFrom('unit')
    .select('id')
    .where('unitName', '=', form.unitName)
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (row === undefined) throw refuse('单位不存在，请先在计量单位中维护', 'unitId')
  return row.id
}

/** What the rules of products ask of other tables, read once for all products of a batch. */
interface Known {
  categories: ReadonlyMap<number, CategoryFact>
  /** temperature zone by WMS group */
  zones: ReadonlyMap<number, number>
  families: readonly DictEntry[]
  /** kind of the product of a living sku */
  kinds: ReadonlyMap<number, number>
  templates: Templates
  /** suppliers that ship to buyers themselves */
  direct: ReadonlySet<number>
}
type CategoryFact = Awaited<ReturnType<typeof categoryFacts>>[number]
type Changed = (field: keyof Checked) => boolean

/** Reads what checkProduct needs for these products; of fields that did not change, nothing. */
export async function readKnown(tx: Tx, rows: readonly Checked[], changed: Changed): Promise<Known> {
  const filed = changed('cateId') || changed('paramValues')
  const categories = filed ? await categoryFacts(tx, unique(rows.flatMap((row) => row.cateId))) : []
  const groups = unique(rows.flatMap((row) => row.wmsGroupId ?? []))
  const zones =
    groups.length === 0
      ? []
      : await tx.selectFrom('sapWmsGroup').select(['id', 'tempZone']).where('id', 'in', groups).execute()
  const supplied = changed('isDirect') || changed('supplierId')
  const direct = rows.flatMap((row) => (supplied && row.isDirect === 1 ? (row.supplierId ?? []) : []))
  const parts = unique(rows.flatMap((row) => row.comboLines.map((line) => line.skuId)))
  const skus =
    parts.length === 0
      ? []
      : await tx
          .selectFrom('sku')
          .innerJoin('product', 'product.id', 'sku.productId')
          .select(['sku.id', 'product.productKind'])
          .where('sku.id', 'in', parts)
          .where('sku.isDel', '=', 0)
          .where('product.isDel', '=', 0)
          .execute()
  return {
    categories: new Map(categories.map((one) => [one.id, one])),
    zones: new Map(zones.map((one) => [one.id, one.tempZone])),
    families: await dictValues(tx, 'product_family'),
    kinds: new Map(skus.map((one) => [one.id, one.productKind])),
    direct: await directSuppliers(tx, unique(direct)),
    templates: filed ? await readTemplates(tx, unique(categories.flatMap(pathOf))) : new Map(),
  }
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]
const pathOf = (one: { id: number; path: string }): number[] => [...idsOfPath(one.path), one.id]

/** Refuses what breaks a rule of catalog §2.3; `changed` tells which fields differ from what is stored. */
export function checkProduct(known: Known, row: Checked, changed: Changed): void {
  const broken = brokenRule(row)
  if (broken !== null) throw refuse(broken.message, broken.field)
  if (changed('cateId')) checkCategories(known, row.cateId)
  if (changed('isDirect') || changed('supplierId')) checkDirect(known, row)
  if (changed('wmsGroupId') || changed('storageCondition')) checkTempZone(known, row)
  if (changed('productFamily') || changed('productFamilySecond')) checkFamily(known, row)
  if (changed('comboLines') || changed('productKind')) checkCombo(known, row)
  if (changed('cateId') || changed('paramValues')) checkParams(known, row)
}

/** Refuses what cannot be sold in its channels: nobody knows how it is delivered or what that costs. Catalog §2.3. */
export function checkSale(
  row: Pick<ProductRow, 'channels' | 'deliveryTypes' | 'productKind' | 'isPostage' | 'tempId'>,
): void {
  if (row.channels.length === 0) return
  if (row.deliveryTypes.length === 0) throw refuse('请选择配送方式', 'deliveryTypes')
  if (row.productKind !== 1 && row.isPostage === 0 && row.tempId === null)
    throw refuse('请选择运费模板', 'tempId')
}

function checkCategories({ categories }: Known, ids: readonly number[]): void {
  const found = ids.flatMap((id) => categories.get(id) ?? [])
  const usable = found.filter((one) => one.type === 1 && one.status === 1)
  if (usable.length !== ids.length) throw refuse('商品分类不存在或已停用', 'cateId')
  if (usable.some((one) => !one.isLeaf)) throw refuse('请选择末级商品分类', 'cateId')
}

function checkDirect({ direct }: Known, { isDirect, supplierId }: Checked): void {
  if (isDirect === 1 && supplierId !== null && !direct.has(supplierId))
    throw refuse('默认供应商不支持直配', 'supplierId')
}

function checkTempZone(
  { zones }: Known,
  { wmsGroupId, storageCondition }: Pick<Checked, 'wmsGroupId' | 'storageCondition'>,
): void {
  const zone = wmsGroupId === null ? undefined : zones.get(wmsGroupId)
  if (zone !== undefined && zone !== storageCondition)
    throw refuse('SAP仓储分组与储存条件的温层不一致', 'wmsGroupId')
}

function checkFamily({ families }: Known, row: Checked): void {
  if (row.productFamilySecond === '') return
  const family = families.find((one) => one.dictValue === row.productFamily)
  const second = families.find((one) => one.dictValue === row.productFamilySecond)
  if (family === undefined || second?.pid !== family.id)
    throw refuse('二级产品族不属于所选产品族', 'productFamilySecond')
}

function checkCombo({ kinds }: Known, row: Checked): void {
  if (row.productKind !== 3) return
  const ids = row.comboLines.map((line) => line.skuId)
  if (unique(ids).length !== ids.length) throw refuse('组合明细不能重复', 'comboLines')
  const found = ids.map((id) => kinds.get(id))
  if (found.includes(undefined)) throw refuse('组合明细中的商品不存在', 'comboLines')
  if (found.includes(3)) throw refuse('组合商品不能包含组合商品', 'comboLines')
  if (found.includes(1)) throw refuse('组合商品不能包含虚拟商品', 'comboLines')
}

/** Parameters a product of the category must state: the template of the category or of its nearest ancestor. */
function checkParams({ categories, templates }: Known, row: Checked): void {
  const main = categories.get(row.cateId[0] ?? 0)
  if (main === undefined) return
  const template = nearestTemplate(templates, pathOf(main))
  const stated = new Map(row.paramValues.map((one: ParamValue) => [one.name, one.value.trim()]))
  const lacking = template?.lines.find((line) => line.isMust === 1 && !stated.get(line.name))
  if (lacking !== undefined) throw refuse(`请输入${lacking.name}`, 'paramValues')
}

/** Unit, kind, weight flag and packing ratios are locked once stock or a document knows the product. Catalog §2.3. */
export async function checkLocked(
  tx: Tx,
  before: ProductRow,
  values: Partial<ProductRow>,
  skuIds: readonly number[],
): Promise<void> {
  const locked = (['unitId', 'productKind', 'isWeight', 'productCode'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== before[name],
  )
  const [first] = locked
  if (first !== undefined && (await hasBusiness(tx, before.id, skuIds)))
    throw conflict(`商品已产生业务数据，不能修改${product.all[first].label}`)
  if (before.sapSync === 1 && values.sapCode !== undefined && values.sapCode !== before.sapCode)
    throw conflict('商品已同步SAP，不能修改SAP物料号')
  if (values.batchManaged !== undefined && values.batchManaged !== before.batchManaged) {
    if ((await skusWithStock(tx, skuIds)).size > 0)
      throw conflict(`商品有库存，不能${values.batchManaged === 1 ? '修改' : '取消'}批次管理`)
  }
}

/** Whether stock or any document of another room knows the product. */
export async function hasBusiness(tx: Tx, productId: number, skuIds: readonly number[]): Promise<boolean> {
  if ((await skusWithStock(tx, skuIds)).size > 0) return true
  if ((await usesOf(tx, 'product', [productId])).length > 0) return true
  return skuIds.length > 0 && (await usesOf(tx, 'sku', skuIds)).length > 0
}
