import type { Tx } from '#kit/server/database.ts'
import type { StockSource } from './posting.ts'

/**
 * Keeps stock for an activity: assigns it to the activity's exclusive account in the warehouses that serve the channels, by
 * priority. All lines or none: 422 stock text. The source is the activity. Warehouse §2.5.
 */
export async function lock(
  _tx: Tx,
  _source: StockSource,
  _lines: readonly { skuId: number; q: number; channelIds: readonly number[] }[],
): Promise<void> {
  throw new Error('Not yet')
}

/** Returns what an activity has not reserved to the public pool. */
export async function unlock(_tx: Tx, _source: StockSource): Promise<void> {
  throw new Error('Not yet')
}
