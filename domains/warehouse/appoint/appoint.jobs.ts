import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { APPOINT, appointTable, purchaseAppointment } from './purchaseAppointment.entity.ts'
import { releaseSlot } from './slots.server.ts'

const isOpen = (status: number): boolean => appointTable.actions.cancel.from.some((one) => one === status)

/** Vehicles that did not come within two hours after their slot began: 爽约, and their place is free. Warehouse §5.10, §13. */
export async function markMissed(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "purchaseAppointment" where "isDel" = 0 and "status" in (0, 1) and "arriveDate" <= current_date + 1
      and ("arriveDate" + "slotStart"::time) at time zone 'Asia/Shanghai' < now() - interval '2 hours' order by "id" limit 500`.execute(
    db,
  )
  let missed = 0
  for (const { id } of rows)
    await asSystem(db, async (tx) => {
      const row = await lockRow(tx, purchaseAppointment, id, { anyScope: true })
      if (!isOpen(row.status)) return
      await releaseSlot(tx, row)
      await updateRow(tx, purchaseAppointment, row, { status: APPOINT.missed }, { anyField: true })
      missed++
    })
  return missed
}

export const appointmentWatch: JobDefinition = {
  name: 'warehouse.appointmentWatch',
  title: '采购预约爽约检查',
  group: 'WMS',
  cron: '0 */10 * * * *',
  light: true,
  run: (db) => markMissed(db),
}
