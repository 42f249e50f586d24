import type { ReadGoods } from './code.rules.ts'

interface Section {
  readonly id: number
  readonly warehouseId: number
  readonly code: string
  readonly name: string
  readonly barCode: string
}

/** What has been scanned of a put-away: whence, what, how much. */
export interface PutAway<S extends Section = Section> {
  readonly from: S | null
  readonly goods: { readonly skuId: number; readonly name: string } | null
  readonly lotNo: string
  readonly qty: number
}
export const NOTHING_YET: PutAway<never> = { from: null, goods: null, lotNo: '', qty: 0 }

/** A section was scanned: the first is whence, the second whereto. `fault` says what is wrong with it. */
export function withSection<S extends Section>(
  before: PutAway<S>,
  section: S,
): { next: PutAway<S> } | { to: S } | { fault: string } {
  if (before.from === null || before.goods === null) return { next: { ...NOTHING_YET, from: section } }
  if (section.id === before.from.id) return { fault: '移出库区与移入库区不能相同' }
  if (section.warehouseId !== before.from.warehouseId) return { fault: '库区不属于该仓库' }
  return { to: section }
}

/** Goods were scanned: the same again are more of them; others wait until these stand somewhere. */
export function withGoods<S extends Section>(
  before: PutAway<S>,
  read: ReadGoods,
  name: string,
  times: number,
): { next: PutAway<S> } | { fault: string } {
  if (before.from === null) return { fault: '请先扫移出库区' }
  if (before.goods !== null && before.goods.skuId !== read.skuId)
    return { fault: '请先扫移入库区，再扫其他商品' }
  if (before.lotNo !== '' && read.lotNo !== '' && before.lotNo !== read.lotNo)
    return { fault: '请先扫移入库区，再扫其他批次' }
  const qty = Math.round((before.qty + read.ratio * times) * 1000) / 1000
  return {
    next: { ...before, goods: { skuId: read.skuId, name }, qty, lotNo: before.lotNo || read.lotNo },
  }
}
