import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { keptRows } from '#kit/server/keptRows.ts'
import { namesOf } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { getSkuPrices, type PricedSku, type PriceTerms } from '../price/getPrice.server.ts'
import { product } from '../product/product.entity.ts'
import { sku } from '../product/sku.entity.ts'
import { findSkusCall } from './lines.calls.ts'

/** What a sku is, for lines of documents; deleted ones too, so that old lines stay readable. */
export interface SkuCard {
  skuId: number
  productId: number
  productName: string
  productCode: string
  skuCode: string
  suk: string
  image: string
  unitId: number
  unitName: string
  cost: number
  price: number
  otPrice: number
  taxRate: number
  boxQty: number | null
  isMemberPrice: 0 | 1
  /** neither the sku nor its product is deleted or in the recycle bin */
  isLiving: boolean
}

/** Skus by id, in two queries however many. */
export async function skuCards(db: Db, skuIds: readonly number[]): Promise<Map<number, SkuCard>> {
  const ids = [...new Set(skuIds)]
  if (ids.length === 0) return new Map()
  const rows = await builtRows<Omit<SkuCard, 'unitName'>>(
    db,
    sql`select s."id" as "skuId", s."productId", p."storeName" as "productName", p."productCode", s."skuCode", s."suk",
      coalesce(nullif(s."image", ''), p."image") as "image", p."unitId", s."cost", s."price", s."otPrice",
      p."taxRate", p."boxQty", p."isMemberPrice",
      (s."isDel" = 0 and p."isDel" = 0 and p."isRecycle" = 0) as "isLiving"
    from "sku" s join "product" p on p."id" = s."productId"
    where s."id" = any(${sql.val(ids)}::int[])`,
  )
  const units = await namesOf(
    db,
    'unit',
    rows.map((row) => row.unitId),
  )
  return new Map(rows.map((row) => [row.skuId, { ...row, unitName: units.get(row.unitId) ?? '' }]))
}

/** Names and pictures of skus, for lists that show many: from what is kept, deleted ones too. */
export async function skuFaces(
  db: Db,
  skuIds: readonly number[],
): Promise<ReadonlyMap<number, { productName: string; image: string }>> {
  const ids = [...new Set(skuIds)]
  if (ids.length === 0) return new Map()
  const skus = await keptRows(db, sku, ['productId', 'image'], ids)
  const productIds = new Set(ids.map((id) => Number(skus?.get(id)?.productId ?? 0)))
  const products = await keptRows(db, product, ['storeName', 'image'], [...productIds])
  const faces = new Map<number, { productName: string; image: string }>()
  for (const id of ids) {
    const own = skus?.get(id)
    const of = products?.get(Number(own?.productId))
    if (own !== undefined && of !== undefined)
      faces.set(id, { productName: String(of.storeName), image: String(own.image || of.image) })
  }
  return faces
}

/** The skus that codes name — of specifications, products or barcodes — by the code in lower case. Catalog §10. */
export async function skusByCode(db: Db, codes: readonly string[]): Promise<Map<string, number[]>> {
  const given = [...new Set(codes.map((code) => code.trim()))].filter((code) => code !== '')
  if (given.length === 0) return new Map()
  const list = sql.val(given.map((code) => code.toLowerCase()))
  const { rows } = await sql<{ code: string; skuId: number; place: number }>`
    select lower(s."skuCode") as "code", s."id" as "skuId", 1 as "place", s."sort" from "sku" s
      where s."isDel" = 0 and s."skuCode" <> '' and lower(s."skuCode") = any(${list}::text[])
    union all select lower(p."productCode"), s."id", 2, s."sort" from "product" p join "sku" s on s."productId" = p."id"
      where p."isDel" = 0 and p."productCode" <> '' and s."isDel" = 0 and lower(p."productCode") = any(${list}::text[])
    union all select lower(b."barCode"), s."id", 3, s."sort" from "productBarcode" b
      join "product" p on p."id" = b."productId" join "sku" s on s."productId" = p."id"
      where s."isDel" = 0 and b."barCode" = any(${sql.val(given)}::text[])
        -- The code of one specification names that one; the product's and a packing unit's name all.
        and (s."barCode" = b."barCode" or not exists (select 1 from "sku" o
          where o."productId" = p."id" and o."isDel" = 0 and o."barCode" = b."barCode"))
    order by 3, 4, 2`.execute(db)
  const cards = await skuCards(
    db,
    rows.map((row) => row.skuId),
  )
  const found = new Map<string, number[]>()
  const first = new Map<string, number>()
  for (const { code, skuId, place } of rows) {
    // What a specification is called wins over a product or a barcode of the same text.
    if (!cards.get(skuId)?.isLiving || (first.get(code) ?? place) !== place) continue
    first.set(code, place)
    found.set(code, [...(found.get(code) ?? []), skuId])
  }
  return found
}

/** The cards of living skus with what is paid now and the figures a price is held against. */
export async function pricedCards(db: Db, terms: PriceTerms | null, skuIds: readonly number[]) {
  const cards = await skuCards(db, skuIds)
  const living = skuIds.filter((id) => cards.get(id)?.isLiving)
  const priced = await getSkuPrices(
    db,
    terms ?? { channelId: 0 },
    living.map((skuId) => ({ skuId, quantity: 1000 })),
  )
  const bySku = new Map(priced.map((one) => [one.skuId, one]))
  return living.flatMap((id) => {
    const card = cards.get(id)
    const found = bySku.get(id)
    return card === undefined || found === undefined ? [] : [{ ...card, ...figuresOf(found, terms, card) }]
  })
}

function figuresOf(found: PricedSku, terms: PriceTerms | null, card: SkuCard) {
  const { basePrice, minRate, purchaseBase, floorPrice, chosen, level } = found
  const shown = terms === null ? card : chosen
  return {
    basePrice,
    minRate,
    purchaseBase,
    floorPrice,
    price: (terms?.orgLevelId ? level?.price : null) ?? shown?.price ?? null,
    otPrice: shown?.otPrice ?? null,
  }
}

export const linesServed = read(findSkusCall, async (db, _who, input) => {
  const byCode = await skusByCode(db, input.codes)
  const named = input.codes.flatMap((code) => byCode.get(code.trim().toLowerCase()) ?? [])
  const { channelId, ...terms } = input
  const list = await pricedCards(db, channelId === null ? null : { channelId, ...pickTerms(terms) }, [
    ...new Set([...input.skuIds, ...named]),
  ])
  const notFound = input.codes.filter((code) => code.trim() !== '' && !byCode.has(code.trim().toLowerCase()))
  return { list, notFound: [...new Set(notFound)] }
})

function pickTerms(given: {
  shoudaId: number | null
  salesChannelId: number | null
  orgLevelId: number | null
}) {
  const { shoudaId, salesChannelId, orgLevelId } = given
  return { shoudaId, salesChannelId, orgLevelId }
}
