import type { Tx } from '#kit/server/database.ts'
import type { Posted, StockSource } from './posting.ts'

/**
 * Turns a posting of a document round, once: +500 of every move, with the original value. 422 库存已被使用，无法冲销：{商品} 可冲销
 * {n}; 409 已冲销 the second time, 404 where there is none. Warehouse §3.
 */
export async function reverse(
  _tx: Tx,
  _source: StockSource,
  _action: string,
  _reason?: string,
): Promise<Posted> {
  throw new Error('Not yet')
}
