import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import type { Q } from './posting.ts'

/** Marks lots by the days of warning of their product; answers how many changed. Warehouse §2.6. */
export function markNear(db: Db, day = today()): Promise<number> {
  return asSystem(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update "lot" l set "near" = v."near", "updateTime" = now()
      from (select l."id", case when l."expiryDate" - ${day}::date <= coalesce(p."shelfAlertDays", 0) then 1 else 0 end as "near"
        from "lot" l join "sku" k on k."id" = l."skuId" join "product" p on p."id" = k."productId"
        where l."expiryDate" is not null) v
      where v."id" = l."id" and l."near" <> v."near" returning l."id"`.execute(tx)
    if (rows.length > 0) touch(tx, 'lot')
    return rows.length
  })
}

/** A place of a lot that must not be sold any more. Reasons as of freeze documents: 4 低于允发比例, 5 过期. */
export interface Unsellable {
  warehouseId: number
  stockLotId: number
  sectionId: number
  skuId: number
  lotId: number
  lotNo: string
  expiryDate: string | null
  reason: 4 | 5
  /** free there now, in thousandths: what can be frozen */
  q: Q
  /** bound to reservations: for the warehouse's lead to look at */
  allocated: Q
}

/**
 * Places of lots that have expired, or of whose shelf life less is left than deliverRatio asks, in warehouses that freeze by
 * themselves. A lot is sold on the last day on which ceil(shelfLifeDays × deliverRatio) days remain. Warehouse §2.6, §10.
 */
export async function unsellableLots(db: Db, day = today()): Promise<Unsellable[]> {
  const { rows } = await sql<Unsellable>`
    select s."warehouseId", s."id" as "stockLotId", s."sectionId", s."skuId", s."lotId", s."lotNo", s."expiryDate"::text as "expiryDate",
      case when s."expiryDate" < ${day}::date then 5 else 4 end as "reason", (s."lotFree" * 1000)::bigint as "q",
      (s."allocated" * 1000)::bigint as "allocated"
    from "stockLot" s join "sku" k on k."id" = s."skuId" join "product" p on p."id" = k."productId"
    join "wareHouseConfig" c on c."warehouseId" = s."warehouseId" and c."autoFreeze" = 1
    where s."expiryDate" is not null and (s."lotFree" > 0 or s."allocated" > 0) and (s."expiryDate" < ${day}::date
      or coalesce(p."shelfLifeDays", 0) > 0
        and s."expiryDate" - ${day}::date < ceil(p."shelfLifeDays" * p."deliverRatio" / 100))
    order by s."warehouseId", s."skuId", s."id"`.execute(db)
  return rows
}
