import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { DYNAMIC, KIND, PLAN, SCOPE, stockCountPlan } from './count.entity.ts'
import { periodOf } from './count.rules.ts'
import { makeSheets, refreshPlan } from './sheets.server.ts'

/** What the plans of goods that pickers did not find say. */
export const SHORT_PICKS = '拣货缺货'

/** Puts goods on the next daily count of a warehouse, made when there is none yet; the job of the morning issues it. Warehouse §5.2. */
export async function countSoon(tx: Tx, warehouseId: number, skuIds: readonly number[]): Promise<void> {
  const day = movedDay(today(), 1)
  await sql`select pg_advisory_xact_lock(hashtext('countSoon'), ${warehouseId})`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select "id" from "stockCountPlan" where "warehouseId" = ${warehouseId} and "countType" = ${KIND.daily} and "planDate" = ${day}::date
      and "remark" = ${SHORT_PICKS} and "status" = ${PLAN.draft} and "isDel" = 0 order by "id" limit 1`.execute(
    tx,
  )
  const [known] = rows
  const { rows: places } = await sql<{ staffIds: number[] }>`
    select "staffIds" from "warehouse" where "id" = ${warehouseId}`.execute(tx)
  const before = known === undefined ? null : await lockRow(tx, stockCountPlan, known.id, { anyScope: true })
  const wanted = [...new Set([...(before?.skuIds ?? []), ...skuIds])]
  if (before !== null && wanted.length === before.skuIds.length) return
  const plan =
    before === null
      ? await insertRow(
          tx,
          stockCountPlan,
          {
            ...{ planSn: await nextNumber(tx, 'PA'), countType: KIND.daily, warehouseId, planDate: day },
            ...{
              period: periodOf(KIND.daily, day),
              scopeType: SCOPE.skus,
              skuIds: wanted,
              countMode: DYNAMIC,
            },
            ...{ counterIds: (places[0]?.staffIds ?? []).slice(0, 3), remark: SHORT_PICKS },
          },
          { anyScope: true },
        )
      : await updateRow(tx, stockCountPlan, before, { skuIds: wanted }, { anyField: true })
  await makeSheets(tx, plan)
  await refreshPlan(tx, plan.id)
}
