import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { VIRTUAL, warehouse } from './warehouse.entity.ts'

/**
 * Sees to it that of the enabled warehouses that serve the same channels exactly one is the default: `wanted` where it is
 * given, else the one that is it already, else the first of them. Warehouse §4.1.
 */
export async function keepDefaults(tx: Tx, wanted = 0): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('warehouse.default'))`.execute(tx)
  await sql`with ranked as (
      select w."id", row_number() over (
        partition by (select array_agg(c order by c) from unnest(g."channelIds") as c)
        order by (w."id" = ${wanted}) desc, w."isDefault" desc, w."sort" desc, w."id") = 1 as "first"
      from "warehouse" w join "wareHouseConfig" g on g."warehouseId" = w."id"
      where w."isDel" = 0 and w."status" = 1 and w."type" <> ${sql.lit(VIRTUAL)})
    update "warehouse" w set "isDefault" = case when r."first" then 1 else 0 end
    from "warehouse" o left join ranked r on r."id" = o."id"
    where w."id" = o."id" and w."isDefault" <> case when r."first" then 1 else 0 end`.execute(tx)
  touch(tx, warehouse.name)
}
