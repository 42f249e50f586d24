import type { Tx } from '#kit/server/database.ts'
import { lockRow } from '#kit/server/rows.ts'
import { conflict } from '#kit/shared/errors.ts'
import { product } from './product.entity.ts'

/** A product that is not in the recycle bin, locked. */
export async function lockLive(tx: Tx, id: number, version: number | null = null) {
  const row = await lockRow(tx, product, id, { version })
  if (row.isRecycle === 1) throw conflict('商品在回收站，请先恢复')
  return row
}
