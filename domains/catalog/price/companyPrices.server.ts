import { sql } from 'kysely'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { pageOf } from '#kit/server/list.ts'
import { namesFor } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
import { rulingPrices } from '../product/price.server.ts'
import { companyPricesCall } from './price.calls.ts'
import { SCOPE } from './price.rules.ts'
import { sourceFacts } from './priceSources.server.ts'

/** Of every sku and sold-to party the one price that rules now. */
export const rulingNow = (db: Db, shoudaIds: readonly number[]) =>
  rulingPrices(db)
    .select('id')
    .where('scopeType', '=', sql.lit(SCOPE.shouda))
    .where('scopeId', 'in', [...shoudaIds])

/** 单位的售达方价格. Catalog §6.1. */
export const companyPricesServed = read(companyPricesCall, async (db, who, { companyId, page, limit }) => {
  const parties = await db
    .selectFrom('shouda')
    .select('id')
    .where('companyId', '=', companyId)
    .where('isDel', '=', 0)
    .execute()
  // Only those within the reader's data scope have a name for them.
  const names = await namesFor(
    db,
    who,
    'shouda',
    parties.map((one) => one.id),
  )
  const asked = { page, limit } as const
  if (names.size === 0) return pageOf([], 0, asked)
  const found = db
    .selectFrom('skuPrice')
    .innerJoin('sku', 'sku.id', 'skuPrice.skuId')
    .innerJoin('product', 'product.id', 'sku.productId')
    .where('skuPrice.id', 'in', rulingNow(db, [...names.keys()]))
    .where('sku.isDel', '=', 0)
    .where('product.isDel', '=', 0)
  const count = await countRows(db, found, null)
  const rows = await found
    .select(['skuPrice.id', 'skuPrice.skuId', 'skuPrice.scopeId', 'skuPrice.price'])
    .select(['skuPrice.startTime', 'skuPrice.endTime', 'skuPrice.sourceType', 'skuPrice.sourceId'])
    .select(['product.productCode', 'product.storeName', 'sku.suk'])
    .orderBy('product.productCode')
    .orderBy('skuPrice.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const factsOf = await sourceFacts(db, rows)
  const list = rows.map(({ scopeId, storeName, ...row }) => ({
    ...row,
    productName: storeName,
    shoudaId: scopeId,
    shoudaName: names.get(scopeId) ?? '',
    sourceName: factsOf(row).sourceName,
  }))
  return pageOf(list, count, asked)
})
