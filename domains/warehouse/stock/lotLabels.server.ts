import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import { NO_LOT } from './lotNo.ts'
import { stockLot } from './stock.entity.ts'

interface LotOfSku {
  skuId: number
  lotNo: string
  productionDate: string | null
  expiryDate: string | null
  qty: number
  /** mm of the labels of the warehouse: 100x70 */
  size: string
}

/** What stands on the label of a lot, and what a scanner reads there: LOT|规格编码|批次号. Warehouse §7, §9. */
export async function lotLabels(db: Db, lots: readonly LotOfSku[]) {
  const { rows } = await sql<{ id: number; code: string; storeName: string; suk: string; unitName: string }>`
    select k."id", coalesce(nullif(k."skuCode", ''), p."productCode") as "code", p."storeName", k."suk", coalesce(u."unitName", '') as "unitName"
    from "sku" k join "product" p on p."id" = k."productId" left join "unit" u on u."id" = p."unitId"
    where k."id" = any(${sql.val([...new Set(lots.map((one) => one.skuId))])}::int[])`.execute(db)
  const goods = new Map(rows.map((row) => [row.id, row]))
  return lots.flatMap(({ skuId, lotNo: no, productionDate, expiryDate, qty, size }) => {
    const of = goods.get(skuId)
    if (of === undefined) return []
    const { code, storeName, suk, unitName } = of
    const lotNo = no || NO_LOT
    const barCode = `LOT|${code}|${lotNo}`
    return [{ barCode, code, storeName, suk, unitName, lotNo, productionDate, expiryDate, qty, size }]
  })
}

/** The labels of lots that stand in sections the person sees, in the order they were chosen. */
export async function labelsOfStock(db: Db, who: Who, ids: readonly number[]) {
  const wanted = sql<SqlBool>`"stockLot"."id" = any(${sql.val([...ids])}::bigint[])`
  const own = await conditionsOf(db, who, stockLot, {}, { where: [wanted] })
  const { rows } = await sql<LotOfSku>`
    select "skuId", "lotNo", "productionDate"::text as "productionDate", "expiryDate"::text as "expiryDate", "onHand"::float8 as "qty",
      coalesce((select c."labelSize" from "wareHouseConfig" c where c."warehouseId" = "stockLot"."warehouseId" and c."isDel" = 0), '') as "size"
    from "stockLot" where ${sql.join(own, sql` and `)} order by array_position(${sql.val([...ids])}::bigint[], "id")`.execute(
    db,
  )
  return lotLabels(db, rows)
}
