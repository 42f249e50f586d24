import { type Expression, type SqlBool, sql } from 'kysely'
import type { Figures } from '#kit/server/joins.ts'

/** Documents whose goods come from or go to somebody: their number, their kind and who that is. */
const PARTIES = sql`
  select d."stockinSn" as "sn", 'stockin' as "type", s."supplierName" as "party" from "stockin" d join "supplier" s on s."id" = d."supplierId"
  union all select d."stockoutSn", 'stockout', coalesce(s."supplierName", d."department") from "stockout" d
    left join "supplier" s on s."id" = d."supplierId" where d."supplierId" is not null or d."department" <> ''
  union all select d."exchangeSn", 'exchangeInBill', coalesce(s."supplierName", d."customer") from "exchangeInBill" d
    left join "supplier" s on s."id" = d."supplierId"
  union all select t."deliveryNo", 'deliveryNote', t."customer" from "shipTask" t where t."isDel" = 0`

/** 往来方 of moves: the supplier or customer of their document, who took the goods, the other warehouse of a transfer. Warehouse §4.4. */
export const partyOf: Figures[string] = async (db, ids) => {
  const { rows } = await sql<{ id: number; party: string }>`
    select m."id", coalesce(w."name", p."party") as "party" from "stockMove" m
    left join lateral (select p."party" from (${PARTIES}) p where p."sn" = m."sourceSn" and p."type" = m."sourceType" limit 1) p on true
    left join "transfer" t on m."sourceType" = 'transfer' and t."id" = m."sourceId"
    left join "warehouse" w on w."id" = case when t."outWarehouseId" = m."warehouseId" then t."inWarehouseId" else t."outWarehouseId" end
    where m."id" = any(${sql.val([...ids])}::bigint[]) and coalesce(w."name", p."party") is not null`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.party]))
}

/** Moves whose 往来方 is called so. */
export function withParty(words: string): Expression<SqlBool> {
  const like = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`"stockMove"."sourceSn" in (
    select p."sn" from (${PARTIES}) p where p."party" ilike ${like}
    union all select t."transferSn" from "transfer" t join "warehouse" o on o."id" = t."outWarehouseId"
      join "warehouse" i on i."id" = t."inWarehouseId" where
        (o."name" ilike ${like} and "stockMove"."warehouseId" = t."inWarehouseId")
        or (i."name" ilike ${like} and "stockMove"."warehouseId" = t."outWarehouseId"))`
}
