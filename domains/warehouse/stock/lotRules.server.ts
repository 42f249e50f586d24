import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { today } from '#kit/shared/time.ts'
import { pairKey } from './book.rules.ts'
import type { Pair } from './bookRead.server.ts'
import type { LotRule } from './fefo.rules.ts'

/** How lots are chosen, by warehouse and sku: by the sku's storage group, else by the warehouse. Warehouse §2.6. */
export async function lotRules(
  db: Db,
  pairs: readonly Pair[],
): Promise<(pair: Pair) => Omit<LotRule, 'minDays'>> {
  const { rows } = await sql<Pair & { rule: number; boxQ: number }>`
    select p."warehouseId", p."skuId", coalesce(nullif(g."outRule", 3), c."allocRule", 1) as "rule",
      case when m."boxQty" > 1 then m."boxQty" * 1000 else 0 end as "boxQ"
    from unnest(${sql.val(pairs.map((one) => one.warehouseId))}::int[], ${sql.val(pairs.map((one) => one.skuId))}::int[])
      as p ("warehouseId", "skuId")
    join "sku" k on k."id" = p."skuId" join "product" m on m."id" = k."productId"
    left join "sapWmsGroup" g on g."id" = m."wmsGroupId"
    left join "wareHouseConfig" c on c."warehouseId" = p."warehouseId"`.execute(db)
  const day = today()
  const byPair = new Map(rows.map((row) => [pairKey(row.warehouseId, row.skuId), row]))
  return ({ warehouseId, skuId }) => {
    const found = byPair.get(pairKey(warehouseId, skuId))
    return { rule: found?.rule === 2 ? 2 : 1, boxQ: found?.boxQ ?? 0, today: day }
  }
}
