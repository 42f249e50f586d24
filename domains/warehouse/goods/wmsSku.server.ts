import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { findSkus, namesSku } from '#domains/catalog/catalog.door.ts'
import type { Db } from '#kit/server/database.ts'
import { derivedPage } from '#kit/server/derivedPage.ts'
import { filterNumbers } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, Page, Paging } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { stock } from '../stock/stock.entity.ts'
import { wmsProductCalls as calls } from './wmsProduct.calls.ts'
import { wmsProduct } from './wmsProduct.entity.ts'
import { wmsSku } from './wmsSku.entity.ts'

export type WmsSkuRow = EntityRow<typeof wmsSku>
type Asked = Pick<InOf<typeof calls.list>, 'keywords' | 'warehouseId' | 'cateId' | 'lacks'>

const WEIGHT = sql`coalesce(nullif("sku"."weight", 0), "product"."weight")`
const VOLUME = sql`coalesce(nullif("sku"."volume", 0), "product"."volume")`
/** Goods that nobody can plan room, boxes or freight for. */
const LACKING = sql<SqlBool>`(coalesce(${WEIGHT}, 0) = 0 or coalesce(${VOLUME}, 0) = 0 or coalesce("product"."boxQty", 0) = 0)`

/** Of which warehouses figures are added up: those asked for within those the person sees. */
async function placesOf(db: Db, who: Who, of: typeof stock | typeof wmsProduct, ids: readonly number[]) {
  const scope = scopeCondition(await rowScope(db, who, of), of.name) ?? sql<SqlBool>`true`
  const asked =
    ids.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${sql.ref(`${of.name}.warehouseId`)} = any(${sql.val([...ids])}::int[])`
  return sql<SqlBool>`${scope} and ${asked}`
}

const LIMITS = ['safetyQty', 'minQty', 'maxQty']
const FIGURES = ['onHand', 'available']
const named = (of: string, name: string) => sql`coalesce(${sql.ref(`${of}.${name}`)}, 0) as ${sql.ref(name)}`
const sums = (table: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(`${table}.${name}`)}) as ${sql.ref(name)}`))

/** The skus of goods that are stored, with what the warehouses asked for say of them. */
async function sourceOf(
  db: Db,
  who: Who,
  asked: Asked,
  skuIds?: readonly number[],
): Promise<RawBuilder<unknown>> {
  const warehouses = filterNumbers(asked.warehouseId, '仓库', 'warehouseId')
  const inStock = await placesOf(db, who, stock, warehouses)
  const inLimits = await placesOf(db, who, wmsProduct, warehouses)
  const where: Expression<SqlBool>[] = [
    sql<SqlBool>`"sku"."isDel" = 0 and "product"."isDel" = 0 and "product"."isRecycle" = 0 and "product"."productKind" <> 1`,
  ]
  if (skuIds !== undefined) where.push(sql<SqlBool>`"sku"."id" = any(${sql.val([...skuIds])}::int[])`)
  const meant = await findSkus(db, {
    keywords: asked.keywords,
    cateIds: filterNumbers(asked.cateId, '商品分类', 'cateId'),
  })
  if (meant !== null) where.push(namesSku(sql.ref('sku.id'), meant))
  if (asked.lacks === '1') where.push(LACKING)
  if (asked.lacks === '0') where.push(sql<SqlBool>`not ${LACKING}`)
  const columns = [
    'productCode',
    'storeName',
    'sapCode',
    'cateId',
    'wmsGroupId',
    'batchManaged',
    'shelfLifeDays',
  ]
  const more = [
    'boxQty',
    'storageCondition',
    'abcClass',
    'version',
    'createTime',
    'updateTime',
    'createBy',
    'updateBy',
  ]
  return sql`(select "sku"."id", "sku"."productId", "sku"."suk", "sku"."skuCode", "sku"."isDel",
      coalesce(nullif("sku"."image", ''), "product"."image") as "image", ${WEIGHT} as "weight", ${VOLUME} as "volume",
      ${sql.join([...columns, ...more].map((name) => sql.ref(`product.${name}`)))},
      ${sql.join(LIMITS.map((name) => named('limits', name)))}, ${sql.join(FIGURES.map((name) => named('figures', name)))}
    from "sku" join "product" on "product"."id" = "sku"."productId"
      left join lateral (select ${sums('wmsProduct', LIMITS)} from "wmsProduct"
        where "wmsProduct"."skuId" = "sku"."id" and "wmsProduct"."isDel" = 0 and ${inLimits}) as "limits" on true
      left join lateral (select ${sums('stock', FIGURES)} from "stock"
        where "stock"."skuId" = "sku"."id" and ${inStock}) as "figures" on true
    where ${sql.join(where, sql` and `)})`
}

/** One page of the skus a person asks for. Warehouse §4.9. */
export async function listSkus(
  db: Db,
  who: Who,
  input: Paging & Asked,
  skuIds?: readonly number[],
): Promise<Page<WmsSkuRow>> {
  const source = await sourceOf(db, who, input, skuIds)
  // The words have been looked for in the index of products.
  const asked = { ...input, keywords: '' }
  return derivedPage(db, who, wmsSku, calls.list.answer, { source, keptBy: ['product', 'sku'] }, asked)
}
