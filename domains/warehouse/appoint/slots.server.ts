import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { WarehouseTerms } from '../place/terms.server.ts'
import { freeDock, slotsOf } from './appoint.rules.ts'
import type { purchaseAppointment } from './purchaseAppointment.entity.ts'

export type Appointment = EntityRow<typeof purchaseAppointment>
type Place = Pick<Appointment, 'warehouseId' | 'arriveDate' | 'slotStart'>

const keyOf = ({ warehouseId, arriveDate, slotStart }: Place) => `${warehouseId} ${arriveDate} ${slotStart}`

/** Gives a place in a slot back. */
export async function releaseSlot(tx: Tx, { warehouseId, arriveDate, slotStart }: Place): Promise<void> {
  await sql`update "dockSlot" set "booked" = "booked" - 1
    where "warehouseId" = ${warehouseId} and "slotDate" = ${arriveDate}::date and "slotStart" = ${slotStart} and "booked" > 0`.execute(
    tx,
  )
}

/**
 * Takes a place in a slot, if one is left, and answers it with its dock: the one asked for, else the first that is free. Who asks at
 * the same time waits at the row of the slot. 422 该时段已约满，请选择其他时段. Warehouse §5.10, §11 (14).
 */
async function takeSlot(
  tx: Tx,
  { config }: WarehouseTerms,
  id: number,
  { warehouseId, arriveDate, slotStart, dockNo }: Place & Pick<Appointment, 'dockNo'>,
): Promise<{ slotEnd: string; dockNo: number }> {
  const slot = slotsOf(config).find((one) => one.start === slotStart)
  if (slot === undefined) throw refuse('该时段不在仓库的预约时间内', 'slotStart')
  const docks = config.dockCount ?? 0
  const { rows } = await sql`
    insert into "dockSlot" ("warehouseId", "slotDate", "slotStart", "capacity", "booked")
    select ${warehouseId}::int, ${arriveDate}::date, ${slotStart}::text, ${docks}::smallint, 1 where ${docks}::int > 0
    on conflict ("warehouseId", "slotDate", "slotStart") do update
      set "booked" = "dockSlot"."booked" + 1, "capacity" = excluded."capacity" where "dockSlot"."booked" < excluded."capacity"
    returning "booked"`.execute(tx)
  if (rows.length === 0) throw refuse('该时段已约满，请选择其他时段', 'slotStart')
  const taken = await tx
    .selectFrom('purchaseAppointment')
    .select('dockNo')
    .where('warehouseId', '=', warehouseId)
    .where('arriveDate', '=', arriveDate)
    .where('slotStart', '=', slotStart)
    .where('status', 'not in', [5, 6])
    .where('isDel', '=', 0)
    .where('id', '<>', id)
    .execute()
  const others = taken.flatMap((one) => one.dockNo ?? [])
  if (dockNo !== null && dockNo > docks) throw refuse(`该仓库只有${docks}个月台`, 'dockNo')
  if (dockNo !== null && others.includes(dockNo)) throw refuse(`该时段${dockNo}号月台已被预约`, 'dockNo')
  const dock = dockNo ?? freeDock(docks, others)
  if (dock === null) throw refuse('该时段已约满，请选择其他时段', 'slotStart')
  return { slotEnd: slot.end, dockNo: dock }
}

/** Books a slot, and gives up the one there was before; slots are locked in their order. */
export async function bookSlot(
  tx: Tx,
  terms: WarehouseTerms,
  row: Appointment,
  before: Appointment | null,
): Promise<{ slotEnd: string; dockNo: number }> {
  const take = () => takeSlot(tx, terms, before?.id ?? 0, row)
  if (before === null) return take()
  if (keyOf(before) > keyOf(row)) {
    const taken = await take()
    await releaseSlot(tx, before)
    return taken
  }
  await releaseSlot(tx, before)
  return take()
}

interface Booking {
  id: number
  dockNo: number
  appointSn: string
  supplier: string
  plateNo: string
  status: number
  slotStart: string
}

/** The slots of a day with who comes to which dock. Warehouse §5.10. */
export async function slotsOfDay(db: Db, terms: WarehouseTerms, day: string) {
  const { rows } = await sql<Booking>`
    select a."id", coalesce(a."dockNo", 0) as "dockNo", a."appointSn", coalesce(s."supplierName", '') as "supplier", a."plateNo", a."status", a."slotStart"
    from "purchaseAppointment" a left join "supplier" s on s."id" = a."supplierId"
    where a."warehouseId" = ${terms.id} and a."arriveDate" = ${day}::date and a."status" not in (5, 6) and a."isDel" = 0
    order by a."slotStart", a."dockNo"`.execute(db)
  const open = slotsOf(terms.config)
  // What was booked before the hours changed stands there all the same.
  const other = [...new Set(rows.map((row) => row.slotStart))].filter(
    (start) => !open.some((one) => one.start === start),
  )
  const capacity = terms.config.dockCount ?? 0
  const slots = [...open, ...other.map((start) => ({ start, end: '' }))].sort((a, b) =>
    a.start < b.start ? -1 : 1,
  )
  return {
    dockCount: Math.max(capacity, ...rows.map((row) => row.dockNo)),
    slots: slots.map((slot) => {
      const docks = rows
        .filter((row) => row.slotStart === slot.start)
        .map(({ slotStart: _start, ...row }) => row)
      return { ...slot, capacity, booked: docks.length, docks }
    }),
  }
}
