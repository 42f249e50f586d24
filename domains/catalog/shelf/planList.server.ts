import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { channelLabel } from '../product/channelLabel.ts'
import type { planRow } from './shelf.calls.ts'

type Plan = Omit<RowOf<typeof planRow>, 'image' | 'productCode' | 'productName'>

/** A step that is about no sku is about all of them. */
const SUK = sql`case when "productPlan"."skuIds" = '{}' then '全部规格' else array_to_string(array(
  select coalesce("sku"."suk", "each"."id"::text) from unnest("productPlan"."skuIds") with ordinality as "each" ("id", "at")
  left join "sku" on "sku"."id" = "each"."id" order by "each"."at"), '、') end`

const COLUMNS = [
  'id',
  'sourceType',
  'sourceNo',
  'productId',
  'action',
  'dueTime',
  'status',
  'result',
  'doneTime',
]
const SHOWN = sql.raw([...COLUMNS, 'adminName', 'reason'].map((name) => `"productPlan"."${name}"`).join(', '))

/** The steps under conditions; every step has a product: only conditions on it need it. */
export const plansFound = (where: readonly Expression<SqlBool>[], ofProduct = false) =>
  sql`from "productPlan" ${ofProduct ? sql`join "product" on "product"."id" = "productPlan"."productId"` : sql``}
    where ${sql.join(where, sql` and `)}`

/** The steps with the names of what they are about, newest time first. */
export function plansOf(
  db: Db,
  found: ReturnType<typeof plansFound>,
  { page, limit }: { page: number; limit: number } = { page: 1, limit: 1000 },
): Promise<Plan[]> {
  return builtRows<Plan>(
    db,
    sql`select ${SHOWN}, nullif("productPlan"."channelId", 0) as "channelId", ${SUK} as "suk" ${found}
      order by "productPlan"."dueTime" desc, "productPlan"."id" desc
      limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`,
  )
}

/** What came of each product of a document: 已执行, or why not, per channel where that differs. */
export async function resultsOf(
  db: Db,
  sourceType: 'showApply' | 'productEdit',
  sourceId: number,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ productId: number; channelId: number; status: number; result: string }>`
    select "productId", "channelId", "status", "result" from "productPlan"
    where "sourceType" = ${sourceType} and "sourceId" = ${sourceId} and "status" > 0
    order by "channelId", "id"`.execute(db)
  return new Map(
    [...Map.groupBy(rows, (row) => row.productId)].map(([productId, steps]) => {
      const failed = steps.filter((one) => one.status === 2)
      const reasons = new Set(failed.map((one) => one.result))
      const isWhole = reasons.size === 1 && failed.length === steps.length
      if (isWhole) return [productId, failed[0]?.result ?? '']
      if (failed.length > 0)
        return [productId, failed.map((one) => `${channelLabel(one.channelId)}：${one.result}`).join('；')]
      return [productId, steps.every((one) => one.status === 3) ? '已取消' : '已执行']
    }),
  )
}
