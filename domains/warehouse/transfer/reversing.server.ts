import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { reverse } from '../stock/reverse.server.ts'
import { sourceOf } from './moves.server.ts'
import { worksAt } from './sides.server.ts'
import { STATUS, transfer } from './transfer.entity.ts'

const NOTHING = {
  ...{ shippedQty: 0, receivedQty: 0, lostQty: 0, returnedQty: 0, openQty: 0 },
  ...{ inSectionId: null, diffReason: null },
} as const

/**
 * 冲销 of a transfer that was shipped: what was received, lost and sent back is turned round from the last on, then its shipment, so
 * that all of it stands at its source again and nothing of it is on its way. It concerns both warehouses, so it is for who works at both.
 * 422 库存已被使用，无法冲销：{商品} 可冲销 {n}. Warehouse §3, §4.7.
 */
export async function reverseTransfer(tx: Tx, id: number, reason: string): Promise<void> {
  const row = await lockRow(tx, transfer, id)
  if (!(await worksAt(tx, row.outWarehouseId)) || !(await worksAt(tx, row.inWarehouseId)))
    throw new AppError(403, '调出仓和调入仓都由您负责才能冲销')
  if (row.reversed === 1) throw conflict('单据已冲销')
  if (row.auditStatus !== 1) throw conflict('调拨单未审核通过，不能冲销')
  if (row.status === STATUS.waits) throw conflict('调拨单尚未出库，请取消')
  if (row.status === STATUS.cancelled) throw conflict('调拨单已取消，不能冲销')
  const source = sourceOf(row)
  const { rows } = await sql<{ action: string }>`
    select "actionKey" as "action" from "stockPosting" where "sourceType" = ${source.type} and "sourceId" = ${id} and "reverseOfId" is null
      and ("actionKey" = 'ship' or "actionKey" like 'receive:%' or "actionKey" like 'diff:%') order by "id" desc`.execute(
    tx,
  )
  for (const { action } of rows) await reverse(tx, source, action, reason)
  const lines = row.lines.map((line) => ({ ...line, ...NOTHING }))
  const { shippedQty, receivedQty, openQty } = NOTHING
  await updateRow(
    tx,
    transfer,
    row,
    { ...{ lines, shippedQty, receivedQty, openQty }, status: STATUS.cancelled, reversed: 1 },
    { anyField: true },
  )
}
