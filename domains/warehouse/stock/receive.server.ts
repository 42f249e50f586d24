import type { Tx } from '#kit/server/database.ts'
import type { ReceiptType } from './moveTypes.ts'
import type { LotGiven, Posted, PostingHead, ReceiptLine } from './posting.ts'

/**
 * Brings goods into a warehouse. 122 takes them from what is in transit there (422 收货数量超过在途数量 {n}; lot and value come
 * along). What stands in an unsellable section is held at once. 409 库区 … 正在盘点, 422 库区不属于该仓库 / 库区已停用, lot texts of §12:
 * 请输入批次号 / 请输入生产日期 / 生产日期不能晚于今天 / 批次 … 已存在，生产日期为 ….
 */
export async function receive(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly ReceiptLine[],
  _moveType: ReceiptType,
): Promise<Posted> {
  throw new Error('Not yet')
}

/** Goods in transit to a warehouse. */
export interface TransitLine {
  lineId: number
  /** that waits for them */
  warehouseId: number
  skuId: number
  lotId: number
  q: number
  /** of a return: where they stand again */
  to?: { warehouseId: number; sectionId: number }
}

/** Ends goods in transit: without `to` as lost (123), with it as back at their source (124). 422 收货数量超过在途数量 {n}. */
export async function endTransit(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly TransitLine[],
): Promise<Posted> {
  throw new Error('Not yet')
}

/**
 * Goods of an after-sale come back: 112, the good ones into 退货待检区, the bad ones into 不良品区 of their warehouse. The source
 * is the refund. `price` in cents: what they cost when they left; the moving average unless given.
 */
export async function receiveBack(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly {
    lineId: number
    warehouseId: number
    skuId: number
    good: number
    bad: number
    lot?: LotGiven
    price?: number
  }[],
): Promise<Posted> {
  throw new Error('Not yet')
}

export interface AdjustLine {
  lineId: number
  warehouseId: number
  skuId: number
  sectionId: number
  /** thousandths; below zero takes away */
  q: number
  lot?: LotGiven
  lotId?: number
  price?: number
}

/**
 * Changes what is there by what was found: 165 / 166 of adjustment orders, 151 / 152 of counts (`count`: also in a section
 * that this count has locked). 422 差异区库存不足 of an adjustment in 差异区, 批次 … 可用数量不足 otherwise.
 */
export async function adjust(
  _tx: Tx,
  _head: PostingHead,
  _lines: readonly AdjustLine[],
  _options: { count?: { countSn: string } } = {},
): Promise<Posted> {
  throw new Error('Not yet')
}
