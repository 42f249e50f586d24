import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, lockRows, updateRow, updateRows } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toQ } from '../document/document.rules.ts'
import { issueTask } from '../ship/issue.server.ts'
import { shipTask, TASK } from '../ship/shipTask.entity.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { boxLabel, readBoxLabel, signedStatus } from './delivery.rules.ts'
import { IS_OPEN, isWaiting, offered } from './shown.server.ts'
import { DELIVERY, deliveryTable, type REJECT_REASONS, wtsDelivery } from './wtsDelivery.entity.ts'

export type Delivery = EntityRow<typeof wtsDelivery>

/** Deliveries as they are now, by their ids; in nobody's scope. Doors §4, Warehouse §5.4. */
export async function deliveryFacts(db: Db, ids: readonly number[]): Promise<Delivery[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('wtsDelivery')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
}

/**
 * Locks what the departure of deliveries writes: the orders and notes of all of them, then their tasks, then they themselves, ascending.
 * A trip does this before it locks its own rows. Doors §4, §5.
 */
export async function lockNotes(tx: Tx, deliveryIds: readonly number[]): Promise<Delivery[]> {
  const found = await deliveryFacts(tx, deliveryIds)
  await noteDoor(tx)?.lock(
    tx,
    found.map((one) => one.noteId),
  )
  await lockRows(
    tx,
    shipTask,
    found.map((one) => one.taskId),
    { anyScope: true },
  )
  const locked = await lockRows(tx, wtsDelivery, deliveryIds, { anyScope: true })
  return [...locked.values()]
}

/** The trip or consignment note that carries deliveries. */
export interface Carrying {
  /** its number, PC… or TY… */
  sn: string
  routeId?: number | null
  routeName?: string
  /** the stop of each delivery, in their order */
  seqs?: readonly number[]
}

/** Puts waiting deliveries on a trip or consignment note. 409 当前状态为{状态}，不能安排. Doors §4, Warehouse §5.4. */
export async function assignDelivery(tx: Tx, ids: readonly number[], carrying: Carrying): Promise<void> {
  const rows = await lockRows(tx, wtsDelivery, ids, { anyScope: true })
  const { sn: carrySn, routeId = null, routeName = '', seqs } = carrying
  for (const row of rows.values()) guardState(deliveryTable, 'assign', row.status)
  await updateRows(
    tx,
    wtsDelivery,
    [...rows.values()].map((before) => ({
      before,
      values: {
        ...{ status: DELIVERY.assigned, carrySn, routeId, routeName },
        stopSeq: seqs?.[ids.indexOf(before.id)] ?? null,
      },
    })),
  )
}

/** Takes deliveries off again; what is on the vehicle already comes down. 409 当前状态为{状态}，不能移出. Doors §4. */
export async function unassignDelivery(tx: Tx, ids: readonly number[]): Promise<void> {
  const rows = await lockRows(tx, wtsDelivery, ids, { anyScope: true })
  for (const row of rows.values()) guardState(deliveryTable, 'unassign', row.status)
  await sql`delete from "deliveryBox" where "deliveryId" = any(${sql.val([...ids])}::int[]) and "cut" = 0`.execute(
    tx,
  )
  await updateRows(
    tx,
    wtsDelivery,
    [...rows.values()].map((before) => ({
      before,
      values: {
        ...{ status: DELIVERY.waits, carrySn: '', routeId: null, routeName: '' },
        ...{ stopSeq: null, loadedCount: 0 },
      },
    })),
  )
}

const checkFlag = ({ interceptFlag, deliverySn }: Delivery): void => {
  if (interceptFlag === 1) throw conflict(`配送单 ${deliverySn} 已拦截，请先卸下`)
}

/**
 * A box of a delivery is on the vehicle, or all of them; once the last is, it is 已装车. The same box again changes nothing. 409
 * 配送单 {sn} 已拦截，请先卸下, 422 没有箱 {label}. Doors §4, Warehouse §5.4.
 */
export async function loadDelivery(tx: Tx, id: number, boxNo: number | null): Promise<Delivery> {
  const row = await lockRow(tx, wtsDelivery, id, { anyScope: true })
  checkFlag(row)
  if (row.status === DELIVERY.loaded) return row
  guardState(deliveryTable, 'load', row.status)
  const cut = await cutBoxes(tx, id)
  const last = row.boxCount + cut.length
  if (boxNo !== null && (boxNo < 1 || boxNo > last || cut.includes(boxNo)))
    throw refuse(`没有箱 ${boxLabel(row.deliverySn, boxNo)}`)
  await sql`insert into "deliveryBox" ("deliveryId", "boxNo")
    select ${id}, n from generate_series(${boxNo ?? 1}::int, ${boxNo ?? last}::int) as n on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from "deliveryBox" where "deliveryId" = ${id} and "cut" = 0`.execute(tx)
  const loadedCount = rows[0]?.count ?? 0
  const status = loadedCount === row.boxCount ? DELIVERY.loaded : row.status
  return updateRow(tx, wtsDelivery, row, { loadedCount, status }, { anyField: true })
}

/** Takes a delivery down from the vehicle, also one that was intercepted. Doors §4, Warehouse §5.4. */
export async function unloadDelivery(tx: Tx, id: number): Promise<Delivery> {
  const row = await lockRow(tx, wtsDelivery, id, { anyScope: true })
  guardState(deliveryTable, 'unload', row.status)
  await sql`delete from "deliveryBox" where "deliveryId" = ${id} and "cut" = 0`.execute(tx)
  return updateRow(tx, wtsDelivery, row, { loadedCount: 0, status: DELIVERY.assigned }, { anyField: true })
}

/**
 * Deliveries leave together: all are 已装车 and none is intercepted, or nothing is posted at all. Each posts its goods issue (111). The
 * caller has locked them by lockNotes. 409 当前状态为{状态}，不能发车. Doors §4, Warehouse §5.5.
 */
export async function issueDeliveries(
  tx: Tx,
  ids: readonly number[],
  carrier: { plateNo: string; driverName: string },
): Promise<void> {
  const rows = await lockRows(tx, wtsDelivery, ids, { anyScope: true })
  for (const row of rows.values()) {
    checkFlag(row)
    guardState(deliveryTable, 'issue', row.status)
  }
  for (const row of rows.values()) {
    await issueOne(tx, row, DELIVERY.onWay)
    await noteDoor(tx)?.carrier(tx, row.noteId, carrier)
  }
}

/** Posts the goods issue of a delivery whose note is locked. */
export async function issueOne(tx: Tx, row: Delivery, status: 3 | 4): Promise<Delivery> {
  await issueTask(tx, await lockRow(tx, shipTask, row.taskId, { anyScope: true }))
  const issued = { status, issueTime: new Date() }
  return updateRow(tx, wtsDelivery, row, issued, { anyField: true })
}

/** What the customer took of a delivery, line by line; lines that are not named were taken whole. */
export interface Signing {
  signer: string
  photos?: readonly string[]
  location?: string
  lines: readonly {
    lineId: number
    rejectQty: number
    rejectReason: (typeof REJECT_REASONS)[number]['value'] | null
  }[]
}

/**
 * 签收: what was taken of each line, in part or not at all; the order hears it line by line. 409 当前状态为{状态}，不能签收, 422
 * 拒收数量不能超过数量, 请选择拒收原因. Doors §4, Warehouse §5.4.
 */
export async function signDelivery(tx: Tx, id: number, signing: Signing): Promise<Delivery> {
  const [row] = await lockNotes(tx, [id])
  if (row === undefined) throw conflict('配送单不存在')
  guardState(deliveryTable, 'sign', row.status)
  return signed(tx, row, signing)
}

/** Writes what was taken of a delivery that is locked. */
export async function signed(tx: Tx, row: Delivery, { signer, photos = [], location = '', lines }: Signing) {
  const own = await tx
    .selectFrom('wtsDeliveryLine')
    .select(['id', 'noteLineId', 'qty'])
    .where('deliveryId', '=', row.id)
    .orderBy('id')
    .execute()
  const told = own.map((line) => {
    const at = lines.findIndex((one) => one.lineId === line.id)
    const { rejectQty = 0, rejectReason = null } = lines[at] ?? {}
    if (rejectQty < 0 || rejectQty > line.qty) throw refuse('拒收数量不能超过数量', `lines.${at}.rejectQty`)
    if (rejectQty > 0 && rejectReason === null) throw refuse('请选择拒收原因', `lines.${at}.rejectReason`)
    return { ...line, rejectQty, rejectReason }
  })
  for (const { id, qty, rejectQty, rejectReason } of told)
    await sql`update "wtsDeliveryLine" set "rejectQty" = ${rejectQty}, "signedQty" = ${qty - rejectQty}, "rejectReason" = ${rejectReason}
      where "id" = ${id}`.execute(tx)
  touch(tx, 'wtsDeliveryLine')
  const byNote = Map.groupBy(told, (one) => one.noteLineId)
  await noteDoor(tx)?.signed(
    tx,
    row.noteId,
    [...byNote].map(([lineId, parts]) => ({
      lineId,
      q: parts.reduce((sum, one) => sum + toQ(one.qty - one.rejectQty), 0),
      rejected: parts.reduce((sum, one) => sum + toQ(one.rejectQty), 0),
    })),
  )
  const task = await lockRow(tx, shipTask, row.taskId, { anyScope: true })
  await updateRow(tx, shipTask, task, { status: TASK.signed }, { anyField: true })
  const done = { signer, signPhotos: [...photos], signLocation: location, signTime: new Date() }
  return updateRow(tx, wtsDelivery, row, { ...done, status: signedStatus(told) }, { anyField: true })
}

/** Numbers of the boxes of a delivery that were given up. */
export async function cutBoxes(db: Db, deliveryId: number): Promise<number[]> {
  const { rows } = await sql<{ boxNo: number }>`
    select "boxNo" from "deliveryBox" where "deliveryId" = ${deliveryId} and "cut" = 1 order by 1`.execute(db)
  return rows.map((row) => row.boxNo)
}

/** The delivery a scan means: of a box label that box, of a number all boxes. 422 无法识别的条码：{code}. Warehouse §5.4, §7. */
export async function scanned(tx: Tx, code: string): Promise<{ id: number; boxNo: number | null }> {
  const box = readBoxLabel(code)
  const deliverySn = box?.deliverySn ?? code.trim()
  const { rows } = await sql<{ id: number }>`
    select "id" from "wtsDelivery" where lower("deliverySn") = lower(${deliverySn}) and "isDel" = 0`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw refuse(`无法识别的条码：${code}`, 'code')
  return { id: row.id, boxNo: box?.boxNo ?? null }
}

/**
 * What is scanned at the vehicle is on it, if this trip carries it. 422 配送单不在本派车单中, and what loadDelivery refuses. Doors §4,
 * Warehouse §5.5.
 */
export async function loadScanned(tx: Tx, code: string, carrySn: string): Promise<Delivery> {
  const { id, boxNo } = await scanned(tx, code)
  const [row] = await deliveryFacts(tx, [id])
  if (row?.carrySn !== carrySn) throw refuse('配送单不在本派车单中', 'code')
  return loadDelivery(tx, id, boxNo)
}

/** Deliveries of a warehouse that nobody carries yet, by day, for whoever sees the warehouse. Doors §4, Warehouse §5.5. */
export const waitingDeliveries = async (
  db: Db,
  who: Who,
  warehouseId: number,
  keywords: string,
): Promise<Delivery[]> => deliveriesIn(db, await offered(db, who, isWaiting(warehouseId), keywords, ['id']))

/** Deliveries that have not left yet, of which papers are made, for whoever sees their warehouses. Doors §4, Warehouse §5.6. */
export const openDeliveries = async (db: Db, who: Who, keywords: string): Promise<Delivery[]> =>
  deliveriesIn(db, await offered(db, who, IS_OPEN, keywords, ['id']))

async function deliveriesIn(db: Db, ids: RawBuilder<unknown>): Promise<Delivery[]> {
  const { rows } = await sql<{ id: number }>`${ids}`.execute(db)
  return deliveryFacts(
    db,
    rows.map((row) => row.id),
  )
}

/** What a trip or consignment note carries, stop by stop. Doors §4, Warehouse §5.5. */
export async function carriedBy(db: Db, carrySn: string): Promise<Delivery[]> {
  return db
    .selectFrom('wtsDelivery')
    .selectAll()
    .where('carrySn', '=', carrySn)
    .where('isDel', '=', 0)
    .orderBy(sql`"stopSeq" nulls last`)
    .orderBy('id')
    .execute()
}

/** Gives locked deliveries their stops, in the order of their ids here. Doors §4, Warehouse §5.5. */
export async function orderStops(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update "wtsDelivery" d set "stopSeq" = o."at"::int, "updateTime" = now(), "version" = d."version" + 1
    from unnest(${sql.val([...ids])}::int[]) with ordinality as o ("id", "at") where d."id" = o."id"`.execute(
    tx,
  )
  touch(tx, 'wtsDelivery')
}

/** Which temperature zones the goods of deliveries want. Doors §4, Warehouse §5.5. */
export async function zonesOf(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ zone: number }>`
    select distinct p."storageCondition" as "zone" from "wtsDeliveryLine" l join "sku" k on k."id" = l."skuId"
    join "product" p on p."id" = k."productId" where l."deliveryId" = any(${sql.val([...ids])}::int[]) and p."storageCondition" is not null
    order by 1`.execute(db)
  return rows.map((row) => row.zone)
}
