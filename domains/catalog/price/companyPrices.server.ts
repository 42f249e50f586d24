import { type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT, countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { knownEntity } from '#kit/server/dbErrors.ts'
import { pageOf } from '#kit/server/list.ts'
import { namesOf } from '#kit/server/refs.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { read } from '#kit/server/serve.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Cents } from '#kit/shared/money.ts'
import { rulingPrices } from '../product/price.server.ts'
import { companyPricesCall } from './price.calls.ts'
import { SCOPE } from './price.rules.ts'
import { sourceFacts } from './priceSources.server.ts'

const SHOUDA = 'shouda'

/** Of every sku and sold-to party of a list of ids the one price that rules now. */
export const rulingNow = (db: Db, shoudaIds: RawBuilder<unknown>) =>
  rulingPrices(db)
    .select('id')
    .where('scopeType', '=', sql.lit(SCOPE.shouda))
    .where('scopeId', '=', sql<number>`any(${shoudaIds})`)

interface PriceRow {
  id: number
  skuId: number
  scopeId: number
  price: Cents
  startTime: Date
  endTime: Date | null
  sourceType: string
  sourceId: number
  productCode: string
  storeName: string
  suk: string
  counted: number
}

/** 单位的售达方价格. Catalog §6.1. */
export const companyPricesServed = read(companyPricesCall, async (db, who, { companyId, page, limit }) => {
  // Only those within the reader's data scope.
  const of = knownEntity(db, SHOUDA)
  const scope = (of && scopeCondition(await rowScope(db, who, of), SHOUDA)) ?? sql`true`
  const parties = sql`array(select "shouda"."id" from "shouda"
    where "shouda"."companyId" = ${companyId} and "shouda"."isDel" = 0 and ${scope})`
  const found = sql`from "skuPrice" p join "sku" on "sku"."id" = p."skuId"
    join "product" on "product"."id" = "sku"."productId"
    where p."id" in ${rulingNow(db, parties)} and "sku"."isDel" = 0 and "product"."isDel" = 0`
  // All of them are put into order, so that they are counted on the way.
  const rows = await builtRows<PriceRow>(
    db,
    sql`select p."id", p."skuId", p."scopeId", p."price", p."startTime", p."endTime", p."sourceType", p."sourceId",
      "product"."productCode", "product"."storeName", "sku"."suk",
      least(count(*) over (), ${sql.lit(COUNT_LIMIT + 1)})::int as "counted"
      ${found} order by "product"."productCode", p."id"
      limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`,
  )
  const isBeyond = rows.length === 0 && page > 1
  const count = isBeyond ? await countRows(db, sql`(select ${found})`, null) : (rows[0]?.counted ?? 0)
  const names = await namesOf(
    db,
    SHOUDA,
    rows.map((row) => row.scopeId),
  )
  const factsOf = await sourceFacts(db, rows)
  const list = rows.map(({ scopeId, storeName, counted: _counted, ...row }) => ({
    ...row,
    productName: storeName,
    shoudaId: scopeId,
    shoudaName: names.get(scopeId) ?? '',
    sourceName: factsOf(row).sourceName,
  }))
  return pageOf(list, count, { page, limit })
})
