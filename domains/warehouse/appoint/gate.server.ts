import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber, nextValue } from '#kit/server/number.ts'
import { findRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { dayKey } from '#kit/shared/time.ts'
import { openTerms } from '../document/document.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { inboundDoor } from '../stock/declare.server.ts'
import { appointmentRegister, GATE, GATE_STATES, gateTable } from './appointmentRegister.entity.ts'
import { gateCalls as calls } from './gate.calls.ts'
import { APPOINT, appointTable, purchaseAppointment } from './purchaseAppointment.entity.ts'
import { draftReceipt } from './receipt.server.ts'
import type { Appointment } from './slots.server.ts'

type Register = EntityRow<typeof appointmentRegister>
const MINUTE_MS = 60_000
const since = (from: Date | null, to: Date): number =>
  from === null ? 0 : Math.max(0, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS))

/** The appointment of a vehicle, locked before the register is. */
async function appointmentOf(tx: Tx, registerId: number): Promise<Appointment | undefined> {
  const row = await findRow(tx, appointmentRegister, registerId)
  return row?.appointId == null
    ? undefined
    : lockRow(tx, purchaseAppointment, row.appointId, { anyScope: true })
}

async function moveAppointment(tx: Tx, of: Appointment | undefined, status: Appointment['status']) {
  if (of !== undefined) await updateRow(tx, purchaseAppointment, of, { status }, { anyField: true })
}

async function isCold(db: Db, skuIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select 1 from "sku" k join "product" p on p."id" = k."productId"
    where k."id" = any(${sql.val([...skuIds])}::int[]) and p."storageCondition" in (3, 4) limit 1`.execute(db)
  return rows.length > 0
}

/** What comes without an appointment says of whom it is, and with purchases for which order. */
async function checkWalkIn(tx: Tx, { supplierId, purchaseSn }: Register): Promise<number[]> {
  if (supplierId === null) throw refuse('请选择供应商', 'supplierId')
  const door = inboundDoor(tx)
  if (door === undefined) return []
  if (purchaseSn === '') throw refuse('请输入采购单', 'purchaseSn')
  const open = await door.openLines(tx, purchaseSn)
  if (open.length === 0) throw refuse('采购单没有未到的商品', 'purchaseSn')
  if (open.some((one) => one.supplierId !== supplierId)) throw refuse('采购单不属于该供应商', 'purchaseSn')
  return open.map((one) => one.skuId)
}

async function checkTemperature(tx: Tx, { temperature }: Register, skuIds: readonly number[]): Promise<void> {
  if (temperature === null && (await isCold(tx, skuIds)))
    throw refuse('冷藏冷冻商品请输入到货温度', 'temperature')
}

/** A vehicle that arrives: with its appointment, which must be of this warehouse and confirmed, or without one. */
async function arrive(tx: Tx, row: Register) {
  const terms = await openTerms(tx, row.warehouseId)
  const numbers = {
    registerSn: await nextNumber(tx, 'DR'),
    queueNo: await nextValue(tx, `appointQueue${terms.id}-${dayKey(new Date())}`),
  }
  if (row.appointId === null) {
    await checkTemperature(tx, row, await checkWalkIn(tx, row))
    return numbers
  }
  const of = await lockRow(tx, purchaseAppointment, row.appointId)
  if (of.warehouseId !== row.warehouseId) throw refuse('预约单不属于该仓库', 'appointId')
  guardState(appointTable, 'arrive', of.status)
  await checkTemperature(
    tx,
    row,
    of.lines.map((line) => line.skuId),
  )
  await moveAppointment(tx, of, APPOINT.arrived)
  return { ...numbers, supplierId: of.supplierId, purchaseSn: '', dockNo: row.dockNo ?? of.dockNo }
}

const handlers = standardHandlers(appointmentRegister, calls, {
  async prepare(tx, values, before) {
    const row = wholeRow(appointmentRegister, before, values)
    if (before === null) return { ...values, ...(await arrive(tx, row)) }
    guardState(gateTable, 'edit', before.status)
    const isOther = (['warehouseId', 'appointId', 'supplierId', 'purchaseSn'] as const).some(
      (name) => row[name] !== before[name],
    )
    if (isOther) throw conflict('登记后不能更换仓库、预约单、供应商和采购单')
    return values
  },
  async deleting(tx, row) {
    guardState(gateTable, 'remove', row.status)
    if (row.appointId === null) return
    const of = await lockRow(tx, purchaseAppointment, row.appointId, { anyScope: true })
    await moveAppointment(tx, of, APPOINT.confirmed)
  },
})

async function callUp(tx: Tx, id: number, dockNo: number): Promise<void> {
  const row = await lockRow(tx, appointmentRegister, id)
  guardState(gateTable, 'call', row.status)
  const { config } = await openTerms(tx, row.warehouseId)
  if (dockNo > (config.dockCount ?? 0)) throw refuse(`该仓库只有${config.dockCount ?? 0}个月台`, 'dockNo')
  const other = await tx
    .selectFrom('appointmentRegister')
    .select('plateNo')
    .where('warehouseId', '=', row.warehouseId)
    .where('dockNo', '=', dockNo)
    .where('status', 'in', [GATE.called, GATE.unloading])
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (other !== undefined) throw refuse(`${dockNo}号月台正由${other.plateNo}使用`, 'dockNo')
  const callTime = new Date()
  const said = { status: GATE.called, dockNo, callTime, waitMinutes: since(row.arriveTime, callTime) }
  await updateRow(tx, appointmentRegister, row, said, { anyField: true })
}

async function startUnload(tx: Tx, id: number): Promise<void> {
  const of = await appointmentOf(tx, id)
  const row = await lockRow(tx, appointmentRegister, id)
  guardState(gateTable, 'start', row.status)
  const stockinId = await draftReceipt(tx, row, of)
  const said = { status: GATE.unloading, unloadStart: new Date(), stockinId }
  await updateRow(tx, appointmentRegister, row, said, { anyField: true })
  await moveAppointment(tx, of, APPOINT.unloading)
}

async function endUnload(tx: Tx, id: number, exception: Register['exception']): Promise<void> {
  const of = await appointmentOf(tx, id)
  const row = await lockRow(tx, appointmentRegister, id)
  guardState(gateTable, 'end', row.status)
  const unloadEnd = new Date()
  const said = { status: GATE.unloaded, unloadEnd, unloadMinutes: since(row.unloadStart, unloadEnd) }
  await updateRow(
    tx,
    appointmentRegister,
    row,
    { ...said, exception: exception ?? row.exception },
    { anyField: true },
  )
  await moveAppointment(tx, of, APPOINT.done)
}

interface OnBoard {
  id: number
  queueNo: number
  plateNo: string
  supplier: string
  dockNo: number | null
  status: number
  minutes: number
}

const TABS = tabsOf(GATE_STATES)

const served = [
  change(calls.call, (tx, _who, { id, dockNo }) => callUp(tx, id, dockNo)),
  change(calls.start, (tx, _who, { id }) => startUnload(tx, id)),
  change(calls.end, (tx, _who, { id, exception }) => endUnload(tx, id, exception)),
  change(calls.leave, async (tx, _who, { id }) => {
    const row = await lockRow(tx, appointmentRegister, id)
    guardState(gateTable, 'leave', row.status)
    await updateRow(
      tx,
      appointmentRegister,
      row,
      { status: GATE.left, leaveTime: new Date() },
      { anyField: true },
    )
  }),
  read(calls.board, async (db, who, { warehouseId }) => {
    await readRow(db, who, warehouse, warehouseId)
    const { rows } = await sql<OnBoard>`
      select r."id", coalesce(r."queueNo", 0) as "queueNo", r."plateNo", coalesce(s."supplierName", '') as "supplier", r."dockNo", r."status",
        greatest(0, floor(extract(epoch from now() - coalesce(r."unloadStart", r."arriveTime")) / 60))::int as "minutes"
      from "appointmentRegister" r left join "supplier" s on s."id" = r."supplierId"
      where r."warehouseId" = ${warehouseId} and r."status" < ${GATE.left} and r."isDel" = 0
      order by r."arriveTime", r."id" limit 200`.execute(db)
    return rows
  }),
  servedCounts(calls.counts, appointmentRegister, 'status', TABS),
]

export const gateServed = { ...handlers, served: [...handlers.served, ...served] }
