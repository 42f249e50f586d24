import { sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { figuresOf, homeChannel } from './product.rules.ts'

/** A price in one channel, in cents. */
export interface ChannelPrice {
  skuId: number
  channelId: number
  price: number
  otPrice: number
}

/** A price to be set: by what, for whom and when. */
export interface NewPrice extends ChannelPrice {
  sourceId: number
  /** line of the source; the sku unless given */
  sourceLineId?: number
  /** 0 渠道 1 销售渠道 2 售达方 3 组织等级 9 基础价; 0 unless given */
  scopeType?: number
  scopeId?: number
  /** of base prices */
  purchaseBase?: number | null
  minRate?: number | null
  /** now unless given or when it is over: what was charged stays as it was */
  startTime?: Date | null
  /** then the price before it rules again; none: until the next one */
  endTime?: Date | null
}

const EVENT = 'price.changed'
export const priceEvent = declareEvent(EVENT, ['skuIds', 'channelId', 't'])

/** Typed into a form: it has no line that could be posted twice, and what already rules is not written again. */
const TYPED = new Set(['product', 'productChannel'])

/**
 * The records that rule at a moment, now unless given: of every sku, channel and scope the one that began last among
 * those that hold. The caller selects columns and narrows it by sku, channel or scope, never by anything else, for that
 * would let an older record rule. Catalog §4.1.
 */
export const rulingPrices = (db: Db, time: Date | null = null) =>
  db
    .selectFrom('skuPrice')
    .distinctOn(['skuId', 'channelId', 'scopeType', 'scopeId'])
    .where('startTime', '<=', time ?? sql<Date>`now()`)
    .where((where) =>
      where.or([where('endTime', 'is', null), where('endTime', '>', time ?? sql<Date>`now()`)]),
    )
    .orderBy('skuId')
    .orderBy('channelId')
    .orderBy('scopeType')
    .orderBy('scopeId')
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')

/** The prices of scope 0 (channel) that rule now; a sku without a row in a channel is left out. Catalog §4.1. */
export async function currentPrices(
  db: Db,
  skuIds: readonly number[],
  channelIds: readonly number[],
): Promise<ChannelPrice[]> {
  if (skuIds.length === 0 || channelIds.length === 0) return []
  return rulingPrices(db)
    .select(['skuId', 'channelId', 'price', 'otPrice'])
    .where('skuId', '=', anyOf(skuIds))
    .where('channelId', '=', anyOf(channelIds))
    .where('scopeType', '=', 0)
    .where('scopeId', '=', 0)
    .execute()
}

/** One parameter however many there are, so that the statement is the same for any number. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${sql.val([...ids])}::int[])`

/**
 * The one way prices change: appends validity rows, each source line once, and lets the open rows around them end
 * where the next one begins, whatever order they come in. What begins now is shown at once by skus and products.
 * Catalog D3, §4.1, invariant 4.
 */
export async function setSkuPrice(tx: Tx, prices: readonly NewPrice[], sourceType: string): Promise<void> {
  if (prices.length === 0) return
  const wanted = TYPED.has(sourceType) ? await changedOnly(tx, prices) : prices
  if (wanted.length === 0) return
  await lockPriced(
    tx,
    wanted.map((one) => one.skuId),
  )
  await write(tx, wanted, sourceType, true)
}

/**
 * The same for what was typed into the form of products: these and their skus are locked and written with these prices by
 * whoever asks, and none of the prices rules already.
 */
export async function setTypedPrices(tx: Tx, prices: readonly NewPrice[], sourceType: string): Promise<void> {
  if (prices.length > 0) await write(tx, prices, sourceType, false)
}

async function write(
  tx: Tx,
  prices: readonly NewPrice[],
  sourceType: string,
  follows: boolean,
): Promise<void> {
  const added = await append(tx, prices, sourceType)
  await closeOpen(tx, added)
  await tell(
    tx,
    added.filter((one) => one.phase === 1),
    follows,
  )
}

/** A row as far as others must know that it begins or ends. */
interface Moved {
  skuId: number
  channelId: number
  scopeType: number
  scopeId: number
}

/** Those that differ from what rules now in their channel; a planned one always counts. */
async function changedOnly(tx: Tx, prices: readonly NewPrice[]): Promise<NewPrice[]> {
  const now = await currentPrices(
    tx,
    [...new Set(prices.map((one) => one.skuId))],
    [...new Set(prices.map((one) => one.channelId))],
  )
  const ruling = new Map(now.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  return prices.filter((one) => {
    if ((one.scopeType ?? 0) !== 0 || one.startTime || one.endTime) return true
    const old = ruling.get(`${one.skuId}:${one.channelId}`)
    return old === undefined || old.price !== one.price || old.otPrice !== one.otPrice
  })
}

/** Who sets prices of the same skus waits; products before their skus (doors §5). */
async function lockPriced(tx: Tx, skuIds: readonly number[]): Promise<void> {
  const ids = sql.val([...new Set(skuIds)])
  await sql`select 1 from "product" where "id" in (select "productId" from "sku" where "id" = any(${ids}::int[]))
    order by "id" for no key update`.execute(tx)
  await sql`select 1 from "sku" where "id" = any(${ids}::int[]) order by "id" for no key update`.execute(tx)
}

async function append(
  tx: Tx,
  prices: readonly NewPrice[],
  sourceType: string,
): Promise<(Moved & { phase: number })[]> {
  const who = actorOf(tx)
  const given = prices.map((one) => ({ scopeType: 0, scopeId: 0, sourceLineId: one.skuId, ...one }))
  const { rows } = await sql<Moved & { phase: number }>`
    insert into "skuPrice" ("skuId", "channelId", "scopeType", "scopeId", "price", "otPrice", "purchaseBase",
      "minRate", "startTime", "endTime", "isTimed", "phase", "sourceType", "sourceId", "sourceLineId", "createBy",
      "createByName")
    select "skuId", "channelId", "scopeType", "scopeId", "price", "otPrice", "purchaseBase", "minRate",
      greatest("startTime", now()), "endTime", ("endTime" is not null)::int,
      (coalesce("startTime", now()) <= now())::int, ${sourceType}, "sourceId", "sourceLineId",
      ${who.adminId === 0 ? null : who.adminId}::int, ${who.realName}
    from jsonb_to_recordset(${jsonText(given)}::jsonb) as v ("skuId" int, "channelId" int, "scopeType" int,
      "scopeId" int, "price" bigint, "otPrice" bigint, "purchaseBase" bigint, "minRate" numeric,
      "startTime" timestamptz, "endTime" timestamptz, "sourceId" int, "sourceLineId" int)
    where "endTime" is null or "endTime" > greatest("startTime", now())
    on conflict do nothing
    returning "skuId", "channelId", "scopeType", "scopeId", "phase"`.execute(tx)
  touch(tx, 'skuPrice')
  return rows
}

const KEY = sql`"skuId", "channelId", "scopeType", "scopeId"`

/**
 * Lets every open row of these scopes end where the next open one begins: the same in whatever order they were
 * written. Rows with an end of their own stand aside.
 */
async function closeOpen(tx: Tx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  await sql`with "scopes" as (
      select distinct ${KEY} from jsonb_to_recordset(${jsonText(moved)}::jsonb)
        as v ("skuId" int, "channelId" int, "scopeType" int, "scopeId" int)),
    "open" as (
      select p."id", lead(p."startTime") over
        (partition by p."skuId", p."channelId", p."scopeType", p."scopeId" order by p."startTime", p."id") as "next"
      from "skuPrice" p join "scopes" using (${KEY}) where p."isTimed" = 0)
    update "skuPrice" p set "endTime" = "open"."next" from "open"
    where p."id" = "open"."id" and p."endTime" is distinct from "open"."next"`.execute(tx)
}

/** Shown prices follow, and other rooms hear of it. Doors §6. */
async function tell(tx: Tx, moved: readonly Moved[], follows: boolean): Promise<void> {
  if (follows)
    await followPrices(
      tx,
      moved.filter((one) => one.scopeType === 0).map((one) => one.skuId),
    )
  for (const [channelId, rows] of Map.groupBy(moved, (one) => one.channelId))
    await emit(tx, EVENT, channelId, {
      skuIds: [...new Set(rows.map((one) => one.skuId))],
      channelId,
      t: toSeconds(new Date()),
    })
}

/** The rows of a document, or of everything else that no document of these types set. */
type Source = { sourceType: string; sourceId: number } | { except: readonly string[] }

function ofSource(source: Source) {
  return 'except' in source
    ? sql`"sourceType" <> all(${sql.val([...source.except])}::text[])`
    : sql`"sourceType" = ${source.sourceType} and "sourceId" = ${source.sourceId}`
}

const hasMoved = (time: Date) => sql<boolean>`("phase" = 0 and "startTime" <= ${time}
  or "phase" = 1 and "isTimed" = 1 and "endTime" <= ${time})`

/** Whether any row has begun or ended by `time` of which shown prices do not know yet. */
export async function isAnyDue(db: Db, time: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from "skuPrice" where ${hasMoved(time)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Lets shown prices know of rows that have begun or ended by `time`, each once; at most `most`. Prices themselves are
 * answered by time, whether or not this has run. Answers how many rows it was.
 */
export async function followTime(tx: Tx, source: Source, time: Date, most: number): Promise<number> {
  const { rows } = await sql<Moved>`with "due" as (
      select "id" from "skuPrice"
      where ${ofSource(source)} and ${hasMoved(time)}
      order by "id" limit ${most} for update skip locked)
    update "skuPrice" p
    set "phase" = case when p."isTimed" = 1 and p."endTime" <= ${time} then 2 else 1 end
    from "due" where p."id" = "due"."id"
    returning p."skuId", p."channelId", p."scopeType", p."scopeId"`.execute(tx)
  if (rows.length > 0) await tell(tx, rows, true)
  return rows.length
}

/** Drops the rows of a source that have not begun; what they had closed is open again. Answers how many it was. */
export async function dropPlanned(tx: Tx, source: Source): Promise<number> {
  const { rows } = await sql<Moved>`delete from "skuPrice" where ${ofSource(source)} and "startTime" > now()
    returning ${KEY}`.execute(tx)
  await closeOpen(tx, rows)
  touch(tx, 'skuPrice')
  return rows.length
}

/**
 * Lets skus show the price of their home channel that rules now, and products that of their cheapest sku on sale.
 * Whoever has the product open must read it again, hence its version. Catalog D3, invariant 2.
 */
async function followPrices(tx: Tx, skuIds: readonly number[]): Promise<void> {
  if (skuIds.length === 0) return
  const products = await tx
    .selectFrom('product')
    .select(['id', 'channels', 'price', 'otPrice', 'cost'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('sku')
        .select('productId')
        .where('id', 'in', [...new Set(skuIds)]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const skus = await tx
    .selectFrom('sku')
    .select(['id', 'productId', 'price', 'otPrice', 'cost', 'stock', 'isShow'])
    .where(
      'productId',
      'in',
      products.map((one) => one.id),
    )
    .where('isDel', '=', 0)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const now = await currentPrices(
    tx,
    skus.map((one) => one.id),
    [...new Set(products.flatMap((one) => homeChannel(one.channels) ?? []))],
  )
  const ruling = new Map(now.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  const skusBy = Map.groupBy(skus, (one) => one.productId)
  const shown: { skuId: number; price: number; otPrice: number }[] = []
  const figures: { id: number; price: number; otPrice: number; cost: number }[] = []
  for (const one of products) {
    const home = homeChannel(one.channels)
    const right = (skusBy.get(one.id) ?? []).map((stored) => {
      const { price, otPrice } = ruling.get(`${stored.id}:${home}`) ?? stored
      return { ...stored, price, otPrice }
    })
    for (const { id, price, otPrice } of right) shown.push({ skuId: id, price, otPrice })
    const { price, otPrice, cost } = figuresOf(right)
    figures.push({ id: one.id, price, otPrice, cost })
  }
  await cachePrices(tx, shown)
  await sql`update "product" p set "price" = v."price", "otPrice" = v."otPrice", "cost" = v."cost",
      "version" = p."version" + 1
    from jsonb_to_recordset(${jsonText(figures)}::jsonb)
      as v ("id" int, "price" bigint, "otPrice" bigint, "cost" bigint)
    where p."id" = v."id" and (p."price", p."otPrice", p."cost") is distinct from (v."price", v."otPrice", v."cost")`.execute(
    tx,
  )
  touch(tx, 'product')
  touch(tx, 'sku')
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
