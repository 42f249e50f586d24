import { type SqlBool, sql } from 'kysely'
import { countRows } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { joinRows } from '#kit/server/joins.ts'
import { type ListOptions, pageOf } from '#kit/server/list.ts'
import { insertRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { keptOf, scopeIdsOf } from '../scope.server.ts'
import { QUOTA, type QuotaBuyer } from './limits.server.ts'
import { productQuota } from './productQuota.entity.ts'
import { quotaCalls as calls, quotaCheckCall, useRow } from './quota.calls.ts'
import { SCOPE_ENTITY, type ScopeType, toThousandths } from './quota.rules.ts'
import { checkQuota } from './quotaLedger.server.ts'

type Quota = EntityRow<typeof productQuota>

const entityOf = (scopeType: ScopeType): string | undefined =>
  scopeType === 0 ? undefined : SCOPE_ENTITY[scopeType]

/** What holds over several fields of a quota; `named` are rows its scope may name, as a sheet was found to mean them. Catalog §3.5. */
export async function checkedQuota(
  db: Db,
  who: Who,
  values: Partial<Quota>,
  before: Quota | null,
  named: readonly number[] = [],
): Promise<Partial<Quota>> {
  const row = { ...before, ...values }
  if ((row.productIds ?? []).length + (row.skuIds ?? []).length === 0)
    throw refuse('请选择商品', 'productIds')
  if (row.startTime && row.endTime && row.endTime <= row.startTime)
    throw refuse('结束时间必须晚于开始时间', 'endTime')
  if ((row.maxQty ?? 0) < (row.minQty ?? 0)) throw refuse('限购不能小于起购', 'maxQty')
  // What is not changed may name rows that are gone by now.
  if (values.scopeType === undefined && values.scopeIds === undefined) return values
  const kept = [...keptOf(before, row.scopeType), ...named]
  const ids = row.scopeIds ?? []
  return { ...values, scopeIds: await scopeIdsOf(db, who, entityOf(row.scopeType ?? 0), ids, kept) }
}

/** The rows in a state now; as quotaState tells it. */
function stateIs(state: string) {
  const q = sql.ref('productQuota')
  if (state === 'off') return sql<SqlBool>`${q}."status" = 0`
  const on = sql`${q}."status" = 1`
  if (state === 'coming') return sql<SqlBool>`${on} and ${q}."startTime" > now()`
  if (state === 'over') return sql<SqlBool>`${on} and ${q}."endTime" <= now()`
  return sql<SqlBool>`${on} and ${q}."startTime" <= now() and ${q}."endTime" > now()`
}

const figures: Figures = {
  // What all buyers have used of it altogether.
  used: rowFigure(
    productQuota,
    `coalesce((select sum(b."used") from "quotaBuyer" b
      where b."limitKind" = ${QUOTA} and b."limitId" = "productQuota"."id"), 0)`,
  ),
  // Those named, and those of the specifications named.
  productCount: rowFigure(
    productQuota,
    `select count(distinct p."productId") from (select unnest("productQuota"."productIds") as "productId"
      union all select s."productId" from "sku" s where s."id" = any("productQuota"."skuIds")) p`,
  ),
}

/** Those that are about a product, or about specifications of it. */
const isAbout = (productId: number) => sql<SqlBool>`("productQuota"."productIds" @> array[${productId}::int]
  or "productQuota"."skuIds" && array(select "id" from "sku" where "productId" = ${productId}))`

const list = (_who: Who, { state, productId }: Record<string, unknown>): ListOptions => ({
  where: [
    ...(typeof state === 'string' && state !== '' ? [stateIs(state)] : []),
    ...(typeof productId === 'number' ? [isAbout(productId)] : []),
  ],
})

export const quotaHandlers = standardHandlers(productQuota, calls, {
  list,
  figures,
  joined: true,
  prepare: (tx, values, before) => checkedQuota(tx, actorOf(tx), values, before),
})

/** Whom a check is for: the company and level follow from the shouda. */
async function buyerOf(
  db: Db,
  { uid, shoudaId, payerId }: Record<'uid' | 'shoudaId' | 'payerId', number | null>,
): Promise<QuotaBuyer> {
  if (shoudaId === null) return { uid, payerId }
  const { rows } = await sql<{ companyId: number; orgLevelId: number | null }>`
    select s."companyId", c."orgLevelId" from "shouda" s left join "company" c on c."id" = s."companyId"
    where s."id" = ${shoudaId} and s."isDel" = 0`.execute(db)
  if (rows[0] === undefined) throw refuse('售达方不存在', 'shoudaId')
  return { uid, payerId, shoudaId, ...rows[0] }
}

export const quotaServed = [
  ...quotaHandlers.served,
  read(calls.uses, async (db, who, { id, page, limit }) => {
    const query = db.selectFrom('quotaUse').where('limitKind', '=', QUOTA).where('limitId', '=', id)
    const count = await countRows(db, query, null)
    const rows = await query
      .innerJoin('sku', 'sku.id', 'quotaUse.skuId')
      .innerJoin('product', 'product.id', 'sku.productId')
      .select([
        'quotaUse.id',
        'quotaUse.createTime',
        'quotaUse.orderSn',
        'quotaUse.channelId',
        'quotaUse.buyerKind',
        'quotaUse.buyerId',
        'quotaUse.qty',
        'quotaUse.given',
        'product.storeName as productName',
        'sku.suk',
      ])
      .orderBy('quotaUse.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    return pageOf(await joinRows(db, who, useRow, rows), count, { page, limit })
  }),
  read(quotaCheckCall, async (db, _who, { channelId, lines, ...asked }) => {
    if (asked.uid === null && asked.shoudaId === null) throw refuse('请选择用户或售达方', 'uid')
    const found = await checkQuota(
      db,
      await buyerOf(db, asked),
      channelId,
      lines.map(({ skuId, qty }) => ({ skuId, q: toThousandths(qty) })),
    )
    return found.map((one) => ({ ...one, left: one.left === null ? null : one.left / 1000 }))
  }),
]

/**
 * Writes quotas another room asks for, checked as the form checks them; rows of the same source are written once and
 * their ids answered again. Doors §4.
 */
export async function writeQuota(
  tx: Tx,
  source: string,
  rows: readonly Omit<Partial<Quota>, 'sourceKey'>[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [index, values] of rows.entries()) {
    const sourceKey = `${source}:${index + 1}`
    const known = await tx
      .selectFrom('productQuota')
      .select('id')
      .where(sql<boolean>`lower("sourceKey") = ${sourceKey.toLowerCase()} and "sourceKey" <> ''`)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    ids.push(
      known?.id ??
        (
          await insertRow(tx, productQuota, {
            ...(await checkedQuota(tx, actorOf(tx), values, null)),
            sourceKey,
          })
        ).id,
    )
  }
  return ids
}
