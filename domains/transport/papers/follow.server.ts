import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { lockRows, updateRow, updateRows } from '#kit/server/rows.ts'
import { attachSheet } from './attachSheet.entity.ts'
import { countsOf, sentStatus } from './papers.rules.ts'

async function locked(tx: Tx, carrySn: string, deliveryIds: readonly number[] = []) {
  const { rows } = await sql<{ id: number }>`
    select "id" from "attachSheet" where "isDel" = 0 and "status" = 0
      and ("carrySn" = ${carrySn} or "deliveryId" = any(${sql.val([...deliveryIds])}::int[])) order by "id"`.execute(
    tx,
  )
  return [
    ...(
      await lockRows(
        tx,
        attachSheet,
        rows.map((row) => row.id),
        { anyScope: true },
      )
    ).values(),
  ]
}

interface Carrying {
  carrySn: string
  driverId: number | null
  bizDate: string
}

/** Papers go where their deliveries do: onto this trip or note, or off it. Warehouse §5.6. */
export async function followDeliveries(
  tx: Tx,
  { carrySn, driverId, bizDate }: Carrying,
  deliveryIds: readonly number[],
): Promise<void> {
  const sheets = await locked(tx, carrySn, deliveryIds)
  await updateRows(
    tx,
    attachSheet,
    sheets.map((before) => ({
      before,
      values: deliveryIds.includes(before.deliveryId)
        ? { carrySn, driverId, bizDate }
        : { carrySn: '', driverId: null },
    })),
  )
}

/** They leave with the vehicle; what has nothing to bring back is settled. Warehouse §5.6. */
export async function sendSheets(tx: Tx, carrySn: string): Promise<void> {
  const sentTime = new Date()
  for (const row of await locked(tx, carrySn)) {
    const status = sentStatus(countsOf(row.lines))
    await updateRow(tx, attachSheet, row, { status, sentTime }, { anyField: true })
  }
}
