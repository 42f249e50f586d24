import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { BILL, sapBill } from './sapBill.entity.ts'

/** The bill of SAP that a document was made of, by the name people know it by. */
export async function billOf(
  db: Db,
  docType: string,
  docId: number,
): Promise<{ id: number; sn: string } | null> {
  const { rows } = await sql<{ id: number; sn: string }>`
    select "id", "sapBillNo" || '/' || "sapYear" as "sn" from "sapBill"
    where "docType" = ${docType} and "docId" = ${docId}::int8 and "isDel" = 0`.execute(db)
  return rows[0] ?? null
}

/** A draft that a bill became is deleted: the bill waits again for what becomes of it. */
export async function freeBill(tx: Tx, docType: string, docId: number): Promise<void> {
  const bill = await billOf(tx, docType, docId)
  if (bill === null) return
  const row = await lockRow(tx, sapBill, bill.id, { anyScope: true })
  const sns = [...new Set(row.lines.map((line) => line.postingSn))].filter((sn) => sn !== '')
  await updateRow(
    tx,
    sapBill,
    row,
    {
      status: sns.length > 0 ? BILL.partly : BILL.waits,
      ...{ docType: '', docId: null, relatedSn: sns.join('、') },
    },
    { anyField: true },
  )
}
