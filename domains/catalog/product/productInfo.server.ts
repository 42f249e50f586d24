import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { joinRow } from '#kit/server/joins.ts'
import { readRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { RowOf } from '#kit/shared/field.ts'
import type { Cents } from '#kit/shared/money.ts'
import { product } from './product.entity.ts'
import { productAnswer } from './product.form.shared.ts'
import { completenessOf } from './product.rules.ts'
import { visibleChannels } from './shelf.server.ts'
import type { SkuRow } from './sku.server.ts'

/** The living skus of products in their order. */
export async function skusOf(db: Db, productIds: readonly number[]): Promise<SkuRow[]> {
  if (productIds.length === 0) return []
  return db
    .selectFrom('sku')
    .selectAll()
    .where('productId', 'in', [...productIds])
    .where('isDel', '=', 0)
    .orderBy('productId')
    .orderBy('sort')
    .orderBy('id')
    .execute()
}

/** Skus with the price paid members pay now, where their product is on shelf for them. Catalog §2.4. */
export async function withVipPrices<R extends { id: number; productId: number }>(
  db: Db,
  skus: readonly R[],
): Promise<(R & { vipPrice: Cents | null })[]> {
  if (skus.length === 0) return []
  const productIds = [...new Set(skus.map((one) => one.productId))]
  const { rows } = await sql<{ skuId: number; vipPrice: Cents }>`
    select r."skuId", r."vipPrice" from "productVip" v
    cross join lateral jsonb_to_recordset(v."approved") as r ("skuId" int, "vipPrice" bigint)
    where v."productId" = any(${sql.val(productIds)}::int[]) and v."isDel" = 0 and v."onShelf" = 1
      and (v."startTime" is null or v."startTime" <= now())
      and (v."endTime" is null or v."endTime" > now())`.execute(db)
  const prices = new Map(rows.map((row) => [row.skuId, row.vipPrice]))
  return skus.map((one) => ({ ...one, vipPrice: prices.get(one.id) ?? null }))
}

/** The stored record of a product with its parts. */
export async function readProduct(db: Db, who: Who, id: number) {
  const row = await readRow(db, who, product, id)
  const [skus, units, channels] = await Promise.all([
    skusOf(db, [id]),
    db
      .selectFrom('productUnit')
      .selectAll()
      .where('productId', '=', id)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('productChannel')
      .select(['channelId', 'platformStatus'])
      .where('productId', '=', id)
      .where('isDel', '=', 0)
      .orderBy('channelId')
      .execute(),
  ])
  return { row, skus, units, channels }
}

/** The whole record of a product for a person, as the forms and pages read it. */
export async function productInfo(db: Db, who: Who, id: number): Promise<RowOf<typeof productAnswer>> {
  const { row, skus, units, channels } = await readProduct(db, who, id)
  return joinRow(db, who, productAnswer, {
    ...row,
    attrValue: await withVipPrices(db, skus),
    productUnits: units,
    channelStates: visibleChannels(who, channels),
    missing: completenessOf(row, skus).missing.join('、'),
  })
}
