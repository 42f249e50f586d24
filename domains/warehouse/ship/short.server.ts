import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { lockRows, updateRows } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { noteDoor } from '../stock/declare.server.ts'
import type { Q } from '../stock/posting.ts'
import { shipTask, TASK } from './shipTask.entity.ts'

type Task = EntityRow<typeof shipTask>

/** Tasks of which not everything can be bound: 缺货, and their orders hear which lines want how much. Warehouse §5.2. */
export async function markShort(tx: Tx, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  await updateRows(
    tx,
    shipTask,
    tasks.map((before) => ({ before, values: { status: TASK.short, shortFlag: 1 as const } })),
  )
  const door = noteDoor(tx)
  if (door === undefined) return
  const { rows } = await sql<{ taskId: number; lineId: number; q: Q }>`
    select "taskId", "noteLineId" as "lineId", (("qty" - "shortQty") * 1000)::bigint as "q" from "shipTaskLine"
    where "taskId" = any(${sql.val(tasks.map((one) => one.id))}::int[]) and "isDel" = 0 order by "id"`.execute(tx)
  for (const task of tasks)
    await door.taskShort(
      tx,
      task.noteId,
      rows.flatMap(({ taskId, lineId, q }) => (taskId === task.id ? [{ lineId, q }] : [])),
    )
}

/**
 * Reservations were cut, so that tasks that wait for them lack goods now: 缺货. Called when a count has found less. Warehouse §5.2,
 * §5.9.
 */
export async function markCut(
  tx: Tx,
  lost: readonly { type: string; sn: string; lineId: number }[],
): Promise<void> {
  if (lost.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select distinct t."id" from unnest(${sql.val(lost.map((one) => one.sn))}::text[], ${sql.val(lost.map((one) => one.type))}::text[],
      ${sql.val(lost.map((one) => one.lineId))}::bigint[]) as u ("sn", "type", "lineId")
    join "shipTaskLine" l on l."reserveSn" = u."sn" and l."reserveType" = u."type" and l."reserveLineId" = u."lineId"
    join "shipTask" t on t."id" = l."taskId" and t."status" = ${TASK.waits} and t."isDel" = 0 order by 1`.execute(tx)
  const tasks = await lockRows(
    tx,
    shipTask,
    rows.map((one) => one.id),
    { anyScope: true },
  )
  await markShort(tx, [...tasks.values()])
}
