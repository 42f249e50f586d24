import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { cancelForTask } from '../delivery/make.server.ts'
import { totalOf } from '../document/document.rules.ts'
import { withCards } from '../document/leaving.server.ts'
import { freeSapOrder } from '../sap/deliveryFree.server.ts'
import { SHIFT, shifting } from '../shifting/shifting.entity.ts'
import { shipTask } from '../ship/shipTask.entity.ts'
import { checkNotGone, isHandled, nextStatus } from '../ship/shipTask.rules.ts'
import { dropFromSort } from '../sort/make.server.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { unbindParts } from '../stock/groups.server.ts'
import { LIST, PICK, pickList } from './pickList.entity.ts'
import { partOf, type Share, type Staged, sharesOfTask, stagedOf } from './shares.server.ts'

type Task = EntityRow<typeof shipTask>

/**
 * 取消拣货: the task is over, what was bound for it is free again (194), and what stands in staging gets a draft of its way back
 * (移库, reason 回库). The reservation stays the order's. 409 货物已出库，请走售后流程, 请先卸下 for what is on a vehicle. Warehouse §5.2.
 */
export async function cancelPick(tx: Tx, id: number, reason: string): Promise<void> {
  const { noteId } = await lockedNote(tx, id)
  await noteDoor(tx)?.lock(tx, [noteId])
  const task = await lockRow(tx, shipTask, id)
  checkNotGone(task.status)
  const status = nextStatus(task.status, 'cancelPick')
  const shares = await sharesOfTask(tx, id)
  const lists = await lockLists(tx, shares)
  await dropFromSort(tx, id)
  await cancelForTask(tx, id)
  const staged = await stagedOf(tx, id)
  await free(tx, task, shares, staged)
  await shrinkLists(tx, lists, shares)
  await sendBack(tx, task, shares, staged)
  await sql`update "taskStaged" set "qty" = 0 where "taskLineId" in (select "id" from "shipTaskLine" where "taskId" = ${id})`.execute(
    tx,
  )
  await freeSapOrder(tx, id)
  await updateRow(tx, shipTask, task, { status, remark: reason }, { anyField: true })
}

async function lockedNote(tx: Tx, id: number): Promise<{ noteId: number }> {
  const row = await tx.selectFrom('shipTask').select('noteId').where('id', '=', id).executeTakeFirst()
  return row ?? { noteId: 0 }
}

async function lockLists(tx: Tx, shares: readonly Share[]): Promise<EntityRow<typeof pickList>[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct "pickListId" as "id" from "pickListLine" where "id" = any(${sql.val(shares.map((one) => one.pickLineId))}::int[])
    order by 1`.execute(tx)
  const lists: EntityRow<typeof pickList>[] = []
  for (const { id } of rows) lists.push(await lockRow(tx, pickList, id, { anyScope: true }))
  return lists
}

/** What is bound at the shelves and in staging, each in its place. */
async function free(tx: Tx, task: Task, shares: readonly Share[], staged: readonly Staged[]): Promise<void> {
  const { rows } = await sql<{ id: number; stockLotId: number }>`
    select "id", "stockLotId" from "pickListLine" where "id" = any(${sql.val(shares.map((one) => one.pickLineId))}::int[])`.execute(
    tx,
  )
  const places = new Map(rows.map((row) => [row.id, row.stockLotId]))
  await unbindParts(tx, { source: { type: shipTask.name, id: task.id, sn: task.taskSn }, action: 'cancel' }, [
    ...shares
      .filter((one) => one.q > one.pickedQ)
      .map((one) => partOf(one, places.get(one.pickLineId) ?? 0, one.q - one.pickedQ)),
    ...staged.map((one) => ({
      ref: one.taskLineId,
      key: { type: one.reserveType, sn: one.reserveSn, lineId: one.reserveLineId },
      ...{ warehouseId: task.warehouseId, skuId: one.skuId, stockLotId: one.stockLotId, q: one.q },
    })),
  ])
}

/** Lists that were picking for the task want that much less; one that picks for nobody else is over. */
async function shrinkLists(
  tx: Tx,
  lists: readonly EntityRow<typeof pickList>[],
  shares: readonly Share[],
): Promise<void> {
  for (const { id, pickLineId, q, pickedQ } of shares) {
    if (q === pickedQ) continue
    await sql`update "pickListLine" set "qty" = "qty" - ${q - pickedQ}::numeric / 1000, "updateTime" = now() where "id" = ${pickLineId}`.execute(
      tx,
    )
    await sql`update "pickShare" set "qty" = "pickedQty" where "id" = ${id}`.execute(tx)
  }
  touch(tx, 'pickListLine')
  for (const list of lists) {
    if (list.status !== LIST.open && list.status !== LIST.picking) continue
    const isOver = list.pickType === PICK.byOrder || list.taskCount <= 1
    await updateRow(
      tx,
      pickList,
      list,
      { taskCount: list.taskCount - 1, ...(isOver ? { status: LIST.cancelled } : {}) },
      { anyField: true },
    )
  }
}

/** A draft of the way back to the shelves. */
async function sendBack(
  tx: Tx,
  task: Task,
  shares: readonly Share[],
  staged: readonly Staged[],
): Promise<void> {
  if (staged.length === 0) return
  const { rows } = await sql<{ taskLineId: number; sectionId: number }>`
    select distinct on (h."taskLineId") h."taskLineId", l."sectionId" from "pickShare" h join "pickListLine" l on l."id" = h."pickLineId"
    where h."id" = any(${sql.val(shares.map((one) => one.id))}::int[]) order by 1, h."id"`.execute(tx)
  const sections = new Map(rows.map((row) => [row.taskLineId, row.sectionId]))
  const lines = await withCards(
    tx,
    staged.map(({ taskLineId, skuId, sectionId, lotNo, expiryDate, q }) => ({
      ...{ skuId, productName: '', skuCode: '', suk: '', unitName: '', sectionId, lotNo, expiryDate },
      ...{ qty: q / 1000, toSectionId: sections.get(taskLineId) ?? sectionId, remark: '' },
    })),
  )
  await insertRow(
    tx,
    shifting,
    {
      ...{ shiftingSn: await nextNumber(tx, 'YK'), warehouseId: task.warehouseId, bizDate: today() },
      ...{ reason: SHIFT.back, sourceSn: task.taskSn, lines, totalQty: totalOf(lines), auditStatus: -1 },
    },
    { anyScope: true },
  )
}

/** 拦截: scanners and the departure refuse what is being picked or stands ready, until it is cancelled or let go. Warehouse §5.2. */
export async function setIntercept(tx: Tx, id: number, interceptFlag: 0 | 1): Promise<void> {
  const task = await lockRow(tx, shipTask, id)
  checkNotGone(task.status)
  if (!isHandled(task.status)) throw conflict('任务尚未拣货，可直接撤回发货单')
  await updateRow(tx, shipTask, task, { interceptFlag }, { anyField: true })
  await sql`update "wtsDelivery" set "interceptFlag" = ${interceptFlag}, "updateTime" = now(), "version" = "version" + 1
    where "taskId" = ${id} and "isDel" = 0 and "status" <> 9`.execute(tx)
  touch(tx, 'wtsDelivery')
}
