import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { filterNumbers, keywordCondition, type ListOptions } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { product } from '../product/product.entity.ts'
import { filterConditions } from '../product/productList.server.ts'

export interface ShelfFilters {
  keywords: string
  cateId: string
  brandId: string
  channelId: string
}

/** The conditions on products that the lists of this part share. */
export async function productConditions(db: Db, input: ShelfFilters): Promise<Expression<SqlBool>[]> {
  const found = await filterConditions(db, {
    page: 1,
    limit: 1,
    ...unfiltered,
    type: '',
    cateId: input.cateId,
    channelId: '',
    priceMin: null,
    priceMax: null,
  })
  const brands = filterNumbers(input.brandId, '品牌', 'brandId')
  if (brands.length > 0) found.push(sql<SqlBool>`"product"."brandId" = any(${sql.val(brands)}::int[])`)
  const words = keywordCondition(product, input.keywords)
  if (words !== null) found.push(words)
  return found
}

/** The channels of a filter, as far as the person may see them; null: all. Catalog §8.8. */
export function channelsOf(who: Who, text: string): number[] | null {
  const asked = filterNumbers(text, '渠道', 'channelId')
  const limited = !who.all && who.channelIds.length > 0
  if (!limited) return asked.length > 0 ? asked : null
  return asked.length > 0 ? asked.filter((id) => who.channelIds.includes(id)) : [...who.channelIds]
}

/** Lists rows whose column `productId` names a product that is neither deleted nor recycled and fulfils all this. */
export function ofProducts(table: string, conditions: readonly Expression<SqlBool>[]): ListOptions {
  const live = sql<SqlBool>`"product"."isDel" = 0 and "product"."isRecycle" = 0`
  const productId = sql.ref(`${table}.productId`)
  const isOne =
    conditions.length === 0
      ? sql<SqlBool>`exists (select 1 from "product" where "product"."id" = ${productId} and ${live})`
      : sql<SqlBool>`${productId} in (select "id" from "product" where ${sql.join([live, ...conditions], sql` and `)})`
  return { where: [isOne], reads: [product.name], unweighed: conditions.length > 0 }
}
