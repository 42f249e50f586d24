import { type Expression, type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { answerPage, conditionsOf, filterNumbers, type ListOptions } from '#kit/server/list.ts'
import { countedTab, countTabs } from '#kit/server/tabCounts.ts'
import type { Who } from '#kit/server/who.ts'
import type { Page, Paging } from '#kit/shared/call.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { shownLabels } from '../offer/tag/labels.server.ts'
import { type productRow, productRows } from './product.calls.ts'
import { product } from './product.entity.ts'
import { REPO_WAITING } from './product.rules.ts'
import { skusWithVipPrices } from './productInfo.server.ts'

type Condition = Expression<SqlBool>
export type ProductListRow = RowOf<typeof productRow>

/** What both lists are asked for. */
export interface ProductFilters extends Paging {
  type: string
  cateId: string
  channelId: string
  tagId?: string
  priceMin: number | null
  priceMax: number | null
  priceOrder?: string
  salesOrder?: string
  onSale?: string
  completenessBelow?: number | null
  ids?: readonly number[]
}

export interface Tab {
  type: number
  name: string
  /** its rows; literals, so that the partial index of the tab serves them */
  rows(warnStock: number): Condition
}

const live = sql<SqlBool>`"product"."isRecycle" = 0`
const tab = (type: number, name: string, rows: Condition): Tab => ({ type, name, rows: () => rows })

/**
 * Products on sale whose stock is down to their own warning figure, else to the usual one. Their ids are found first,
 * by the partial indexes: nothing tells the planner how seldom one column is below another.
 */
function lowStock(warnStock: number): Condition {
  const onSale = sql`select "id" from "product" where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 1 and "stock" > 0`
  return sql<SqlBool>`"product"."id" = any(array(${onSale} and "stock" <= "warnStock"
    union all ${onSale} and "warnStock" is null and "stock" <= ${warnStock}::numeric))`
}

/** Catalog §3.1. */
export const STORE_TABS: readonly Tab[] = [
  tab(1, '出售中商品', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."isShow" = 1`),
  tab(
    2,
    '仓库中商品',
    sql<SqlBool>`"product"."isRecycle" = 0 and "product"."isShow" = 0 and "product"."auditStatus" in (-1, 1)
      and "product"."platformStatus" <> 13`,
  ),
  tab(
    3,
    '已售罄商品',
    sql<SqlBool>`"product"."isRecycle" = 0 and "product"."isShow" = 1 and "product"."stock" <= 0`,
  ),
  { type: 4, name: '警戒库存', rows: lowStock },
  tab(5, '商品回收站', sql<SqlBool>`"product"."isRecycle" = 1`),
  tab(6, '待审核', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."auditStatus" in (0, 3)`),
  tab(7, '已驳回', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."auditStatus" = 2`),
  tab(8, '违规下架', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."platformStatus" = 13`),
]

/** Catalog §2.3. */
export const REPO_TABS: readonly Tab[] = [
  tab(0, '全部', live),
  tab(1, '启用', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."repoStatus" = 1`),
  tab(
    2,
    '草稿',
    sql<SqlBool>`"product"."isRecycle" = 0 and "product"."repoStatus" = 0 and "product"."auditStatus" = -1`,
  ),
  tab(REPO_WAITING, '待审核', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."auditStatus" in (0, 3)`),
  tab(4, '已驳回', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."auditStatus" = 2`),
  tab(5, '停用', sql<SqlBool>`"product"."isRecycle" = 0 and "product"."repoStatus" = 2`),
  tab(6, '回收站', sql<SqlBool>`"product"."isRecycle" = 1`),
]

/** The conditions of the joint filters; those of single fields are the kit's. */
export async function filterConditions(db: Db, input: ProductFilters): Promise<Condition[]> {
  const found: Condition[] = []
  const cateIds = filterNumbers(input.cateId, '商品分类', 'cateId')
  if (cateIds.length > 0) {
    const ids = await categoriesBelow(db, 1, cateIds)
    found.push(sql<SqlBool>`"product"."cateId" && ${sql.val(ids)}::int[]`)
  }
  const channels = filterNumbers(input.channelId, '渠道', 'channelId')
  if (channels.length > 0) found.push(sql<SqlBool>`"product"."channels" && ${sql.val(channels)}::int[]`)
  const tags = filterNumbers(input.tagId ?? '', '标签', 'tagId')
  if (tags.length > 0) found.push(sql<SqlBool>`"product"."tagIds" && ${sql.val(tags)}::int[]`)
  if (input.priceMin !== null) found.push(sql<SqlBool>`"product"."price" >= ${input.priceMin}`)
  if (input.priceMax !== null) found.push(sql<SqlBool>`"product"."price" <= ${input.priceMax}`)
  if (input.ids !== undefined && input.ids.length > 0)
    found.push(sql<SqlBool>`"product"."id" = any(${sql.val([...input.ids])}::int[])`)
  if (input.onSale === '0' || input.onSale === '1')
    found.push(sql<SqlBool>`"product"."isShow" = ${sql.lit(Number(input.onSale))}`)
  if (input.completenessBelow !== undefined && input.completenessBelow !== null)
    found.push(sql<SqlBool>`"product"."completeness" < ${input.completenessBelow}`)
  return found
}

/** The list options of a request: its tab, its filters, its order. */
export async function productOptions(
  db: Db,
  tabs: readonly Tab[],
  input: ProductFilters,
): Promise<ListOptions> {
  const { store_stock } = await catalogSettings(db)
  const asked = tabs.find((one) => String(one.type) === input.type) ?? tabs[0]
  const where = [...(await filterConditions(db, input)), ...(asked ? [asked.rows(store_stock ?? 0)] : [])]
  const order = orderOf(tabs, input)
  return { where, ...(order === undefined ? {} : { order }) }
}

function orderOf(tabs: readonly Tab[], input: ProductFilters): ListOptions['order'] {
  if (input.priceOrder === 'asc' || input.priceOrder === 'desc')
    return [
      ['price', input.priceOrder],
      ['id', input.priceOrder],
    ]
  if (input.salesOrder === 'asc' || input.salesOrder === 'desc')
    return [
      ['sales', input.salesOrder],
      ['id', input.salesOrder],
    ]
  return tabs === STORE_TABS
    ? [
        ['sort', 'desc'],
        ['id', 'desc'],
      ]
    : undefined
}

/** One page of products as the lists answer it, with their skus when asked for. */
export async function productPage(
  db: Db,
  who: Who,
  tabs: readonly Tab[],
  input: ProductFilters,
  withSkus = false,
): Promise<Page<ProductListRow>> {
  const page = await answerPage(db, who, product, productRows, input, await productOptions(db, tabs, input))
  await completeRows(db, page.list, withSkus)
  return page
}

/** Adds to rows of a list what is more than a name: their labels, and their skus when asked for. */
export async function completeRows(
  db: Db,
  rows: readonly ProductListRow[],
  withSkus: boolean,
): Promise<void> {
  const labels = rows[0] !== undefined && 'tagIds' in rows[0] ? await shownLabels(db, rows) : []
  // Left out unless asked for: the skus of one page may be thousands.
  const skus = withSkus
    ? Map.groupBy(
        await skusWithVipPrices(
          db,
          rows.map((row) => row.id),
        ),
        (one) => one.productId,
      )
    : undefined
  rows.forEach((row, index) => {
    if (labels[index] !== undefined) row.labels = labels[index]
    if (skus !== undefined) row.attrValue = skus.get(row.id) ?? []
  })
}

/** The tabs with how many rows each has under the other filters, counted up to the limit of lists, in one query. */
export async function tabCounts(
  db: Db,
  who: Who,
  tabs: readonly Tab[],
  input: ProductFilters,
): Promise<{ type: number; name: string; count: number; more?: boolean }[]> {
  const { store_stock } = await catalogSettings(db)
  const shared = await conditionsOf(db, who, product, input, { where: await filterConditions(db, input) })
  const counts = await countTabs(
    db,
    product,
    shared,
    tabs.map((one) => one.rows(store_stock ?? 0)),
  )
  return tabs.map((one, index) => countedTab(one, counts[index]))
}
