import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import { FORECAST, singleItemForecast } from './forecast.entity.ts'
import { accuracyOf } from './forecast.rules.ts'

interface Ended {
  id: number
  actualIn: number
  actualOut: number
}

/** Forecasts whose period is over: what came and left in it, and how right they were. Answers how many. Warehouse §5.10. */
export async function endForecasts(db: Db, day = today()): Promise<number> {
  const { rows } = await sql<Ended>`
    select f."id", coalesce(d."in", 0)::float8 as "actualIn", coalesce(d."out", 0)::float8 as "actualOut" from "singleItemForecast" f
    left join lateral (select sum("inQty") as "in", sum("outQty") as "out" from "stockDaily" s
      where s."warehouseId" = f."warehouseId" and s."skuId" = f."skuId" and s."day" between f."periodStart" and f."periodEnd") d on true
    where f."isDel" = 0 and f."status" in (${FORECAST.effective}, ${FORECAST.appointed}) and f."periodEnd" < ${day}::date
    order by f."id"`.execute(db)
  for (const { id, actualIn, actualOut } of rows)
    await asSystem(db, async (tx) => {
      const row = await lockRow(tx, singleItemForecast, id, { anyScope: true })
      if (row.status !== FORECAST.effective && row.status !== FORECAST.appointed) return
      const accuracy = accuracyOf(row.forecastQty ?? 0, actualOut)
      const said = { status: FORECAST.over, actualIn, actualOut, accuracy }
      await updateRow(tx, singleItemForecast, row, said, { anyField: true })
    })
  return rows.length
}

/** After the day was closed. Warehouse §13. */
export const forecastEnd: JobDefinition = {
  name: 'warehouse.forecastEnd',
  title: '结束单品预测',
  group: 'WMS',
  cron: '0 40 0 * * *',
  run: (db) => endForecasts(db),
}
