import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import { dayStart, formatDate, toSeconds } from '#kit/shared/time.ts'
import {
  basisPoints,
  type Chosen,
  choosePrice,
  floorPrice,
  type PayerOffer,
  SCOPE,
  STEPS,
  type Step,
} from './price.rules.ts'

export const UNPRICED = '该商品在当前渠道未定价'

/** Who buys where and when; prices are asked for many skus of one customer at once. */
export interface PriceTerms {
  channelId: number
  shoudaId?: number | null
  payerId?: number | null
  /** that of the sold-to party unless given */
  salesChannelId?: number | null
  orgLevelId?: number | null
  /** level of a paid membership that is valid then; its price is told beside that of step S1 */
  paidLevelId?: number | null
  /** now unless given */
  time?: Date
}

/** Where a price comes from. */
export interface PriceSource {
  sourceType: string
  sourceId: number
  /** the record of prices, or the payer's agreement */
  recordId: number
  startTime: Date | null
  endTime: Date | null
}

/** A price a member may have, and where it comes from (step S2). */
export interface MemberOffer {
  price: Cents
  source: PriceSource
}

/** What one of the places had: the price before a payer's rate. */
export interface TraceStep {
  step: Step
  /** sold-to party, sales channel, payer … */
  scopeId: number
  price: Cents | null
  source: PriceSource | null
  /** hundredths of a percent */
  rate: number | null
  /** an agreement of the payer that holds from this quantity (thousandths) on */
  minQty: number | null
}

export interface BasePrice {
  basePrice: Cents | null
  purchaseBase: Cents | null
  minRate: number | null
  floorPrice: Cents | null
}

export interface PricedSku extends BasePrice {
  skuId: number
  /** null: the sku has no price in the channel */
  chosen: Chosen | null
  source: PriceSource | null
  /** the org level's own record */
  level: MemberOffer | null
  /** the paid-member price */
  vip: MemberOffer | null
  steps: TraceStep[]
}

interface Found {
  skuId: number
  scopeType: number
  scopeId: number
  /** how far above the sold-to party's own sales channel */
  depth: number
  recordId: number
  price: Cents
  otPrice: Cents
  purchaseBase: Cents | null
  minRate: number | null
  sourceType: string
  sourceId: number
  startTime: Date
  endTime: Date | null
}

/**
 * The price records that rule at a moment, per sku and scope: one index probe for each, however long the history is.
 * The scope of a sales channel brings those above it, as far as any of them has prices at all. In no order, so that rows
 * are read while others are still looked for.
 */
async function rulingRecords(
  db: Db,
  skuIds: readonly number[],
  terms: PriceTerms,
  time: Date,
): Promise<Found[]> {
  const { channelId, shoudaId = null, salesChannelId = null, orgLevelId = null } = terms
  const { rows } = await sql<Found>`with recursive "chain" as (
      select "id", "pid", 0 as "depth" from "salesChannel"
        where "id" = coalesce(${salesChannelId}::int, (select "salesChannelId" from "shouda" where "id" = ${shoudaId}::int))
          and "channelId" = ${channelId}::int and "isDel" = 0
      union all
      select s."id", s."pid", c."depth" + 1 from "salesChannel" s join "chain" c on s."id" = c."pid"
        where s."isDel" = 0 and c."depth" < 20),
    "scopes" ("scopeType", "scopeId", "channelId", "depth") as (
      values (${sql.lit(SCOPE.channel)}, 0, ${channelId}::int, 0), (${sql.lit(SCOPE.base)}, 0, 0, 0),
        (${sql.lit(SCOPE.shouda)}, ${shoudaId}::int, ${channelId}::int, 0),
        (${sql.lit(SCOPE.orgLevel)}, ${orgLevelId}::int, ${channelId}::int, 0)
      union all select ${sql.lit(SCOPE.salesChannel)}, "id", ${channelId}::int, "depth" from "chain" c
        where exists (select from "skuPrice" where "scopeType" = ${sql.lit(SCOPE.salesChannel)} and "scopeId" = c."id"))
    select "skus"."id" as "skuId", s."scopeType", s."scopeId", s."depth", p.*
    from unnest(${sql.val([...skuIds])}::int[]) as "skus" ("id")
    cross join "scopes" s
    cross join lateral (
      select "id" as "recordId", "price", "otPrice", "purchaseBase", "minRate", "sourceType", "sourceId",
        "startTime", "endTime"
      from "skuPrice" r
      where r."skuId" = "skus"."id" and r."channelId" = s."channelId" and r."scopeType" = s."scopeType"
        and r."scopeId" = s."scopeId" and r."startTime" <= ${time} and (r."endTime" is null or r."endTime" > ${time})
      order by r."startTime" desc, r."id" desc limit 1) p
    where s."scopeId" is not null`.execute(db)
  return rows
}

interface Agreement extends PayerOffer {
  skuId: number
  source: PriceSource
}

const DAY_MS = 86_400_000
const dayOf = (text: string): Date =>
  dayStart(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)))

/** What a payer has agreed for skus on a day. */
async function agreements(
  db: Db,
  payerId: number | null | undefined,
  skuIds: readonly number[],
  time: Date,
): Promise<Map<number, Agreement>> {
  if (payerId == null) return new Map()
  const day = formatDate(toSeconds(time))
  const { rows } = await sql<{
    id: number
    skuId: number
    settlePrice: Cents | null
    discountRate: number | null
    minQty: number
    startDate: string
    endDate: string
  }>`select "id", "skuId", "settlePrice", "discountRate", "minQty", "startDate", "endDate" from "payerProduct"
    where "payerId" = ${payerId} and "skuId" = any(${sql.val([...skuIds])}::int[]) and "isDel" = 0 and "status" = 1
      and "startDate" <= ${day}::date and "endDate" >= ${day}::date
    order by "id"`.execute(db)
  return new Map(
    rows.map(({ id, skuId, settlePrice, discountRate, minQty, startDate, endDate }) => [
      skuId,
      {
        source: {
          sourceType: 'payerProduct',
          sourceId: id,
          recordId: id,
          startTime: dayOf(startDate),
          // The last day counts.
          endTime: new Date(dayOf(endDate).getTime() + DAY_MS),
        },
        skuId,
        settlePrice,
        discountRate: discountRate === null ? null : basisPoints(discountRate),
        minQty: Math.round(minQty * 1000),
      },
    ]),
  )
}

const sourceOf = ({ sourceType, sourceId, recordId, startTime, endTime }: Found): PriceSource => ({
  sourceType,
  sourceId,
  recordId,
  startTime,
  endTime,
})

/** What paid members of a level pay for skus: approved, on the shelf of the pool, in time. Catalog §3.5, §4.1. */
async function vipOffers(
  db: Db,
  paidLevelId: number | null | undefined,
  skuIds: readonly number[],
  time: Date,
): Promise<Map<number, MemberOffer>> {
  if (paidLevelId == null) return new Map()
  const { rows } = await sql<{
    skuId: number
    price: Cents
    id: number
    startTime: Date | null
    endTime: Date | null
  }>`select v."skuId", v."vipPrice" as "price", p."id", p."startTime", p."endTime"
    from "sku" s join "productVip" p on p."productId" = s."productId"
    cross join lateral jsonb_to_recordset(p."approved") as v ("skuId" int, "vipPrice" bigint)
    where s."id" = any(${sql.val([...skuIds])}::int[]) and v."skuId" = s."id" and p."isDel" = 0 and p."onShelf" = 1
      and (p."startTime" is null or p."startTime" <= ${time}) and (p."endTime" is null or p."endTime" > ${time})
      and (p."levelIds" = '{}' or ${paidLevelId}::int = any(p."levelIds"))`.execute(db)
  return new Map(
    rows.map(({ skuId, price, id, startTime, endTime }) => [
      skuId,
      { price, source: { sourceType: 'productVip', sourceId: id, recordId: id, startTime, endTime } },
    ]),
  )
}

/**
 * The price of order lines (step S1), what it came from and the figures it is held against: the one place where
 * prices are decided, two queries however many lines. Quantities are thousandths of the base unit; the answer keeps
 * the order of the lines. Catalog §4.1.
 */
export async function getSkuPrices(
  db: Db,
  terms: PriceTerms,
  lines: readonly { skuId: number; quantity: number }[],
): Promise<PricedSku[]> {
  if (lines.length === 0) return []
  const time = terms.time ?? new Date()
  const skuIds = [...new Set(lines.map((line) => line.skuId))]
  const [records, agreed, vip] = await Promise.all([
    rulingRecords(db, skuIds, terms, time),
    agreements(db, terms.payerId, skuIds, time),
    vipOffers(db, terms.paidLevelId, skuIds, time),
  ])
  const bySku = Map.groupBy(records, (one) => one.skuId)
  return lines.map(({ skuId, quantity }) => {
    const found = bySku.get(skuId) ?? []
    const of = (scopeType: number) => found.find((one) => one.scopeType === scopeType) ?? null
    const shouda = of(SCOPE.shouda)
    const salesChannels = found
      .filter((one) => one.scopeType === SCOPE.salesChannel)
      .sort((one, other) => one.depth - other.depth)
    const channel = of(SCOPE.channel)
    const payer = agreed.get(skuId) ?? null
    const chosen = choosePrice({ shouda, salesChannels, channel }, payer, quantity)
    const records: Record<Step, Found | null> = {
      payer: null,
      shouda,
      salesChannel: salesChannels[0] ?? null,
      channel,
    }
    const payerSource = payer?.source ?? null
    const level = of(SCOPE.orgLevel)
    const ruling = chosen === null ? null : records[chosen.step]
    return {
      skuId,
      chosen,
      source: chosen?.step === 'payer' ? payerSource : ruling === null ? null : sourceOf(ruling),
      level: level === null ? null : { price: level.price, source: sourceOf(level) },
      vip: vip.get(skuId) ?? null,
      ...baseOf(of(SCOPE.base)),
      steps: STEPS.filter((step) => isAsked(step, terms)).map((step): TraceStep => {
        if (step === 'payer')
          return {
            step,
            scopeId: terms.payerId ?? 0,
            price: payer?.settlePrice ?? null,
            source: payerSource,
            rate: payer?.discountRate ?? null,
            minQty: payer?.minQty ?? null,
          }
        const record = records[step]
        return {
          step,
          // A sales channel may lend the price of one above it; a channel has no scope of its own.
          scopeId: record?.scopeId || askedId(step, terms),
          price: record?.price ?? null,
          source: record === null ? null : sourceOf(record),
          rate: null,
          minQty: null,
        }
      }),
    }
  })
}

const askedId = (step: Step, terms: PriceTerms): number =>
  ({
    payer: terms.payerId,
    shouda: terms.shoudaId,
    salesChannel: terms.salesChannelId,
    channel: terms.channelId,
  })[step] ?? 0

const isAsked = (step: Step, terms: PriceTerms): boolean =>
  askedId(step, terms) !== 0 || (step === 'salesChannel' && terms.shoudaId != null)

function baseOf(record: Pick<Found, 'price' | 'purchaseBase' | 'minRate'> | null): BasePrice {
  if (record === null) return { basePrice: null, purchaseBase: null, minRate: null, floorPrice: null }
  const { price, purchaseBase, minRate } = record
  return { basePrice: price, purchaseBase, minRate, floorPrice: floorPrice(price, minRate ?? 0) }
}

/**
 * The price of one sku: {price, otPrice c, source, locked, floorPrice, base c or null}; 422 该商品在当前渠道未定价.
 * `q` is in thousandths of the base unit. Doors §4; of many skus ask getSkuPrices.
 */
export async function getSkuPrice(db: Db, { skuId, q, ...terms }: PriceTerms & { skuId: number; q: number }) {
  const [found] = await getSkuPrices(db, terms, [{ skuId, quantity: q }])
  if (found?.chosen == null) throw refuse(UNPRICED)
  const { price, otPrice, locked } = found.chosen
  return {
    price,
    otPrice,
    locked,
    source: found.source,
    floorPrice: found.floorPrice,
    base: found.basePrice,
    levelPrice: found.level?.price ?? null,
    vipPrice: found.vip?.price ?? null,
  }
}

/** Base price, purchase base and floor of skus at a moment; a sku without a base price is left out. Doors §4. */
export async function getBase(
  db: Db,
  skuIds: readonly number[],
  time: Date = new Date(),
): Promise<Map<number, BasePrice>> {
  if (skuIds.length === 0) return new Map()
  const { rows } = await sql<{
    skuId: number
    price: Cents
    purchaseBase: Cents | null
    minRate: number | null
  }>`select "skus"."id" as "skuId", p.* from unnest(${sql.val([...new Set(skuIds)])}::int[]) as "skus" ("id")
    cross join lateral (
      select "price", "purchaseBase", "minRate" from "skuPrice" r
      where r."skuId" = "skus"."id" and r."channelId" = 0 and r."scopeType" = ${sql.lit(SCOPE.base)}
        and r."scopeId" = 0 and r."startTime" <= ${time} and (r."endTime" is null or r."endTime" > ${time})
      order by r."startTime" desc, r."id" desc limit 1) p`.execute(db)
  return new Map(rows.map((row) => [row.skuId, baseOf(row)]))
}
