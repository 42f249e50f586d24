import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'

/** The type of sections in which goods stand. Warehouse §4.2. */
const STORING = 1

/** Where goods are put: where the warehouse keeps the sku, else its first section for storage. */
export async function sectionsFor(db: Db, warehouseId: number, skuIds: readonly number[]) {
  const { rows: own } = await sql<{ skuId: number; sectionId: number }>`
    select "skuId", "defaultSectionId" as "sectionId" from "wmsProduct" where "warehouseId" = ${warehouseId} and "isDel" = 0
      and "defaultSectionId" is not null and "skuId" = any(${sql.val([...skuIds])}::int[])`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select "id" from "section" where "warehouseId" = ${warehouseId} and "isDel" = 0 and "status" = 1
    order by ("type" = ${STORING}) desc, "id" limit 1`.execute(db)
  const first = rows[0]?.id
  if (first === undefined) throw refuse('仓库没有可用的库区')
  const bySku = new Map(own.map((row) => [row.skuId, row.sectionId]))
  return (skuId: number): number => bySku.get(skuId) ?? first
}
