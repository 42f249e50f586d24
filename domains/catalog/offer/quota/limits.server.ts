import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { AppError } from '#kit/shared/errors.ts'
import { refuse } from '#kit/shared/errors.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { productsOfSkus } from '../sale/products.server.ts'
import {
  type LimitType,
  monthOf,
  overPayerMonth,
  overQuota,
  showThousandths,
  toThousandths,
  type Window,
  windowOf,
} from './quota.rules.ts'

export const QUOTA = 1
export const PAYER_MONTH = 2

const BUYER = { user: 1, shouda: 2, payer: 3 } as const

/** Who buys, as far as limits ask for it; what does not apply is left out. */
export interface QuotaBuyer {
  uid?: number | null
  userLevelId?: number | null
  userTagIds?: readonly number[]
  companyId?: number | null
  orgLevelId?: number | null
  shoudaId?: number | null
  payerId?: number | null
}

/** A limit that rules an order, whose share of it counts, and what it says when it is exceeded. */
export interface Limit {
  /** QUOTA or PAYER_MONTH; 0: only this order counts, nothing is kept */
  kind: 0 | typeof QUOTA | typeof PAYER_MONTH
  id: number
  buyerKind: number
  buyerId: number
  /** thousandths */
  max: number
  /** least quantity of an order, thousandths */
  min: number
  window: Window
  skuIds: ReadonlySet<number>
  over(left: number): AppError
}

/** The limits that rule a buyer's order of these skus at a moment, in the order in which they are locked. Doors §5. */
export async function limitsFor(
  db: Db,
  buyer: QuotaBuyer,
  channelId: number,
  skuIds: readonly number[],
  t: Date,
): Promise<Limit[]> {
  const products = await productsOfSkus(db, skuIds)
  return [
    ...(await channelLimits(db, channelId, products)),
    ...(await quotaLimits(db, buyer, channelId, products, t)),
    ...(await payerLimits(db, buyer, skuIds, t)),
  ]
}

/** The largest quantity of one order that the channel row of a product allows. Catalog §3.5. */
async function channelLimits(
  db: Db,
  channelId: number,
  products: ReadonlyMap<number, number>,
): Promise<Limit[]> {
  const rows = await db
    .selectFrom('productChannel')
    .select(['productId', 'maxQty'])
    .where(sql<boolean>`"productId" = any(${sql.val([...new Set(products.values())])}::int[])`)
    .where(sql<boolean>`"channelId" = ${channelId}`)
    .where('isDel', '=', 0)
    .where('maxQty', '>', 0)
    .execute()
  return rows.map(({ productId, maxQty }) => ({
    kind: 0,
    id: productId,
    buyerKind: 0,
    buyerId: 0,
    max: toThousandths(maxQty ?? 0),
    min: 0,
    window: null,
    skuIds: new Set([...products].filter(([, id]) => id === productId).map(([skuId]) => skuId)),
    over: (left) => refuse(overQuota(1, left)),
  }))
}

interface QuotaRow {
  id: number
  quotaName: string
  productIds: number[]
  skuIds: number[]
  limitType: LimitType
  minQty: number
  maxQty: number
  startTime: Date
  endTime: Date
}

async function quotaLimits(
  db: Db,
  buyer: QuotaBuyer,
  channelId: number,
  products: ReadonlyMap<number, number>,
  t: Date,
): Promise<Limit[]> {
  const own = ownShare(buyer)
  if (own === null) return []
  const skuIds = [...products.keys()]
  const productIds = [...new Set(products.values())]
  const { rows } = await sql<QuotaRow>`
    select "id", "quotaName", "productIds", "skuIds", "limitType", "minQty", "maxQty", "startTime", "endTime"
    from "productQuota"
    where "isDel" = 0 and "status" = 1 and "startTime" <= ${t} and "endTime" > ${t}
      and "channelIds" @> array[${channelId}]::int[]
      and ("productIds" && ${sql.val(productIds)}::int[] or "skuIds" && ${sql.val(skuIds)}::int[])
      and ${inScope(buyer)}
    order by "id"`.execute(db)
  return rows.map((row) => ({
    kind: QUOTA,
    id: row.id,
    ...own,
    max: toThousandths(row.maxQty),
    min: toThousandths(row.minQty),
    window: windowOf(row.limitType, t, row),
    skuIds: new Set(
      [...products]
        .filter(([skuId, productId]) => row.skuIds.includes(skuId) || row.productIds.includes(productId))
        .map(([skuId]) => skuId),
    ),
    over: (left) => refuse(overQuota(row.limitType, left)),
  }))
}

/** Orders of a company count for its shouda, others for the user. */
function ownShare({ shoudaId, uid }: QuotaBuyer): Pick<Limit, 'buyerKind' | 'buyerId'> | null {
  if (shoudaId) return { buyerKind: BUYER.shouda, buyerId: shoudaId }
  return uid ? { buyerKind: BUYER.user, buyerId: uid } : null
}

/** The quotas whose scope the buyer belongs to; scopeType as in SCOPE_TYPES. */
function inScope(buyer: QuotaBuyer): RawBuilder<SqlBool> {
  const among = (scopeType: number, ids: readonly (number | null | undefined)[]): RawBuilder<SqlBool> =>
    sql<SqlBool>`("scopeType" = ${sql.lit(scopeType)}
      and "scopeIds" && ${sql.val(ids.filter((id) => typeof id === 'number'))}::int[])`
  const scopes = [
    among(1, [buyer.userLevelId]),
    among(2, [buyer.orgLevelId]),
    among(3, [buyer.companyId]),
    among(4, [buyer.shoudaId]),
    among(5, buyer.userTagIds ?? []),
  ]
  return sql<SqlBool>`("scopeType" = 0 or ${sql.join(scopes, sql` or `)})`
}

/** What a payer may pay for of a payerProduct row in a month. Catalog §4.3. */
async function payerLimits(
  db: Db,
  { payerId }: QuotaBuyer,
  skuIds: readonly number[],
  t: Date,
): Promise<Limit[]> {
  if (!payerId) return []
  const day = formatDate(toSeconds(t))
  const rows = await db
    .selectFrom('payerProduct')
    .select(['id', 'skuId', 'monthMaxQty'])
    .where('payerId', '=', payerId)
    .where('skuId', 'in', [...skuIds])
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .where('monthMaxQty', '>', 0)
    .where(sql<boolean>`${day}::date between "startDate" and "endDate"`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    kind: PAYER_MONTH,
    id: row.id,
    buyerKind: BUYER.payer,
    buyerId: payerId,
    max: toThousandths(row.monthMaxQty ?? 0),
    min: 0,
    window: monthOf(t),
    skuIds: new Set([row.skuId]),
    over: (left) => refuse(overPayerMonth(left)),
  }))
}

/** Doors §4: the text of checkSellable, for a quota that asks for more at once. */
export const belowLeast = (name: string, least: number): AppError =>
  refuse(`${name}起订量为${showThousandths(least)}`)
