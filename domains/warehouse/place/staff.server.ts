import { sql } from 'kysely'
import { keepStaffWarehouses } from '#domains/access/access.door.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Registration } from '#kit/server/points.ts'
import { declareScope } from '#kit/server/scope.ts'

/** Keeps with these people the warehouses that name them as their 仓管员. */
export async function followStaff(tx: Tx, adminIds: readonly number[]): Promise<void> {
  for (const adminId of [...new Set(adminIds)].sort((a, b) => a - b)) {
    const { rows } = await sql<{ id: number }>`
      select "id" from "warehouse" where "staffIds" @> array[${adminId}::int] and "isDel" = 0 order by "id"`.execute(
      tx,
    )
    await keepStaffWarehouses(
      tx,
      adminId,
      rows.map((row) => row.id),
    )
  }
}

/** The warehouses of a person: those they look after, and those of their stores. Warehouse §14. */
export const warehouseScope: Registration = declareScope('warehouse', async (db, who) => {
  if (who.storeIds.length === 0) return [...who.warehouseIds]
  const { rows } = await sql<{ id: number }>`
    select "id" from "warehouse" where "storeId" = any(${sql.val([...who.storeIds])}::int[])`.execute(db)
  return [...new Set([...who.warehouseIds, ...rows.map((row) => row.id)])]
})
