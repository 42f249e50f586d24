import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { namedColumns, namedText } from '#kit/server/columns.ts'
import type { Db } from '#kit/server/database.ts'
import { joinRow } from '#kit/server/joins.ts'
import { readRow } from '#kit/server/rows.ts'
import { builtRows, textRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import type { RowOf } from '#kit/shared/field.ts'
import type { Cents } from '#kit/shared/money.ts'
import { product } from './product.entity.ts'
import { productAnswer, skuAnswer } from './product.form.shared.ts'
import { completenessOf } from './product.rules.ts'
import { productChannel } from './productChannel.entity.ts'
import { productUnit, productUnitFields } from './productUnit.entity.ts'
import { visibleChannels } from './shelfReady.server.ts'
import { sku } from './sku.entity.ts'
import type { SkuRow } from './sku.server.ts'

const SKU_COLUMNS = Object.keys(sku.all)

/** The living skus of products in their order. */
export async function skusOf(db: Db, productIds: readonly number[]): Promise<SkuRow[]> {
  if (productIds.length === 0) return []
  return builtRows(db, sql`select ${namedColumns(sku, SKU_COLUMNS)} ${ofProducts(productIds)}`)
}

const ofProducts = (productIds: readonly number[]) => sql`from "sku"
  where "productId" = any(${sql.val([...productIds])}::int[]) and "isDel" = 0 order by "productId", "sort", "id"`

function withPrices<R extends { id: number }>(
  skus: readonly R[],
  prices: readonly { skuId: number; vipPrice: Cents }[],
): (R & { vipPrice: Cents | null })[] {
  const priceOf = new Map(prices.map((row) => [row.skuId, row.vipPrice]))
  return skus.map((one) => ({ ...one, vipPrice: priceOf.get(one.id) ?? null }))
}

/** What paid members pay now for skus that are on shelf for them; behind it stands of which products. Catalog §2.4. */
const VIP = `select r."skuId", r."vipPrice" from "productVip" v
  cross join lateral jsonb_to_recordset(v."approved") as r ("skuId" int, "vipPrice" bigint)
  where v."isDel" = 0 and v."onShelf" = 1 and (v."startTime" is null or v."startTime" <= now())
    and (v."endTime" is null or v."endTime" > now()) and v."productId"`

/** What comes behind the columns of a select from the table of skus. */
type Found = Pick<CompiledQuery, 'sql' | 'parameters'>

/** What an order of skus may look at is read always. */
const ORDERED = ['id', 'productId', 'sort']

/**
 * Skus with the price paid members pay now: those of a select from the table of skus, which is put into the given order again.
 * The prices are read once for all of them: a product may have a thousand. `fields` are those that are read; all unless given.
 */
export function readSkus(
  db: Db,
  { sql: found, parameters }: Found,
  order: string,
  fields: readonly string[] = [...SKU_COLUMNS, 'vipPrice'],
): Promise<(SkuRow & { vipPrice: Cents | null })[]> {
  const columns = [...new Set([...ORDERED, ...fields])].filter((name) => Object.hasOwn(sku.all, name))
  const page = columns.map((name) => `"page"."${name}"`).join(', ')
  const read = `with "page" as materialized (select ${namedText(sku, columns)} ${found})`
  const text = fields.includes('vipPrice')
    ? `${read}, "vip" as materialized (select "skuId", max("vipPrice") as "vipPrice"
        from (${VIP} = any(array(select "productId" from "page"))) as "paid" group by "skuId")
      select ${page}, "vip"."vipPrice" from "page" left join "vip" on "vip"."skuId" = "page"."id" order by ${order}`
    : `${read} select ${page} from "page" order by ${order}`
  return textRows(db, text, parameters)
}

/** The same of the living skus of products. */
export async function skusWithVipPrices(
  db: Db,
  productIds: readonly number[],
): Promise<(SkuRow & { vipPrice: Cents | null })[]> {
  if (productIds.length === 0) return []
  return readSkus(db, ofProducts(productIds).compile(db), '"page"."productId", "page"."sort", "page"."id"')
}

type Lines<K extends 'productUnits' | 'channelStates'> = RowOf<typeof productAnswer>[K]

/** The parts of a product, each list in its order. */
interface Parts {
  skus: Omit<RowOf<typeof productAnswer>['attrValue'][number], 'vipPrice'>[]
  prices: { skuId: number; vipPrice: Cents }[]
  units: Lines<'productUnits'>
  channels: Lines<'channelStates'>
}

const { vipPrice: _vipPrice, ...skuStored } = skuAnswer
const UNIT = ['id', ...Object.keys(productUnitFields)]

/** Everything of a product that lies in other tables, by one statement. */
async function readParts(db: Db, id: number): Promise<Parts> {
  const list = (of: RawBuilder<unknown>) => sql`(select coalesce(json_agg(l), '[]') from (${of}) l)`
  const living = sql`where "productId" = ${id} and "isDel" = 0 order by`
  const channels = ['channelId', 'platformStatus']
  const { rows } = await sql<Parts>`select
    ${list(sql`select ${namedColumns(sku, Object.keys(skuStored))} from "sku" ${living} "sort", "id"`)} as "skus",
    ${list(sql`${sql.raw(VIP)} = ${id}`)} as "prices",
    ${list(sql`select ${namedColumns(productUnit, UNIT)} from "productUnit" ${living} "id"`)} as "units",
    ${list(sql`select ${namedColumns(productChannel, channels)} from "productChannel" ${living} "channelId"`)} as "channels"`.execute(
    db,
  )
  const [parts] = rows
  if (parts === undefined) throw new Error('A select of one row answered none')
  return parts
}

/** The whole record of a product for a person, as the forms and pages read it. */
export async function productInfo(db: Db, who: Who, id: number): Promise<RowOf<typeof productAnswer>> {
  const [row, { skus, prices, units, channels }] = await Promise.all([
    readRow(db, who, product, id),
    readParts(db, id),
  ])
  return joinRow(db, who, productAnswer, {
    ...row,
    attrValue: withPrices(skus, prices),
    productUnits: units,
    channelStates: visibleChannels(who, channels),
    missing: completenessOf(row, skus).missing.join('、'),
  })
}
