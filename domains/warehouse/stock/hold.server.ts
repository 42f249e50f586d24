import type { Tx } from '#kit/server/database.ts'
import type { Place, PlaceLine, Posted, PostingHead } from './posting.ts'

/** A line of a freeze document; `lineId` is the freeze line, whose remainder the ledger remembers by it. */
export type FreezeLine = PlaceLine

/**
 * Keeps goods from leaving: 141. 422 批次 {lotNo} 可用数量不足，可用 {n}; 422 公共可用库存不足：{商品} 公共可用 {n}，{m} 已分配给虚拟账户.
 */
export async function freeze(_tx: Tx, _head: PostingHead, _lines: readonly FreezeLine[]): Promise<Posted> {
  throw new Error('Not yet')
}

/** Lets goods go again: 142. `freezeLineId`: the line that held them. 422 解冻数量超过剩余冻结数量 {n}. */
export async function unfreeze(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly (PlaceLine & { freezeLineId: number })[],
): Promise<Posted> {
  throw new Error('Not yet')
}

export interface ShiftLine extends PlaceLine {
  toSectionId: number
  /** goods bound to this reservation take their allocation along (pick to staging) */
  reserved?: { type: string; sn: string; lineId: number }
}

/**
 * Moves goods within their warehouse: 131, from sellable to unsellable 132 (needs as much public stock), back 133. 422 批次 …
 * 可用数量不足, 公共可用库存不足, 移出库区与移入库区不能相同, 库区不属于该仓库, 库区已停用; 409 库区 … 正在盘点.
 */
export async function shift(_tx: Tx, _head: PostingHead, _lines: readonly ShiftLine[]): Promise<Posted> {
  throw new Error('Not yet')
}

export type { Place }
