import { sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { documentJoined, saleInfoDocument } from './price.document.ts'
import { grossRate, SCOPE } from './price.rules.ts'
import { type PriceDocument, priceDocument } from './priceDocument.server.ts'
import type { saleInfo, saleInfoLine } from './saleInfo.entity.ts'

/** The channel a sales channel belongs to; 0 for one that is not there, which the reference check tells. */
async function channelOf(db: Db | Tx, salesChannelId: number): Promise<number> {
  const row = await db
    .selectFrom('salesChannel')
    .select('channelId')
    .where('id', '=', salesChannelId)
    .executeTakeFirst()
  return row?.channelId ?? 0
}

/**
 * 起订量 of the lines becomes that of their products in the channel; of several skus the least, for the channel row
 * holds for all of them.
 */
async function writeMinimum(tx: Tx, row: EntityRow<typeof saleInfo>): Promise<void> {
  const channelId = await channelOf(tx, row.salesChannelId)
  const lines = row.lines.map(({ skuId, minQty }) => ({ skuId, minQty }))
  await sql`with "least" as (
      select s."productId", min(v."minQty") as "minQty"
      from jsonb_to_recordset(${jsonText(lines)}::jsonb) as v ("skuId" int, "minQty" numeric)
      join "sku" s on s."id" = v."skuId" where v."minQty" > 0 group by 1)
    update "productChannel" c set "minQty" = "least"."minQty", "version" = c."version" + 1 from "least"
    where c."productId" = "least"."productId" and c."channelId" = ${channelId} and c."isDel" = 0
      and c."minQty" <> "least"."minQty"`.execute(tx)
  touch(tx, 'productChannel')
}

/** 商品销售信息: what a sales channel pays and asks. Catalog §4.2. */
const kind: PriceDocument<typeof saleInfo, RowOf<typeof saleInfoLine>> = {
  document: saleInfoDocument,
  joined: documentJoined,
  async check() {},
  terms: () => null,
  channelOf: (db, row) => channelOf(db, row.salesChannelId),
  fill: (line, card) => ({
    floorPrice: card.floorPrice,
    basePrice: card.basePrice,
    taxRate: card.taxRate,
    boxQty: card.boxQty,
    grossRate: grossRate(line.supplyPrice, card.cost),
  }),
  brokenLine(line) {
    if (line.minRetailPrice !== null && line.minRetailPrice > line.retailPrice)
      return { field: 'minRetailPrice', message: '最低零售价不能大于建议零售价' }
    if (line.launchDate !== null && line.offDate !== null && line.offDate < line.launchDate)
      return { field: 'offDate', message: '退市日期不能早于上市日期' }
    return null
  },
  guarded: (line) => ({ price: line.supplyPrice, field: 'supplyPrice' }),
  prices: (row, line, channelId) => [
    {
      skuId: line.skuId,
      channelId,
      scopeType: SCOPE.salesChannel,
      scopeId: row.salesChannelId,
      price: line.supplyPrice,
      otPrice: line.retailPrice,
    },
  ],
  begun: writeMinimum,
}
export const saleInfoPart = priceDocument(kind)
