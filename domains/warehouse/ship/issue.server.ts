import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { totalOf } from '../document/document.rules.ts'
import { openTerms } from '../document/document.server.ts'
import { withCards } from '../document/leaving.server.ts'
import { type Staged, stagedOf } from '../pick/shares.server.ts'
import { lockSapOrder, sapShipped } from '../sap/deliveryLink.server.ts'
import { noteDoor, shipSource } from '../stock/declare.server.ts'
import { postedBefore } from '../stock/post.server.ts'
import type { Place, Q, ShipLine, Shipped } from '../stock/posting.ts'
import { shipOut as shipStock } from '../stock/ship.server.ts'
import { OUT, stockout } from '../stockout/stockout.entity.ts'
import { shipTask, TASK } from './shipTask.entity.ts'
import { checkNotGone } from './shipTask.rules.ts'

type Task = EntityRow<typeof shipTask>

/** Picked goods of a task as the ledger ships them: its lines, each from the lots it was picked of. */
function stagedLines(staged: readonly Staged[]): ShipLine[] {
  return [...Map.groupBy(staged, (one) => one.noteLineId)].flatMap(([lineId, parts]) => {
    const [first] = parts
    if (first === undefined) return []
    return [
      {
        ...{ lineId, q: parts.reduce((sum, { q }) => sum + q, 0) },
        reserved: { type: first.reserveType, sn: first.reserveSn, lineId: first.reserveLineId },
        lots: parts.map(({ stockLotId, q }) => ({ place: { stockLotId }, q })),
      },
    ]
  })
}

/**
 * The goods issue of a task that has been picked: 111 in the name of its delivery note, so that it can never be posted twice, with the
 * stock-out that says so; its order hears of it. The note and the task are locked. Warehouse §2.5, §8.
 */
export async function issueTask(tx: Tx, task: Task): Promise<void> {
  if (task.interceptFlag === 1) throw conflict(`任务 ${task.taskSn} 已拦截，请先卸下`)
  const lines = stagedLines(await stagedOf(tx, task.id))
  if (lines.length === 0) throw refuse('任务没有已拣的商品')
  await post(tx, task, lines)
}

/** Posts and tells; the task is 已出库. */
async function post(tx: Tx, task: Task, lines: readonly ShipLine[]): Promise<void> {
  const source = shipSource(task.noteId, task.deliveryNo)
  const sapOrder = await lockSapOrder(tx, task.id)
  const { shipped } = await shipStock(tx, { source, action: 'ship', day: today() }, lines, { moveType: 111 })
  await writeStockout(tx, task, shipped)
  if (sapOrder !== null) await sapShipped(tx, sapOrder, shipped)
  await noteDoor(tx)?.shipped(
    tx,
    task.noteId,
    lines.map(({ lineId, q }) => ({ lineId, q })),
  )
  await updateRow(tx, shipTask, task, { status: TASK.shipped }, { anyField: true })
}

/** The stock-out of a sale: what left, lot by lot, decided by the system. Warehouse §8. */
async function writeStockout(tx: Tx, task: Task, shipped: readonly Shipped[]): Promise<void> {
  const lines = await withCards(
    tx,
    shipped.map(({ skuId, sectionId, lotNo, q, stockLotId }) => ({
      ...{ skuId, productName: '', skuCode: '', suk: '', unitName: '', sectionId, lotNo, expiryDate: null },
      ...{
        qty: q / 1000,
        reason: null,
        freezeLineId: null,
        freezeNo: '',
        hold: null,
        stockLotId,
        remark: '',
      },
    })),
  )
  await insertRow(
    tx,
    stockout,
    {
      ...{ stockoutSn: await nextNumber(tx, 'CK'), type: OUT.sale, warehouseId: task.warehouseId },
      ...{ bizDate: today(), sourceSn: task.deliveryNo, lines, totalQty: totalOf(lines) },
      totalAmount: shipped.reduce((sum, { amount }) => sum + amount, 0),
      ...{ auditStatus: 1, auditTime: new Date(), opinion: '系统自动审核' },
    },
    { anyScope: true },
  )
}

/**
 * The goods issue of a note that no vehicle of ours carries: 快速发货, the parcels of the bench, 核销. What was picked leaves from
 * staging; what nobody picked leaves by FEFO where the warehouse allows it. A note ships once, whoever asks. 409 配送单 {sn} 已拦截，请先卸下,
 * 409 该仓库须经拣货出库, 422 发货数量超过已拣数量. Doors §4, Warehouse §2.5, §4.3.
 */
export async function shipOut(
  tx: Tx,
  deliveryNoteId: number,
  lines: readonly { lineId: number; q: Q; lots?: readonly { place: Place; q: Q }[] }[],
): Promise<void> {
  await noteDoor(tx)?.lock(tx, [deliveryNoteId])
  const known = await tx
    .selectFrom('shipTask')
    .select(['id', 'deliveryNo'])
    .where('noteId', '=', deliveryNoteId)
    .where('isDel', '=', 0)
    .where('status', '<>', TASK.cancelled)
    .executeTakeFirst()
  if (known === undefined) throw notFound()
  const source = shipSource(deliveryNoteId, known.deliveryNo)
  if ((await postedBefore(tx, { source, action: 'ship' })) !== null) return
  const task = await lockRow(tx, shipTask, known.id, { anyScope: true })
  checkNotGone(task.status)
  if (task.interceptFlag === 1) throw conflict(`发货单 ${task.deliveryNo} 已拦截，请先取消拣货`)
  if (task.status === TASK.picking) throw conflict('当前状态为拣货中，不能发货')
  const isPicked = task.status !== TASK.waits && task.status !== TASK.short
  if (!isPicked && (await openTerms(tx, task.warehouseId)).config.needPick === 1)
    throw conflict('该仓库须经拣货出库，不能快速发货')
  await post(tx, task, isPicked ? await ofStaged(tx, task, lines) : await ofShelves(tx, task, lines))
  await sql`update "wtsDelivery" set "status" = 3, "issueTime" = now(), "updateTime" = now(), "version" = "version" + 1
    where "taskId" = ${task.id} and "isDel" = 0 and "status" in (0, 1, 2)`.execute(tx)
  touch(tx, 'wtsDelivery')
}

type Asked = readonly { lineId: number; q: Q; lots?: readonly { place: Place; q: Q }[] }[]

/** Of what was picked no more than asked. */
async function ofStaged(tx: Tx, task: Task, asked: Asked): Promise<ShipLine[]> {
  const staged = stagedLines(await stagedOf(tx, task.id))
  return asked.map(({ lineId, q }) => {
    const line = staged.find((one) => one.lineId === lineId)
    if (line === undefined || q > line.q) throw refuse('发货数量超过已拣数量')
    let left = q
    const lots = (line.lots ?? []).flatMap((lot) => {
      const part = Math.min(left, lot.q)
      left -= part
      return part > 0 ? [{ ...lot, q: part }] : []
    })
    return { ...line, q, lots }
  })
}

async function ofShelves(tx: Tx, task: Task, asked: Asked): Promise<ShipLine[]> {
  const own = await tx
    .selectFrom('shipTaskLine')
    .select(['noteLineId', 'reserveType', 'reserveSn', 'reserveLineId'])
    .where('taskId', '=', task.id)
    .where('isDel', '=', 0)
    .execute()
  return asked.map(({ lineId, q, lots }) => {
    const line = own.find((one) => one.noteLineId === lineId)
    if (line === undefined) throw refuse('发货单明细不存在')
    const reserved = { type: line.reserveType, sn: line.reserveSn, lineId: line.reserveLineId }
    return { lineId, q, reserved, ...(lots === undefined ? {} : { lots }) }
  })
}
