import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { covers } from '../directory/directory.server.ts'
import { showThousandths, toThousandths } from '../quota/quota.rules.ts'

/** What a sale looks at of a company's terms (getPartyTerms of parties); null for consumers. */
export interface SaleTerms {
  company: { id: number }
  orgLevelId: number | null
  onlyDirectory: 0 | 1
  /** productLimit 1: pays only for its payerProduct rows */
  payer: { id: number; productLimit: 0 | 1 }
}

interface Sale {
  channelId: number
  terms: SaleTerms | null
  /** q in thousandths of the base unit */
  lines: readonly { skuId: number; q: number }[]
  t?: Date
}

/** Channels in which companies may be held to the catalogue. Catalog §3.5. */
const DIRECTORY_CHANNELS: readonly number[] = [1202, 1204]

interface Offer {
  skuId: number
  productId: number
  storeName: string
  isOn: boolean
  least: number
  step: number
}

/** How the skus are offered in a channel. The channel's own least quantity and step count unless they are 1. */
async function offers(db: Db, channelId: number, skuIds: readonly number[]): Promise<Map<number, Offer>> {
  const { rows } = await sql<Offer>`
    select s."id" as "skuId", p."id" as "productId", p."storeName",
      coalesce(s."isDel" = 0 and s."isShow" = 1 and p."isDel" = 0 and c."platformStatus" = 5
        and not c."offSkuIds" @> array[s."id"], false) as "isOn",
      coalesce(nullif(c."minQty", 1), p."minBuy") as "least", coalesce(nullif(c."stepQty", 1), p."stepBuy") as "step"
    from "sku" s join "product" p on p."id" = s."productId"
    left join "productChannel" c on c."productId" = p."id" and c."channelId" = ${channelId} and c."isDel" = 0
    where s."id" = any(${sql.val([...skuIds])}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.skuId, row]))
}

/** Those of the products whose directory row covers the company now. */
async function inDirectory(
  db: Db,
  terms: SaleTerms,
  productIds: readonly number[],
  t: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ productId: number }>`select "productId" from "productDirectory"
    where "productId" = any(${sql.val([...productIds])}::int[]) and ${covers({ companyId: terms.company.id, orgLevelId: terms.orgLevelId }, t)}`.execute(
    db,
  )
  return new Set(rows.map((row) => row.productId))
}

/** Those of the skus that a payer with 限定商品 pays for. Catalog §4.3. */
async function payable(db: Db, payerId: number, skuIds: readonly number[], t: Date): Promise<Set<number>> {
  const day = formatDate(toSeconds(t))
  const rows = await db
    .selectFrom('payerProduct')
    .select('skuId')
    .where('payerId', '=', payerId)
    .where('skuId', 'in', [...skuIds])
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .where(sql<SqlBool>`${day}::date between "startDate" and "endDate"`)
    .execute()
  return new Set(rows.map((row) => row.skuId))
}

/**
 * Refuses (422) lines that cannot be sold in a channel now: off the shelf, below 起订量, not by 倍数, outside the
 * company's catalogue, not paid for by the payer. Lines of one sku count together. Doors §4.
 */
export async function checkSellable(
  db: Db,
  { channelId, terms, lines, t = new Date() }: Sale,
): Promise<void> {
  const quantities = new Map<number, number>()
  for (const { skuId, q } of lines) quantities.set(skuId, (quantities.get(skuId) ?? 0) + q)
  const skuIds = [...quantities.keys()]
  if (skuIds.length === 0) return
  const found = await offers(db, channelId, skuIds)
  for (const [skuId, q] of quantities) {
    const offer = found.get(skuId)
    const name = offer?.storeName ?? ''
    if (offer?.isOn !== true) throw refuse(`商品${name}已下架或不在该渠道销售`)
    const least = toThousandths(offer.least)
    if (q < least) throw refuse(`${name}起订量为${showThousandths(least)}`)
    const step = toThousandths(offer.step)
    if (step > 0 && q % step !== 0) throw refuse(`${name}须按${showThousandths(step)}的倍数下单`)
  }
  if (terms === null) return
  if (terms.onlyDirectory === 1 && DIRECTORY_CHANNELS.includes(channelId)) {
    const products = [...new Set([...found.values()].map((one) => one.productId))]
    const covered = await inDirectory(db, terms, products, t)
    if (products.some((id) => !covered.has(id))) throw refuse('该商品不在贵单位采购目录内')
  }
  if (terms.payer.productLimit === 1) {
    const paid = await payable(db, terms.payer.id, skuIds, t)
    if (skuIds.some((id) => !paid.has(id))) throw refuse('该付款方不可购买此商品')
  }
}
