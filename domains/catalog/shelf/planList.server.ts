import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { channelLabel } from '../product/channelLabel.ts'

/** The steps with the names of what they are about, newest time first. */
export async function plansOf(
  db: Db,
  where: readonly Expression<SqlBool>[],
  { page, limit }: { page: number; limit: number } = { page: 1, limit: 1000 },
) {
  let query = db
    .selectFrom('productPlan')
    .innerJoin('product', 'product.id', 'productPlan.productId')
    .selectAll('productPlan')
  for (const condition of where) query = query.where(condition)
  const rows = await query
    .orderBy('productPlan.dueTime', 'desc')
    .orderBy('productPlan.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const skuIds = [...new Set(rows.flatMap((row) => row.skuIds))]
  const skus =
    skuIds.length === 0
      ? []
      : await db.selectFrom('sku').select(['id', 'suk']).where('id', 'in', skuIds).execute()
  const names = new Map(skus.map((one) => [one.id, one.suk]))
  return rows.map((row) => ({
    ...row,
    channelId: row.channelId === 0 ? null : row.channelId,
    suk: row.skuIds.length === 0 ? '全部规格' : row.skuIds.map((id) => names.get(id) ?? id).join('、'),
  }))
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
