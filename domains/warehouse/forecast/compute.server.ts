import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { stockFigures } from '../stock/figures.server.ts'
import { FORECAST, SOURCE, singleItemForecast } from './forecast.entity.ts'
import { needOf, suggested, wholes } from './forecast.rules.ts'

/** Days whose issues make the daily average. Warehouse §5.10. */
const AVERAGE_DAYS = 28
const MOST = 500

interface Known {
  skuId: number
  avgDaily: number
  leadDays: number
  coverDays: number
  boxQty: number | null
  palletQty: number | null
}

export interface Proposal {
  avgDaily: number
  available: number
  inTransit: number
  onOrder: number
  suggestQty: number
  expectDate: string
  boxQty: number | null
  palletQty: number | null
}

/** What skus took each day, how long they need to come, and what should come of them. Warehouse §10. */
export async function proposalsOf(
  db: Db,
  warehouseId: number,
  skuIds: readonly number[],
): Promise<Map<number, Proposal>> {
  const { rows } = await sql<Known>`
    select k."id" as "skuId", round(coalesce(d."out", 0) / ${AVERAGE_DAYS}, 3)::float8 as "avgDaily",
      coalesce(w."leadDays", 5) as "leadDays", coalesce(w."coverDays", 10) as "coverDays", p."boxQty", p."palletQty"
    from "sku" k join "product" p on p."id" = k."productId"
    left join "wmsProduct" w on w."skuId" = k."id" and w."warehouseId" = ${warehouseId} and w."isDel" = 0
    left join lateral (select sum("outQty") as "out" from "stockDaily" s where s."skuId" = k."id" and s."warehouseId" = ${warehouseId}
      and s."day" >= ${movedDay(today(), -AVERAGE_DAYS)}::date and s."day" < ${today()}::date) d on true
    where k."id" = any(${sql.val([...skuIds])}::int[])`.execute(db)
  const figures = new Map((await stockFigures(db, skuIds, [warehouseId])).map((one) => [one.skuId, one]))
  return new Map(
    rows.map(({ skuId, avgDaily, leadDays, coverDays, boxQty, palletQty }): [number, Proposal] => {
      const { available = 0, inTransit = 0, onOrder = 0, safety = 0 } = figures.get(skuId) ?? {}
      const there = { available: available / 1000, inTransit: inTransit / 1000, onOrder: onOrder / 1000 }
      const need = { avgDaily, leadDays, coverDays, safety: safety / 1000, boxQty, ...there }
      return [
        skuId,
        {
          ...{ avgDaily, ...there, boxQty, palletQty, suggestQty: suggested(need) },
          expectDate: movedDay(today(), leadDays),
        },
      ]
    }),
  )
}

/** What a warehouse is asked about unless it says: what left in the last weeks, and what must never run out. */
async function movingSkus(db: Db, warehouseId: number): Promise<number[]> {
  const { rows } = await sql<{ skuId: number }>`
    select "skuId" from (
      select distinct "skuId" from "stockDaily" where "warehouseId" = ${warehouseId} and "outQty" > 0
        and "day" >= ${movedDay(today(), -AVERAGE_DAYS)}::date
      union select "skuId" from "wmsProduct" where "warehouseId" = ${warehouseId} and "safetyQty" > 0 and "isDel" = 0) s
    order by 1 limit ${MOST}`.execute(db)
  return rows.map((row) => row.skuId)
}

interface Asked {
  warehouseId: number
  skuIds: readonly number[]
  supplierId: number | null
  periodStart: string
  periodEnd: string
}

/**
 * Proposes what should come: a draft for each sku that lacks something, or the draft of the system that there is already, anew. The
 * warehouse is locked, so that two who compute at once make each draft once. Warehouse §5.10.
 */
export async function computeForecasts(
  tx: Tx,
  { warehouseId, skuIds, supplierId, periodStart, periodEnd }: Asked,
): Promise<{ made: number; changed: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('forecast'), ${warehouseId})`.execute(tx)
  const asked = skuIds.length > 0 ? skuIds : await movingSkus(tx, warehouseId)
  const { rows: drafts } = await sql<{ id: number; skuId: number }>`
    select "id", "skuId" from "singleItemForecast" where "warehouseId" = ${warehouseId} and "status" = ${FORECAST.draft}
      and "source" = ${SOURCE.system} and "isDel" = 0 and "periodStart" <= ${periodEnd}::date and "periodEnd" >= ${periodStart}::date
    order by "id"`.execute(tx)
  const known = new Map(drafts.map((row) => [row.skuId, row.id]))
  let [made, changed] = [0, 0]
  for (const [skuId, { boxQty, palletQty, ...proposal }] of await proposalsOf(tx, warehouseId, asked)) {
    const draft = known.get(skuId)
    if (draft === undefined && proposal.suggestQty === 0 && skuIds.length === 0) continue
    const planQty = proposal.suggestQty
    const values = {
      ...{ ...proposal, planQty, periodStart, periodEnd, supplierId },
      forecastQty: needOf(proposal.avgDaily, periodStart, periodEnd),
      ...{ boxes: wholes(planQty, boxQty), pallets: wholes(planQty, palletQty) },
    }
    if (draft === undefined) {
      const forecastSn = await nextNumber(tx, 'YB')
      await insertRow(tx, singleItemForecast, {
        ...values,
        forecastSn,
        warehouseId,
        skuId,
        source: SOURCE.system,
      })
      made++
      continue
    }
    await updateRow(tx, singleItemForecast, await lockRow(tx, singleItemForecast, draft), values)
    changed++
  }
  return { made, changed }
}
