import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { stockMove } from './stock.entity.ts'

/**
 * 往来方 of moves: the supplier or customer of their document, who took the goods, the other warehouse of a transfer. Each move asks
 * the table of its own kind of document by id. Warehouse §4.4.
 */
export const partyOf = rowFigure(
  stockMove,
  `coalesce(case "stockMove"."sourceType"
      when 'stockin' then (select s."supplierName" from "stockin" d join "supplier" s on s."id" = d."supplierId"
        where d."id" = "stockMove"."sourceId")
      when 'stockout' then (select coalesce(s."supplierName", d."department") from "stockout" d
        left join "supplier" s on s."id" = d."supplierId" where d."id" = "stockMove"."sourceId")
      when 'exchangeInBill' then (select coalesce(s."supplierName", d."customer") from "exchangeInBill" d
        left join "supplier" s on s."id" = d."supplierId" where d."id" = "stockMove"."sourceId")
      when 'deliveryNote' then (select t."customer" from "shipTask" t
        where t."noteId" = "stockMove"."sourceId" and t."isDel" = 0 and t."status" <> 9)
      when 'transfer' then (select w."name" from "transfer" t join "warehouse" w
        on w."id" = case when t."outWarehouseId" = "stockMove"."warehouseId" then t."inWarehouseId" else t."outWarehouseId" end
        where t."id" = "stockMove"."sourceId")
    end, '')`,
)

/** Documents whose 往来方 is called so; of a transfer what one of its warehouses moved with the other one. */
const documents = (like: string) => sql`
  select 'stockin' as "type", d."id"::bigint as "id", d."stockinSn" as "sn", null::int as "warehouseId"
    from "stockin" d join "supplier" s on s."id" = d."supplierId" where s."supplierName" ilike ${like}
  union all select 'stockout', d."id", d."stockoutSn", null from "stockout" d left join "supplier" s on s."id" = d."supplierId"
    where coalesce(s."supplierName", d."department") ilike ${like}
  union all select 'exchangeInBill', d."id", d."exchangeSn", null from "exchangeInBill" d left join "supplier" s on s."id" = d."supplierId"
    where coalesce(s."supplierName", d."customer") ilike ${like}
  union all select 'deliveryNote', t."noteId", t."deliveryNo", null from "shipTask" t
    where t."isDel" = 0 and t."status" <> 9 and t."customer" ilike ${like}
  union all select 'transfer', t."id", t."transferSn", t."inWarehouseId" from "transfer" t
    join "warehouse" o on o."id" = t."outWarehouseId" where o."name" ilike ${like}
  union all select 'transfer', t."id", t."transferSn", t."outWarehouseId" from "transfer" t
    join "warehouse" i on i."id" = t."inWarehouseId" where i."name" ilike ${like}`

/** So many documents are found first, and their moves by the index of their numbers. */
const FEW = 1000

/** Moves whose 往来方 is called so. The documents are found once, never for each of millions of moves. Warehouse §4.4. */
export async function withParty(db: Db, words: string): Promise<Expression<SqlBool>[]> {
  const found = documents(`%${words.trim().replace(/[\\%_]/g, '\\$&')}%`)
  const isOf = sql<SqlBool>`(("stockMove"."sourceType", "stockMove"."sourceId") in
      (select f."type", f."id" from (${found}) f where f."warehouseId" is null)
    or ("stockMove"."sourceType", "stockMove"."sourceId", "stockMove"."warehouseId") in
      (select f."type", f."id", f."warehouseId" from (${found}) f where f."warehouseId" is not null))`
  const { rows } = await sql<{ sn: string }>`
    select distinct f."sn" from (${found}) f limit ${sql.lit(FEW + 1)}`.execute(db)
  if (rows.length > FEW) return [isOf]
  return [sql<SqlBool>`"stockMove"."sourceSn" = any(${sql.val(rows.map((row) => row.sn))}::text[])`, isOf]
}
