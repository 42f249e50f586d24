import { sql } from 'kysely'
import { namedColumns } from '#kit/server/columns.ts'
import type { Db } from '#kit/server/database.ts'
import { currentPrices } from '../product/price.server.ts'
import { product } from '../product/product.entity.ts'
import { homeChannel } from '../product/product.rules.ts'
import type { ProductRow } from '../product/productCheck.server.ts'
import { skusOf } from '../product/productInfo.server.ts'
import type { SkuRow } from '../product/sku.server.ts'
import { type EditItem, isSkuItem, itemText } from './editItems.ts'

/** Products as they are now, for comparing and showing what a document changes of them. */
export interface Present<P = ProductRow> {
  products: ReadonlyMap<number, P>
  /** living skus by product; price and otPrice are those that rule in the home channel */
  skus: ReadonlyMap<number, readonly SkuRow[]>
}

const COLUMNS = Object.keys(product.all)

export async function readPresent(db: Db, productIds: readonly number[]): Promise<Present> {
  if (productIds.length === 0) return presentOf(db, [])
  const { rows } = await sql<ProductRow>`select ${namedColumns(product, COLUMNS)} from "product"
    where "id" = any(${sql.val([...new Set(productIds)])}::int[])`.execute(db)
  return presentOf(db, rows)
}

/** Products, of which lists read less, with their skus as they are now. */
async function presentOf<P extends Pick<ProductRow, 'id' | 'channels'>>(
  db: Db,
  rows: readonly P[],
): Promise<Present<P>> {
  const stored = await skusOf(
    db,
    rows.map((row) => row.id),
  )
  const products = new Map(rows.map((row) => [row.id, row]))
  const homes = new Map(rows.map((row) => [row.id, homeChannel(row.channels)]))
  const ruling = await currentPrices(
    db,
    stored.map((one) => one.id),
    [...new Set([...homes.values()].filter((one) => one !== null))],
  )
  const prices = new Map(ruling.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  const now = stored.map((one) => {
    const { price, otPrice } = prices.get(`${one.id}:${homes.get(one.productId)}`) ?? one
    return { ...one, price, otPrice }
  })
  return { products, skus: Map.groupBy(now, (one) => one.productId) }
}

/** What an item of a product or sku is now, as the text that is compared; null when there is no such thing. */
export function presentText(
  { products, skus }: Present,
  { productId, skuId, field }: { productId: number; skuId: number | null; field: EditItem },
): string | null {
  const of = isSkuItem(field) ? skus.get(productId)?.find((one) => one.id === skuId) : products.get(productId)
  return of === undefined ? null : itemText(field, Reflect.get(of, field))
}
