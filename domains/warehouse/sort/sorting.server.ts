import { sql } from 'kysely'
import { skusByCode } from '#domains/catalog/catalog.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, lockRows, updateRow, updateRows } from '#kit/server/rows.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toQ } from '../document/document.rules.ts'
import { passUnchecked } from '../pick/finish.server.ts'
import { missStaged } from '../pick/missing.server.ts'
import { goodsCodes } from '../scan/code.rules.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import { shipTask, TASK } from '../ship/shipTask.entity.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { refreshSort } from './make.server.ts'
import { sortScanned } from './sort.calls.ts'
import { SORT, sortOrder, sortTable } from './sortOrder.entity.ts'

type Sort = EntityRow<typeof sortOrder>

/** Whoever begins an order sorts it. 409 分拣单已由其他人领取. Warehouse §5.3. */
export async function startSort(tx: Tx, id: number): Promise<Sort> {
  const row = await lockRow(tx, sortOrder, id)
  guardState(sortTable, 'sort', row.status)
  const { adminId } = actorOf(tx)
  if (row.sorterId !== null && row.sorterId !== adminId) throw conflict('分拣单已由其他人领取')
  if (row.status === SORT.runs) return row
  return updateRow(tx, sortOrder, row, { status: SORT.runs, sorterId: adminId || null }, { anyField: true })
}

interface Line {
  id: number
  slotNo: number
  skuId: number
  q: number
  sortedQ: number
}

interface Scan {
  id: number
  code: string
  lineId: number | null
  slotNo: number | null
  qty: number
  scanId: string
}

/**
 * Puts so much of what was scanned into a slot that needs it, the first unless it is named, and answers which still do. A scan that is
 * sent again counts once. 422 商品不在本单中, 超出应分数量. Warehouse §5.3, §12.
 */
export async function scanSort(tx: Tx, scan: Scan) {
  const { id, code, qty, scanId } = scan
  const source = { type: sortOrder.name, id }
  return countedOnce(tx, { scanId, job: 'sort', source, code, qty }, sortScanned, () => sortOnce(tx, scan))
}

/** The lines a scan may count for: the one that is named, else all of the goods that the code means. */
async function meantBy(tx: Tx, code: string, lineId: number | null) {
  if (lineId !== null)
    return sql`l."skuId" = (select o."skuId" from "sortOrderLine" o where o."id" = ${lineId})`
  const named = await skusByCode(tx, goodsCodes(code, ''))
  return sql`l."skuId" = any(${sql.val([...named.values()].flat())}::int[])`
}

async function sortOnce(tx: Tx, { id, code, lineId, slotNo, qty }: Scan) {
  const row = await startSort(tx, id)
  const { rows } = await sql<Line>`
    select l."id", l."slotNo", l."skuId", (l."qty" * 1000)::bigint as "q", (l."sortedQty" * 1000)::bigint as "sortedQ"
    from "sortOrderLine" l where l."sortOrderId" = ${id} and ${await meantBy(tx, code, lineId)}
    order by l."slotNo", l."id" for update of l`.execute(tx)
  if (rows.length === 0) throw refuse('商品不在本单中', 'code')
  const q = toQ(qty)
  if (q <= 0) throw refuse('数量必须大于0', 'qty')
  const line = rows.find(
    (one) =>
      one.sortedQ + q <= one.q &&
      (slotNo === null || one.slotNo === slotNo) &&
      (lineId === null || one.id === lineId),
  )
  if (line === undefined) throw refuse('超出应分数量', 'qty')
  await sql`update "sortOrderLine" set "sortedQty" = "sortedQty" + ${q}::numeric / 1000, "updateTime" = now() where "id" = ${line.id}`.execute(
    tx,
  )
  line.sortedQ += q
  touch(tx, 'sortOrderLine')
  await refreshSort(tx, row.id)
  return {
    slotNo: line.slotNo,
    slots: rows.flatMap((one) =>
      one.q > one.sortedQ ? [{ slotNo: one.slotNo, qty: (one.q - one.sortedQ) / 1000 }] : [],
    ),
  }
}

interface Reason {
  readonly lineId: number
  readonly diffReason: string
}

/**
 * All slots are full, or it is said why not: what is missing of a slot is frozen in the staging section and found elsewhere by the next
 * count; the order has it to send again. Tasks are 已分拣. 422 还有{n}行未分完，请填写差异原因. Warehouse §5.3.
 */
export async function finishSort(tx: Tx, id: number, reasons: readonly Reason[]): Promise<void> {
  const { rows: found } = await sql<{ id: number; noteId: number }>`
    select distinct t."id", t."noteId" from "sortOrderLine" l join "shipTask" t on t."id" = l."taskId" and t."status" = ${TASK.picked}
    where l."sortOrderId" = ${id} order by 1`.execute(tx)
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
  const row = await lockRow(tx, sortOrder, id)
  guardState(sortTable, 'finish', row.status)
  const { rows: open } = await sql<Line & { taskId: number; taskLineId: number }>`
    select "id", "slotNo", "skuId", "taskId", "taskLineId", ("qty" * 1000)::bigint as "q", ("sortedQty" * 1000)::bigint as "sortedQ"
    from "sortOrderLine" where "sortOrderId" = ${id} and "sortedQty" < "qty" order by "id"`.execute(tx)
  const told = new Map(reasons.map((one) => [one.lineId, one.diffReason]))
  const silent = open.filter((line) => (told.get(line.id) ?? '').trim() === '')
  if (silent.length > 0)
    throw refuseFields([{ field: 'reasons', message: `还有${silent.length}行未分完，请填写差异原因` }])
  const source = { type: sortOrder.name, id, sn: row.sortSn }
  for (const line of open) {
    await sql`update "sortOrderLine" set "diffReason" = ${told.get(line.id) ?? ''} where "id" = ${line.id}`.execute(
      tx,
    )
    const { taskId, taskLineId } = line
    await missStaged(tx, { source, fetches: false }, { taskId, taskLineId, q: line.q - line.sortedQ })
  }
  touch(tx, 'sortOrderLine')
  await updateRow(tx, sortOrder, row, { status: SORT.done }, { anyField: true })
  await refreshSort(tx, id)
  const sorted = await updateRows(
    tx,
    shipTask,
    [...tasks.values()].map((before) => ({ before, values: { status: TASK.sorted } })),
  )
  await passUnchecked(tx, sorted)
}
