import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, insertRows, lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toQ } from '../document/document.rules.ts'
import { type Staged, stagedOf } from '../pick/shares.server.ts'
import { PICKUP, shipTask, TASK } from '../ship/shipTask.entity.ts'
import { sizeOf } from '../ship/tasks.server.ts'
import { amountsOfPart } from '../ship/worth.rules.ts'
import { DELIVERY, deliveryTable, wtsDelivery, wtsDeliveryLine } from './wtsDelivery.entity.ts'

type Task = EntityRow<typeof shipTask>

/**
 * Makes the delivery of a task whose goods have been checked, with so many boxes; those that customers fetch get a code. The task is
 * 已复核. 422 任务没有已拣的商品. Warehouse §5.3, §5.4.
 */
export async function makeDelivery(tx: Tx, task: Task, boxCount: number): Promise<number> {
  const staged = await stagedOf(tx, task.id)
  if (staged.length === 0) throw refuse('任务没有已拣的商品')
  const size = await sizeOf(tx, task.warehouseId, staged)
  const amounts = await amountsOf(tx, task, staged)
  const made = await insertRow(
    tx,
    wtsDelivery,
    {
      ...{
        deliverySn: await nextNumber(tx, 'PS'),
        taskId: task.id,
        taskSn: task.taskSn,
        noteId: task.noteId,
      },
      ...{ deliveryNo: task.deliveryNo, orderSubSn: task.orderSubSn, warehouseId: task.warehouseId },
      ...{ logisticsMode: task.logisticsMode, shipToId: task.shipToId, customer: task.customer },
      ...{ contact: task.contact, phone: task.phone, address: task.address, cityId: task.cityId },
      ...{ planDate: task.planDate, timeWindow: task.timeWindow, boxCount, totalQty: size.totalQty },
      ...{ totalWeight: size.weight, totalVolume: size.volume, ...amounts },
      ...{
        payStatus: amounts.collectAmount > 0 ? 1 : 0,
        interceptFlag: task.interceptFlag,
        pickupCode: task.logisticsMode === PICKUP ? String(randomInt(100_000, 1_000_000)) : '',
      },
    },
    { anyScope: true },
  )
  await insertRows(
    tx,
    wtsDeliveryLine,
    staged.map(({ taskLineId, noteLineId, skuId, stockLotId, lotNo, q }) => ({
      ...{ deliveryId: made.id, taskLineId, noteLineId, skuId, stockLotId, lotNo, qty: q / 1000 },
    })),
  )
  await updateRow(tx, shipTask, task, { status: TASK.checked }, { anyField: true })
  return made.id
}

/** What the customer is to pay for what of a task is staged: that of the whole less what is not there. Warehouse §5.6. */
async function amountsOf(
  tx: Tx,
  task: Pick<Task, 'id' | 'goodsAmount' | 'collectAmount'>,
  staged: readonly Staged[],
): Promise<Pick<Task, 'goodsAmount' | 'collectAmount'>> {
  const lines = await tx
    .selectFrom('shipTaskLine')
    .select(['id', 'qty', 'amount'])
    .where('taskId', '=', task.id)
    .where('isDel', '=', 0)
    .execute()
  return amountsOfPart(
    task,
    lines.map(({ id, qty, amount }) => ({ id, q: toQ(qty), amount })),
    staged.map(({ taskLineId, q }) => ({ lineId: taskLineId, q })),
  )
}

/** The live delivery of a task, or none. */
async function deliveryOfTask(tx: Tx, taskId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "wtsDelivery" where "taskId" = ${taskId} and "isDel" = 0 and "status" <> ${DELIVERY.cancelled}`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** A task that is cancelled takes its delivery along. 409 配送单 {sn} 已装车，请先卸下. */
export async function cancelForTask(tx: Tx, taskId: number): Promise<void> {
  const id = await deliveryOfTask(tx, taskId)
  if (id === null) return
  const row = await lockRow(tx, wtsDelivery, id, { anyScope: true })
  if (row.status === DELIVERY.assigned || row.status === DELIVERY.loaded)
    throw conflict(`配送单 ${row.deliverySn} 已拦截，请先卸下`)
  guardState(deliveryTable, 'cancel', row.status)
  await updateRow(tx, wtsDelivery, row, { status: DELIVERY.cancelled }, { anyField: true })
}

/**
 * The lines of a task's live delivery as what stands in staging for it now, with what they come to: goods were given up, or fetched
 * again. Warehouse §5.6.
 */
export async function restage(tx: Tx, taskId: number): Promise<void> {
  const id = await deliveryOfTask(tx, taskId)
  if (id === null) return
  const row = await lockRow(tx, wtsDelivery, id, { anyScope: true })
  const staged = await stagedOf(tx, taskId)
  const own = await tx
    .selectFrom('wtsDeliveryLine')
    .select(['id', 'taskLineId', 'stockLotId'])
    .where('deliveryId', '=', id)
    .execute()
  const lineOf = (one: { taskLineId: number; stockLotId: number }) =>
    own.find((line) => line.taskLineId === one.taskLineId && line.stockLotId === one.stockLotId)
  await sql`update "wtsDeliveryLine" set "qty" = 0, "updateTime" = now() where "deliveryId" = ${id}`.execute(
    tx,
  )
  for (const one of staged) {
    const line = lineOf(one)
    if (line !== undefined)
      await sql`update "wtsDeliveryLine" set "qty" = ${one.q}::numeric / 1000 where "id" = ${line.id}`.execute(
        tx,
      )
  }
  await insertRows(
    tx,
    wtsDeliveryLine,
    staged
      .filter((one) => lineOf(one) === undefined)
      .map(({ taskLineId, noteLineId, skuId, stockLotId, lotNo, q }) => ({
        ...{ deliveryId: id, taskLineId, noteLineId, skuId, stockLotId, lotNo, qty: q / 1000 },
      })),
  )
  touch(tx, 'wtsDeliveryLine')
  const size = await sizeOf(tx, row.warehouseId, staged)
  const task = await tx
    .selectFrom('shipTask')
    .select(['id', 'goodsAmount', 'collectAmount'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  const amounts = await amountsOf(tx, task, staged)
  const paid = row.payStatus === 2
  await updateRow(
    tx,
    wtsDelivery,
    row,
    {
      ...{ totalQty: size.totalQty, totalWeight: size.weight, totalVolume: size.volume, ...amounts },
      payStatus: paid ? 2 : amounts.collectAmount > 0 ? 1 : 0,
    },
    { anyField: true },
  )
}
