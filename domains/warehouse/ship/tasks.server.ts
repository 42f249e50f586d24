import { sql } from 'kysely'
import { skuFacts } from '#domains/catalog/catalog.door.ts'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, insertRows, lockRow, updateRow, updateRows } from '#kit/server/rows.ts'
import { keepApart, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { formatDateTime, movedDay, today } from '#kit/shared/time.ts'
import { toQ } from '../document/document.rules.ts'
import { openTerms } from '../document/document.server.ts'
import { LOGISTICS_MODES } from '../place/warehouse.entity.ts'
import { shown } from '../stock/book.rules.ts'
import { type NoteDoor, type NoteFacts, noteDoor } from '../stock/declare.server.ts'
import { lotRules } from '../stock/lotRules.server.ts'
import { skuNames } from '../stock/names.server.ts'
import { shipTask, shipTaskLine, TASK } from './shipTask.entity.ts'
import { checkNotGone, isHandled, isPastCutOff, nextStatus } from './shipTask.rules.ts'
import { amountOfPart, amountsOfPart, lineAmounts } from './worth.rules.ts'

type Task = EntityRow<typeof shipTask>
type NoteLine = NoteFacts['lines'][number]

function notesOf(db: Db): NoteDoor {
  const door = noteDoor(db)
  if (door === undefined) throw conflict('发货单尚未启用')
  return door
}

/**
 * Makes the ship task of an approved delivery note and answers its id; that of the task the note has already, if it has one. 422
 * 库存不足：{商品}{规格} 可用 {n}，需要 {m} when less is reserved for a line than it is to send. Doors §4, Warehouse §5.2.
 */
export async function createShipTask(tx: Tx, deliveryNoteId: number): Promise<number> {
  const door = notesOf(tx)
  await door.lock(tx, [deliveryNoteId])
  const known = await liveTask(tx, deliveryNoteId)
  if (known !== null) return known
  const [note] = await door.facts(tx, [deliveryNoteId])
  if (note === undefined || note.lines.length === 0) throw notFound()
  return makeTask(tx, note)
}

/** The ship task of what a note says; nobody else is making one for it. 422 库存不足：…. */
export async function makeTask(tx: Tx, note: NoteFacts): Promise<number> {
  const channelId = CHANNELS.find((one) => one.value === note.channelId)?.value
  if (channelId === undefined) throw new Error(`Note ${note.noteSn} names channel ${note.channelId}`)
  const logisticsMode = LOGISTICS_MODES.find((one) => one.value === note.shippingType)?.value
  if (logisticsMode === undefined)
    throw new Error(`Note ${note.noteSn} has shipping type ${note.shippingType}`)
  const { config } = await openTerms(tx, note.warehouseId)
  await checkReserved(tx, note)
  const cutOff = config.cutOffTime
  const late = isPastCutOff(formatDateTime(new Date()).slice(11, 16), cutOff)
  const planned = late ? movedDay(today(), 1) : today()
  const task = await insertRow(
    tx,
    shipTask,
    {
      ...{ taskSn: await nextNumber(tx, 'CR'), noteId: note.noteId, deliveryNo: note.noteSn },
      ...{ orderSn: note.orderSn, orderSubSn: note.orderSubSn, warehouseId: note.warehouseId },
      ...{ channelId, logisticsMode, rank: note.rank },
      ...{ shoudaId: note.shoudaId, shipToId: note.shipTo.shipToId, customer: note.shipTo.name },
      ...{ contact: note.shipTo.contact, phone: note.shipTo.phone, address: note.shipTo.address },
      ...{ cityId: note.shipTo.cityId, timeWindow: note.shipTo.timeWindow },
      ...{ goodsAmount: note.goodsAmount, collectAmount: note.collectAmount },
      ...{ cutOff, planDate: planned > (note.planDate ?? '') ? planned : (note.planDate ?? planned) },
      ...(await sizeOf(tx, note.warehouseId, note.lines)),
    },
    { anyScope: true },
  )
  const amounts = lineAmounts(note.goodsAmount, note.lines)
  await insertRows(
    tx,
    shipTaskLine,
    note.lines.map(({ lineId, skuId, q, reserved }, at) => ({
      ...{ taskId: task.id, noteLineId: lineId, skuId, qty: q / 1000, amount: amounts[at] ?? 0 },
      ...{ reserveType: reserved.type, reserveSn: reserved.sn, reserveLineId: reserved.lineId },
    })),
  )
  return task.id
}

/**
 * Takes a note, or so much of its lines, back before anybody has begun to pick it. `picked`: that is too late, the warehouse has to
 * confirm 取消拣货 first. What was reserved stays the caller's to release. 409 货物已出库，请走售后流程. Doors §4, Warehouse §5.2.
 */
export async function withdrawShipTask(
  tx: Tx,
  deliveryNoteId: number,
  lines?: readonly { lineId: number; q: number }[],
): Promise<'withdrawn' | 'picked'> {
  await notesOf(tx).lock(tx, [deliveryNoteId])
  const id = await liveTask(tx, deliveryNoteId)
  if (id === null) return 'withdrawn'
  const task = await lockRow(tx, shipTask, id, { anyScope: true })
  checkNotGone(task.status)
  if (isHandled(task.status)) return 'picked'
  const left = lines === undefined ? null : await lessOf(tx, task, lines)
  if (left === null || left.lines.length === 0)
    await updateRow(tx, shipTask, task, { status: nextStatus(task.status, 'withdraw') }, { anyField: true })
  else {
    const size = await sizeOf(tx, task.warehouseId, left.lines)
    await updateRow(tx, shipTask, task, { ...size, ...left.amounts }, { anyField: true })
  }
  return 'withdrawn'
}

/**
 * Marks what is being picked so that scanners and the departure refuse it: in a transaction of its own after this one, because the
 * wish that could not be met is refused and undone. Doors §4, Warehouse §5.2.
 */
export function intercept(tx: Tx, deliveryNoteId: number): void {
  keepApart(tx, async (own) => {
    const id = await liveTask(own, deliveryNoteId)
    if (id === null) return
    const task = await lockRow(own, shipTask, id, { anyScope: true })
    if (!isHandled(task.status) || task.interceptFlag === 1) return
    await updateRow(own, shipTask, task, { interceptFlag: 1 }, { anyField: true })
    await sql`update "wtsDelivery" set "interceptFlag" = 1, "updateTime" = now(), "version" = "version" + 1
      where "taskId" = ${id} and "isDel" = 0 and "status" <> 9`.execute(own)
    touch(own, 'wtsDelivery')
  })
}

/** The task a note has now. */
async function liveTask(db: Db, noteId: number): Promise<number | null> {
  const row = await db
    .selectFrom('shipTask')
    .select('id')
    .where('noteId', '=', noteId)
    .where('isDel', '=', 0)
    .where('status', '<>', TASK.cancelled)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Lines with so much less of them; answers what remains, without those with nothing left, and what the task comes to. */
async function lessOf(
  tx: Tx,
  task: Task,
  less: readonly { lineId: number; q: number }[],
): Promise<{
  lines: { skuId: number; q: number }[]
  amounts: Pick<Task, 'goodsAmount' | 'collectAmount'>
}> {
  const rows = await tx
    .selectFrom('shipTaskLine')
    .selectAll()
    .where('taskId', '=', task.id)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  const left = rows.map((before) => {
    const taken = less.reduce((sum, one) => (one.lineId === before.noteLineId ? sum + one.q : sum), 0)
    return { before, q: toQ(before.qty) - taken }
  })
  const unknown = less.some((one) => !rows.some((row) => row.noteLineId === one.lineId))
  if (unknown || left.some(({ q }) => q < 0)) throw refuse('撤回数量超过任务数量')
  await updateRows(
    tx,
    shipTaskLine,
    left.map(({ before, q }) => ({
      before,
      values: { qty: q / 1000, amount: amountOfPart(before.amount, q, toQ(before.qty)) },
    })),
  )
  return {
    lines: left.flatMap(({ before, q }) => (q > 0 ? [{ skuId: before.skuId, q }] : [])),
    amounts: amountsOfPart(
      task,
      rows.map(({ id, qty, amount }) => ({ id, q: toQ(qty), amount })),
      left.map(({ before, q }) => ({ lineId: before.id, q })),
    ),
  }
}

/** What lines come to: whole boxes, kilograms and cubic metres. */
export async function sizeOf(
  db: Db,
  warehouseId: number,
  lines: readonly { skuId: number; q: number }[],
): Promise<Pick<Task, 'totalQty' | 'boxes' | 'weight' | 'volume' | 'lineCount'>> {
  const facts = new Map(
    (
      await skuFacts(
        db,
        lines.map((one) => one.skuId),
      )
    ).map((one) => [one.skuId, one]),
  )
  const rules = await lotRules(
    db,
    lines.map(({ skuId }) => ({ warehouseId, skuId })),
  )
  let [totalQ, boxes, g, cm3] = [0, 0, 0, 0]
  for (const { skuId, q } of lines) {
    const { boxQ } = rules({ warehouseId, skuId })
    const fact = facts.get(skuId)
    totalQ += q
    boxes += boxQ > 0 ? Math.floor(q / boxQ) : 0
    g += ((fact?.g ?? 0) * q) / 1000
    cm3 += ((fact?.cm3 ?? 0) * q) / 1000
  }
  const size = { totalQty: totalQ / 1000, boxes, weight: Math.round(g) / 1000 }
  return { ...size, volume: Math.round(cm3) / 1_000_000, lineCount: lines.length }
}

/**
 * Refuses lines for which less is reserved in this warehouse than they are to send; what other tasks of the same reservation are
 * still to send does not count.
 */
async function checkReserved(db: Db, { warehouseId, lines }: NoteFacts): Promise<void> {
  const key = ({ reserved }: NoteLine): string =>
    JSON.stringify([reserved.type, reserved.sn, reserved.lineId])
  for (const own of Map.groupBy(lines, key).values()) {
    const [first] = own
    if (first === undefined) continue
    const { type, sn, lineId } = first.reserved
    const wanted = own.reduce((sum, { q }) => sum + q, 0)
    const { rows } = await sql<{ q: number }>`
      select (coalesce((select sum("qty" - "shipped" - "released") from "stockReserve" where "sourceSn" = ${sn} and "sourceType" = ${type}
          and "sourceLineId" = ${lineId} and "warehouseId" = ${warehouseId} and "skuId" = ${first.skuId} and "status" = 1), 0)
        - coalesce((select sum(l."qty") from "shipTaskLine" l join "shipTask" t on t."id" = l."taskId" and t."isDel" = 0
          where l."reserveSn" = ${sn} and l."reserveType" = ${type} and l."reserveLineId" = ${lineId} and t."warehouseId" = ${warehouseId}
            and t."status" not in (5, 6, 9)), 0)) * 1000 as "q"`.execute(db)
    const free = Math.max(0, Math.round(Number(rows[0]?.q ?? 0)))
    if (free >= wanted) continue
    const { name } = await skuNames(db, first.skuId)
    throw refuse(`库存不足：${name} 可用 ${shown(free)}，需要 ${shown(wanted)}`)
  }
}
