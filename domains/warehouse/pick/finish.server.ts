import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, lockRows, updateRow, updateRows } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { makeDelivery, restage } from '../delivery/make.server.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { freeSapOrder } from '../sap/deliveryFree.server.ts'
import { EXPRESS, shipTask, TASK } from '../ship/shipTask.entity.ts'
import { makeSort } from '../sort/make.server.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { unbindParts } from '../stock/groups.server.ts'
import { LIST, PICK, pickList, pickTable } from './pickList.entity.ts'
import { partOf, sharesOf } from './shares.server.ts'

type Task = EntityRow<typeof shipTask>

/** Those that are being picked, and those with a delivery already that fetch what the night count missed. */
async function tasksOf(db: Db, pickListId: number): Promise<{ id: number; noteId: number }[]> {
  const { rows } = await sql<{ id: number; noteId: number }>`
    select distinct t."id", t."noteId" from "pickListLine" l join "pickShare" h on h."pickLineId" = l."id"
    join "shipTaskLine" k on k."id" = h."taskLineId" join "shipTask" t on t."id" = k."taskId"
    where l."pickListId" = ${pickListId} and t."status" in (${TASK.picking}, ${TASK.checked}) order by 1`.execute(
    db,
  )
  return rows
}

/** The list with its tasks, locked from the notes downwards. Doors §5. */
async function lockWhole(tx: Tx, id: number) {
  const found = await tasksOf(tx, id)
  await noteDoor(tx)?.lock(
    tx,
    found.map((one) => one.noteId),
  )
  const tasks = await lockRows(
    tx,
    shipTask,
    found.map((one) => one.id),
    { anyScope: true },
  )
  const byStatus = (status: number) => [...tasks.values()].filter((one) => one.status === status)
  return {
    ...{ tasks: byStatus(TASK.picking), again: byStatus(TASK.checked) },
    list: await lockRow(tx, pickList, id),
  }
}

/**
 * The picker is through: tasks of the list are 已拣货; those of which nothing was found are over. A batch gets its sort order; tasks that
 * nobody checks get their delivery. 422 还有{n}行未拣完. Warehouse §5.2, §5.3.
 */
export async function finishList(tx: Tx, id: number): Promise<void> {
  const { tasks, again, list } = await lockWhole(tx, id)
  guardState(pickTable, 'finish', list.status)
  const { rows } = await sql<{ open: number; short: number }>`
    select count(*) filter (where "pickedQty" + "shortQty" < "qty")::int as "open",
      count(*) filter (where "shortQty" > 0)::int as "short" from "pickListLine" where "pickListId" = ${id}`.execute(
    tx,
  )
  const { open = 0, short = 0 } = rows[0] ?? {}
  if (open > 0) throw refuse(`还有${open}行未拣完，请继续拣货或登记缺货`)
  const endTime = new Date()
  const minutes =
    list.startTime === null ? 0 : Math.round((endTime.getTime() - list.startTime.getTime()) / 60_000)
  const done = await updateRow(
    tx,
    pickList,
    list,
    { status: short > 0 ? LIST.short : LIST.done, endTime, minutes },
    { anyField: true },
  )
  for (const task of again) await restage(tx, task.id)
  const picked = await pickedOf(tx, tasks)
  const full = tasks.filter((one) => (picked.get(one.id) ?? 0) > 0)
  const changed = await updateRows(
    tx,
    shipTask,
    tasks.map((before) => ({
      before,
      values: { status: full.includes(before) ? TASK.picked : TASK.cancelled },
    })),
  )
  for (const { id: gone, status } of changed) if (status === TASK.cancelled) await freeSapOrder(tx, gone)
  for (const { noteId } of full) await noteDoor(tx)?.picked(tx, noteId)
  const left = changed.filter((one) => one.status === TASK.picked)
  if (left.length === 0) return
  if (list.pickType === PICK.batch) await makeSort(tx, done, left)
  else await passUnchecked(tx, left)
}

/** Tasks of a warehouse that checks nothing get their delivery at once; express ones are packed at their bench. Warehouse §4.3. */
export async function passUnchecked(tx: Tx, tasks: readonly Task[]): Promise<void> {
  const terms = await warehouseTerms(
    tx,
    tasks.map((one) => one.warehouseId),
  )
  for (const task of tasks)
    if (terms.get(task.warehouseId)?.config.needCheck === 0 && task.logisticsMode !== EXPRESS)
      await makeDelivery(tx, task, Math.max(1, task.boxes))
}

async function pickedOf(db: Db, tasks: readonly Task[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ taskId: number; qty: number }>`
    select "taskId", sum("pickedQty") as "qty" from "shipTaskLine" where "taskId" = any(${sql.val(tasks.map((one) => one.id))}::int[])
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.taskId, Number(row.qty)]))
}

/** Before anything was picked: what was bound is free again, its tasks wait. 409 已开始拣货，不能取消. Warehouse §5.2. */
export async function cancelList(tx: Tx, id: number): Promise<void> {
  const { tasks, again, list } = await lockWhole(tx, id)
  guardState(pickTable, 'cancel', list.status)
  if (again.length > 0) throw conflict('补货的拣货单不能取消，请登记缺货')
  const lines = await tx
    .selectFrom('pickListLine')
    .select(['id', 'stockLotId', 'pickedQty', 'shortQty'])
    .where('pickListId', '=', id)
    .execute()
  if (lines.some((one) => one.pickedQty > 0 || one.shortQty > 0)) throw conflict('已开始拣货，不能取消')
  const places = new Map(lines.map((one) => [one.id, one.stockLotId]))
  const shares = await sharesOf(
    tx,
    lines.map((one) => one.id),
  )
  await unbindParts(
    tx,
    { source: { type: pickList.name, id, sn: list.pickSn }, action: 'cancel' },
    shares.filter((one) => one.q > 0).map((one) => partOf(one, places.get(one.pickLineId) ?? 0, one.q)),
  )
  await sql`delete from "pickShare" where "pickLineId" = any(${sql.val(lines.map((one) => one.id))}::int[])`.execute(
    tx,
  )
  await updateRows(
    tx,
    shipTask,
    tasks.map((before) => ({ before, values: { status: TASK.waits } })),
  )
  await updateRow(tx, pickList, list, { status: LIST.cancelled }, { anyField: true })
}
