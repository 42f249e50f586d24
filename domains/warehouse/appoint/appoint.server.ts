import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { movedDay, parseMoment, today } from '#kit/shared/time.ts'
import { openTerms } from '../document/document.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { appointCalls as calls } from './appoint.calls.ts'
import { APPOINT, APPOINT_STATES, appointTable, purchaseAppointment } from './purchaseAppointment.entity.ts'
import { checkedLines, openOf } from './purchases.server.ts'
import { type Appointment, bookSlot, releaseSlot, slotsOfDay } from './slots.server.ts'

/** Hours before its slot until which an appointment can be given up. Warehouse §5.10. */
const CANCEL_HOURS = 2
const HOUR_MS = 3_600_000

const beginOf = ({ arriveDate, slotStart }: Pick<Appointment, 'arriveDate' | 'slotStart'>): number =>
  parseMoment(`${arriveDate} ${slotStart}`)?.getTime() ?? 0

function checkDate(arriveDate: string): void {
  if (arriveDate < movedDay(today(), 1)) throw refuse('到货日期最早为明天', 'arriveDate')
}

/** Appointments are found by the purchase orders they bring as well. */
const ofPurchase = (word: string): Expression<SqlBool> =>
  sql<SqlBool>`"purchaseAppointment"."purchaseSns" && array[${word}]::text[]`
const listOptions = () => ({ alsoFound: ofPurchase, dateColumn: 'arriveDate' })

/** Checks what is to be stored of an appointment, and books its slot. */
async function prepare(
  tx: Tx,
  values: Partial<Appointment>,
  before: Appointment | null,
): Promise<Partial<Appointment>> {
  if (before !== null) guardState(appointTable, 'edit', before.status)
  const row = wholeRow(purchaseAppointment, before, values)
  const terms = await openTerms(tx, row.warehouseId)
  checkDate(row.arriveDate)
  const lines = await checkedLines(tx, row)
  const isMoved =
    before === null ||
    (['warehouseId', 'arriveDate', 'slotStart', 'dockNo'] as const).some((name) => before[name] !== row[name])
  const booked = isMoved ? await bookSlot(tx, terms, row, before) : {}
  return {
    ...values,
    lines,
    ...booked,
    ...(before === null ? { appointSn: await nextNumber(tx, 'YY') } : {}),
  }
}

/** Books a dock for what another document plans. */
export async function makeAppointment(tx: Tx, values: Partial<Appointment>): Promise<Appointment> {
  return insertRow(tx, purchaseAppointment, await prepare(tx, values, null))
}

const handlers = standardHandlers(purchaseAppointment, calls, {
  chosen: 'any',
  offered: () => sql<SqlBool>`"purchaseAppointment"."status" = ${sql.lit(APPOINT.confirmed)}`,
  list: listOptions,
  prepare,
})

/** Gives an appointment up, and its place in the slot with it. */
async function cancel(tx: Tx, id: number, cancelReason: string): Promise<void> {
  const row = await lockRow(tx, purchaseAppointment, id)
  guardState(appointTable, 'cancel', row.status)
  if (beginOf(row) - CANCEL_HOURS * HOUR_MS < Date.now())
    throw conflict(`距预约时段不足${CANCEL_HOURS}小时，不能取消`)
  await releaseSlot(tx, row)
  await updateRow(
    tx,
    purchaseAppointment,
    row,
    { status: APPOINT.cancelled, cancelReason },
    { anyField: true },
  )
}

const TABS = tabsOf(APPOINT_STATES)

const served = [
  read(calls.slots, async (db, who, { warehouseId, date }) => {
    await readRow(db, who, warehouse, warehouseId)
    return slotsOfDay(db, await openTerms(db, warehouseId), date)
  }),
  read(calls.openLines, async (db, _who, { supplierId, purchaseSns, id }) => {
    const sns = purchaseSns.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
    const open = await openOf(db, { supplierId: supplierId ?? 0, purchaseSns: sns, except: id ?? 0 })
    return {
      ready: open === undefined ? (0 as const) : (1 as const),
      lines: open?.filter(({ qty }) => qty > 0) ?? [],
    }
  }),
  change(calls.confirm, async (tx, _who, { id }) => {
    const row = await lockRow(tx, purchaseAppointment, id)
    guardState(appointTable, 'confirm', row.status)
    await updateRow(tx, purchaseAppointment, row, { status: APPOINT.confirmed }, { anyField: true })
  }),
  change(calls.reschedule, async (tx, _who, { id, arriveDate, slotStart, dockNo }) => {
    const row = await lockRow(tx, purchaseAppointment, id)
    guardState(appointTable, 'reschedule', row.status)
    checkDate(arriveDate)
    const terms = await openTerms(tx, row.warehouseId)
    const booked = await bookSlot(tx, terms, { ...row, arriveDate, slotStart, dockNo: dockNo ?? null }, row)
    await updateRow(tx, purchaseAppointment, row, { arriveDate, slotStart, ...booked }, { anyField: true })
  }),
  change(calls.cancel, (tx, _who, { id, reason }) => cancel(tx, id, reason)),
  servedCounts(calls.counts, purchaseAppointment, 'status', TABS, listOptions),
]

export const appointServed = { ...handlers, served: [...handlers.served, ...served] }
