import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { InOf } from '#kit/shared/call.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toQ } from '../document/document.rules.ts'
import { stagedOf } from '../pick/shares.server.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import { EXPRESS, shipTask, shipTaskLine, TASK } from '../ship/shipTask.entity.ts'
import { nextStatus } from '../ship/shipTask.rules.ts'
import { sizeOf } from '../ship/tasks.server.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { checkScanned, type deliveryCalls } from './delivery.calls.ts'
import { isWeightRight } from './delivery.rules.ts'
import { issueOne, signed } from './door.server.ts'
import { makeDelivery } from './make.server.ts'
import { DELIVERY, deliveryTable, wtsDelivery } from './wtsDelivery.entity.ts'

/** What of a task was picked, by its lines. */
async function pickedOf(tx: Tx, taskId: number): Promise<{ id: number; q: number; checkedQ: number }[]> {
  const { rows } = await sql<{ id: number; q: number; checkedQ: number }>`
    select "id", ("pickedQty" * 1000)::bigint as "q", ("checkedQty" * 1000)::bigint as "checkedQ" from "shipTaskLine" where "taskId" = ${taskId} and "isDel" = 0 and "pickedQty" > 0
    order by "id"`.execute(tx)
  return rows
}

/** Whether a batch that has not been sorted yet holds the task's goods. */
async function isInBatch(tx: Tx, taskId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from "sortOrderLine" l join "sortOrder" o on o."id" = l."sortOrderId" and o."status" in (0, 1)
    and o."isDel" = 0 where l."taskId" = ${taskId} limit 1`.execute(tx)
  return rows.length > 0
}

/** A task that may be checked now, locked. */
async function openTask(tx: Tx, taskId: number) {
  const task = await lockRow(tx, shipTask, taskId)
  nextStatus(task.status, 'check')
  if (task.interceptFlag === 1) throw conflict(`任务 ${task.taskSn} 已拦截，请先取消拣货`)
  if (task.logisticsMode === EXPRESS) throw conflict('快递任务请在包裹管理中复核打包')
  if (task.status === TASK.picked && (await isInBatch(tx, taskId))) throw conflict('批量拣货请先完成分拣')
  return task
}

/** So much of a line was scanned at the check. 422 复核数量超出已拣数量, 数量必须大于0. Warehouse §5.3, §7. */
export function scanCheck(tx: Tx, { taskLineId, qty, scanId, code }: InOf<typeof deliveryCalls.checkScan>) {
  const source = { type: shipTaskLine.name, id: taskLineId }
  return countedOnce(tx, { scanId, job: 'check', source, code, qty }, checkScanned, async () => {
    const known = await tx
      .selectFrom('shipTaskLine')
      .select('taskId')
      .where('id', '=', taskLineId)
      .executeTakeFirst()
    const { id } = await openTask(tx, known?.taskId ?? 0)
    const line = (await pickedOf(tx, id)).find((one) => one.id === taskLineId)
    if (line === undefined) throw refuse('商品不在本单中', 'code')
    const checkedQ = line.checkedQ + toQ(qty)
    if (qty <= 0) throw refuse('数量必须大于0', 'qty')
    if (checkedQ > line.q) throw refuse('复核数量超出已拣数量', 'qty')
    await sql`update "shipTaskLine" set "checkedQty" = ${checkedQ}::numeric / 1000 where "id" = ${taskLineId}`.execute(
      tx,
    )
    touch(tx, shipTaskLine.name)
    return { checkedQty: checkedQ / 1000, pickedQty: line.q / 1000 }
  })
}

/** What was scanned at a check that is over; the next begins anew. */
async function forgetScans(tx: Tx, taskId: number): Promise<void> {
  await sql`update "shipTaskLine" set "checkedQty" = 0 where "taskId" = ${taskId} and "checkedQty" > 0`.execute(
    tx,
  )
}

/**
 * 复核: every piece was counted, or the whole weighs what it should; the delivery is made with its boxes. 409 for express parcels, which
 * are packed at their bench, and for what was intercepted; 422 复核数量与已拣数量不符, 重量不符. Warehouse §5.3.
 */
export async function checkTask(
  tx: Tx,
  { taskId, boxCount, weight, lines }: InOf<typeof deliveryCalls.check>,
) {
  const task = await openTask(tx, taskId)
  if (weight !== null && lines.length === 0) {
    const { weight: expected } = await sizeOf(tx, task.warehouseId, await stagedOf(tx, taskId))
    if (!isWeightRight(weight, expected)) throw refuse(`重量不符：应为 ${expected} kg`, 'weight')
  } else {
    const picked = await pickedOf(tx, taskId)
    const counts =
      lines.length > 0 ? lines : picked.map(({ id, checkedQ }) => ({ taskLineId: id, qty: checkedQ / 1000 }))
    const faults = picked.flatMap((line) => {
      const at = counts.findIndex((one) => one.taskLineId === line.id)
      const counted = toQ(counts[at]?.qty ?? 0)
      return counted === line.q
        ? []
        : [
            {
              field: `lines.${Math.max(0, at)}.qty`,
              message: `复核数量与已拣数量不符：已拣 ${line.q / 1000}`,
            },
          ]
    })
    const isStrange = counts.some((one) => !picked.some((line) => line.id === one.taskLineId))
    if (isStrange) throw refuse('商品不在本单中', 'lines')
    if (faults.length > 0) throw refuseFields(faults)
  }
  await forgetScans(tx, taskId)
  return { id: await makeDelivery(tx, task, boxCount) }
}

/** 自提核销: the customer shows the code and takes the goods, which are issued and signed for at once. 422 提货码不正确. Warehouse §5.4. */
export async function pickUp(tx: Tx, id: number, code: string): Promise<void> {
  const seen = await lockRow(tx, wtsDelivery, id)
  await noteDoor(tx)?.lock(tx, [seen.noteId])
  guardState(deliveryTable, 'pickUp', seen.status)
  if (seen.pickupCode === '' || seen.pickupCode !== code.trim()) throw refuse('提货码不正确', 'code')
  if (seen.interceptFlag === 1) throw conflict(`配送单 ${seen.deliverySn} 已拦截，请先卸下`)
  const issued = await issueOne(tx, seen, DELIVERY.onWay)
  await signed(tx, issued, { signer: seen.contact || seen.customer, lines: [] })
}

/** Takes a delivery back that nobody carries yet: its task is to be checked again. Warehouse §5.4. */
export async function cancelDelivery(tx: Tx, id: number): Promise<void> {
  const known = await tx.selectFrom('wtsDelivery').select('taskId').where('id', '=', id).executeTakeFirst()
  const task = await lockRow(tx, shipTask, known?.taskId ?? 0, { anyScope: true })
  const row = await lockRow(tx, wtsDelivery, id)
  guardState(deliveryTable, 'cancel', row.status)
  const { rows } = await sql`select 1 from "sortOrderLine" where "taskId" = ${task.id} limit 1`.execute(tx)
  await updateRow(tx, wtsDelivery, row, { status: DELIVERY.cancelled }, { anyField: true })
  await updateRow(
    tx,
    shipTask,
    task,
    { status: rows.length > 0 ? TASK.sorted : TASK.picked },
    { anyField: true },
  )
}
