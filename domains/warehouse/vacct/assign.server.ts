import type { Tx } from '#kit/server/database.ts'
import type { Posted, PostingHead } from '../stock/posting.ts'

/** What goes to an account (q > 0) or comes back from it (q < 0). */
export interface AssignLine {
  lineId: number
  vacctId: number
  skuId: number
  q: number
}

/**
 * Assigns public stock to accounts and takes it back, all lines or none: 195 / 196. 422 公共可用库存不足：… of an assignment, 422
 * 账户可用数量不足，可用 {n} of a recall. Warehouse §2.7.
 */
export async function assignVacct(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly AssignLine[],
): Promise<Posted> {
  throw new Error('Not yet')
}
