import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { DYNAMIC, FROZEN, KIND, PLAN, SCOPE, stockCountPlan } from './count.entity.ts'
import { periodOf } from './count.rules.ts'
import { startSheet } from './rounds.server.ts'
import { makeSheets, refreshPlan } from './sheets.server.ts'
import { SHORT_PICKS } from './soon.server.ts'

/** Day of the month on which the next monthly counts are drafted. Warehouse §5.9. */
const MONTHLY_DAY = '25'

interface Place {
  id: number
  staffIds: number[]
}

/** Warehouses that have people and no plan of this kind and period yet. */
async function without(db: Db, kind: number, period: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select w."id", w."staffIds" from "warehouse" w
    where w."isDel" = 0 and w."status" = 1 and w."type" <> 5 and cardinality(w."staffIds") > 0
      and not exists (select from "stockCountPlan" p where p."warehouseId" = w."id" and p."isDel" = 0 and p."countType" = ${kind}
        and p."period" = ${period} and p."remark" <> ${SHORT_PICKS}) order by w."id"`.execute(db)
  return rows
}

async function makePlan(tx: Tx, { id: warehouseId, staffIds }: Place, kind: 1 | 2, day: string) {
  return insertRow(tx, stockCountPlan, {
    ...{ planSn: await nextNumber(tx, 'PA'), countType: kind, warehouseId, planDate: day },
    ...{ period: periodOf(kind, day), counterIds: staffIds.slice(0, 3), remark: '系统生成' },
    ...(kind === KIND.daily
      ? { scopeType: SCOPE.moved, countMode: DYNAMIC }
      : { scopeType: SCOPE.all, countMode: FROZEN }),
  })
}

/** Begins the sheets of a plan. */
async function issue(tx: Tx, planId: number): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select "id" from "stockCount" where "planId" = ${planId} and "isDel" = 0 order by "id"`.execute(tx)
  const now = await lockRow(tx, stockCountPlan, planId, { anyScope: true })
  if (now.status !== PLAN.draft) return
  await updateRow(tx, stockCountPlan, now, { status: PLAN.issued }, { anyField: true })
  for (const { id } of rows) await startSheet(tx, id)
  await refreshPlan(tx, planId)
}

/** Issues what pickers did not find since yesterday. Answers how many plans. Warehouse §5.2. */
async function issueShortPicks(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "stockCountPlan" where "isDel" = 0 and "status" = ${PLAN.draft} and "countType" = ${KIND.daily}
      and "planDate" <= ${day}::date and "remark" = ${SHORT_PICKS} order by "id"`.execute(db)
  for (const { id } of rows) await asSystem(db, (tx) => issue(tx, id))
  return rows.length
}

/**
 * Issues the daily counts of what moved yesterday, and on the 25th drafts the monthly ones; a warehouse where nothing moved gets
 * none. Answers how many plans were made. Warehouse §5.9, §13 countPlan.
 */
export async function planCounts(db: Db, day = today()): Promise<number> {
  let made = await issueShortPicks(db, day)
  for (const place of await without(db, KIND.daily, periodOf(KIND.daily, day)))
    try {
      await asSystem(db, async (tx) => {
        const plan = await makePlan(tx, place, KIND.daily, day)
        await makeSheets(tx, plan)
        await issue(tx, plan.id)
      })
      made++
    } catch (error) {
      // Nothing moved there, so there is nothing to count.
      if (!(error instanceof AppError)) throw error
    }
  if (!day.endsWith(`-${MONTHLY_DAY}`)) return made
  for (const place of await without(db, KIND.monthly, periodOf(KIND.monthly, day))) {
    await asSystem(db, (tx) => makePlan(tx, place, KIND.monthly, day))
    made++
  }
  return made
}

export const countPlan: JobDefinition = {
  name: 'warehouse.countPlan',
  title: '生成盘点计划',
  group: 'WMS',
  cron: '0 0 6 * * *',
  run: (db) => planCounts(db),
}
