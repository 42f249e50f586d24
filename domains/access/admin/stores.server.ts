import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { raisePermVersion } from '../session/person.server.ts'
import { admin } from './admin.entity.ts'

/**
 * Keeps with a member of staff the stores they work in: the data scope 所属门店. It follows the staff lists of the
 * stores, so it is no change of the person's own row. Platform §6.1, §6.2.
 */
export async function keepStaffStores(tx: Tx, adminId: number, storeIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('admin')
    .set({ storeIds: [...storeIds] })
    .where('id', '=', adminId)
    .execute()
  touch(tx, admin.name)
  await raisePermVersion(tx)
}

/**
 * Keeps with a member of staff the warehouses they look after: the data scope of warehouses. It follows the 仓管员 of the
 * warehouses. Warehouse §14.
 */
export async function keepStaffWarehouses(
  tx: Tx,
  adminId: number,
  warehouseIds: readonly number[],
): Promise<void> {
  await tx
    .updateTable('admin')
    .set({ warehouseIds: [...warehouseIds] })
    .where('id', '=', adminId)
    .execute()
  touch(tx, admin.name)
  await raisePermVersion(tx)
}
