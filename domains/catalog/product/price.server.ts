import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'

/** A price in one channel, in cents. */
export interface ChannelPrice {
  skuId: number
  channelId: number
  price: number
  otPrice: number
}

/** A price to be set: what it comes from, and whether the channel is the home of its product. */
export interface NewPrice extends ChannelPrice {
  isHome: boolean
  sourceId: number
}

/** The prices of scope 0 (channel) that rule now; a sku without a row in a channel is left out. Catalog §4.1. */
export async function currentPrices(
  db: Db,
  skuIds: readonly number[],
  channelIds: readonly number[],
): Promise<ChannelPrice[]> {
  if (skuIds.length === 0 || channelIds.length === 0) return []
  const { rows } = await sql<ChannelPrice>`
    select distinct on ("skuId", "channelId") "skuId", "channelId", "price", "otPrice" from "skuPrice"
    where "skuId" = any(${sql.val([...skuIds])}::int[]) and "channelId" = any(${sql.val([...channelIds])}::int[])
      and "scopeType" = 0 and "scopeId" = 0
      and "startTime" <= now() and ("endTime" is null or "endTime" > now())
    order by "skuId", "channelId", "startTime" desc, "id" desc`.execute(db)
  return rows
}

/**
 * The one way prices change: appends validity rows that begin now, closes the open rows before them, and keeps the
 * price of the home channel on the sku. What already rules is not written again. Catalog D3, §4.1.
 */
export async function setSkuPrice(tx: Tx, prices: readonly NewPrice[], sourceType: string): Promise<void> {
  const now = await currentPrices(
    tx,
    [...new Set(prices.map((one) => one.skuId))],
    [...new Set(prices.map((one) => one.channelId))],
  )
  const ruling = new Map(now.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  const changed = prices.filter((one) => {
    const old = ruling.get(`${one.skuId}:${one.channelId}`)
    return old === undefined || old.price !== one.price || old.otPrice !== one.otPrice
  })
  if (changed.length > 0) await append(tx, changed, sourceType)
  await cachePrices(
    tx,
    prices.filter((one) => one.isHome),
  )
}

async function append(tx: Tx, prices: readonly NewPrice[], sourceType: string): Promise<void> {
  const who = actorOf(tx)
  const columns = sql`unnest(${sql.val(prices.map((one) => one.skuId))}::int[],
    ${sql.val(prices.map((one) => one.channelId))}::int[],
    ${sql.val(prices.map((one) => one.price))}::bigint[],
    ${sql.val(prices.map((one) => one.otPrice))}::bigint[],
    ${sql.val(prices.map((one) => one.sourceId))}::int[])
    as v ("skuId", "channelId", "price", "otPrice", "sourceId")`
  await sql`update "skuPrice" p set "endTime" = now() from ${columns}
    where p."skuId" = v."skuId" and p."channelId" = v."channelId" and p."scopeType" = 0 and p."scopeId" = 0
      and p."startTime" <= now() and p."endTime" is null`.execute(tx)
  await sql`insert into "skuPrice" ("skuId", "channelId", "price", "otPrice", "sourceType", "sourceId",
      "sourceLineId", "createBy", "createByName")
    select v."skuId", v."channelId", v."price", v."otPrice", ${sourceType}, v."sourceId", v."skuId",
      ${who.adminId === 0 ? null : who.adminId}::int, ${who.realName} from ${columns}`.execute(tx)
  touch(tx, 'skuPrice')
}

/** Writes the shown price of skus; for an article no channel sells yet this is its only price. */
export async function cachePrices(
  tx: Tx,
  prices: readonly { skuId: number; price: number; otPrice: number }[],
): Promise<void> {
  if (prices.length === 0) return
  await sql`update "sku" set "price" = v."price", "otPrice" = v."otPrice"
    from unnest(${sql.val(prices.map((one) => one.skuId))}::int[],
      ${sql.val(prices.map((one) => one.price))}::bigint[],
      ${sql.val(prices.map((one) => one.otPrice))}::bigint[]) as v ("skuId", "price", "otPrice")
    where "sku"."id" = v."skuId" and ("sku"."price", "sku"."otPrice") is distinct from (v."price", v."otPrice")`.execute(
    tx,
  )
}
