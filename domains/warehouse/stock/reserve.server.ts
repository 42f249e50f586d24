import type { Db, Tx } from '#kit/server/database.ts'
import type {
  Allocated,
  AllocateLine,
  PostingHead,
  Reserved,
  ReserveKey,
  ReserveLine,
  StockSource,
} from './posting.ts'

export interface ReserveOptions {
  /** which reservation of this source it is; a further one adds to the first. Default `reserve` */
  action?: string
  /** released by the job once this has passed and nothing is bound to a lot; orders set none */
  expireTime?: Date
}

/**
 * Reserves goods, all lines or none: 191. A buyer's line draws from the accounts of its activity, company and channel, then
 * from the public pool; a document's from the public pool alone. 422 库存不足：{商品}{规格} 可用 {n}，需要 {m}; for documents,
 * where accounts hold the rest, 422 公共可用库存不足：…. The lines of a source are named by its sn. Warehouse §2.5.
 */
export async function reserve(
  _tx: Tx,
  _source: StockSource,
  _lines: readonly ReserveLine[],
  _options: ReserveOptions = {},
): Promise<Reserved[]> {
  throw new Error('Not yet')
}

/**
 * Releases what a source still holds, or of these lines only (q: so much of it, otherwise all): 194 of what is bound to
 * lots, the unbound first, then 192. Answers what was released. `action` names it; give one where a source releases
 * several times (default `release`).
 */
export async function release(
  _tx: Tx,
  _source: StockSource,
  _lines?: readonly { lineId: number; q?: number }[],
  _action = 'release',
): Promise<Reserved[]> {
  throw new Error('Not yet')
}

/**
 * Binds reservations of a source to lots: 193. FEFO or FIFO by the rule of the sku's storage group, or chosen places. 422
 * 批次 {lotNo} 可用数量不足，可用 {n}, 422 库存不足：… where the sellable lots do not suffice, 409 for a section that is counted.
 * `head.source` is whose action it is, `of` whose reservations (the same unless given). Warehouse §2.6.
 */
export async function allocate(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly AllocateLine[],
  _of?: { type: string; sn: string },
): Promise<Allocated[]> {
  throw new Error('Not yet')
}

/** Unbinds reservations of a source from their lots, all of them or of these lines: 194. */
export async function unallocate(
  _tx: Tx,
  _head: PostingHead,
  _lines?: readonly { lineId: number }[],
  _of?: { type: string; sn: string },
): Promise<void> {
  throw new Error('Not yet')
}

/** What a source has bound to lots now, line by line. */
export async function allocatedOf(_db: Db, _of: { type: string; sn: string }): Promise<Allocated[]> {
  throw new Error('Not yet')
}

export type { ReserveKey }
