import { sql } from 'kysely'
import { sapParties } from '#domains/parties/parties.door.ts'
import { declareSapType, enqueue } from '#domains/sap/sap.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { toQ } from '../document/document.rules.ts'
import { shipTask, TASK } from '../ship/shipTask.entity.ts'
import { isHandled } from '../ship/shipTask.rules.ts'
import { makeTask } from '../ship/tasks.server.ts'
import { SAP_ORDER } from '../stock/declare.server.ts'
import { isLot } from '../stock/lotNo.ts'
import { release, reserve } from '../stock/reserve.server.ts'
import { warehouseAt } from './arrival.server.ts'
import { reservedAs } from './deliveryFree.server.ts'
import { issueOf, markShipped } from './deliveryLink.server.ts'
import { itemsOf, neededOf, type SapDelivery, sameNeeds } from './sapDelivery.rules.ts'
import { SAP_DELIVERY, SAP_RETURN, sapDeliveryOrder, sapDeliveryTable } from './sapDeliveryOrder.entity.ts'
import { skusOf } from './skus.server.ts'

/** The delivery order with its task, which is locked before it. Doors §5. */
async function lockWithTask(tx: Tx, id: number) {
  const { taskId } = await readRow(tx, actorOf(tx), sapDeliveryOrder, id)
  const task = taskId === null ? null : await lockRow(tx, shipTask, taskId, { anyScope: true })
  const row = await lockRow(tx, sapDeliveryOrder, id)
  if (row.taskId !== taskId) throw conflict('数据已被他人修改，请刷新后重试')
  return { row, task }
}

async function warehouseFor(db: Db, row: SapDelivery, doing: string): Promise<number> {
  const id = row.warehouseId ?? (await warehouseAt(db, row))
  if (id === null) throw refuse(`工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，不能${doing}`)
  return id
}

interface Candidate {
  id: number
  taskSn: string
  deliveryNo: string
  orderSubSn: string
  noteId: number
  status: number
  needs: Map<number, number>
}

/** Live tasks of notes of the order or sub-order that SAP names, with what they send. */
async function candidatesFor(db: Db, row: SapDelivery, warehouseId: number): Promise<Candidate[]> {
  const { rows } = await sql<Omit<Candidate, 'needs'> & { productId: number; q: number }>`
    select t."id", t."taskSn", t."deliveryNo", t."orderSubSn", t."noteId", t."status", k."productId", (sum(l."qty") * 1000)::bigint as "q"
    from "shipTask" t join "shipTaskLine" l on l."taskId" = t."id" and l."isDel" = 0 join "sku" k on k."id" = l."skuId"
    where t."warehouseId" = ${warehouseId} and t."isDel" = 0 and t."status" <> ${TASK.cancelled} and t."noteId" > 0
      and lower(${row.salesOrderNo}) in (lower(t."orderSn"), lower(t."orderSubSn"), lower(t."deliveryNo"))
      and not exists (select from "sapDeliveryOrder" o where o."taskId" = t."id" and o."isDel" = 0 and o."status" <> ${SAP_DELIVERY.cancelled}
        and o."id" <> ${row.id})
    group by t."id", k."productId" order by t."id"`.execute(db)
  return [...Map.groupBy(rows, (one) => one.id).values()].flatMap((parts) => {
    const [first] = parts
    return first === undefined ? [] : [{ ...first, needs: neededOf(parts) }]
  })
}

/**
 * 匹配: the ship task of the delivery note of the order that SAP names, when it sends the same goods. What has left already is 已发货. 422
 * 没有找到…, …不一致. Warehouse §5.1.
 */
export async function matchDelivery(tx: Tx, id: number): Promise<{ taskId: number; taskSn: string }> {
  const row = await lockRow(tx, sapDeliveryOrder, id)
  guardState(sapDeliveryTable, 'match', row.status)
  if (row.salesOrderNo === '') throw refuse('没有销售订单，不能匹配')
  const found = await candidatesFor(tx, row, await warehouseFor(tx, row, '匹配'))
  const [first] = found
  if (first === undefined) throw refuse(`没有找到销售订单 ${row.salesOrderNo} 的发货单`)
  const needs = neededOf(row.lines.map(({ productId, qty }) => ({ productId, q: toQ(qty) })))
  const same = found.find((one) => sameNeeds(one.needs, needs))
  if (same === undefined) throw refuse(`发货单 ${first.deliveryNo} 的商品或数量与交货单不一致`)
  const locked = await lockRow(tx, shipTask, same.id, { anyScope: true })
  const matched = await updateRow(
    tx,
    sapDeliveryOrder,
    row,
    {
      ...{ status: SAP_DELIVERY.matched, warehouseId: locked.warehouseId, taskId: same.id },
      ...{ taskSn: same.taskSn, orderSubSn: same.orderSubSn },
    },
    { anyField: true },
  )
  const issue = await issueOf(tx, locked)
  if (issue !== null) await markShipped(tx, matched, issue.gone)
  return { taskId: same.id, taskSn: same.taskSn }
}

/** The skus of lines. 422 with every line whose material has several. */
async function skuIds(tx: Tx, row: SapDelivery): Promise<number[]> {
  const known = await skusOf(
    tx,
    row.lines.map((line) => line.productId ?? 0),
  )
  const faults: FieldError[] = []
  const ids = row.lines.map(({ productId, sapCode }, at) => {
    const skuId = known.get(productId ?? 0)
    if (skuId === undefined)
      faults.push({
        field: `lines.${at}.sapCode`,
        message: `第${at + 1}行：物料 ${sapCode} 有多个规格，请手工发货`,
      })
    return skuId ?? 0
  })
  if (faults.length > 0) throw refuseFields(faults)
  return ids
}

async function partiesOf(db: Db, row: SapDelivery) {
  const { shouda, shipTo } = await sapParties(db, row)
  if (shouda === null) throw refuse(`售达方 ${row.shoudaNum} 不存在或已停用`, 'shoudaNum')
  if (shouda.deliveryBlock === 1) throw refuse(`售达方 ${row.shoudaNum} 已冻结交货`, 'shoudaNum')
  if (shipTo === null) throw refuse(`送达方 ${row.shipToCode} 不存在或已停用`, 'shipToCode')
  return { shouda, shipTo }
}

/** Ways of delivery that the warehouse carries out itself: 自提 and 托运 where the ship-to asks for them, else 自有配送. */
const modeOf = (asked: string): number => (asked === '2' || asked === '6' ? Number(asked) : 3)

/**
 * 转出库任务: no order of ours stands behind it, so the goods are reserved in its name and go their way as any other task. One whose task was
 * cancelled waits again. 422 库存不足：…. Warehouse §5.1.
 */
export async function toTask(tx: Tx, id: number): Promise<{ taskId: number; taskSn: string }> {
  const row = await lockRow(tx, sapDeliveryOrder, id)
  guardState(sapDeliveryTable, 'toTask', row.status)
  if (row.deliveryType === SAP_RETURN) throw refuse('退货交货单不能转出库任务')
  const warehouseId = await warehouseFor(tx, row, '转出库任务')
  const skus = await skuIds(tx, row)
  const { shouda, shipTo } = await partiesOf(tx, row)
  const source = reservedAs(row)
  await reserve(
    tx,
    source,
    row.lines.map(({ qty }, at) => ({
      ...{ lineId: at + 1, warehouseId, skuId: skus[at] ?? 0, q: toQ(qty) },
      ...{ channelId: shouda.channelId, companyId: shouda.companyId },
    })),
    { action: `reserve:${row.version}` },
  )
  const taskId = await makeTask(tx, {
    ...{
      noteId: -row.id,
      noteSn: row.sapDeliveryNo,
      orderSn: row.salesOrderNo,
      orderSubSn: row.salesOrderNo,
    },
    ...{ warehouseId, channelId: shouda.channelId, shippingType: modeOf(shipTo.logisticsMode), rank: 0 },
    ...{ shoudaId: shouda.id, goodsAmount: 0, collectAmount: 0, planDate: row.planGiDate },
    shipTo: { ...shipTo, shipToId: shipTo.id },
    lines: row.lines.map(({ qty }, at) => ({
      ...{ lineId: at + 1, skuId: skus[at] ?? 0, q: toQ(qty) },
      reserved: { type: source.type, sn: source.sn, lineId: at + 1 },
    })),
  })
  const { taskSn } = await lockRow(tx, shipTask, taskId, { anyScope: true })
  const values = { status: SAP_DELIVERY.tasked, warehouseId, taskId, taskSn }
  await updateRow(tx, sapDeliveryOrder, row, values, { anyField: true })
  return { taskId, taskSn }
}

/** How SAP hears what of its delivery orders left. Doors §7.5. */
export const sapDeliveryType = declareSapType(SAP_ORDER, {
  label: sapDeliveryOrder.label,
  async onResult(tx, id, ok) {
    const task = await tx
      .selectFrom('sapDeliveryOrder')
      .innerJoin('shipTask', 'shipTask.id', 'sapDeliveryOrder.taskId')
      .select(['shipTask.noteId', 'shipTask.deliveryNo'])
      .where('sapDeliveryOrder.id', '=', id)
      .executeTakeFirst()
    const issue = task === undefined || !ok ? null : await issueOf(tx, task)
    if (issue === null) return
    await sql`update "stockPosting" set "sapSync" = 1, "sapSyncTime" = now() where "id" = ${issue.postingId}`.execute(
      tx,
    )
    touch(tx, 'stockPosting')
  },
})

/** 发货过账回传: what of each line left, lot by lot, goes to SAP. 409 where the posting went there by itself. Warehouse §5.1. */
export async function postBack(tx: Tx, id: number): Promise<void> {
  const { row, task } = await lockWithTask(tx, id)
  guardState(sapDeliveryTable, 'postBack', row.status)
  const issue = task === null ? null : await issueOf(tx, task)
  if (issue === null) throw conflict('出库任务尚未发货')
  if (issue.pushed === 1) throw conflict(`该发货已由库存过账 ${issue.postingSn} 推送SAP，不再回传`)
  await updateRow(tx, sapDeliveryOrder, row, { status: SAP_DELIVERY.toldBack }, { anyField: true })
  await enqueue(tx, {
    ...{ bizType: SAP_ORDER, bizId: row.id, bizSn: row.sapDeliveryNo, action: 'update' },
    payload: {
      head: {
        ...{ sapDeliveryNo: row.sapDeliveryNo, shoudaNum: row.shoudaNum, shipToCode: row.shipToCode },
        ...{ plant: row.sapPlant, storageLocation: row.sapStorageLocation, postingSn: issue.postingSn },
        giTime: formatDateTime(row.giTime ?? new Date()),
      },
      items: itemsOf(row.lines, issue.gone).map(({ at, lotNo, q }) => ({
        ...{
          itemNo: row.lines[at]?.itemNo,
          sapCode: row.lines[at]?.sapCode,
          charg: isLot(lotNo) ? lotNo : '',
        },
        ...{ qty: q / 1000, meins: row.lines[at]?.meins },
      })),
    },
  })
}

/**
 * 取消: SAP does not want it any more. What was reserved in its name is free again; a task of an order of ours stays that order's. 409
 * 商品已拣货，请先取消拣货. Warehouse §5.1.
 */
export async function cancelDelivery(tx: Tx, id: number, cancelReason: string): Promise<void> {
  const { row, task } = await lockWithTask(tx, id)
  guardState(sapDeliveryTable, 'cancel', row.status)
  if (row.status === SAP_DELIVERY.tasked) {
    if (task !== null && isHandled(task.status))
      throw conflict(`任务 ${task.taskSn} 的商品已拣货，请先取消拣货`)
    if (task !== null && task.status !== TASK.cancelled)
      await updateRow(
        tx,
        shipTask,
        task,
        { status: TASK.cancelled, remark: cancelReason },
        { anyField: true },
      )
  }
  await updateRow(
    tx,
    sapDeliveryOrder,
    row,
    {
      status: SAP_DELIVERY.cancelled,
      cancelReason,
      ...(row.status === SAP_DELIVERY.matched ? { taskId: null } : {}),
    },
    { anyField: true },
  )
  if (row.status === SAP_DELIVERY.tasked)
    await release(tx, reservedAs(row), undefined, `release:${row.version}`)
}
