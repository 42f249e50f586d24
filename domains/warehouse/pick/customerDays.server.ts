import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

interface Rule {
  shoudaId: number
  cateId: number | null
  productId: number | null
  minDays: number
}

/**
 * How many days lots must have left for the customers of these tasks: of rules of the warehouse the one of the product, else of its
 * category, else of the customer alone. Warehouse §2.6, §4.3.
 */
export async function customerDays(
  db: Db,
  warehouseId: number,
  tasks: readonly { id: number; shoudaId: number | null }[],
  lines: readonly { taskId: number; skuId: number }[],
): Promise<(line: { taskId: number; skuId: number }) => number> {
  const customers = new Map(tasks.map((one) => [one.id, one.shoudaId]))
  const { rows: found } = await sql<{ rules: Rule[] }>`
    select "custShelfRules" as "rules" from "wareHouseConfig" where "warehouseId" = ${warehouseId} and "isDel" = 0`.execute(
    db,
  )
  const rules = found[0]?.rules ?? []
  const isConcerned = tasks.some(({ shoudaId }) => rules.some((one) => one.shoudaId === shoudaId))
  if (!isConcerned) return () => 0
  const { rows: goods } = await sql<{ skuId: number; productId: number; cateId: number[] }>`
    select k."id" as "skuId", p."id" as "productId", p."cateId" from "sku" k join "product" p on p."id" = k."productId"
    where k."id" = any(${sql.val([...new Set(lines.map((one) => one.skuId))])}::int[])`.execute(db)
  const bySku = new Map(goods.map((one) => [one.skuId, one]))
  return ({ taskId, skuId }) => {
    const shoudaId = customers.get(taskId) ?? null
    const of = bySku.get(skuId)
    const own = rules.filter((one) => one.shoudaId === shoudaId)
    const rule =
      own.find((one) => one.productId !== null && one.productId === of?.productId) ??
      own.find((one) => one.cateId !== null && of?.cateId.includes(one.cateId)) ??
      own.find((one) => one.productId === null && one.cateId === null)
    return rule?.minDays ?? 0
  }
}
