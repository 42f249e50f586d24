import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { forecastCalls } from './forecast.calls.ts'

/** What the main warehouse will need in the next two weeks: drafts, one that counts, one that was given up. Warehouse §5.10. */
export async function fillForecasts({ db, admin, idOf, day }: Demo): Promise<void> {
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows: suppliers } = await sql<{ id: number }>`
    select "id" from "supplier" where "isDel" = 0 and "auditStatus" = 1 and "inForce" = 1 order by "id" limit 1`.execute(
    db,
  )
  const { rows: skus } = await sql<{ id: number }>`
    select k."id" from "sku" k join "product" p on p."id" = k."productId"
    where k."isDel" = 0 and p."isDel" = 0 and p."stockMode" = 0 and p."auditStatus" = 1 order by k."id" limit 4`.execute(
    db,
  )
  const [supplier] = suppliers
  if (supplier === undefined) return
  const ids: number[] = []
  for (const [at, sku] of skus.entries()) {
    const { id } = await admin(forecastCalls.save, {
      ...{ warehouseId, skuId: sku.id, supplierId: supplier.id, planQty: 48 * (at + 1), source: 2 },
      ...{ periodStart: day(1), periodEnd: day(14), forecastQty: 40 * (at + 1), confidence: 80 },
    })
    ids.push(id)
  }
  const [first, second] = ids
  if (first !== undefined) await admin(forecastCalls.effect, { id: first })
  if (second !== undefined) await admin(forecastCalls.cancel, { id: second })
}
