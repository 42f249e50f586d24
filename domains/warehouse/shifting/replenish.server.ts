import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { type Low, replenishLines } from './shifting.rules.ts'

/** What pick sections of a warehouse lack, with where it stands elsewhere: storage sections, what expires first. Warehouse §4.8. */
export async function replenishment(db: Db, warehouseId: number) {
  const { rows } = await sql<Low>`
    select w."skuId", w."pickSectionId" as "toSectionId", (coalesce(here."onHand", 0) * 1000)::bigint as "onHand",
      (w."pickMax" * 1000)::bigint as "max", coalesce(p."boxQty", 1)::bigint * 1000 as "box", others."places"
    from "wmsProduct" w join "sku" k on k."id" = w."skuId" join "product" p on p."id" = k."productId"
    left join lateral (select sum("onHand") as "onHand" from "stockLot" s
      where s."skuId" = w."skuId" and s."sectionId" = w."pickSectionId") here on true
    join lateral (select jsonb_agg(jsonb_build_object('sectionId', s."sectionId", 'lotNo', s."lotNo",
        'expiryDate', s."expiryDate", 'free', (s."lotFree" * 1000)::bigint) order by s."expiryDate" nulls last, s."id") as "places"
      from "stockLot" s join "section" c on c."id" = s."sectionId" and c."sellable" = 1 and c."type" <> 4
      where s."skuId" = w."skuId" and s."warehouseId" = w."warehouseId" and s."sectionId" <> w."pickSectionId" and s."lotFree" > 0) others
      on others."places" is not null
    where w."warehouseId" = ${warehouseId} and w."isDel" = 0 and w."pickSectionId" is not null and w."pickMax" > 0
      and coalesce(here."onHand", 0) < w."pickMin"
    order by w."skuId" limit 500`.execute(db)
  return rows.flatMap(replenishLines)
}
