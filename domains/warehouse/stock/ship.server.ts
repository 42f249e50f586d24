import type { Tx } from '#kit/server/database.ts'
import type { ShipType } from './moveTypes.ts'
import type { Posted, PostingHead, ShipLine, Shipped, StockSource } from './posting.ts'

export interface ShipOptions {
  moveType: ShipType
  /** of a transfer: the warehouse that waits for the goods; they are in transit there with their value */
  toWarehouseId?: number
}

/**
 * Takes goods out of the warehouse: those of reservations, bound to lots or not (FEFO then), those a freeze document holds
 * (`frozen`), or those of an unsellable section (`held`). 409 库区 … 正在盘点, 422 批次 … 可用数量不足, 422 库存不足. Answers what
 * left, lot by lot, with its cost. Warehouse §2.5.
 */
export async function shipOut(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly ShipLine[],
  _options: ShipOptions,
): Promise<Posted & { shipped: Shipped[] }> {
  throw new Error('Not yet')
}

/**
 * Gives goods out at once, without a reservation before: 164 of the public pool, FEFO. 422 stock text. Taken back by
 * `reverse` with the same source and action `issue`.
 */
export async function issue(
  _tx: Tx,
  _source: StockSource,
  _given: { warehouseId: number; lines: readonly { lineId: number; skuId: number; q: number }[] },
): Promise<Posted & { shipped: Shipped[] }> {
  throw new Error('Not yet')
}
