import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, lockRows, updateRow, updateRows } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { pairKey } from '../stock/book.rules.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { cutParts } from '../stock/groups.server.ts'
import type { Q } from '../stock/posting.ts'
import { shipTask, TASK } from './shipTask.entity.ts'
import { nextStatus } from './shipTask.rules.ts'

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
    where "taskId" = any(${sql.val(tasks.map((one) => one.id))}::int[]) and "isDel" = 0 order by "id"`.execute(
    tx,
  )
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
    join "shipTask" t on t."id" = l."taskId" and t."status" = ${TASK.waits} and t."isDel" = 0 order by 1`.execute(
    tx,
  )
  const tasks = await lockRows(
    tx,
    shipTask,
    rows.map((one) => one.id),
    { anyScope: true },
  )
  await markShort(tx, [...tasks.values()])
}

interface Have {
  id: number
  warehouseId: number
  taskLineId: number
  skuId: number
  need: Q
  /** reserved and bound to no lot */
  open: Q
  /** free in sections that goods may leave */
  free: Q
  reserveType: string
  reserveSn: string
  reserveLineId: number
}

/** What lines of tasks want, and what there is for them. */
async function havesOf(tx: Tx, taskIds: readonly number[]): Promise<Have[]> {
  const { rows } = await sql<Have>`
    select t."id", t."warehouseId", l."id" as "taskLineId", l."skuId", ((l."qty" - l."shortQty") * 1000)::bigint as "need", l."reserveType", l."reserveSn",
      l."reserveLineId",
      (coalesce((select sum(r."open" - r."allocated") from "stockReserve" r where r."sourceSn" = l."reserveSn"
        and r."sourceType" = l."reserveType" and r."sourceLineId" = l."reserveLineId" and r."warehouseId" = t."warehouseId"
        and r."status" = 1), 0) * 1000)::bigint as "open",
      (coalesce((select sum(s."lotFree") from "stockLot" s join "section" c on c."id" = s."sectionId" and c."sellable" = 1
        and c."status" = 1 and c."countSn" = '' where s."warehouseId" = t."warehouseId" and s."skuId" = l."skuId" and s."lotFree" > 0
        and (s."expiryDate" is null or s."expiryDate" >= current_date)), 0) * 1000)::bigint as "free"
    from "shipTask" t join "shipTaskLine" l on l."taskId" = t."id" and l."isDel" = 0
    where t."id" = any(${sql.val([...taskIds])}::int[]) order by l."id"`.execute(tx)
  return rows
}

const isThere = ({ need, open, free }: Have): boolean => open >= need && free >= need

/** 重新分配: a task in 缺货 waits again once its goods are there. 422 库存仍不足. Warehouse §5.2. */
export async function reallocate(tx: Tx, id: number): Promise<void> {
  const task = await lockRow(tx, shipTask, id)
  const status = nextStatus(task.status, 'reallocate')
  if (!(await havesOf(tx, [id])).every(isThere)) throw refuse('库存仍不足，不能重新分配')
  await updateRow(tx, shipTask, task, { status, shortFlag: 0 }, { anyField: true })
}

/**
 * 缺货发出: the task waits again for what is there; the rest is given up and returns to what the order has to send. 422 没有可发出的商品.
 * Warehouse §5.2.
 */
export async function shipShort(tx: Tx, id: number): Promise<void> {
  const { noteId } = await tx
    .selectFrom('shipTask')
    .select('noteId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound())
  await noteDoor(tx)?.lock(tx, [noteId])
  const task = await lockRow(tx, shipTask, id)
  const status = nextStatus(task.status, 'shipShort')
  const haves = await havesOf(tx, [id])
  const left = new Map(haves.map((one) => [one.skuId, one.free]))
  const lines = haves.map((one) => {
    const have = Math.min(one.need, one.open, left.get(one.skuId) ?? 0)
    left.set(one.skuId, (left.get(one.skuId) ?? 0) - have)
    return { ...one, have }
  })
  if (lines.every((one) => one.have === 0)) throw refuse('没有可发出的商品，请取消发货单或等待到货')
  const parts = lines.flatMap((one) => {
    const q = Math.min(one.need - one.have, one.open - one.have)
    const key = { type: one.reserveType, sn: one.reserveSn, lineId: one.reserveLineId }
    const { warehouseId } = task
    return q > 0 ? [{ ref: one.taskLineId, key, warehouseId, skuId: one.skuId, stockLotId: 0, q }] : []
  })
  const head = { source: { type: shipTask.name, id, sn: task.taskSn }, action: `short:${task.version}` }
  const cuts = await cutParts(tx, head, parts)
  for (const { taskLineId, need, have } of lines)
    if (need > have)
      await sql`update "shipTaskLine" set "shortQty" = "shortQty" + ${need - have}::numeric / 1000 where "id" = ${taskLineId}`.execute(
        tx,
      )
  await updateRow(tx, shipTask, task, { status, shortFlag: 1 }, { anyField: true })
  if (cuts.length > 0)
    await noteDoor(tx)?.reserveLost(
      tx,
      cuts.map(({ key, q }) => ({ ...key, q })),
    )
}

/** Tasks of one look at most. */
const LOOK = 200

/** Tasks in 缺货 whose goods are there now wait again, the urgent and older ones first. Answers how many. Warehouse §13 shortRetry. */
export function retryShort(db: Db): Promise<number> {
  return asSystem(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select "id" from "shipTask" where "status" = ${TASK.short} and "isDel" = 0 order by "priority", "id" limit ${LOOK}`.execute(
      tx,
    )
    const found = rows.map((one) => one.id)
    const byTask = Map.groupBy(await havesOf(tx, found), (one) => one.id)
    const left = new Map<string, number>()
    const at = ({ warehouseId, skuId }: Have): string => pairKey(warehouseId, skuId)
    const ready = found.filter((id) => {
      const own = byTask.get(id) ?? []
      const isReady =
        own.length > 0 && own.every((one) => isThere({ ...one, free: left.get(at(one)) ?? one.free }))
      if (isReady) for (const one of own) left.set(at(one), (left.get(at(one)) ?? one.free) - one.need)
      return isReady
    })
    const tasks = [...(await lockRows(tx, shipTask, ready, { anyScope: true })).values()]
    const waiting = tasks.filter((one) => one.status === TASK.short)
    await updateRows(
      tx,
      shipTask,
      waiting.map((before) => ({ before, values: { status: TASK.waits, shortFlag: 0 as const } })),
    )
    return waiting.length
  })
}

export const shortRetry: JobDefinition = {
  name: 'warehouse.shortRetry',
  title: '重试缺货任务',
  group: 'WMS',
  cron: '0 */10 * * * *',
  light: true,
  run: (db) => retryShort(db),
}
