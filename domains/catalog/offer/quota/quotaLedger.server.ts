import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import type { AppError } from '#kit/shared/errors.ts'
import { belowLeast, type Limit, limitsFor, PAYER_MONTH, type QuotaBuyer } from './limits.server.ts'
import { leftOf, monthOf, toThousandths } from './quota.rules.ts'

/** A line of an order; q in thousandths of the base unit. */
export interface QuotaLine {
  lineId: number
  skuId: number
  q: number
}

interface Taking {
  buyer: QuotaBuyer
  channelId: number
  orderSn: string
  lines: readonly QuotaLine[]
  /** when the order is placed; now unless given */
  t?: Date
}

const keyOf = ({ kind, id }: Pick<Limit, 'kind' | 'id'>): string => `${kind}:${id}`

/**
 * Takes what an order's lines use of the limits that rule it; 422 超出{每单/每日/…}限购，还可购买 N 件 or
 * 超出付款方月限量，还可购买 N 件 when there is less left. Runs in the caller's transaction and holds the buyer's shares
 * until its end, so that of two orders at the same instant the second sees what the first took. A line counts once per
 * limit, however often it is sent. Doors §4, catalog §8.2.
 */
export async function takeQuota(
  tx: Tx,
  { buyer, channelId, orderSn, lines, t = new Date() }: Taking,
): Promise<void> {
  const skuIds = [...new Set(lines.map((line) => line.skuId))]
  const limits = await limitsFor(tx, buyer, channelId, skuIds, t)
  const kept = limits.filter((limit) => limit.kind > 0)
  if (limits.length === 0) return
  await lockShares(tx, kept)
  const known = await knownLines(tx, kept, lines)
  const used = await usedOf(tx, kept, orderSn)
  const uses: { limit: Limit; line: QuotaLine }[] = []
  const over: { left: number; error: AppError }[] = []
  for (const limit of limits) {
    const taken = lines.filter((line) => limit.skuIds.has(line.skuId))
    const fresh = taken.filter((line) => !known.has(`${keyOf(limit)}:${line.lineId}`))
    const asked = sum(fresh)
    const left = leftOf(limit.max, used.get(keyOf(limit)) ?? 0)
    if (asked > left) over.push({ left, error: limit.over(left) })
    if (limit.min > 0 && asked > 0 && sum(taken) < limit.min)
      throw belowLeast(await productName(tx, taken[0]?.skuId ?? 0), limit.min)
    if (limit.kind > 0) uses.push(...fresh.map((line) => ({ limit, line })))
  }
  // Of several limits the one that leaves least tells the person what they may buy.
  const least = over.toSorted((a, b) => a.left - b.left)[0]
  if (least !== undefined) throw least.error
  await writeUses(tx, uses, { channelId, orderSn, t })
}

const sum = (lines: readonly QuotaLine[]): number => lines.reduce((total, line) => total + line.q, 0)

/** Rows of limits for a statement: kind, id, buyer and the window in which uses count. */
function limitRows(limits: readonly Limit[]): RawBuilder<unknown> {
  const column = <T>(of: (limit: Limit) => T) => sql.val(limits.map(of))
  return sql`unnest(${column((one) => one.kind)}::smallint[], ${column((one) => one.id)}::int[],
    ${column((one) => one.buyerKind)}::smallint[], ${column((one) => one.buyerId)}::int[],
    ${column((one) => one.window?.from ?? null)}::timestamptz[], ${column((one) => one.window?.to ?? null)}::timestamptz[])
    as l ("limitKind", "limitId", "buyerKind", "buyerId", "from", "to")`
}

const SHARE = sql`s."limitKind" = l."limitKind" and s."limitId" = l."limitId" and s."buyerKind" = l."buyerKind"
  and s."buyerId" = l."buyerId"`

/** Locks the buyer's shares in the one order: quotas before the payer's month, each by id. Doors §5. */
async function lockShares(tx: Tx, limits: readonly Limit[]): Promise<void> {
  if (limits.length === 0) return
  await sql`insert into "quotaBuyer" ("limitKind", "limitId", "buyerKind", "buyerId")
    select "limitKind", "limitId", "buyerKind", "buyerId" from ${limitRows(limits)}
    order by 1, 2, 3, 4 on conflict do nothing`.execute(tx)
  await sql`select 1 from "quotaBuyer" s join ${limitRows(limits)} on ${SHARE}
    order by s."limitKind", s."limitId", s."buyerKind", s."buyerId" for update of s`.execute(tx)
}

/** The lines that have taken their share of a limit already. */
async function knownLines(
  tx: Tx,
  limits: readonly Limit[],
  lines: readonly QuotaLine[],
): Promise<ReadonlySet<string>> {
  if (limits.length === 0) return new Set()
  const { rows } = await sql<{ kind: number; id: number; lineId: number }>`
    select s."limitKind" as "kind", s."limitId" as "id", s."lineId" from "quotaUse" s
    join ${limitRows(limits)} on s."limitKind" = l."limitKind" and s."limitId" = l."limitId"
    where s."lineId" = any(${sql.val(lines.map((line) => line.lineId))}::int[])`.execute(tx)
  return new Set(rows.map((row) => `${row.kind}:${row.id}:${row.lineId}`))
}

/** What the buyer has used of each limit in its period, in thousandths; for limits per order, what this order has. */
async function usedOf(
  db: Db,
  limits: readonly Limit[],
  orderSn: string,
): Promise<ReadonlyMap<string, number>> {
  if (limits.length === 0) return new Map()
  const { rows } = await sql<{ kind: number; id: number; used: number }>`
    select s."limitKind" as "kind", s."limitId" as "id", sum(s."qty" - s."given") as "used"
    from "quotaUse" s join ${limitRows(limits)} on ${SHARE}
    where case when l."from" is null then s."orderSn" = ${orderSn}
      else s."createTime" >= l."from" and s."createTime" < l."to" end
    group by 1, 2`.execute(db)
  return new Map(rows.map((row) => [`${row.kind}:${row.id}`, toThousandths(row.used)]))
}

async function productName(tx: Tx, skuId: number): Promise<string> {
  const row = await tx
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select('product.storeName')
    .where('sku.id', '=', skuId)
    .executeTakeFirst()
  return row?.storeName ?? ''
}

async function writeUses(
  tx: Tx,
  uses: readonly { limit: Limit; line: QuotaLine }[],
  { channelId, orderSn, t }: { channelId: number; orderSn: string; t: Date },
): Promise<void> {
  if (uses.length === 0) return
  await tx
    .insertInto('quotaUse')
    .values(
      uses.map(({ limit, line }) => ({
        limitKind: limit.kind,
        limitId: limit.id,
        lineId: line.lineId,
        orderSn,
        buyerKind: limit.buyerKind,
        buyerId: limit.buyerId,
        channelId,
        skuId: line.skuId,
        qty: line.q / 1000,
        createTime: t,
      })),
    )
    .execute()
  await addUsed(
    tx,
    uses.map(({ limit, line }) => ({
      limitKind: limit.kind,
      limitId: limit.id,
      buyerKind: limit.buyerKind,
      buyerId: limit.buyerId,
      q: line.q,
    })),
  )
}

interface Share {
  limitKind: number
  limitId: number
  buyerKind: number
  buyerId: number
}

/** Adds to the figures of locked shares, in thousandths. */
async function addUsed(tx: Tx, changes: readonly (Share & { q: number })[]): Promise<void> {
  const column = <T>(of: (one: Share & { q: number }) => T) => sql.val(changes.map(of))
  await sql`update "quotaBuyer" s set "used" = s."used" + l."q" / 1000.0
    from (select "limitKind", "limitId", "buyerKind", "buyerId", sum("q") as "q"
      from unnest(${column((one) => one.limitKind)}::smallint[], ${column((one) => one.limitId)}::int[],
        ${column((one) => one.buyerKind)}::smallint[], ${column((one) => one.buyerId)}::int[],
        ${column((one) => one.q)}::bigint[]) as c ("limitKind", "limitId", "buyerKind", "buyerId", "q")
      group by 1, 2, 3, 4) as l
    where ${SHARE}`.execute(tx)
  touch(tx, 'quotaBuyer')
}

/**
 * Gives back what lines of an order took: what has been cancelled or refunded of each line altogether, in
 * thousandths, so that the same call again changes nothing; without lines everything. Doors §4.
 */
export async function giveQuota(
  tx: Tx,
  orderSn: string,
  lines?: readonly { lineId: number; q: number }[],
): Promise<void> {
  await sql`select 1 from "quotaBuyer" s
    join (select distinct "limitKind", "limitId", "buyerKind", "buyerId" from "quotaUse"
      where "orderSn" = ${orderSn}) as l on ${SHARE}
    order by s."limitKind", s."limitId", s."buyerKind", s."buyerId" for update of s`.execute(tx)
  const back =
    lines === undefined
      ? null
      : sql`(select ("e" ->> 'lineId')::int as "lineId", ("e" ->> 'q')::numeric / 1000 as "qty"
          from jsonb_array_elements(${jsonText(lines)}::jsonb) as "e")`
  const given = back === null ? sql`u."qty"` : sql`least(u."qty", greatest(u."given", b."qty"))`
  const { rows } = await sql<Share & { change: number }>`
    with was as (
      select u."id", u."given", ${given} as "now" from "quotaUse" u
      ${back === null ? sql`` : sql`join ${back} as b on b."lineId" = u."lineId"`}
      where u."orderSn" = ${orderSn})
    update "quotaUse" u set "given" = was."now" from was
    where u."id" = was."id" and u."given" <> was."now"
    returning u."limitKind", u."limitId", u."buyerKind", u."buyerId", was."now" - was."given" as "change"`.execute(
    tx,
  )
  if (rows.length > 0)
    await addUsed(
      tx,
      rows.map((row) => ({ ...row, q: -toThousandths(row.change) })),
    )
}

/** What a buyer may still order of each sku now, in thousandths (null: no limit), and why not what they ask for. */
export async function checkQuota(
  db: Db,
  buyer: QuotaBuyer,
  channelId: number,
  lines: readonly { skuId: number; q: number }[],
  t = new Date(),
): Promise<{ skuId: number; left: number | null; reason: string }[]> {
  const skuIds = [...new Set(lines.map((line) => line.skuId))]
  const limits = await limitsFor(db, buyer, channelId, skuIds, t)
  // A limit per order begins anew with the next order.
  const used = await usedOf(
    db,
    limits.filter((limit) => limit.kind > 0 && limit.window !== null),
    '',
  )
  const asked = (limit: Limit): number =>
    lines.filter((line) => limit.skuIds.has(line.skuId)).reduce((total, line) => total + line.q, 0)
  return skuIds.map((skuId) => {
    const ruling = limits
      .filter((limit) => limit.skuIds.has(skuId))
      .map((limit) => ({ limit, left: leftOf(limit.max, used.get(keyOf(limit)) ?? 0) }))
      .toSorted((a, b) => a.left - b.left)
    const over = ruling.find(({ limit, left }) => asked(limit) > left)
    return { skuId, left: ruling[0]?.left ?? null, reason: over?.limit.over(over.left).message ?? '' }
  })
}

/** What payers have used this month of a row of payerProduct, in base units, as an expression over it. Catalog §4.3 本月已用. */
export function payerMonthUsed(t = new Date()): string {
  const { from, to } = monthOf(t)
  return `coalesce((select sum(u."qty" - u."given") from "quotaUse" u
    where u."limitKind" = ${PAYER_MONTH} and u."limitId" = "payerProduct"."id"
      and u."createTime" >= '${from.toISOString()}' and u."createTime" < '${to.toISOString()}'), 0)`
}
