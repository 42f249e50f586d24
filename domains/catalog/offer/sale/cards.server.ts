import type { Db } from '#kit/server/database.ts'
import { namesOf } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import type { Cents } from '#kit/shared/money.ts'
import { getSkuPrices, type PriceTerms } from '../../price/getPrice.server.ts'
import { type ProductFilters, productPage, STORE_TABS } from '../../product/productList.server.ts'
import { shownLabels } from '../tag/labels.server.ts'
import type { Label } from '../tag/productTag.entity.ts'

const ONE = 1000

/** A product as the shop shows it. */
export interface ProductCard {
  productId: number
  productName: string
  storeInfo: string
  image: string
  unitName: string
  /** cents: of its cheapest sku for these terms; null without a price in the channel */
  price: Cents | null
  otPrice: Cents | null
  stock: number
  sales: number
  /** on the shelf of the channel */
  isShow: 0 | 1
  labels: Label[]
}

/** Products of the product centre as its list answers them, 出售中 unless the query names another tab. Doors §4. */
export const listProducts = (db: Db, who: Who, query: ProductFilters) =>
  productPage(db, who, STORE_TABS, query)

/**
 * Cards of products in the order asked, priced for a channel and whoever buys there; products that are not there are
 * left out. Doors §4.
 */
export async function productCards(
  db: Db,
  productIds: readonly number[],
  terms: PriceTerms,
): Promise<ProductCard[]> {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('product')
    .select(['id', 'storeName', 'storeInfo', 'image', 'unitId', 'stock', 'sales', 'ficti', 'tagIds'])
    .where('id', 'in', [...productIds])
    .where('isDel', '=', 0)
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [skus, channels, units, labels] = await Promise.all([
    db
      .selectFrom('sku')
      .select(['id', 'productId'])
      .where('productId', 'in', ids)
      .where('isDel', '=', 0)
      .where('isShow', '=', 1)
      .execute(),
    db
      .selectFrom('productChannel')
      .select(['productId', 'channelId', 'platformStatus', 'offSkuIds', 'title'])
      .where('productId', 'in', ids)
      .where('isDel', '=', 0)
      .execute(),
    namesOf(
      db,
      'unit',
      rows.map((row) => row.unitId),
    ),
    shownLabels(db, rows, terms.time),
  ])
  const offered = new Map(
    channels.filter((one) => one.channelId === terms.channelId).map((one) => [one.productId, one]),
  )
  const sold = skus.filter((one) => !offered.get(one.productId)?.offSkuIds.includes(one.id))
  const prices = await getSkuPrices(
    db,
    terms,
    sold.map((one) => ({ skuId: one.id, quantity: ONE })),
  )
  const priced = new Map(prices.map((one) => [one.skuId, one.chosen]))
  const bySku = Map.groupBy(sold, (one) => one.productId)
  const place = new Map(productIds.map((id, index) => [id, index]))
  return rows
    .map((row, index): ProductCard => {
      const channel = offered.get(row.id)
      const cheapest = (bySku.get(row.id) ?? [])
        .flatMap((one) => priced.get(one.id) ?? [])
        .toSorted((a, b) => a.price - b.price)[0]
      return {
        productId: row.id,
        productName: channel?.title || row.storeName,
        storeInfo: row.storeInfo,
        image: row.image,
        unitName: units.get(row.unitId) ?? '',
        price: cheapest?.price ?? null,
        otPrice: cheapest?.otPrice ?? null,
        stock: row.stock,
        sales: row.sales + row.ficti,
        isShow: channel?.platformStatus === 5 ? 1 : 0,
        labels: labels[index] ?? [],
      }
    })
    .toSorted((a, b) => (place.get(a.productId) ?? 0) - (place.get(b.productId) ?? 0))
}
