import { sql } from 'kysely'
import { categoryFacts, categoryPath, dictValues } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { usesOf } from '#kit/server/refs.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
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

/** Refuses what breaks a rule of catalog §2.3; `changed` tells which fields differ from what is stored. */
export async function checkProduct(
  tx: Tx,
  row: Checked,
  changed: (field: keyof Checked) => boolean,
): Promise<void> {
  const broken = brokenRule(row)
  if (broken !== null) throw refuse(broken.message, broken.field)
  if (changed('cateId')) await checkCategories(tx, row.cateId)
  if (changed('wmsGroupId') || changed('storageCondition')) await checkTempZone(tx, row)
  if (changed('productFamily') || changed('productFamilySecond')) await checkFamily(tx, row)
  if (changed('comboLines') || changed('productKind')) await checkCombo(tx, row)
  if (changed('cateId') || changed('paramValues')) await checkParams(tx, row)
}

async function checkCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  const found = await categoryFacts(tx, ids)
  const usable = found.filter((one) => one.type === 1 && one.status === 1)
  if (usable.length !== ids.length) throw refuse('商品分类不存在或已停用', 'cateId')
  if (usable.some((one) => !one.isLeaf)) throw refuse('请选择末级商品分类', 'cateId')
}

async function checkTempZone(
  tx: Tx,
  { wmsGroupId, storageCondition }: Pick<Checked, 'wmsGroupId' | 'storageCondition'>,
): Promise<void> {
  if (wmsGroupId === null) return
  const group = await tx
    .selectFrom('sapWmsGroup')
    .select('tempZone')
    .where('id', '=', wmsGroupId)
    .executeTakeFirst()
  if (group !== undefined && group.tempZone !== storageCondition)
    throw refuse('SAP仓储分组与储存条件的温层不一致', 'wmsGroupId')
}

async function checkFamily(tx: Tx, row: Checked): Promise<void> {
  if (row.productFamilySecond === '') return
  const entries = await dictValues(tx, 'product_family')
  const family = entries.find((one) => one.dictValue === row.productFamily)
  const second = entries.find((one) => one.dictValue === row.productFamilySecond)
  if (family === undefined || second?.pid !== family.id)
    throw refuse('二级产品族不属于所选产品族', 'productFamilySecond')
}

async function checkCombo(tx: Tx, row: Checked): Promise<void> {
  if (row.productKind !== 3) return
  const ids = row.comboLines.map((line) => line.skuId)
  if (new Set(ids).size !== ids.length) throw refuse('组合明细不能重复', 'comboLines')
  const found = await tx
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['sku.id', 'product.productKind'])
    .where('sku.id', 'in', ids)
    .where('sku.isDel', '=', 0)
    .where('product.isDel', '=', 0)
    .execute()
  if (found.length !== ids.length) throw refuse('组合明细中的商品不存在', 'comboLines')
  if (found.some((one) => one.productKind === 3)) throw refuse('组合商品不能包含组合商品', 'comboLines')
  if (found.some((one) => one.productKind === 1)) throw refuse('组合商品不能包含虚拟商品', 'comboLines')
}

/** Parameters a product of the category must state: the template of the category or of its nearest ancestor. */
async function checkParams(tx: Tx, row: Checked): Promise<void> {
  const main = row.cateId[0]
  if (main === undefined) return
  const template = await paramTemplate(tx, main)
  const stated = new Map(row.paramValues.map((one: ParamValue) => [one.name, one.value.trim()]))
  const lacking = template?.lines.find((line) => line.isMust === 1 && !stated.get(line.name))
  if (lacking !== undefined) throw refuse(`请输入${lacking.name}`, 'paramValues')
}

/** The enabled parameter template of a category, else of its nearest ancestor that has one. */
export async function paramTemplate(db: Db, categoryId: number) {
  const path = await categoryPath(db, categoryId)
  if (path.length === 0) return undefined
  const templates = await db
    .selectFrom('productParam')
    .selectAll()
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where(sql<boolean>`"cateIds" && ${sql.val(path)}::int[]`)
    .execute()
  const nearest = path.findLast((id) => templates.some((one) => one.cateIds.includes(id)))
  return nearest === undefined ? undefined : templates.find((one) => one.cateIds.includes(nearest))
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
